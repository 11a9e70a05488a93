import { householdTable } from '#domains/households/rules/local-household.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import type { TablesDraft, TablesUpdate } from '#platform/web/sync/household-tables.ts'
import type { PendingMutation } from '#platform/web/sync/operation.ts'
import { pendingRowChange, type RowIntent } from '#platform/web/sync/pending-row-change.ts'
import type { Place } from '../../contract.ts'
import { placeTable } from '../../rules/local-places.ts'

/** A change of a place, and of others that change with it. */
export interface PlaceIntent extends RowIntent<Place> {
  readonly others?: readonly RowIntent<Place>[]
  /** What is at one location moves to another one. */
  readonly renamed?: { readonly from: string; readonly to: string }
}

const rowChange = pendingRowChange(placeTable)

/** Replaces a name among those of the household; null removes it. */
function showName(draft: TablesDraft, from: string, to: string | null): void {
  const key = nameKey(from)
  for (const household of [...draft.rows(householdTable)]) {
    const isThere = household.locations.some((name) => nameKey(name) === key)
    const locations = household.locations.flatMap((name) => (nameKey(name) !== key ? [name] : to === null ? [] : [to]))
    if (isThere) draft.put(householdTable, { ...household, locations })
  }
}

/** Returns what a waiting change of places does to the rows on this device. `rename` moves what is at a location to another one. */
export const pendingPlaceChange =
  (rename: (draft: TablesDraft, from: string, to: string) => void) =>
  ({ intent }: Pick<PendingMutation, 'intent'>): TablesUpdate =>
  (draft) => {
    const { others = [], renamed, ...own } = intent as PlaceIntent
    const removed = own.to === null ? draft.get(placeTable, own.id) : undefined
    for (const one of [own, ...others]) rowChange({ intent: one })(draft)
    if (renamed) {
      rename(draft, renamed.from, renamed.to)
      showName(draft, renamed.from, renamed.to)
    } else if (removed) showName(draft, removed.name, null)
  }
