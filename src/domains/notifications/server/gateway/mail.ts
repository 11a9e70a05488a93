import type { Database } from '#platform/server/database/index.ts'
import { currentLanguage, withLanguage } from '#platform/server/i18n/current-language.ts'
import type { Mail, Mailer } from '#platform/server/outbox/mailer.ts'
import type { SendResult } from '#platform/server/outbox/outbox.ts'
import { loadSecret } from '#platform/server/security/encryption.ts'
import { createTokenSigner } from '#platform/server/security/signed-token.ts'
import type { UserId } from '#platform/shared/ids.ts'
import type { Language } from '#platform/shared/language.ts'
import { say } from '#platform/shared/say.ts'
import { findEmail } from '../store/deliveries.ts'

import { toNotifications } from '../use-cases/manage-notifications.ts'
import { type TestableTransport, testMessageTexts } from './delivery-transport.ts'

/** A digest about one household. */
interface MailPayload {
  /** Missing in messages queued by older versions, which are in English. */
  readonly language?: Language
  readonly household: string
  readonly lines: readonly { readonly title: string; readonly message: string }[]
}

export interface UnsubscribeLinks {
  linkFor(userId: UserId): string
  /** Returns the user of a link's token; null if its signature is wrong. */
  read(token: string): UserId | null
}

/** `base` returns the address that links start with. */
export async function openUnsubscribeLinks(database: Database, base: () => string): Promise<UnsubscribeLinks> {
  const signer = createTokenSigner(await loadSecret(database, 'unsubscribe'))
  return {
    linkFor: (userId) => new URL(`/api/unsubscribe?token=${signer.sign(userId)}`, base()).href,
    read: (token) => signer.read(token) as UserId | null,
  }
}

const maxLines = 100

export function mailTransport(database: Database, mailer: Mailer, links: UnsubscribeLinks, base: () => string): TestableTransport {
  async function deliver(userId: UserId, to: string, { language = 'en', household, lines }: MailPayload): Promise<SendResult> {
    const [only] = lines
    const mail = withLanguage(
      language,
      (): Mail => ({
        language,
        kind: 'digest',
        to,
        subject: lines.length === 1 && only ? say`${household}: ${only.title}` : say`${household}: ${lines.length} items need attention`,
        paragraphs: [say`Your kitchen update for ${household}:`],
        action: { label: say`Open Larder`, url: new URL('/notifications?tab=mine', base()).href },
        entries: lines,
        unsubscribe: { label: say`Unsubscribe from these emails`, url: links.linkFor(userId) },
      }),
    )
    return mailer.deliver(mail)
  }

  return {
    async compose(tx, { language, rows, now }) {
      const [first] = rows
      const lines = (await toNotifications(tx, rows.slice(0, maxLines), now)).map(({ title, message }) => ({ title, message }))
      if (rows.length > lines.length)
        lines.push({ title: say`and ${rows.length - lines.length} more`, message: say`Open Larder to see them all.` })
      const message: MailPayload = { language, household: first.household_name ?? 'Larder', lines }
      return [{ cause: `mail:${first.id}`, deviceId: null, message, rows }]
    },
    groupByHost: async (_q, rows) => new Map([['mail server', [...rows]]]),
    async send({ user_id }, message) {
      const userId = user_id as UserId
      const address = await database.read({ crossHousehold: 'jobs' }, (q) => findEmail(q, userId))
      return address === null ? { kind: 'gone' } : deliver(userId, address, message as MailPayload)
    },
    async sendTest({ read }, userId) {
      // Without a mail server, mails are only written to a folder.
      if (!mailer.delivers) return 'unreachable'
      const address = await read({ user: userId }, (q) => findEmail(q, userId))
      if (address === null) return 'unreachable'
      const { kind } = await deliver(userId, address, { language: currentLanguage(), household: 'Larder', lines: [testMessageTexts()] })
      return kind === 'delivered' ? 'delivered' : 'unreachable'
    },
  }
}
