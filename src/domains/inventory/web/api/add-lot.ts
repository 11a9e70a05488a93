import { t } from '@lingui/core/macro'
import { getIngredient, listIngredients } from '#domains/ingredients/contract/index.ts'
import { callWithHeaders, changeSeq } from '#platform/web/api/call.ts'
import { type SubmitOnce, submitAlways } from '#platform/web/api/idempotent-submit.ts'
import { invalidateIn } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { addLot, type Lot, type NewLot } from '../../contract.ts'
import { undoChanges } from './run-lot-action.ts'
import { refreshCounts, showLotChange } from './stock-cache.ts'

/** An added lot, and the `seq` of the change for Undo. */
export interface AddedLot {
  household: string | null
  lot: Lot
  seq: number | null
}

/** Adds an item to a household, by default the active one, and shows it in the cached lists. Throws `ApiError`. */
export async function submitLot(lot: NewLot, sendAs: SubmitOnce = submitAlways, { household } = currentSession()): Promise<AddedLot> {
  const { reply, headers } = await sendAs({ household, lot }, ({ id, idempotencyKey }) =>
    callWithHeaders(addLot, { body: { id, ...lot }, household, idempotencyKey }),
  )
  const added = { household, lot: reply, seq: changeSeq(headers) }
  showAdded(added)
  return added
}

/** Shows an added lot in its household's cached lists. */
export function showAdded({ household, lot }: AddedLot): void {
  showLotChange(household, { type: 'INSERT', data: lot })
  refreshCounts(household)
  // A new name creates an ingredient, and a new barcode changes it.
  void invalidateIn(household, listIngredients, getIngredient)
}

/** Shows a toast for the added items, with Undo for all of them. */
export function offerAddUndo(added: readonly AddedLot[], onUndone: () => void = () => {}): void {
  const [first] = added
  if (!first) return
  const message = added.length === 1 ? t`Added ${first.lot.ingredient.name}` : t`Added ${added.length} items`
  const seqs = added.map(({ seq }) => seq).filter((seq) => seq !== null)
  const ids = added.map(({ lot }) => lot.id)
  if (seqs.length === 0) toast.done(message)
  else toast.undo(message, () => void undoChanges(first.household, seqs, ids).then((undone) => undone && onUndone()))
}
