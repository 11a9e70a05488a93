import { z } from 'zod'
import { alertTypes } from '#domains/alerts/contract.ts'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'

export const notificationTypes = [
  ...alertTypes,
  'borrow_request',
  'borrow_answer',
  'borrow_over',
  'offer',
  'circle_invite',
  'circle_ask',
  'circle_joined',
  'role_changed',
  'member_joined',
  'member_removed',
  'invite_changed',
  'app_failed',
] as const
export const NotificationType = z.enum(notificationTypes)
export type NotificationType = z.infer<typeof NotificationType>

export const Notification = z.object({
  id: z.string(),
  type: NotificationType,
  title: z.string(),
  message: z.string(),
  isRead: z.boolean(),
  createdAt: z.string(),
  /** The household it is about; null for none. */
  household: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** For actions on the notification; null if it isn't about a lot or an ingredient. */
  lotId: z.string().nullable(),
  ingredientId: z.string().nullable(),
  /** The ingredient an alert is about, as it was called then; null for other notifications. */
  ingredientName: z.string().nullable(),
})
export type Notification = z.infer<typeof Notification>

const UnreadCount = z.object({ unreadCount: z.int() })

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  auth: 'person',
  summary: 'My notifications in all households, newest first',
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
  params: IdParams,
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
  params: IdParams,
})
export const snoozeNotification = endpoint({
  method: 'POST',
  path: '/api/notifications/{id}/snooze',
  auth: 'person',
  summary: 'Hide a notification for some days',
  params: IdParams,
  body: z.object({ days: z.int().min(1).max(30) }).strict(),
  reply: UnreadCount,
})
