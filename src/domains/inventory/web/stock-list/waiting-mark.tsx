import { useActiveHouseholdId } from '#domains/households/web/index.ts'
import { useIsUnsynced } from '#platform/web/sync/use-unsynced.ts'
import { UnsyncedMark } from '#platform/web/ui/unsynced-mark.tsx'
import { changedLots } from '../api/pending-lot-actions.ts'

/** Marks a lot with a change that waits on this device. */
export default function WaitingMark({ lotId }: { lotId: string }) {
  return useIsUnsynced(useActiveHouseholdId(), changedLots, lotId) ? <UnsyncedMark /> : null
}
