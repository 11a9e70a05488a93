import { useActiveHouseholdId } from '#domains/households/web/index.ts'
import { useIsUnsynced } from '#platform/web/sync/use-unsynced.ts'
import { UnsyncedMark } from '#platform/web/ui/unsynced-mark.tsx'
import type { Lot } from '../../contract.ts'
import { changedLots } from '../api/pending-lot-actions.ts'

/** Marks lots of which any has a change that waits on this device. */
export default function WaitingMark({ lots }: { lots: readonly Pick<Lot, 'id'>[] }) {
  return useIsUnsynced(useActiveHouseholdId(), changedLots, ...lots.map(({ id }) => id)) ? <UnsyncedMark /> : null
}
