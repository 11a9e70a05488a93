import { z } from 'zod'
import { ById, endpoint } from '#platform/contract/endpoint.ts'
import { eventType } from '#platform/contract/event.ts'
import { Role } from '#platform/contract/roles.ts'

export const notificationTypes = [
  'expired',
  'expiring_soon',
  'low_stock',
  'waste_risk',
  'borrow_request',
  'borrow_answer',
  'circle_invite',
  'role_changed',
  'member_joined',
  'member_removed',
] as const
export const NotificationType = z.enum(notificationTypes)
export type NotificationType = z.infer<typeof NotificationType>

/** What a person turns on and off; several types may be one kind. */
export const notificationKinds = ['expired', 'expiring_soon', 'low_stock', 'waste_risk', 'borrow', 'people'] as const
export const NotificationKind = z.enum(notificationKinds)
export type NotificationKind = z.infer<typeof NotificationKind>

export const Notification = z.object({
  id: z.string(),
  type: NotificationType,
  title: z.string(),
  message: z.string(),
  isRead: z.boolean(),
  createdAt: z.string(),
  /** Whose kitchen it is about; null where it is about none. */
  household: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** For acting in place; null where there is nothing to act on. */
  lotId: z.string().nullable(),
  ingredientId: z.string().nullable(),
})
export type Notification = z.infer<typeof Notification>

const UnreadCount = z.object({ unreadCount: z.int() })

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  auth: 'person',
  summary: 'My notifications of all my households, newest first; unread=true answers only those',
  query: z
    .object({
      unread: z
        .enum(['true', 'false'])
        .default('false')
        .transform((s) => s === 'true'),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      offset: z.coerce.number().int().min(0).max(100_000).default(0),
    })
    .strict(),
  reply: UnreadCount.extend({ notifications: z.array(Notification) }),
})
export const readNotification = endpoint({
  method: 'POST',
  path: '/api/notifications/read/{id}',
  auth: 'person',
  summary: 'Mark a notification as read',
  params: ById,
  reply: UnreadCount,
})
export const readAllNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/read-all',
  auth: 'person',
  summary: 'Mark all notifications as read',
  reply: UnreadCount,
})
export const deleteNotification = endpoint({
  method: 'DELETE',
  path: '/api/notifications/{id}',
  auth: 'person',
  summary: 'Delete a notification',
  params: ById,
})
export const snoozeNotification = endpoint({
  method: 'POST',
  path: '/api/notifications/{id}/snooze',
  auth: 'person',
  summary: 'Put a notification away; it comes back unread after that many days',
  params: ById,
  body: z.object({ days: z.int().min(1).max(30) }).strict(),
  reply: UnreadCount,
})

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

/** In the household's log: its members were told something, or something was put away for them. */
export const notificationsGiven = eventType('notification.given', z.object({ userIds: z.array(z.string()) }))

/** What words about people are made of: ids, and the role as it became. */
export const PeopleFacts = z.object({ userId: z.string().optional(), role: Role.optional(), name: z.string().optional() })
export type PeopleFacts = z.infer<typeof PeopleFacts>
