import { z } from 'zod'
import { ById, endpoint } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { Role } from '#platform/shared/roles.ts'
import { Text } from '#platform/shared/text.ts'

/** What a person turns on and off; several types may be one kind. */
export const notificationKinds = ['expired', 'expiring_soon', 'low_stock', 'waste_risk', 'borrow', 'people'] as const
export const NotificationKind = z.enum(notificationKinds)
export type NotificationKind = z.infer<typeof NotificationKind>

const OnChannels = z.object({ bell: z.boolean(), mail: z.boolean(), push: z.boolean() }).strict()
const Clock = z
  .string()
  .regex(/^\d\d:\d\d$/, 'Use a time like 22:00.')
  .refine((time) => time < '24:00' && time.slice(3) < '60', 'Use a time like 22:00.')

export const NotificationSettings = z
  .object({
    kinds: z
      .object({
        expired: OnChannels,
        expiring_soon: OnChannels,
        low_stock: OnChannels,
        waste_risk: OnChannels,
        borrow: OnChannels,
        people: OnChannels,
      })
      .strict(),
    /** The hour of the daily mail, by the clock of each household it is about. */
    digestHour: z.int().min(0).max(23),
    /** While these last nothing is pushed; what came meanwhile comes at their end. By the household's clock. */
    quietHours: z.object({ isOn: z.boolean(), begin: Clock, end: Clock }).strict(),
  })
  .strict()
export type NotificationSettings = z.infer<typeof NotificationSettings>

const byDefault = { bell: true, mail: false, push: true }
/** The bell and, on devices that were asked, push; mail only for those who want it. */
export const defaultNotificationSettings: NotificationSettings = {
  kinds: {
    expired: byDefault,
    expiring_soon: byDefault,
    low_stock: { ...byDefault, push: false },
    waste_risk: byDefault,
    borrow: byDefault,
    people: byDefault,
  },
  digestHour: 8,
  quietHours: { isOn: true, begin: '22:00', end: '07:00' },
}

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/api/notification-settings',
  auth: 'person',
  summary: 'How I want to be told',
  reply: NotificationSettings,
})
export const changeNotificationSettings = endpoint({
  method: 'PUT',
  path: '/api/notification-settings',
  auth: 'person',
  summary: 'Replace how I want to be told; also for what has not gone out yet',
  body: NotificationSettings,
  reply: NotificationSettings,
})

const B64 = (bytes: number) =>
  z
    .string()
    .regex(/^[\w-]+={0,2}$/, 'That isn’t a valid push key.')
    .max(Math.ceil((bytes * 4) / 3) + 4)

export const PushDevice = z.object({ id: z.string(), label: z.string(), createdAt: z.string() })
export type PushDevice = z.infer<typeof PushDevice>

export const listPushDevices = endpoint({
  method: 'GET',
  path: '/api/push-devices',
  auth: 'person',
  summary: 'My browsers that take push messages, and the key they must be asked with',
  reply: z.object({ publicKey: z.string(), devices: z.array(PushDevice) }),
})
export const addPushDevice = endpoint({
  method: 'POST',
  path: '/api/push-devices',
  auth: 'person',
  summary: 'Send push messages to this browser; one that is known already keeps its id',
  body: z.object({ endpoint: z.string().max(1000), keys: z.object({ p256dh: B64(65), auth: B64(16) }).strict(), label: Text(80) }).strict(),
  reply: PushDevice,
  status: 201,
  perMinute: 20,
})
export const removePushDevice = endpoint({
  method: 'DELETE',
  path: '/api/push-devices/{id}',
  auth: 'person',
  summary: 'Send no more push messages to this browser',
  params: ById,
})

/** `no_device`: no browser of mine takes push messages. */
export const TestOutcome = z.enum(['delivered', 'unreachable', 'no_device'])
export type TestOutcome = z.infer<typeof TestOutcome>
export const testNotification = endpoint({
  method: 'POST',
  path: '/api/notifications/test',
  auth: 'person',
  mode: 'free',
  summary: 'Send me a message and say whether it arrived',
  body: z.object({ channel: z.enum(['mail', 'push']) }).strict(),
  reply: z.object({ outcome: TestOutcome }),
  perMinute: 5,
})

/** `reason`: a code of the mail server or push service; never an address. */
export const ParkedMessage = z.object({ channel: z.enum(['email', 'push']), tries: z.int(), reason: z.string(), parkedAt: z.string() })
export type ParkedMessage = z.infer<typeof ParkedMessage>
export const listDeliveries = endpoint({
  method: 'GET',
  path: '/api/deliveries',
  auth: 'administrator',
  mode: 'free',
  summary: 'Messages that wait, and those given up',
  reply: z.object({ waiting: z.int(), parked: z.array(ParkedMessage) }),
})
export const retryDeliveries = endpoint({
  method: 'POST',
  path: '/api/deliveries/retry',
  auth: 'administrator',
  mode: 'free',
  summary: 'Try these again',
  reply: z.object({ waiting: z.int() }),
})

const LinkToken = z.object({ token: z.string().regex(/^[\w-]{1,90}\.[\w-]{43}$/, 'This link is incomplete.') }).strict()
/** The link in every digest. A GET changes nothing: mail programs follow links by themselves. */
export const showUnsubscribe = endpoint({
  method: 'GET',
  path: '/api/unsubscribe',
  auth: 'public',
  mode: 'free',
  media: 'file',
  summary: 'A page with the button that stops the mails',
  query: LinkToken,
  perMinute: 30,
})
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/unsubscribe',
  auth: 'public',
  mode: 'free',
  media: 'form',
  summary: 'Stop the mails of the account the link was sent to (RFC 8058)',
  query: LinkToken,
  perMinute: 30,
})

/** In the household's log: its members were told something, or something was put away for them. */
export const notificationsGiven = eventType('notification.given', z.object({ userIds: z.array(z.string()) }))

/** What words about people are made of: ids, and the role as it became. */
export const PeopleFacts = z.object({ userId: z.string().optional(), role: Role.optional(), name: z.string().optional() })
export type PeopleFacts = z.infer<typeof PeopleFacts>
