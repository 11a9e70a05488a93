import type { Database, Transaction } from '../database/index.ts'

const topic = 'hint'
/** Published with a household's id when what it shares, or with whom, changes. */
export const sharingChangedTopic = 'shared'
/** NOTIFY accepts 8,000 bytes; an id has at most 64. */
const maxIds = 100

/**
 * Signals the live streams of users, in all processes and households, that data outside the household's log changed, so that clients
 * reload it. Sent on commit. A signal may get lost, so clients also poll.
 */
export function signalUsers(tx: Transaction, event: string, userIds: Iterable<string>): void {
  const ids = [...new Set(userIds)]
  for (let i = 0; i < ids.length; i += maxIds) tx.publish(topic, `${event} ${ids.slice(i, i + maxIds).join(',')}`)
}

/** Calls `listener` for the signals of all processes. */
export function onUserSignal(database: Database, listener: (event: string, userIds: ReadonlySet<string>) => void): void {
  database.onMessage(topic, (text) => {
    const [event = '', ids = ''] = text.split(' ')
    listener(event, new Set(ids.split(',')))
  })
}
