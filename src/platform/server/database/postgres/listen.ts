import type { EventEmitter } from 'node:events'
import pg from 'pg'
import { reasonOf } from '../../../shared/logged-error.ts'
import { limitStatements, releaseClient } from './connections.ts'

/** What other processes are told through. */
export const channel = 'larder'

export interface HealthCheck {
  /** Every so often it is asked whether it is still there. */
  readonly askMs: number
  /** How long an answer may take. */
  readonly answerMs: number
}

const closeGraceMs = 1_000

/**
 * Hears the other processes. NOTIFY is a hint: a lost one costs time, never a change, since readers keep a cursor of their own.
 * Who only listens does not notice that nobody speaks any more, so now and then it asks.
 */
export function listen(
  config: pg.ClientConfig,
  events: EventEmitter,
  log: (message: string) => void,
  { askMs, answerMs }: HealthCheck,
): () => Promise<void> {
  let client: pg.Client | undefined
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  // A client that cannot connect both fails and ends: only the newest one, and only once, brings the next try.
  const again = (after: pg.Client) => {
    if (stopped || after !== client) return
    clearTimeout(timer)
    timer = setTimeout(connect, 500)
  }
  async function connect() {
    const mine = new pg.Client(config)
    client = mine
    limitStatements(mine, answerMs)
    mine.on('error', (error) => log(`database notifications lost: ${reasonOf(error)}`))
    mine.on('end', () => again(mine))
    mine.on('notification', ({ payload = '' }) => {
      const [topic = '', first = '', second] = payload.split(' ')
      if (topic === 'changes') events.emit('changes', first, Number(second))
      else events.emit(`announce:${topic}`, payload.slice(topic.length + 1))
    })
    const ask = () => {
      if (stopped || mine !== client) return
      timer = setTimeout(() => {
        // What fails ends the connection, and that brings the next one.
        mine.query('select 1').then(ask, () => releaseClient(mine))
      }, askMs)
    }
    try {
      await mine.connect()
      await mine.query(`listen ${channel}`)
      ask()
    } catch {
      mine.end().catch(() => {})
      again(mine)
    }
  }
  void connect()
  return async () => {
    stopped = true
    clearTimeout(timer)
    if (!client) return
    const last = client
    const farewell = setTimeout(() => releaseClient(last), closeGraceMs)
    await last.end().catch(() => {})
    clearTimeout(farewell)
  }
}
