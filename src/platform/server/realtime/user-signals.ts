import type { Database, Transaction } from '../database/index.ts'

const topic = 'hint'
/** Announced with the id of a household whose members see less or more of it outside: what it shares, or with whom. */
export const sharedTopic = 'shared'
/** NOTIFY takes 8,000 bytes, an id at most 64. */
const maxIds = 100

/**
 * Tells these people's open screens, whichever household they look at and whichever process they watch, that something beside that household's
 * log changed. It holds no word of what: they ask again. Told once the transaction is kept; one that is lost costs the time to the next look.
 */
export function signalUsers(tx: Transaction, event: string, userIds: Iterable<string>): void {
  const ids = [...new Set(userIds)]
  for (let i = 0; i < ids.length; i += maxIds) tx.publish(topic, `${event} ${ids.slice(i, i + maxIds).join(',')}`)
}

/** Hears the hints of all processes. */
export function onUserSignal(database: Database, listener: (event: string, userIds: ReadonlySet<string>) => void): void {
  database.onMessage(topic, (text) => {
    const [event = '', ids = ''] = text.split(' ')
    listener(event, new Set(ids.split(',')))
  })
}
