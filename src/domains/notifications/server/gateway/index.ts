import type { Database } from '#platform/server/database/index.ts'
import type { Mailer } from '#platform/server/outbox/mailer.ts'
import { openPushSender, type PushSender } from '#platform/server/outbox/push-sender.ts'
import { createEncryption, type Encryption, loadSecret } from '#platform/server/security/encryption.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { type ImmediateChannel, type OutgoingChannel, outgoingChannelNames, type TestableChannel } from '../../contract/index.ts'
import { appsTransport } from './apps.ts'
import { type ChannelTransport, deliveryTransport, type ImmediateTransport, type TestableTransport } from './delivery-transport.ts'
import { mailTransport, openUnsubscribeLinks } from './mail.ts'
import type { MessageSettings } from './message-sender.ts'
import { pushTransport } from './push.ts'
import { openPushActionTokens, type PushActionTokens } from './push-actions.ts'

export interface ChannelServices {
  readonly transports: Readonly<
    Record<OutgoingChannel, ChannelTransport> & Record<TestableChannel, TestableTransport> & Record<ImmediateChannel, ImmediateTransport>
  >
  /** What sends the deliveries of the channels. */
  readonly outbox: readonly ReturnType<typeof deliveryTransport>[]
  /** Checks the push services of new devices, and has the key to subscribe with. */
  readonly pushSender: PushSender
  readonly pushActionTokens: PushActionTokens
  readonly targets: TargetServices
  /** Returns the user of an unsubscribe token; null if its signature is wrong. */
  readUnsubscribeToken(token: string): UserId | null
}

/** What message targets are stored and tested with. */
export interface TargetServices {
  /** Encrypts their addresses. */
  readonly encryption: Encryption
  readonly messages: MessageSettings
  /** Returns the address that links start with. */
  readonly base: () => string
}

export interface ChannelSettings {
  readonly mailer: Mailer
  /** Returns the address that links start with. */
  readonly base: () => string
  readonly publicUrl: string | null
  readonly mailFrom: string
  readonly push: { readonly hosts: readonly string[]; readonly privateKey: string | null; readonly contact: string | null }
  readonly messages: Omit<MessageSettings, 'ownHosts'>
}

export async function openChannelServices(
  database: Database,
  { mailer, base, publicUrl, mailFrom, push, messages }: ChannelSettings,
): Promise<ChannelServices> {
  const address = /[^\s<>]+@[^\s<>]+/.exec(mailFrom)?.[0] ?? 'larder@localhost'
  const contact = push.contact ?? (publicUrl?.startsWith('https:') ? publicUrl : `mailto:${address}`)
  const pushSender = await openPushSender(database, { ...push, contact })
  const links = await openUnsubscribeLinks(database, base)
  const pushActionTokens = await openPushActionTokens(database)
  const encryption = createEncryption(await loadSecret(database, 'message-targets'), 'message target')
  const ownHosts = publicUrl === null ? [] : [new URL(publicUrl).hostname]
  const targets = { encryption, messages: { ...messages, ownHosts }, base }
  const transports = {
    mail: mailTransport(database, mailer, links, base),
    push: pushTransport(database, pushSender, pushActionTokens),
    apps: appsTransport(database, targets),
  }
  return {
    transports,
    outbox: outgoingChannelNames.map((channel) => deliveryTransport(database, channel, transports[channel])),
    pushSender,
    pushActionTokens,
    targets,
    readUnsubscribeToken: links.read,
  }
}
