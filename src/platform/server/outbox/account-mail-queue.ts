import { randomUUID } from 'node:crypto'
import { reasonOf } from '../../shared/logged-error.ts'
import type { Mail } from './mailer.ts'
import { type ManagedQueue, type OutboxMessage, type OutboxTransport, openOutbox, type SendResult } from './outbox.ts'

interface QueuedMail extends OutboxMessage {
  readonly mail: Promise<Mail>
  readonly attempts: number
  /** Infinity while it is being sent. */
  readonly dueAt: number
  /** Why and when it became a dead letter. */
  readonly dead?: { readonly reason: string; readonly at: string }
}

export interface AccountMailQueue extends ManagedQueue<'account_email'> {
  add(mail: Mail | Promise<Mail>): void
  /** Resolves when no mail is waiting or being sent. */
  idle(): Promise<void>
  close(): Promise<void>
}

const maxQueued = 500
const maxConcurrent = 3
/** How long dead letters are kept. The link in most of them has expired by then. */
const maxDeadMs = 3_600_000

/**
 * An outbox in memory for the mails about accounts. They aren't stored, since the link in them opens an account. Each mail is a target of
 * its own, because someone is waiting for it.
 */
export function openAccountMailQueue(
  deliver: (mail: Mail) => Promise<SendResult>,
  retryMs: number,
  log: (message: string) => void,
): AccountMailQueue {
  const store = new Map<string, QueuedMail>()
  let timer: NodeJS.Timeout | undefined
  const idleListeners: (() => void)[] = []
  const waiting = () => [...store.values()].filter(({ dead }) => !dead)
  const deadLetters = (now: Date) => {
    for (const { id, dead } of store.values()) if (dead && now.getTime() - Date.parse(dead.at) > maxDeadMs) store.delete(id)
    return [...store.values()].flatMap((message) => (message.dead ? [{ ...message, dead: message.dead }] : []))
  }

  /** Stores a change and plans the next attempt. */
  function update(message: QueuedMail): void {
    store.set(message.id, message)
    schedule()
  }

  function schedule(minDelayMs = 0): void {
    clearTimeout(timer)
    const messages = waiting()
    if (messages.length === 0) for (const listener of idleListeners.splice(0)) listener()
    const dueAt = Math.min(...messages.map((message) => message.dueAt))
    if (dueAt < Infinity) timer = setTimeout(() => void deliverDue(), Math.max(minDelayMs, dueAt - Date.now())).unref()
  }

  /** Sends what is due, then plans again: a timer can fire too early, and a mail that is due can find all connections busy. */
  const deliverDue = () => outbox.deliverDue(new Date()).finally(() => schedule(100))

  const transport: OutboxTransport<QueuedMail, 'account_email'> = {
    channel: 'account_email',
    retry: { firstMs: retryMs, factor: 4, maxAttempts: 5 },
    maxOutageMs: Infinity,
    countsOutages: true,
    maxConcurrent: 1,
    maxTargets: maxConcurrent,
    listDue: async (now) => new Map(waiting().flatMap((message) => (message.dueAt <= now.getTime() ? [[message.id, [message]]] : []))),
    async claim(message) {
      update({ ...message, attempts: message.attempts + 1, dueAt: Infinity })
      return true
    },
    async send({ mail }) {
      const composed = await mail.catch((error: unknown) => log(`a mail was given up (${reasonOf(error)})`))
      if (!composed) return { kind: 'unwanted' }
      const result = await deliver(composed)
      return result.kind === 'away' ? { kind: 'refused', reason: result.reason } : result
    },
    async settle(message, after) {
      if (after.state === 'delivered' || after.state === 'dropped') {
        store.delete(message.id)
        return schedule()
      }
      const [{ kind }, reason] = [await message.mail, after.reason ?? '']
      const { attempts } = after
      log(`mail "${kind}" ${after.state === 'dead' ? 'was given up' : 'did not leave and will be retried'} (${reason})`)
      if (after.state === 'waiting') update({ ...message, attempts, dueAt: Date.parse(after.dueAt) })
      else update({ ...message, attempts, dead: { reason, at: after.endedAt } })
    },
    async postpone() {},
    countWaiting: async () => waiting().length,
    listDeadLetters: async (limit) =>
      deadLetters(new Date())
        .toReversed()
        .slice(0, limit)
        .map(({ attempts, dead }) => ({ channel: 'account_email', tries: attempts, reason: dead.reason, parkedAt: dead.at })),
    async retryDeadLetters(now) {
      for (const { dead: _dead, ...message } of deadLetters(now)) update({ ...message, attempts: 0, dueAt: now.getTime() })
    },
  }
  const outbox = openOutbox([transport], log)

  return {
    ...transport,
    add(mail) {
      if (store.size >= maxQueued) return log(`mail "${'kind' in mail ? mail.kind : ''}" was given up (too many are waiting)`)
      const now = new Date()
      update({ id: randomUUID(), mail: Promise.resolve(mail), attempts: 0, createdAt: now.toISOString(), dueAt: now.getTime() })
    },
    async idle() {
      if (waiting().length > 0) await new Promise<void>((resolve) => idleListeners.push(resolve))
    },
    async close() {
      await outbox.close()
      store.clear()
      schedule()
    },
  }
}
