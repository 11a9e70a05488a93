import type { Member } from '#platform/server/endpoints/route.ts'
import type * as store from '../store/lots.ts'
import type { LedgerKind } from '../tables.ts'

/** What a person can set on a lot; dates it goes off by are derived from these. */
export type Fields = Pick<
  store.LotRow,
  | 'ingredient_id'
  | 'unit'
  | 'location'
  | 'storage'
  | 'is_opened'
  | 'is_shared'
  | 'expiration_date'
  | 'date_kind'
  | 'added_on'
  | 'opened_on'
  | 'frozen_on'
  | 'frozen_days_left'
  | 'thawed_on'
  | 'whole_milli'
  | 'price_cents'
  | 'barcode'
  | 'confirmed_at'
>

interface Touch {
  /** Thousandths, with the ledger's sign. */
  delta: number
  kind: LedgerKind
  discard?: { reason: string; notes: string | null; costCents: number | null }
}

/** What a lot's dates need of its food; whoever has it at hand saves looking it up. */
export type ChosenIngredient = { shelf_life: string }

/** One lot's part in a change: an existing one that is touched, or a new one. */
export type Patch =
  | (Touch & { row: store.LotRow; set?: Partial<Fields> })
  | (Touch & { create: Fields & { id: string; added_by?: string }; ingredient?: ChosenIngredient })

/** What takes a patch back; kept in the log. `expect` is what must still stand for that. */
export interface Opposite {
  lotId: string
  delta: number
  set: Partial<Fields>
  expect: Partial<Fields>
  /** The lot was made by the change: taking it back must empty it. */
  created: boolean
}

/** What a lot is measured in once the patch is done. */
export const unitOf = (patch: Patch) => ('create' in patch ? patch.create.unit : (patch.set?.unit ?? patch.row.unit))
export const idOf = (patch: Patch) => ('create' in patch ? patch.create.id : patch.row.id)

/** What it means for the list on screen. */
export function typeOf(patch: Patch): 'INSERT' | 'UPDATE' | 'DELETE' {
  if ('create' in patch) return 'INSERT'
  if (patch.row.milli + patch.delta === 0) return 'DELETE'
  return patch.row.milli === 0 ? 'INSERT' : 'UPDATE'
}

export function oppositeOf(patch: Patch): Opposite {
  if ('create' in patch) return { lotId: patch.create.id, delta: -patch.delta, set: {}, expect: {}, created: true }
  const { row, set = {}, delta } = patch
  const before = Object.fromEntries(Object.keys(set).map((field) => [field, row[field as keyof Fields]]))
  // An amount comes back only in the unit it was taken in; what was used or thrown away only on top of the count it was taken from: a later
  // count says what is there, whatever went before. A loan or a split is only carried back.
  const counted = patch.kind === 'use' || patch.kind === 'discard' ? { confirmed_at: row.confirmed_at } : {}
  const expect = delta === 0 ? set : { unit: row.unit, ...counted, ...set }
  return { lotId: row.id, delta: -delta, set: before, expect, created: false }
}

export function ledgerRow(member: Member, seq: number, patch: Patch): store.LedgerRow {
  return {
    household_id: member.householdId,
    seq,
    lot_id: idOf(patch),
    kind: patch.kind,
    delta: patch.delta,
    unit: unitOf(patch),
    on_date: member.today,
    reason: patch.discard?.reason ?? null,
    notes: patch.discard?.notes ?? null,
    cost_cents: patch.discard?.costCents ?? null,
  }
}
