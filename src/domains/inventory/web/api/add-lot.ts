import { t } from '@lingui/core/macro'
import { getIngredient, listIngredients } from '#domains/ingredients/contract/index.ts'
import { callWithHeaders } from '#platform/web/api/call.ts'
import { type SubmitOnce, submitAlways } from '#platform/web/api/idempotent-submit.ts'
import { invalidateIn } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { addLot, type Lot, type NewLot } from '../../contract.ts'
import { refreshCounts, show } from './lists.ts'
import { changeSeq, undo } from './run-lot-action.ts'

/** A lot that was put into a household, and the change by which it can be undone. */
export interface Added {
  household: string | null
  lot: Lot
  seq: number | null
}

/** Puts food into the household that is open now, and shows it in its held lists. Throws `ApiError`. */
export async function sendLot(lot: NewLot, sendAs: SubmitOnce = submitAlways, { household } = currentSession()): Promise<Added> {
  const { reply, headers } = await sendAs({ household, lot }, ({ id, idempotencyKey }) =>
    callWithHeaders(addLot, { body: { id, ...lot }, household, idempotencyKey }),
  )
  const added = { household, lot: reply, seq: changeSeq(headers) }
  showAdded(added)
  return added
}

/** Shows what was put in, in the lists that are held of its household. */
export function showAdded({ household, lot }: Added): void {
  show(household, { type: 'INSERT', data: lot })
  refreshCounts(household)
  // A new name made a new food, and a new code made the food a newer one.
  void invalidateIn(household, listIngredients, getIngredient)
}

/** Says what was put in; for eight seconds one tap takes all of it back. */
export function offerAddUndo(added: readonly Added[], onUndone: () => void = () => {}): void {
  const [first] = added
  if (!first) return
  const words = added.length === 1 ? t`Added ${first.lot.ingredient.name}` : t`Added ${added.length} items`
  const seqs = added.map(({ seq }) => seq).filter((seq) => seq !== null)
  const ids = added.map(({ lot }) => lot.id)
  if (seqs.length === 0) toast.done(words)
  else toast.undo(words, () => void undo(first.household, seqs, ids).then((undone) => undone && onUndone()))
}
