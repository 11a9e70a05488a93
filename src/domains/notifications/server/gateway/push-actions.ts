import { z } from 'zod'
import type { Database } from '#platform/server/database/index.ts'
import { loadSecret } from '#platform/server/security/encryption.ts'
import { createTokenSigner } from '#platform/server/security/signed-token.ts'

const Action = z.discriminatedUnion('do', [
  // The version of the lot that the message was about.
  z.object({ do: z.literal('use_up'), notificationId: z.string(), lotVersion: z.int() }),
  z.object({ do: z.enum(['add_to_list', 'snooze']), notificationId: z.string() }),
  z.object({ do: z.literal('undo'), householdId: z.string(), seq: z.int() }),
])
/** What a button does, for whom, on which push device. */
const PushAction = z.object({ action: Action, userId: z.string(), deviceId: z.string(), expiresAt: z.string() })
export type PushAction = z.infer<typeof PushAction>

/** How long a button works. A browser may show a message for days. */
const lifetimeMs = 2 * 86_400_000

export interface PushActionTokens {
  sign(what: Omit<PushAction, 'expiresAt'>, now: Date): string
  /** Returns what a token allows; null if it has expired or isn't one. */
  read(token: string, now: Date): PushAction | null
}

/** The tokens in the buttons of push messages, which only the browser they are sent to can decrypt. */
export async function openPushActionTokens(database: Database): Promise<PushActionTokens> {
  const signer = createTokenSigner(await loadSecret(database, 'push-actions'))
  return {
    sign: (what, now) => signer.sign(JSON.stringify({ ...what, expiresAt: new Date(now.getTime() + lifetimeMs).toISOString() })),
    read(token, now) {
      const text = signer.read(token)
      if (text === null) return null
      const parsed = PushAction.safeParse(JSON.parse(text))
      return parsed.success && parsed.data.expiresAt > now.toISOString() ? parsed.data : null
    },
  }
}
