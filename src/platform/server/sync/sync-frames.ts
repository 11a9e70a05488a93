import type { SyncSignal } from '#platform/shared/sync.ts'
import { syncChannel, syncEvent } from '#platform/shared/sync-address.ts'
import type { Change } from '../changes/change-log.ts'
import type { LiveFrameSource } from '../realtime/frames.ts'
import { changedRowsSince, readChanged } from './read-sync.ts'
import type { SharedTable } from './synced-table.ts'

/** Above this number of changed rows, clients ask for them. */
const maxLiveRows = 20

/** Adds to the live stream what the changes did to synced rows, after the last of them. */
export function syncFrames(shared: readonly SharedTable[]): LiveFrameSource {
  const names = new Set(shared.map(({ name }) => name))
  // The stream asks once per language for the same changes, and rows have none.
  const read = new WeakMap<readonly Change[], ReturnType<LiveFrameSource>>()

  const readFrames: LiveFrameSource = async (q, householdId, changes) => {
    const [first, last] = [changes[0], changes.at(-1)]
    if (!first || !last) return new Map()
    const since = first.seq - 1
    const changed = await changedRowsSince(q, householdId, since, maxLiveRows)
    const isSent = changed !== null && [...changed.keys()].every((kind) => names.has(kind))
    const payload: SyncSignal = {
      since,
      seq: last.seq,
      rows: isSent ? await readChanged(q, shared, { householdId }, changed) : null,
    }
    return new Map([[last.seq, [{ channel: syncChannel(householdId), event: syncEvent, payload }]]])
  }

  return (q, householdId, changes) => {
    const frames = read.get(changes) ?? readFrames(q, householdId, changes)
    read.set(changes, frames)
    return frames
  }
}
