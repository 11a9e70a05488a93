import { useActiveHouseholdId } from '#domains/households/web/index.ts'
import { useIsUnsynced } from '#platform/web/sync/use-unsynced.ts'
import { UnsyncedMark } from '#platform/web/ui/unsynced-mark.tsx'
import { readLotIntent } from '../api/pending-lot-actions.ts'

function lotsOf(intent: unknown): readonly string[] {
  const read = readLotIntent(intent)
  return read ? [read.lotId, ...('partId' in read ? [read.partId] : [])] : []
}

/** Marks a lot with a change that waits on this device. */
export default function WaitingMark({ lotId }: { lotId: string }) {
  return useIsUnsynced(useActiveHouseholdId(), 'inventory', lotsOf, lotId) ? <UnsyncedMark /> : null
}
