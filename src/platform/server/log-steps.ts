import type { HouseholdId } from '#platform/contract/ids.ts'
import { type Change, changesAfter } from './changes.ts'
import type { Database, Transaction } from './database.ts'
import { isItsFault, keepPlaces, type LogReader, maxAtOnce, type Place, standingOf, turnOf } from './log-readers.ts'

/** The reader that could not take what it was shown in a step of several. */
export class ReaderFailed extends Error {
  readonly reader: LogReader
  constructor(reader: LogReader, cause: unknown) {
    super(`${reader.name} failed`, { cause })
    this.reader = reader
  }
}

interface Steps {
  /** How far the readers are that have read to the end. */
  readonly places: ReadonlyMap<LogReader, number>
  /** Those that have more to do than one step of several holds: a day to begin, or many changes. They read on by themselves. */
  readonly rest: readonly LogReader[]
}

/**
 * One step of all readers of a household, in their order and in one transaction: with one of each, every change of stock would be followed by
 * four more commits. A later reader is shown what an earlier one has just recorded. Throws `ReaderFailed` when one of them cannot take what
 * it is shown; then none of them has moved.
 */
export async function takeSteps(database: Database, readers: readonly LogReader[], householdId: HouseholdId, now: Date): Promise<Steps> {
  const failures = new Map<unknown, LogReader>()
  try {
    return await database.write(householdId, 'what follows from changes', async (tx): Promise<Steps> => {
      const standing = await standingOf(tx, householdId)
      if (!standing) return { places: new Map(), rest: [] }
      const steps = readers.map((reader) => ({ reader, ...turnOf(reader, standing, householdId, now) }))
      const from = Math.min(...steps.map(({ place }) => place.seq))
      if (standing.head - from > maxAtOnce) return { places: new Map(), rest: readers }

      const log = unreadFrom(tx, householdId, from, standing.head)
      const read: { reader: LogReader; was: Place; place: Place }[] = []
      for (const { reader, place, turn, isNewDay } of steps) {
        if (reader.newDay && isNewDay) break
        const changes = (await log.all()).filter(({ seq, name }) => seq > place.seq && (reader.names?.includes(name) ?? true))
        if (changes.length > (reader.most ?? maxAtOnce)) break
        if (changes.length > 0)
          await reader.react(tx, turn, changes).catch((error: unknown) => {
            failures.set(error, reader)
            throw error
          })
        read.push({ reader, was: place, place: { seq: log.head(), day: turn.today, timeZone: turn.timeZone } })
      }
      const moved = read.filter(({ was, place }) => was.seq !== place.seq || was.day !== place.day || was.timeZone !== place.timeZone)
      await keepPlaces(
        tx,
        householdId,
        moved.map(({ reader, place }) => ({ reader: reader.name, place })),
      )
      return { places: new Map(read.map(({ reader, place }) => [reader, place.seq])), rest: readers.slice(read.length) }
    })
  } catch (error) {
    // Named only out here: whether a transaction is tried again depends on the failure itself.
    const reader = failures.get(error)
    throw reader && isItsFault(error) ? new ReaderFailed(reader, error) : error
  }
}

/** A household's changes after `from`, read once; what is recorded meanwhile in this transaction is read when it is asked for. */
function unreadFrom(tx: Transaction, householdId: HouseholdId, from: number, headBefore: number) {
  const known: Change[] = []
  let upTo = from
  const head = () => tx.recorded.get(householdId) ?? headBefore
  return {
    head,
    async all(): Promise<readonly Change[]> {
      while (upTo < head()) {
        const next = await changesAfter(tx, householdId, upTo, maxAtOnce)
        known.push(...next)
        upTo = next.length < maxAtOnce ? head() : (next.at(-1)?.seq ?? upTo)
      }
      return known
    },
  }
}
