import type { Member } from '#platform/server/endpoints/route.ts'
import type { LotColumns } from '../store/lot-fields.ts'
import type * as store from '../store/lots.ts'
import type { LedgerKind } from '../tables.ts'

interface Touch {
  /** Thousandths of the lot's unit; negative when stock decreases. */
  delta: number
  kind: LedgerKind
  discard?: { reason: string; notes: string | null; costCents: number | null }
}

/** The part of an ingredient that the expiration date depends on. */
export type ShelfLifeSource = { shelf_life: string }

/** One lot's part in a change: an update of an existing lot, or a new lot. */
export type Patch =
  | (Touch & { row: store.LotRow; set?: Partial<LotColumns> })
  | (Touch & { create: LotColumns & { id: string; added_by?: string }; ingredient?: ShelfLifeSource })

/** The undo data of a patch, stored in the change log. Undo is possible while the lot still has the values of `expect`. */
export interface PatchUndo {
  lotId: string
  delta: number
  set: Partial<LotColumns>
  expect: Partial<LotColumns>
  /** The change created the lot, so undoing it must leave the lot empty. */
  created: boolean
}

/** Returns the lot's unit after the patch. */
export const unitOf = (patch: Patch) => ('create' in patch ? patch.create.unit : (patch.set?.unit ?? patch.row.unit))
export const idOf = (patch: Patch) => ('create' in patch ? patch.create.id : patch.row.id)

/** Returns what the patch does to the list of active lots. */
export function typeOf(patch: Patch): 'INSERT' | 'UPDATE' | 'DELETE' {
  if ('create' in patch) return 'INSERT'
  if (patch.row.milli + patch.delta === 0) return 'DELETE'
  return patch.row.milli === 0 ? 'INSERT' : 'UPDATE'
}

export function oppositeOf(patch: Patch): PatchUndo {
  if ('create' in patch) return { lotId: patch.create.id, delta: -patch.delta, set: {}, expect: {}, created: true }
  const { row, set = {}, delta } = patch
  const before = Object.fromEntries(Object.keys(set).map((field) => [field, row[field as keyof LotColumns]]))
  // An amount is restored only in its original unit. A use or a discard is also restored only if the lot hasn't been counted since, because
  // the count already includes it. Undoing a loan or a split only moves stock back, so a count doesn't block it.
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
