import { isLocked } from '#domains/account/server/index.ts'
import type { Database } from '#platform/server/database/index.ts'
import type { UserId } from '#platform/shared/ids.ts'
import * as store from '../store/deliveries.ts'
import type { MailPayload, OutgoingMessage, PushPayload } from './enqueue-deliveries.ts'
import { getSettings, quietUntil } from './notification-settings.ts'

/** What became of one message. `away`: nobody is there to take any; the message is not to blame. */
export type Outcome =
  | { kind: 'delivered' }
  | { kind: 'gone' }
  | { kind: 'away'; reason: string; retryAfterMs: number }
  | { kind: 'refused'; reason: string }

/** Nothing was sent: nobody wants it any more, or not at this hour. */
type NotNow = { kind: 'unwanted' } | { kind: 'later'; until: Date }

/** The ways out of the house. */
export interface Transports {
  mail(userId: UserId, address: string, payload: MailPayload): Promise<Outcome>
  push(device: store.DeviceRow, payload: PushPayload): Promise<Outcome>
}

export const maxTries = 5
const firstWaitMs = 60_000
const shortPauseMs = 15_000
const longestPauseMs = 120_000
/** Who cannot be reached for so long is not waited for. */
const longestAwayMs = 3 * 86_400_000
const maxAtOnce = 8
const maxTaken = 500
/** Whoever answers slowly is asked on in the next turn, so that the others are not kept. */
const longestTurnMs = 5_000

const jitter = () => 0.8 + Math.random() * 0.4
/** Pause after the try of this number: 1, 4, 16, 64 minutes, and a little more or less. */
const backoffMs = (tries: number) => firstWaitMs * 4 ** (tries - 1) * jitter()

/**
 * Sends what is due. A message that is refused is tried five times and then parked. A mail server or push service that is away costs no
 * message a try: it is left alone for a while and then asked with one message; once that goes through, all the others follow.
 */
export function deliverer(database: Database, transports: Transports): (now: Date) => Promise<void> {
  const away = new Map<string, { until: number; failures: number }>()
  const write = <T>(work: Parameters<typeof database.write<T>>[2]) => database.write<T>({ crossHousehold: 'jobs' }, 'deliveries', work)

  async function send(row: store.DeliveryRow, now: Date): Promise<Outcome | NotNow> {
    const { message, ids, kinds, timeZone } = JSON.parse(row.payload ?? 'null') as OutgoingMessage
    const userId = row.user_id as UserId
    const { settings, news, address, devices } = await database.read({ crossHousehold: 'jobs' }, async (q) => ({
      settings: await getSettings(q, userId),
      news: await store.hasUnread(q, userId, ids, now.toISOString()),
      address: row.channel === 'email' ? await store.findEmail(q, userId) : null,
      devices: row.channel === 'push' ? await store.listDevices(q, userId) : [],
    }))
    const channel = row.channel === 'email' ? 'mail' : 'push'
    // What they cannot look at is not told on their screens and in their mail either.
    if (await isLocked(database, userId)) return { kind: 'unwanted' }
    if (!news || !kinds.some((kind) => settings.kinds[kind][channel])) return { kind: 'unwanted' }
    if (channel === 'mail') return address === null ? { kind: 'gone' } : transports.mail(userId, address, message as MailPayload)
    const until = quietUntil(settings, timeZone, now)
    if (until > now) return { kind: 'later', until }
    const device = devices.find(({ id }) => id === row.device_id)
    return device ? transports.push(device, message as PushPayload) : { kind: 'gone' }
  }

  /** Answers whether the other side was there. */
  async function one(row: store.DeliveryRow, host: string, now: Date): Promise<boolean> {
    const tries = row.tries + 1
    const nextTry = new Date(now.getTime() + backoffMs(tries)).toISOString()
    if (!(await write((tx) => store.claimDelivery(tx, row, nextTry)))) return true
    const outcome = await send(row, now).catch(
      (error: unknown): Outcome => ({ kind: 'refused', reason: error instanceof Error ? error.name : 'failed' }),
    )
    const ended_at = now.toISOString()
    await write(async (tx) => {
      if (outcome.kind === 'delivered')
        return void (await store.setDelivery(tx, row, { state: 'sent', payload: null, reason: null, ended_at }))
      if (outcome.kind === 'unwanted')
        return void (await store.setDelivery(tx, row, { state: 'sent', payload: null, reason: 'unwanted', ended_at }))
      if (outcome.kind === 'later')
        return void (await store.setDelivery(tx, row, { tries: row.tries, due_at: outcome.until.toISOString() }))
      if (outcome.kind === 'gone') {
        await store.setDelivery(tx, row, { state: 'sent', payload: null, reason: 'gone', ended_at })
        // With it goes all that still waits for it.
        if (row.device_id !== null) await store.deleteDevice(tx, row.user_id as UserId, row.device_id)
        return
      }
      const { reason } = outcome
      const isOver = outcome.kind === 'away' ? now.getTime() - Date.parse(row.created_at) > longestAwayMs : tries >= maxTries
      if (isOver) await store.setDelivery(tx, row, { state: 'parked', reason, ended_at })
      else if (outcome.kind === 'refused') await store.setDelivery(tx, row, { reason })
      else
        await store.setDelivery(tx, row, {
          reason,
          tries: row.tries,
          due_at: new Date(pauseFor(host, outcome.retryAfterMs, now)).toISOString(),
        })
    })
    const wasAsked = outcome.kind !== 'unwanted' && outcome.kind !== 'later'
    if (wasAsked && outcome.kind !== 'away') away.delete(host)
    return outcome.kind !== 'away'
  }

  /** Leaves it alone for a while, longer each time; answers until when. */
  function pauseFor(host: string, retryAfterMs: number, now: Date): number {
    const known = away.get(host)
    if (known && known.until > now.getTime()) return known.until
    const failures = (known?.failures ?? 0) + 1
    const until = now.getTime() + Math.max(retryAfterMs, Math.min(longestPauseMs, shortPauseMs * 2 ** (failures - 1)) * jitter())
    away.set(host, { until, failures })
    return until
  }

  async function toOne(host: string, rows: readonly store.DeliveryRow[], now: Date): Promise<void> {
    // One first: where nobody answers, the others need not knock. Not always the same, for it may be the one that nobody answers to.
    const probe = Math.floor(Math.random() * rows.length)
    const others = rows.toSpliced(probe, 1)
    const groups = [rows.slice(probe, probe + 1)]
    for (let i = 0; i < others.length; i += maxAtOnce) groups.push(others.slice(i, i + maxAtOnce))
    const begun = performance.now()
    for (const [i, group] of groups.entries()) {
      if (performance.now() - begun > longestTurnMs) return
      const there = await Promise.all(group.map((row) => one(row, host, now)))
      if (!there.includes(false)) continue
      // They wait at the end of the pause, and so not before the messages to others.
      const ids = groups.slice(i + 1).flatMap((later) => later.map(({ id }) => id))
      const until = new Date(away.get(host)?.until ?? now.getTime()).toISOString()
      if (ids.length > 0) await write((tx) => store.postpone(tx, ids, until))
      return
    }
  }

  return async (now) => {
    const dueBy = (channel: store.DeliveryRow['channel']) =>
      database.read({ crossHousehold: 'jobs' }, (q) => store.dueDeliveries(q, channel, now.toISOString(), maxTaken))
    const due = [...(await dueBy('push')), ...(await dueBy('email'))]
    if (due.length === 0) return
    const hosts = await hostsOf(database, due)
    const byHost = Map.groupBy(due, (row) => hosts.get(row.device_id ?? '') ?? row.channel)
    const open = [...byHost].filter(([host]) => (away.get(host)?.until ?? 0) <= now.getTime())
    await Promise.all(open.map(([host, rows]) => toOne(host, rows, now)))
  }
}

/** Which push service each device's messages go to. */
async function hostsOf(database: Database, rows: readonly store.DeliveryRow[]): Promise<Map<string, string>> {
  const hosts = new Map<string, string>()
  const users = new Set(rows.filter(({ channel }) => channel === 'push').map(({ user_id }) => user_id as UserId))
  for (const userId of users)
    for (const { id, endpoint } of await database.read({ crossHousehold: 'jobs' }, (q) => store.listDevices(q, userId)))
      hosts.set(id, URL.parse(endpoint)?.host ?? '')
  return hosts
}
