import { setTimeout as pause } from 'node:timers/promises'
import { type Backoff, backoffMs } from '../../shared/backoff.ts'
import { reasonOf } from '../../shared/logged-error.ts'
import { CircuitBreaker } from './circuit-breaker.ts'

/** A message waiting to leave the server. */
export interface OutboxMessage {
  readonly id: string
  /** Number of attempts so far. */
  readonly attempts: number
  readonly createdAt: string
}

/**
 * Result of an attempt. `unwanted`: no longer needed, so not sent. `gone`: the recipient no longer exists. `later`: not sent yet. `away`: the
 * target accepts no messages now. `refused`: the target rejected this message.
 */
export type SendResult =
  | { kind: 'delivered' }
  | { kind: 'unwanted' }
  | { kind: 'gone' }
  | { kind: 'later'; until: Date }
  | { kind: 'away'; reason: string; retryAfterMs: number }
  | { kind: 'refused'; reason: string }

/** The state of a message after an attempt. `dropped`: not sent, because it isn't needed or its recipient is gone. */
export type MessageUpdate =
  | { readonly state: 'waiting'; readonly attempts: number; readonly dueAt: string; readonly reason: string | null }
  | {
      readonly state: 'delivered' | 'dropped' | 'dead'
      readonly attempts: number
      readonly reason: string | null
      readonly endedAt: string
    }

/** A message that could not be delivered. `reason` is a code, never an address. */
export interface DeadLetter<Channel extends string = string> {
  readonly channel: Channel
  readonly tries: number
  readonly reason: string
  readonly parkedAt: string
}

/** What the server admin sees of a queue of outgoing messages, and does with it. */
export interface ManagedQueue<Channel extends string = string> {
  countWaiting(): Promise<number>
  /** Returns the latest dead letters, newest first. */
  listDeadLetters(limit: number): Promise<readonly DeadLetter<Channel>[]>
  /** Queues all dead letters again, as new messages. */
  retryDeadLetters(now: Date): Promise<void>
}

/** A way out of the server: where its messages are stored, and how one is sent. */
export interface OutboxTransport<Message extends OutboxMessage = OutboxMessage, Channel extends string = string>
  extends ManagedQueue<Channel> {
  readonly channel: Channel
  /** The wait after each attempt; after `maxAttempts` a message becomes a dead letter. */
  readonly retry: Backoff & { readonly maxAttempts: number }
  /** A message older than this becomes a dead letter when its target is away. */
  readonly maxOutageMs: number
  /** Whether an attempt counts if the target was away. */
  readonly countsOutages: boolean
  /** Messages sent to one target at the same time. 1 keeps their order. */
  readonly maxConcurrent: number
  /** Targets served at the same time. */
  readonly maxTargets: number
  /** Returns due messages by the target that accepts them, oldest first. */
  listDue(now: Date): Promise<ReadonlyMap<string, readonly Message[]>>
  /**
   * Counts an attempt before it starts, so that a crash delays the message until `dueAt` instead of losing or repeating it at once. Returns
   * false if another process has it.
   */
  claim(message: Message, dueAt: string): Promise<boolean>
  send(message: Message, now: Date): Promise<SendResult>
  /** Stores the result of an attempt. */
  settle(message: Message, update: MessageUpdate, result: SendResult, now: Date): Promise<void>
  /** Delays waiting messages. */
  postpone(messages: readonly Message[], dueAt: string): Promise<void>
}

export interface Outbox {
  /** Sends what is due, for the scheduler. */
  readonly job: { readonly name: string; readonly everyMs: number; run(now: Date): Promise<void>; idle(): Promise<void> }
  /** Starts to send what is due. Targets that are still busy continue. */
  deliverDue(now: Date): Promise<void>
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>
  /** Lets the current attempts end and starts no others. */
  close(): Promise<void>
}

/** A slow target continues in the next run, with what is due then. */
const maxRunMs = 5_000
/** How long `close` waits for attempts, which time out on their own in about this time. */
const closeMs = 10_000

/** Sends the messages of every transport. Targets don't delay each other. */
export function openOutbox(transports: readonly OutboxTransport[], log: (message: string) => void): Outbox {
  const senders = transports.map((transport) => new TransportSender(transport, log))
  const idle = async () => void (await Promise.all(senders.map((sender) => sender.idle())))
  const deliverDue = async (now: Date) => {
    for (const sender of senders) await sender.deliverDue(now)
  }
  return {
    job: { name: 'outbox', everyMs: 2_000, run: deliverDue, idle },
    deliverDue,
    idle,
    async close() {
      for (const sender of senders) sender.close()
      await Promise.race([idle(), pause(closeMs, undefined, { ref: false })])
    },
  }
}

class TransportSender {
  readonly #transport: OutboxTransport
  readonly #log: (message: string) => void
  readonly #breaker = new CircuitBreaker()
  /** Targets being served. */
  readonly #running = new Map<string, Promise<void>>()
  #isClosed = false

  constructor(transport: OutboxTransport, log: (message: string) => void) {
    this.#transport = transport
    this.#log = log
  }

  async deliverDue(now: Date): Promise<void> {
    if (this.#isClosed) return
    for (const [target, messages] of await this.#transport.listDue(now)) {
      if (this.#running.size >= this.#transport.maxTargets) return
      if (this.#running.has(target) || this.#breaker.isPaused(target, now)) continue
      const task = this.#deliverTo(target, messages, now)
        .catch((error: unknown) => this.#log(`sending by ${this.#transport.channel} is delayed: ${reasonOf(error)}`))
        .finally(() => this.#running.delete(target))
      this.#running.set(target, task)
    }
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values())
  }

  close(): void {
    this.#isClosed = true
  }

  async #deliverTo(target: string, messages: readonly OutboxMessage[], now: Date): Promise<void> {
    const groups = groupsOf(messages, this.#transport.maxConcurrent)
    const startedAt = performance.now()
    for (const [i, group] of groups.entries()) {
      if (this.#isClosed || performance.now() - startedAt > maxRunMs) return
      const outages = await Promise.all(group.map((message) => this.#attempt(target, message, now)))
      const reason = outages.find((outage) => outage !== null)
      if (reason !== undefined) return this.#holdBack(target, groups.slice(i + 1).flat(), reason, now)
    }
  }

  /** Returns why the target is away; null if it isn't. */
  async #attempt(target: string, message: OutboxMessage, now: Date): Promise<string | null> {
    const attempts = message.attempts + 1
    const retryAt = new Date(now.getTime() + backoffMs(attempts, this.#transport.retry)).toISOString()
    if (!(await this.#transport.claim(message, retryAt))) return null
    const result = await this.#transport
      .send(message, now)
      .catch((error: unknown): SendResult => ({ kind: 'refused', reason: error instanceof Error ? error.name : 'failed' }))
    const until = result.kind === 'away' ? this.#breaker.pause(target, result.retryAfterMs, now) : 0
    await this.#transport.settle(message, this.#updateAfter(message, result, { now, retryAt, until }), result, now)
    if (result.kind === 'delivered' || result.kind === 'gone' || result.kind === 'refused') this.#breaker.close(target)
    return result.kind === 'away' ? result.reason : null
  }

  /** `retryAt`: when a refused message is due again. `until`: how long the target is paused. */
  #updateAfter(
    message: OutboxMessage,
    result: SendResult,
    { now, retryAt, until }: { now: Date; retryAt: string; until: number },
  ): MessageUpdate {
    const { retry, maxOutageMs, countsOutages } = this.#transport
    const [attempts, endedAt] = [message.attempts + 1, now.toISOString()]
    switch (result.kind) {
      case 'delivered':
        return { state: 'delivered', attempts, reason: null, endedAt }
      case 'unwanted':
      case 'gone':
        return { state: 'dropped', attempts, reason: result.kind, endedAt }
      case 'later':
        return { state: 'waiting', attempts: message.attempts, dueAt: result.until.toISOString(), reason: null }
      default: {
        const { reason } = result
        const counts = result.kind === 'refused' || countsOutages
        const isTooOld = result.kind === 'away' && now.getTime() - Date.parse(message.createdAt) > maxOutageMs
        if (isTooOld || (counts && attempts >= retry.maxAttempts)) return { state: 'dead', attempts, reason, endedAt }
        if (!counts) return { state: 'waiting', attempts: message.attempts, dueAt: new Date(until).toISOString(), reason }
        const dueAt = new Date(Math.max(until, Date.parse(retryAt))).toISOString()
        return { state: 'waiting', attempts, dueAt, reason }
      }
    }
  }

  /**
   * Delays messages until the target is probed again, so that those to other targets aren't behind them. After an outage longer than
   * `maxOutageMs`, old ones become dead letters.
   */
  async #holdBack(target: string, messages: readonly OutboxMessage[], reason: string, now: Date): Promise<void> {
    const outage = this.#breaker.outageOf(target)
    if (!outage) return
    const oldest = now.getTime() - this.#transport.maxOutageMs
    const isDead = ({ createdAt }: OutboxMessage) => outage.since < oldest && Date.parse(createdAt) < oldest
    for (const message of messages.filter(isDead)) {
      const update: MessageUpdate = { state: 'dead', attempts: message.attempts, reason, endedAt: now.toISOString() }
      await this.#transport.settle(message, update, { kind: 'away', reason, retryAfterMs: 0 }, now)
    }
    const others = messages.filter((message) => !isDead(message))
    if (others.length > 0) await this.#transport.postpone(others, new Date(outage.until).toISOString())
  }
}

/**
 * Returns the messages to send at the same time, in order if it's one. Otherwise the first group is a random message, which probes the
 * target, since a certain message may be what the target doesn't respond to.
 */
function groupsOf<M>(messages: readonly M[], maxConcurrent: number): (readonly M[])[] {
  if (maxConcurrent === 1) return messages.map((message) => [message])
  const probe = Math.floor(Math.random() * messages.length)
  const others = messages.toSpliced(probe, 1)
  const groups = [messages.slice(probe, probe + 1)]
  for (let i = 0; i < others.length; i += maxConcurrent) groups.push(others.slice(i, i + maxConcurrent))
  return groups
}

/** Returns the number of waiting messages and the latest dead letters of several queues. */
export async function summarizeQueues<Channel extends string>(
  queues: readonly ManagedQueue<Channel>[],
  limit: number,
): Promise<{ waiting: number; parked: DeadLetter<Channel>[] }> {
  const lists = await Promise.all(queues.map((queue) => queue.listDeadLetters(limit)))
  const parked = lists.flat().toSorted((a, b) => (a.parkedAt < b.parkedAt ? 1 : -1))
  return { waiting: await countAllWaiting(queues), parked: parked.slice(0, limit) }
}

export async function countAllWaiting(queues: readonly ManagedQueue[]): Promise<number> {
  const counts = await Promise.all(queues.map((queue) => queue.countWaiting()))
  return counts.reduce((sum, count) => sum + count, 0)
}
