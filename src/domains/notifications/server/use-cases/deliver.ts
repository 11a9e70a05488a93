import { isLocked } from '#domains/account/server/index.ts'
import type { Database } from '#platform/server/database/index.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { channelStoredAs, outgoingChannelNames, outgoingChannels } from '../../contract/index.ts'
import type { Outcome } from '../gateway/channel.ts'
import type { Channels } from '../gateway/index.ts'
import * as store from '../store/deliveries.ts'
import type { QueuedMessage } from './enqueue-deliveries.ts'
import { getSettings, quietUntil } from './notification-settings.ts'

/** Why a message was not sent: no longer needed, or held by quiet hours. */
type Skipped = { kind: 'unwanted' } | { kind: 'later'; until: Date }

const maxTries = 5
const firstRetryMs = 60_000
const firstPauseMs = 15_000
const maxPauseMs = 120_000
const maxOutageMs = 3 * 86_400_000
const maxConcurrent = 8
const batchLimit = 500
/** A slow host continues in the next run, so that it doesn't delay the others. */
const maxRunMs = 5_000
const crossHousehold = { crossHousehold: 'jobs' } as const

const jitter = () => 0.8 + Math.random() * 0.4
/** Returns the pause after an attempt: 1, 4, 16, then 64 minutes, with jitter. */
const backoffMs = (tries: number) => firstRetryMs * 4 ** (tries - 1) * jitter()

/** The hosts that accept no messages now, with the time of the next attempt (a circuit breaker per host). */
export interface Outages {
  pausedUntil(host: string): number
  /** Pauses a host, longer after each failure. Returns until when, in milliseconds since 1970. */
  pause(host: string, retryAfterMs: number, now: Date): number
  end(host: string): void
}

export function createOutages(): Outages {
  const outages = new Map<string, { until: number; failures: number }>()
  return {
    pausedUntil: (host) => outages.get(host)?.until ?? 0,
    pause(host, retryAfterMs, now) {
      const known = outages.get(host)
      if (known && known.until > now.getTime()) return known.until
      const failures = (known?.failures ?? 0) + 1
      const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** (failures - 1)) * jitter()
      const until = now.getTime() + Math.max(retryAfterMs, pauseMs)
      outages.set(host, { until, failures })
      return until
    },
    end: (host) => void outages.delete(host),
  }
}

interface DeliveryContext {
  readonly database: Database
  readonly transports: Channels['transports']
  readonly outages: Outages
  readonly now: Date
}

/**
 * Sends due messages. A refused message becomes a dead letter after five attempts. An outage of a host counts no attempt: its messages wait,
 * and after a pause one of them probes the host before the others follow.
 */
export async function deliver(context: DeliveryContext): Promise<void> {
  const { database, transports, outages, now } = context
  const byHost: [host: string, rows: store.DeliveryRow[]][] = []
  for (const channel of outgoingChannelNames) {
    const groups = await database.read(crossHousehold, async (q) => {
      const rows = await store.dueDeliveries(q, outgoingChannels[channel].storedAs, now.toISOString(), batchLimit)
      return rows.length === 0 ? [] : [...(await transports[channel].groupByHost(q, rows))]
    })
    byHost.push(...groups)
  }
  const reachable = byHost.filter(([host]) => outages.pausedUntil(host) <= now.getTime())
  await Promise.all(reachable.map(([host, rows]) => deliverToHost(context, host, rows)))
}

async function deliverToHost(context: DeliveryContext, host: string, rows: readonly store.DeliveryRow[]): Promise<void> {
  const { database, outages, now } = context
  // The probe is random, since a certain message may be what the host doesn't respond to.
  const probe = Math.floor(Math.random() * rows.length)
  const others = rows.toSpliced(probe, 1)
  const groups = [rows.slice(probe, probe + 1)]
  for (let i = 0; i < others.length; i += maxConcurrent) groups.push(others.slice(i, i + maxConcurrent))
  const startedAt = performance.now()
  for (const [i, group] of groups.entries()) {
    if (performance.now() - startedAt > maxRunMs) return
    const reached = await Promise.all(group.map((row) => attempt(context, host, row)))
    if (!reached.includes(false)) continue
    // Due after the pause, so that messages to other hosts are not behind them.
    const ids = groups.slice(i + 1).flatMap((later) => later.map(({ id }) => id))
    const until = new Date(outages.pausedUntil(host) || now).toISOString()
    if (ids.length > 0) await database.write(crossHousehold, 'deliveries', (tx) => store.postpone(tx, ids, until))
    return
  }
}

/** Returns false if the host is away. */
async function attempt(context: DeliveryContext, host: string, row: store.DeliveryRow): Promise<boolean> {
  const { database, outages, now } = context
  const nextTry = new Date(now.getTime() + backoffMs(row.tries + 1)).toISOString()
  if (!(await database.write(crossHousehold, 'deliveries', (tx) => store.claimDelivery(tx, row, nextTry)))) return true
  const outcome = await sendIfNeeded(context, row).catch(
    (error: unknown): Outcome => ({ kind: 'refused', reason: error instanceof Error ? error.name : 'failed' }),
  )
  const update = updateAfter(row, outcome, now, (retryAfterMs) => outages.pause(host, retryAfterMs, now))
  await database.write(crossHousehold, 'deliveries', async (tx) => {
    await store.setDelivery(tx, row, update)
    // Deletes the other messages to the device too.
    if (outcome.kind === 'gone' && row.device_id !== null) await store.deleteDevice(tx, row.user_id as UserId, row.device_id)
  })
  const wasSent = outcome.kind !== 'unwanted' && outcome.kind !== 'later'
  if (wasSent && outcome.kind !== 'away') outages.end(host)
  return outcome.kind !== 'away'
}

async function sendIfNeeded({ database, transports, now }: DeliveryContext, row: store.DeliveryRow): Promise<Outcome | Skipped> {
  const { message, ids, kinds, timeZone } = JSON.parse(row.payload ?? 'null') as QueuedMessage
  const userId = row.user_id as UserId
  const channel = channelStoredAs(row.channel)
  const { settings, isUnread } = await database.read(crossHousehold, async (q) => ({
    settings: await getSettings(q, userId),
    isUnread: await store.hasUnread(q, userId, ids, now.toISOString()),
  }))
  if (!isUnread || !kinds.some((kind) => settings.kinds[kind][channel])) return { kind: 'unwanted' }
  // A locked user can't sign in, so their data must not leave by other channels either.
  if (await isLocked(database, userId)) return { kind: 'unwanted' }
  const until = outgoingChannels[channel].timing === 'immediate' ? quietUntil(settings, timeZone, now) : now
  if (until > now) return { kind: 'later', until }
  return transports[channel].send(row, message)
}

/** Returns the columns to set after an attempt. `pause` pauses the host and returns until when. */
function updateAfter(
  row: store.DeliveryRow,
  outcome: Outcome | Skipped,
  now: Date,
  pause: (retryAfterMs: number) => number,
): store.DeliveryUpdate {
  const ended_at = now.toISOString()
  switch (outcome.kind) {
    case 'delivered':
      return { state: 'sent', payload: null, reason: null, ended_at }
    case 'unwanted':
    case 'gone':
      return { state: 'sent', payload: null, reason: outcome.kind, ended_at }
    case 'later':
      return { tries: row.tries, due_at: outcome.until.toISOString() }
    case 'refused':
      return row.tries + 1 >= maxTries ? { state: 'parked', reason: outcome.reason, ended_at } : { reason: outcome.reason }
    case 'away': {
      const { reason, retryAfterMs } = outcome
      if (now.getTime() - Date.parse(row.created_at) > maxOutageMs) return { state: 'parked', reason, ended_at }
      return { reason, tries: row.tries, due_at: new Date(pause(retryAfterMs)).toISOString() }
    }
  }
}
