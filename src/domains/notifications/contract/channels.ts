import { z } from 'zod'
import { alertTypes } from '#domains/alerts/contract.ts'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { Id } from '#platform/shared/ids.ts'
import { Role } from '#platform/shared/roles.ts'
import { Text } from '#platform/shared/text-schemas.ts'

/** Users turn notifications on and off by kind. Each alert type is a kind; other kinds cover several types. */
export const notificationKinds = [...alertTypes, 'borrow', 'people'] as const
export const NotificationKind = z.enum(notificationKinds)
export type NotificationKind = z.infer<typeof NotificationKind>

interface OutgoingChannelFacts {
  /** Its name in the database (`deliveries.channel` and the column `notifications.${storedAs}_at`) and in `GET /api/deliveries`. */
  storedAs: string
  /** `digest`: once a day at `digestHour`; `immediate`: at once, except during quiet hours and what `foodMessages` sends daily. */
  timing: 'digest' | 'immediate'
  isOnByDefault: boolean
  /** For a channel that older programs and saved settings don't know: the channel that it is switched on and off with there. */
  follows: 'mail' | 'push' | null
}
/** The channels that send notifications out of the server. `server/gateway/index.ts` registers a transport for each. */
export const outgoingChannels = {
  mail: { storedAs: 'email', timing: 'digest', isOnByDefault: false, follows: null },
  push: { storedAs: 'push', timing: 'immediate', isOnByDefault: true, follows: null },
  /** The user's message targets: ntfy, Gotify, Telegram and webhooks. */
  apps: { storedAs: 'app', timing: 'immediate', isOnByDefault: true, follows: 'push' },
} as const satisfies Record<string, OutgoingChannelFacts>
export type OutgoingChannel = keyof typeof outgoingChannels
export type StoredChannel = (typeof outgoingChannels)[OutgoingChannel]['storedAs']
export const outgoingChannelNames = Object.keys(outgoingChannels) as OutgoingChannel[]
type ChannelsWith<Facts> = { [C in OutgoingChannel]: (typeof outgoingChannels)[C] extends Facts ? C : never }[OutgoingChannel]
/** The channels whose timing is `immediate`: they send alerts as `foodMessages` says. */
export type ImmediateChannel = ChannelsWith<{ timing: 'immediate' }>
export const immediateChannels = outgoingChannelNames.filter(
  (channel): channel is ImmediateChannel => outgoingChannels[channel].timing === 'immediate',
)
type FollowingChannel = ChannelsWith<{ follows: string }>
export const followingChannels = outgoingChannelNames.filter(
  (channel): channel is FollowingChannel => outgoingChannels[channel].follows !== null,
)
const storedChannels = outgoingChannelNames.map((channel): StoredChannel => outgoingChannels[channel].storedAs)

/** All channels in the order of the settings, starting with the list inside Larder. */
export const notificationChannels = ['bell', ...outgoingChannelNames] as const
export type NotificationChannel = (typeof notificationChannels)[number]

const recordOf = <K extends string, V>(keys: readonly K[], get: (key: K) => V) =>
  Object.fromEntries(keys.map((key) => [key, get(key)])) as Record<K, V>

const ChannelSwitches = z.object(recordOf(notificationChannels, () => z.boolean())).strict()
const Clock = z
  .string()
  .regex(/^\d\d:\d\d$/, 'Use a time like 22:00.')
  .refine((time) => time < '24:00' && time.slice(3) < '60', 'Use a time like 22:00.')

/** Ingredients that a user can mute. */
export const maxMutedIngredients = 500

export const NotificationSettings = z
  .object({
    kinds: z.object(recordOf(notificationKinds, () => ChannelSwitches)).strict(),
    /** The hour of the daily messages, in the time zone of the household they are about. */
    digestHour: z.int().min(0).max(23),
    /** Immediate channels hold notifications until the end, in the household's time zone. */
    quietHours: z.object({ isOn: z.boolean(), begin: Clock, end: Clock }).strict(),
    /** How immediate channels send alerts: in one message a day about the food most worth using, or each at once. */
    foodMessages: z.enum(['daily', 'immediate']),
    /** The days before its date from which the user is notified that food expires, never earlier than the household is warned; null for then. */
    warningDays: z.int().min(0).max(60).nullable(),
    /** Ingredients about whose dates the user is never notified. */
    mutedIngredients: z
      .array(Id)
      .max(maxMutedIngredients)
      .refine((ids) => new Set(ids).size === ids.length, 'The same ingredient is listed twice.'),
  })
  .strict()
export type NotificationSettings = z.infer<typeof NotificationSettings>

/** A program that doesn't know the newer fields yet leaves them unchanged. */
const ChangedSettings = NotificationSettings.extend({
  kinds: z.object(recordOf(notificationKinds, () => ChannelSwitches.partial(recordOf(followingChannels, () => true as const)))).strict(),
  foodMessages: NotificationSettings.shape.foodMessages.optional(),
  warningDays: NotificationSettings.shape.warningDays.optional(),
  mutedIngredients: NotificationSettings.shape.mutedIngredients.optional(),
})
export type ChangedSettings = z.infer<typeof ChangedSettings>

const defaultSwitches = recordOf(notificationChannels, (channel) => channel === 'bell' || outgoingChannels[channel].isOnByDefault)
export const defaultNotificationSettings: NotificationSettings = {
  kinds: {
    ...recordOf(notificationKinds, () => defaultSwitches),
    low_stock: { ...defaultSwitches, ...recordOf(immediateChannels, () => false) },
  },
  digestHour: 8,
  quietHours: { isOn: true, begin: '22:00', end: '07:00' },
  foodMessages: 'daily',
  warningDays: null,
  mutedIngredients: [],
}

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/api/notification-settings',
  auth: 'person',
  summary: 'My notification settings',
  reply: NotificationSettings,
})
export const changeNotificationSettings = endpoint({
  method: 'PUT',
  path: '/api/notification-settings',
  auth: 'person',
  summary: 'Replace my notification settings; they also apply to what has not been sent yet',
  body: ChangedSettings,
  reply: NotificationSettings,
})

const B64 = (bytes: number) =>
  z
    .string()
    .regex(/^[\w-]+={0,2}$/, 'That isn’t a valid push key.')
    .max(Math.ceil((bytes * 4) / 3) + 4)

export const PushDevice = z.object({
  id: z.string(),
  label: z.string(),
  createdAt: z.string(),
  /** Registered by this session. */
  isCurrent: z.boolean(),
})
export type PushDevice = z.infer<typeof PushDevice>

export const listPushDevices = endpoint({
  method: 'GET',
  path: '/api/push-devices',
  auth: 'person',
  summary: 'My browsers registered for push messages, and the key to subscribe with',
  reply: z.object({ publicKey: z.string(), devices: z.array(PushDevice) }),
})
export const addPushDevice = endpoint({
  method: 'POST',
  path: '/api/push-devices',
  auth: 'person',
  summary: 'Send push messages to this browser; a registered one keeps its id',
  body: z.object({ endpoint: z.string().max(1000), keys: z.object({ p256dh: B64(65), auth: B64(16) }).strict(), label: Text(80) }).strict(),
  reply: PushDevice,
  status: 201,
  perMinute: 20,
})
export const removePushDevice = endpoint({
  method: 'DELETE',
  path: '/api/push-devices/{id}',
  auth: 'person',
  summary: 'Stop sending push messages to this browser',
  params: IdParams,
})

/** The channels that are tested as a whole. Message targets are tested one by one. */
export const testableChannels = ['push', 'mail'] as const satisfies OutgoingChannel[]
export type TestableChannel = (typeof testableChannels)[number]
/** `no_device`: the user has no browser registered for push messages. */
export const TestOutcome = z.enum(['delivered', 'unreachable', 'no_device'])
export type TestOutcome = z.infer<typeof TestOutcome>
export const testNotification = endpoint({
  method: 'POST',
  path: '/api/notifications/test',
  auth: 'person',
  scope: 'manual',
  summary: 'Send me a message and say whether it arrived',
  body: z.object({ channel: z.enum(testableChannels) }).strict(),
  reply: z.object({ outcome: TestOutcome }),
  perMinute: 5,
})

/** What can get stuck: the messages of the channels, of webhooks, mails about accounts, and changes that a consumer skipped. */
const outgoingQueues = [...storedChannels, 'webhook', 'account_email', 'change'] as const

/** `reason` is a code of the mail server, push service or webhook, never an address; of a change, the error. */
export const DeadLetter = z.object({ channel: z.enum(outgoingQueues), tries: z.int(), reason: z.string(), parkedAt: z.string() })
export type DeadLetter = z.infer<typeof DeadLetter>
export const listDeliveries = endpoint({
  method: 'GET',
  path: '/api/deliveries',
  auth: 'administrator',
  scope: 'none',
  summary: 'Number of waiting messages, and those that could not be delivered',
  reply: z.object({ waiting: z.int(), parked: z.array(DeadLetter) }),
})
export const retryDeliveries = endpoint({
  method: 'POST',
  path: '/api/deliveries/retry',
  auth: 'administrator',
  scope: 'manual',
  idempotent: true,
  summary: 'Try undelivered messages again',
  reply: z.object({ waiting: z.int() }),
})

const LinkToken = z.object({ token: z.string().regex(/^[\w-]{1,90}\.[\w-]{43}$/, 'This link is incomplete.') }).strict()
/** The link in every digest. Opening it changes nothing, since mail programs prefetch links. */
export const showUnsubscribe = endpoint({
  method: 'GET',
  path: '/api/unsubscribe',
  auth: 'public',
  media: 'file',
  summary: 'A page with the button that stops the mails',
  query: LinkToken,
  perMinute: 30,
})
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/unsubscribe',
  auth: 'public',
  scope: { foundIn: 'request' },
  media: 'form',
  summary: 'Stop the mails of the account the link was sent to (RFC 8058)',
  query: LinkToken,
  perMinute: 30,
})

/** Recorded in the household's log when notifications of these members were created or closed. */
export const notificationsCreated = eventType('notification.given', z.object({ userIds: z.array(z.string()) }))

/** What the text of a notification about members is built from; `role` is the new one. */
export const MembershipNotificationData = z.object({ userId: z.string().optional(), role: Role.optional(), name: z.string().optional() })
export type MembershipNotificationData = z.infer<typeof MembershipNotificationData>
