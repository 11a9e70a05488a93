import type { Database, Reader } from '../database/index.ts'
import type { RealtimeChannels, Stream, Subscriber } from './channels.ts'

/** Returns those that may still follow their household. The reader's scope includes all of their households. */
export type FilterAllowed = <S extends Subscriber>(q: Reader, subscribers: readonly S[]) => Promise<Set<S>>

/** Decides who may follow a household. Supplied by the households domain. */
export interface Membership {
  filterAllowed: FilterAllowed
  /** Names of the changes after which someone may no longer follow. */
  endedBy: readonly string[]
}

/** Households per query: the database's policies check each row against their list. */
export const maxHouseholdsPerQuery = 100

/** Ends the streams that may no longer follow. `onError` decides about them if the database fails. */
export async function endDisallowed(
  database: Database,
  channels: RealtimeChannels,
  filterAllowed: FilterAllowed,
  streams: Iterable<Stream>,
  { onError }: { onError: 'end' | 'keep' },
): Promise<void> {
  const households = [...Map.groupBy(streams, ({ householdId }) => householdId)]
  for (let i = 0; i < households.length; i += maxHouseholdsPerQuery) {
    const batch = households.slice(i, i + maxHouseholdsPerQuery)
    const checked = batch.flatMap(([, streams]) => streams)
    const result = database.read(
      batch.map(([householdId]) => householdId),
      (q) => filterAllowed(q, checked),
    )
    const allowed = await result.catch(() => new Set(onError === 'keep' ? checked : []))
    for (const stream of checked) if (!allowed.has(stream)) channels.end(stream)
  }
}
