import type { EventEmitter } from 'node:events'
import pg from 'pg'
import { reasonOf } from '../../../shared/logged-error.ts'
import { destroyClient, limitStatements } from './client-config.ts'

/** PostgreSQL's notification channel. */
export const channel = 'larder'

export interface HealthCheck {
  /** Interval between checks that the connection is alive. */
  readonly askMs: number
  /** Maximum wait for the answer to a check. */
  readonly answerMs: number
}

const closeGraceMs = 1_000

/**
 * Receives notifications of other processes. One that is lost only delays a change, since consumers have cursors. A listener doesn't notice
 * a dead connection on its own, so it checks at intervals.
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
  // A client that can't connect emits both `error` and `end`; reconnect once, and only for the newest client.
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
      else events.emit(`message:${topic}`, payload.slice(topic.length + 1))
    })
    const ask = () => {
      if (stopped || mine !== client) return
      timer = setTimeout(() => {
        // A failure closes the connection, which starts a new one.
        mine.query('select 1').then(ask, () => destroyClient(mine))
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
    const deadline = setTimeout(() => destroyClient(last), closeGraceMs)
    await last.end().catch(() => {})
    clearTimeout(deadline)
  }
}
