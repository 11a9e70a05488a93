import { z } from 'zod'
import { Storage } from '#domains/ingredients/contract/index.ts'
import { CalendarDate } from '#platform/shared/calendar.ts'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { Id } from '#platform/shared/ids.ts'
import { Unit } from '#platform/shared/units.ts'

export const alertTypes = ['expired', 'expiring_soon', 'low_stock', 'waste_risk'] as const
export type AlertType = (typeof alertTypes)[number]

export const severities = ['critical', 'high', 'medium', 'low'] as const
export const Severity = z.enum(severities)
export type Severity = z.infer<typeof Severity>

export const Alert = z.object({
  id: z.string(),
  type: z.enum(alertTypes),
  severity: Severity,
  title: z.string(),
  message: z.string(),
  isResolved: z.boolean(),
  createdAt: z.string(),
  resolvedAt: z.string().nullable(),
  /** The lot it is about; null if it is about the ingredient as a whole. */
  lotId: z.string().nullable(),
  /** Where that lot is; null without a lot. */
  storage: Storage.nullable(),
  /** When that lot expires; null without a lot or a date. */
  effectiveExpiration: CalendarDate.nullable(),
  /** The day on which screens show it again; null if it isn't snoozed. */
  snoozedUntil: CalendarDate.nullable(),
  /** What acting on it is worth: money at stake × probability of waste × what can still be done. 1 is an average item that is surely wasted. */
  worth: z.number(),
  /** On how many days before today it was sent to members as it is now. After three it is listed last and not sent until it changes. */
  announcedDays: z.int(),
  ingredient: z.object({ id: z.string(), name: z.string(), category: z.string() }),
})
export type Alert = z.infer<typeof Alert>

/** An unresolved alert in the browser's copy, which words it and finds out how severe it is today. */
export const SyncedAlert = z.object({
  id: z.string(),
  type: z.enum(alertTypes),
  /** When it began, or when its figures last changed. */
  severity: Severity,
  lotId: z.string().nullable(),
  ingredientId: z.string(),
  /** When the lot expires, as of the beginning. */
  dueOn: z.string().nullable(),
  /** `low_stock`: what is left, with its par level. `waste_risk`: the probability. */
  quantity: z.number().nullable(),
  parLevel: z.number().nullable(),
  unit: Unit.nullable(),
  createdAt: z.string(),
  /** May be past. Missing in copies of older versions. */
  snoozedUntil: CalendarDate.nullish(),
  /** Probability (0 to 1) that some of the lot is wasted; null if there is no forecast. Like the following, missing in older copies. */
  chance: z.number().nullish(),
  announcedDays: z.int().optional(),
  announcedOn: CalendarDate.nullish(),
  announcedSeverity: Severity.nullish(),
  announcedVersion: z.int().nullish(),
})
export type SyncedAlert = z.infer<typeof SyncedAlert>

/** Maximum number of alerts that one request changes or lists. */
export const maxAlertIds = 200

export const listAlerts = endpoint({
  method: 'GET',
  path: '/api/alerts',
  auth: 'household',
  summary:
    'Alerts of the household, newest first; resolved=false returns the open ones, true or nothing all. X-Next-Cursor holds the cursor of the next page',
  query: z
    .object({
      resolved: z.enum(['true', 'false']).transform((s) => s === 'true'),
      limit: z.coerce.number().int().min(1).max(maxAlertIds),
      cursor: z.string().regex(/^[\w-]{1,200}$/),
    })
    .partial()
    .strict(),
  reply: z.array(Alert),
})
export const countAlerts = endpoint({
  method: 'GET',
  path: '/api/alerts/counts',
  auth: 'household',
  summary: 'How many alerts there are, open and resolved',
  reply: z.object({ total: z.int(), unresolved: z.int(), resolved: z.int() }),
})
/** Allowed for a VIEWER, as it changes no stock. */
export const resolveAlert = endpoint({
  method: 'PATCH',
  path: '/api/alerts/{id}/resolve',
  auth: 'household',
  summary: 'Mark an alert as resolved; it returns only when its cause has ended and occurs again',
  params: IdParams,
  reply: Alert,
})
export const deleteAlert = endpoint({
  method: 'DELETE',
  path: '/api/alerts/{id}',
  auth: 'household',
  summary: 'Delete an alert; it returns only when its cause has ended and occurs again',
  params: IdParams,
})

const alertIds = z.array(Id).min(1).max(maxAlertIds)
/** Allowed for a VIEWER, like resolving. */
export const snoozeAlerts = endpoint({
  method: 'POST',
  path: '/api/alerts/snooze',
  auth: 'household',
  summary: 'Hide open alerts from every member for some days; their notifications return with them',
  body: z.object({ alertIds, days: z.int().min(1).max(30) }).strict(),
  reply: z.array(Alert),
})
export const reopenAlerts = endpoint({
  method: 'POST',
  path: '/api/alerts/reopen',
  auth: 'household',
  summary: 'Undo what was done last to each alert: deleting, resolving (unless its cause has ended) or snoozing; returns the open ones',
  body: z.object({ alertIds }).strict(),
  reply: z.array(Alert),
})

const AlertIds = z.object({ alertIds: z.array(z.string()) })
/** Recorded when causes begin (`alert.raised`) and when they end (`alert.ended`). */
export const alertsRaised = eventType('alert.raised', AlertIds)
export const alertsEnded = eventType('alert.ended', AlertIds)
export const alertResolved = eventType('alert.resolved', AlertIds)
export const alertDeleted = eventType('alert.deleted', AlertIds)
/** The days until which the alerts were snoozed before. */
const previousUntil = z.array(CalendarDate)
export const alertsSnoozed = eventType('alert.snoozed', AlertIds.extend({ until: CalendarDate, previousUntil }))
export const alertsReopened = eventType('alert.reopened', AlertIds.extend({ previousUntil }))
