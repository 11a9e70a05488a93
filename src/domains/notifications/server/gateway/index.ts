import type { Database } from '#platform/server/database/index.ts'
import type { Mailer } from '#platform/server/outbox/mailer.ts'
import { openPushSender, type PushSender } from '#platform/server/outbox/push-sender.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { type OutgoingChannel, outgoingChannelNames } from '../../contract/index.ts'
import { type ChannelTransport, deliveryTransport } from './delivery-transport.ts'
import { mailTransport, openUnsubscribeLinks } from './mail.ts'
import { pushTransport } from './push.ts'

export interface ChannelServices {
  readonly transports: Readonly<Record<OutgoingChannel, ChannelTransport>>
  /** What sends the deliveries of the channels. */
  readonly outbox: readonly ReturnType<typeof deliveryTransport>[]
  /** Checks the push services of new devices, and has the key to subscribe with. */
  readonly pushSender: PushSender
  /** Returns the user of an unsubscribe token; null if its signature is wrong. */
  readUnsubscribeToken(token: string): UserId | null
}

export interface ChannelSettings {
  readonly mailer: Mailer
  /** Returns the address that links start with. */
  readonly base: () => string
  readonly publicUrl: string | null
  readonly mailFrom: string
  readonly push: { readonly hosts: readonly string[]; readonly privateKey: string | null; readonly contact: string | null }
}

export async function openChannelServices(
  database: Database,
  { mailer, base, publicUrl, mailFrom, push }: ChannelSettings,
): Promise<ChannelServices> {
  const address = /[^\s<>]+@[^\s<>]+/.exec(mailFrom)?.[0] ?? 'larder@localhost'
  const contact = push.contact ?? (publicUrl?.startsWith('https:') ? publicUrl : `mailto:${address}`)
  const pushSender = await openPushSender(database, { ...push, contact })
  const links = await openUnsubscribeLinks(database, base)
  const transports = { mail: mailTransport(database, mailer, links, base), push: pushTransport(database, pushSender) }
  return {
    transports,
    outbox: outgoingChannelNames.map((channel) => deliveryTransport(database, channel, transports[channel])),
    pushSender,
    readUnsubscribeToken: links.read,
  }
}
