import { randomUUIDv7 } from 'node:crypto'
import { findIngredient, parseConversions } from '#domains/ingredients/server/index.ts'
import type { Actor } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { allocateNeeds as allocate, type NeededStock, type PlannedNeed } from '../../rules/allocate-needs.ts'
import * as store from '../store/reservations.ts'
import { lotsWithKinds, toAllocationLot } from './take-from-lots.ts'

/** Allocates stock to planned meals, as the rule of this name does. */
export async function allocateNeeds(q: Reader, householdId: HouseholdId, needs: readonly PlannedNeed[]) {
  const stock = new Map<string, NeededStock>()
  for (const ingredientId of new Set(needs.map((need) => need.ingredientId))) {
    const ingredient = await findIngredient(q, householdId, ingredientId)
    if (!ingredient) continue
    const { rows: active, hasKinds, conversionsOf } = await lotsWithKinds(q, householdId, ingredient)
    const rows = active.filter((row) => row.gone_version !== row.version)
    const reserved = await store.loanReservedOf(
      q,
      householdId,
      rows.map(({ id }) => id),
    )
    stock.set(ingredientId, {
      lots: rows.map((row) => ({ ...toAllocationLot(row, reserved), ...conversionsOf(row) })),
      conversions: parseConversions(ingredient.conversions),
      hasKinds,
    })
  }
  return allocate(needs, (id) => stock.get(id) ?? { lots: [], conversions: null })
}

/** Replaces the plan's reservations. Writes only the differences; returns whether there were any. */
export async function replacePlanReservations(
  tx: Transaction,
  { householdId, now }: Pick<Actor, 'householdId' | 'now'>,
  needs: readonly PlannedNeed[],
): Promise<boolean> {
  const { reservations } = await allocateNeeds(tx, householdId, needs)
  const unchanged = new Set<string>()
  let isChanged = false
  for (const row of await store.planReservations(tx, householdId)) {
    const key = `${row.ref_id} ${row.lot_id}`
    const next = reservations.get(key)
    if (next?.milli === row.milli && next.on === row.on_date && !unchanged.has(key)) unchanged.add(key)
    else {
      isChanged = true
      await store.deleteReservation(tx, householdId, row.id)
    }
  }
  for (const [key, { lotId, refId, milli, on }] of reservations) {
    if (unchanged.has(key)) continue
    isChanged = true
    await store.insertReservation(tx, {
      household_id: householdId,
      lot_id: lotId,
      ref_id: refId,
      milli,
      on_date: on,
      id: randomUUIDv7(),
      kind: 'plan',
      created_at: now.toISOString(),
    })
  }
  return isChanged
}
