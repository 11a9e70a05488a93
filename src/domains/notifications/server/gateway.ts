import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Database } from '#platform/server/database/index.ts'
import { withLanguage } from '#platform/server/i18n/language.ts'
import { type Mail, type Mailer, MailFailed } from '#platform/server/outbox/mail.ts'
import { openPush, type PushSender } from '#platform/server/outbox/push.ts'
import { secret } from '#platform/server/security/encryption.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { say } from '#platform/shared/say.ts'
import type { Outcome, Transports } from './use-cases/deliver.ts'

/** The ways out of the house, and the links in what goes out. */
export interface Channels extends Transports {
  readonly sender: PushSender
  /** Whether mails reach people, and not only a folder of this server. */
  readonly mailDelivers: boolean
  /** Whose unsubscribe link this is; null for one we did not make. */
  readLink(token: string): UserId | null
}

export interface ChannelSettings {
  readonly mailer: Mailer
  /** Address that links start with. */
  readonly base: () => string
  readonly publicUrl: string | null
  readonly mailFrom: string
  readonly push: { readonly hosts: readonly string[]; readonly privateKey: string | null; readonly contact: string | null }
}

export async function openChannels(database: Database, { mailer, base, publicUrl, mailFrom, push }: ChannelSettings): Promise<Channels> {
  const address = /[^\s<>]+@[^\s<>]+/.exec(mailFrom)?.[0] ?? 'larder@localhost'
  const contact = push.contact ?? (publicUrl?.startsWith('https:') ? publicUrl : `mailto:${address}`)
  const sender = await openPush(database, { ...push, contact })
  const key = await secret(database, 'unsubscribe')
  const sign = (userId: string) => createHmac('sha256', key).update(userId).digest('base64url')
  const linkFor = (userId: UserId) =>
    new URL(`/api/unsubscribe?token=${Buffer.from(userId).toString('base64url')}.${sign(userId)}`, base()).href

  return {
    sender,
    mailDelivers: mailer.delivers,
    readLink(token) {
      const [id = '', signature = ''] = token.split('.')
      const userId = Buffer.from(id, 'base64url').toString('utf8')
      const [input, ours] = [Buffer.from(signature), Buffer.from(sign(userId))]
      return input.length === ours.length && timingSafeEqual(input, ours) ? (userId as UserId) : null
    },
    async mail(userId, to, { language = 'en', household, lines }): Promise<Outcome> {
      const [only] = lines
      const mail = withLanguage(
        language,
        (): Mail => ({
          language,
          kind: 'digest',
          to,
          subject: lines.length === 1 && only ? say`${household}: ${only.title}` : say`${household}: ${lines.length} items need attention`,
          paragraphs: [say`Your kitchen update for ${household}:`],
          action: { label: say`Open Larder`, url: new URL('/notifications', base()).href },
          entries: lines,
          unsubscribe: { label: say`Unsubscribe from these emails`, url: linkFor(userId) },
        }),
      )
      try {
        await mailer.deliver(mail)
        return { kind: 'delivered' }
      } catch (error) {
        if (!(error instanceof MailFailed)) throw error
        return error.isUnreachable ? { kind: 'away', reason: error.message, retryAfterMs: 0 } : { kind: 'refused', reason: error.message }
      }
    },
    push: (device, payload) => sender.send(device, JSON.stringify(payload)),
  }
}
