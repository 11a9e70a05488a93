import { listIngredients } from '#domains/products/contract.ts'
import { invalidate } from '#platform/web/cache.ts'
import { callWithHeaders } from '#platform/web/call.ts'
import { newId } from '#platform/web/device.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { addLot, type Lot, type NewLot } from '../../contract.ts'
import { refreshCounts, show } from './lists.ts'
import { changeSeq, undo } from './perform.ts'

/** A lot that was put in, and the change by which it can be undone. */
export interface Added {
  lot: Lot
  seq: number | null
}

/** Puts food in and shows it in the held lists. Throws `ApiError`. */
export async function putIn(lot: NewLot): Promise<Added> {
  const { reply, headers } = await callWithHeaders(addLot, { body: { id: newId(), ...lot } })
  show({ type: 'INSERT', data: reply })
  refreshCounts()
  // A new name made a new food.
  void invalidate(listIngredients)
  return { lot: reply, seq: changeSeq(headers) }
}

/** Says what was put in; for eight seconds one tap takes all of it back. */
export function offerTakeBack(added: readonly Added[], onUndone: () => void = () => {}): void {
  const [first] = added
  if (!first) return
  const words = added.length === 1 ? `Added ${first.lot.ingredient.name}` : `Added ${added.length} items`
  const seqs = added.map(({ seq }) => seq).filter((seq) => seq !== null)
  const ids = added.map(({ lot }) => lot.id)
  if (seqs.length === 0) toast.done(words)
  else toast.undo(words, () => void undo(seqs, ids).then((undone) => undone && onUndone()))
}
