import { randomUUIDv7 } from 'node:crypto'
import { findIngredient } from '#domains/ingredients/server/index.ts'
import type { Actor } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Unit } from '#platform/shared/units.ts'
import { allocateFirstExpiring } from '../../rules/stock.ts'
import * as lots from '../store/lots.ts'
import * as store from '../store/reservations.ts'
import { toAllocationLot } from './take-from-lots.ts'

/** An ingredient that a planned meal needs. */
export interface PlannedNeed {
  /** The id of the planned meal. */
  refId: string
  on: CalendarDate
  ingredientId: string
  /** Thousandths of `unit`; null for an unmeasured amount such as "some salt". */
  amount: { milli: number; unit: Unit } | null
}

/** How far stock covers a need on its day, after earlier meals got theirs. */
export interface NeedCoverage {
  isThere: boolean
  /** Missing thousandths of the need's unit; 0 if there is enough or the need is unmeasured. */
  shortMilli: number
  /** Some stock is in a unit that doesn't convert to the need's. */
  isPartial: boolean
}

type PlanReservation = Pick<store.ReservationRow, 'lot_id' | 'ref_id' | 'milli' | 'on_date'>

/**
 * Allocates stock to planned meals by day, then by their order in `needs`. Uses the lots that expire first among those that aren't expired on
 * that day or reserved for loans. Returns the coverage of each need, in the order of `needs`, and the reservations by meal and lot.
 */
export async function allocateNeeds(
  q: Reader,
  householdId: HouseholdId,
  needs: readonly PlannedNeed[],
): Promise<{ met: NeedCoverage[]; reservations: Map<string, PlanReservation> }> {
  const met = needs.map((): NeedCoverage => ({ isThere: false, shortMilli: 0, isPartial: false }))
  const reservations = new Map<string, PlanReservation>()
  const indexed = needs.map((need, at) => ({ need, at }))
  for (const [ingredientId, ofIngredient] of Map.groupBy(indexed, ({ need }) => need.ingredientId)) {
    const ingredient = await findIngredient(q, householdId, ingredientId)
    const rows = ingredient ? await lots.activeLotsOf(q, householdId, ingredientId) : []
    const ids = rows.map(({ id }) => id)
    const taken = await store.loanReservedOf(q, householdId, ids)
    for (const { need, at } of ofIngredient.toSorted((a, b) => (a.need.on < b.need.on ? -1 : a.need.on > b.need.on ? 1 : 0))) {
      const { refId, on, amount } = need
      const good = rows.filter((row) => row.goes_off_on >= on && row.milli > 0).map((row) => toAllocationLot(row, taken))
      const isThere = good.some(({ milli, reservedMilli }) => milli > reservedMilli)
      if (!ingredient || amount === null) {
        met[at] = { isThere, shortMilli: 0, isPartial: false }
        continue
      }
      const plan = allocateFirstExpiring(good, amount.milli, amount.unit, JSON.parse(ingredient.conversions), { keepReserved: true })
      met[at] = { isThere, shortMilli: plan.shortMilli, isPartial: plan.incomparable.length > 0 }
      for (const { id, milli } of plan.takes) {
        taken.set(id, (taken.get(id) ?? 0) + milli)
        const key = `${refId} ${id}`
        const already = reservations.get(key)?.milli ?? 0
        reservations.set(key, { lot_id: id, ref_id: refId, milli: already + milli, on_date: on })
      }
    }
  }
  return { met, reservations }
}

/** Replaces the plan's reservations. Writes only the differences; returns whether there were any. */
export async function reserveForPlan(
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
    if (next?.milli === row.milli && next.on_date === row.on_date && !unchanged.has(key)) unchanged.add(key)
    else {
      isChanged = true
      await store.deleteReservation(tx, householdId, row.id)
    }
  }
  for (const [key, reservation] of reservations) {
    if (unchanged.has(key)) continue
    isChanged = true
    await store.insertReservation(tx, {
      ...reservation,
      household_id: householdId,
      id: randomUUIDv7(),
      kind: 'plan',
      created_at: now.toISOString(),
    })
  }
  return isChanged
}
