import { randomUUIDv7 } from 'node:crypto'
import { languageOf } from '#domains/account/server/index.ts'
import type { Database, Transaction } from '#platform/server/database/index.ts'
import { withLanguage } from '#platform/server/i18n/language.ts'
import type { UserId } from '#platform/shared/ids.ts'
import type { Language } from '#platform/shared/language.ts'
import { say } from '#platform/shared/say.ts'
import type { NotificationKind } from '../../contract/index.ts'
import { kindOf } from '../../rules/index.ts'
import * as store from '../store/deliveries.ts'
import type { ListedNotificationRow } from '../store/notifications.ts'
import { withTexts } from './to-response.ts'

/** What a browser is sent: shown once by its tag, opens `url`. */
export interface PushPayload {
  readonly title: string
  readonly body: string
  readonly url: string
  readonly tag: string
}

/** One day's mail about one household. */
export interface MailPayload {
  /** Left out by an older version: English. */
  readonly language?: Language
  readonly household: string
  readonly lines: readonly { readonly title: string; readonly message: string }[]
}

/** A message on its way, and what is asked again before each try: it may take days, and much may have changed. */
export interface OutgoingMessage {
  readonly message: PushPayload | MailPayload
  /** What it tells of, at most the first hundred. It goes out as long as one of them is news. */
  readonly ids: readonly string[]
  readonly kinds: readonly NotificationKind[]
  /** In which the quiet hours are read. */
  readonly timeZone: string
}

/** More at once become one message: nobody wants a phone that rings forty times. */
const maxSingly = 3
const maxLines = 100

/** Moves what is due from the notifications to the messages on their way, a person at a time, each in one transaction. */
export async function enqueueDeliveries(database: Database, now: Date): Promise<void> {
  const at = now.toISOString()
  const crossHousehold = { crossHousehold: 'jobs' } as const
  for (const { user_id } of await database.read(crossHousehold, (q) => store.duePush(q, at))) await enqueuePush(database, user_id, now)
  for (const { user_id, household_id } of await database.read(crossHousehold, (q) => store.dueMail(q, at)))
    await enqueueMail(database, user_id, household_id, now)
}

const newRow = (userId: UserId, now: Date): Omit<store.DeliveryRow, 'channel' | 'device_id' | 'cause' | 'payload'> => ({
  user_id: userId,
  id: randomUUIDv7(),
  state: 'waiting',
  tries: 0,
  due_at: now.toISOString(),
  reason: null,
  created_at: now.toISOString(),
  ended_at: null,
})

const keep = (message: OutgoingMessage['message'], rows: readonly ListedNotificationRow[]): string => {
  const kept: OutgoingMessage = {
    message,
    ids: rows.slice(0, maxLines).map(({ id }) => id),
    kinds: [...new Set(rows.map(({ type }) => kindOf(type)))],
    timeZone: rows[0]?.time_zone ?? 'UTC',
  }
  return JSON.stringify(kept)
}

const enqueuePush = (database: Database, userId: UserId, now: Date): Promise<void> =>
  database.write({ crossHousehold: 'jobs' }, 'gather push', async (tx) => {
    const rows = await store.takeDuePush(tx, userId, now.toISOString())
    const language = await languageOf(tx, { id: userId })
    const devices = await store.listDevices(tx, userId)
    if (rows.length === 0 || devices.length === 0) return
    const messages: { about: string; payload: string }[] = []
    for (const ofOne of Map.groupBy(rows, ({ household_id }) => household_id).values())
      messages.push(...(await withLanguage(language, () => pushOf(tx, ofOne, now))))
    const deliveries = devices.flatMap(({ id }) =>
      messages.map(
        ({ about, payload }): store.DeliveryRow => ({
          ...newRow(userId, now),
          channel: 'push',
          device_id: id,
          cause: `push:${id}:${about}`,
          payload,
        }),
      ),
    )
    await store.insertDeliveries(tx, deliveries)
  })

/** What one household has to say: each by itself, or with many all in one. */
async function pushOf(tx: Transaction, rows: readonly ListedNotificationRow[], now: Date): Promise<{ about: string; payload: string }[]> {
  const told = await withTexts(tx, rows.slice(0, maxSingly), now)
  const [first] = rows
  if (first && rows.length > maxSingly) {
    const message: PushPayload = {
      title: say`${rows.length} items need attention`,
      body: `${told.map(({ title }) => title).join(', ')} …`,
      url: '/notifications',
      tag: `many:${first.household_id ?? ''}`,
    }
    return [{ about: first.id, payload: keep(message, rows) }]
  }
  return told.map(({ row, title, message }) => {
    const url = row.lot_id ? `/inventory?item=${row.lot_id}` : '/notifications'
    return { about: row.id, payload: keep({ title, body: message, url, tag: row.cause }, [row]) }
  })
}

const enqueueMail = (database: Database, userId: UserId, householdId: string | null, now: Date): Promise<void> =>
  database.write({ crossHousehold: 'jobs' }, 'gather mail', async (tx) => {
    const rows = await store.takeDueMail(tx, userId, householdId, now.toISOString())
    const [first] = rows
    if (!first) return
    const language = await languageOf(tx, { id: userId })
    const told = await withLanguage(language, () => withTexts(tx, rows.slice(0, maxLines), now))
    const lines = told.map(({ title, message }) => ({ title, message }))
    if (rows.length > lines.length)
      lines.push(
        withLanguage(language, () => ({ title: say`and ${rows.length - lines.length} more`, message: say`Open Larder to see them all.` })),
      )
    const payload = keep({ language, household: first.household_name ?? 'Larder', lines }, rows)
    await store.insertDeliveries(tx, [{ ...newRow(userId, now), channel: 'email', device_id: null, cause: `mail:${first.id}`, payload }])
  })
