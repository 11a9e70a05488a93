import type { Storage } from '#domains/ingredients/contract/index.ts'
import { CalendarDate } from '#platform/shared/calendar.ts'
import type { Unit } from '#platform/shared/units.ts'
import { readNumber, writeNumber } from '#platform/web/ui/field.tsx'
import type { PutAwayDraft, ShoppingItem } from '../../contract/index.ts'
import type { PutAwayChoice } from '../../rules/changes.ts'

/** The form values of one row; an empty storage means the usual place. */
export interface PutAwayEdit {
  quantity: string
  unit: Unit
  storage: Storage | ''
  location: string
  date: string
  price: string
}

/** Returns the initial values: the server's draft, or the list row without one. */
export const draftOf = (item: ShoppingItem, draft: PutAwayDraft | undefined): PutAwayEdit => ({
  quantity: writeNumber(draft?.quantity ?? item.suggestedQuantity),
  unit: draft?.unit ?? item.unit,
  storage: draft?.storage ?? '',
  location: draft?.location ?? '',
  date: draft?.expirationDate ?? '',
  price: money(draft?.estimatedCost ?? item.estimatedCost),
})

const money = (amount: number | null) => (amount === null ? '' : amount.toFixed(2))

/** Returns only what differs from the server's defaults, or null if a field is invalid. */
export function choiceOf(item: ShoppingItem, edit: PutAwayEdit, draft: PutAwayDraft | undefined): PutAwayChoice | null {
  const before = draftOf(item, draft)
  const quantity = readNumber(edit.quantity)
  const price = readNumber(edit.price)
  if (quantity === null || !(quantity >= 0.001 && quantity <= 1_000_000)) return null
  if (price !== null && !(price >= 0 && price <= 1_000_000)) return null
  const date = CalendarDate.safeParse(edit.date)
  if (edit.date !== '' && !date.success) return null
  const isMoved = edit.storage !== before.storage || edit.location !== before.location
  return {
    id: item.id,
    ...(edit.quantity === before.quantity ? {} : { quantity: Math.round(quantity * 1000) / 1000 }),
    ...(edit.unit === before.unit ? {} : { unit: edit.unit }),
    ...(isMoved && edit.storage !== '' ? { storage: edit.storage } : {}),
    ...(isMoved && edit.location.trim() !== '' ? { location: edit.location.trim() } : {}),
    ...(edit.date === before.date ? {} : { expirationDate: date.success ? date.data : null }),
    ...(price === null ? {} : { purchasePrice: Math.round(price * 100) / 100 }),
  }
}
