import { randomUUIDv7 } from 'node:crypto'
import { findIngredient } from '#domains/ingredients/server/index.ts'
import type { Actor } from '#platform/server/changes/log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Unit } from '#platform/shared/units.ts'
import { allocateFirstExpiring } from '../../rules/stock.ts'
import * as lots from '../store/lots.ts'
import * as store from '../store/reservations.ts'
import { toStockLot } from './to-stock-lot.ts'

/** A food that a planned meal needs. */
export interface PlannedNeed {
  /** The plan's own id of the meal. */
  refId: string
  on: CalendarDate
  ingredientId: string
  /** Thousandths of `unit`; null: some of it, nobody measures how much. */
  amount: { milli: number; unit: Unit } | null
}

/** What there is for a need on its day, once the meals before it have theirs. */
export interface NeedMet {
  isThere: boolean
  /** Thousandths of the need's unit that are not there; 0 where it is enough, or not measured. */
  shortMilli: number
  /** Whether some of the food is kept in a unit that cannot be compared with the need's. */
  isPartial: boolean
}

type Hold = Pick<store.ReservationRow, 'lot_id' | 'ref_id' | 'milli' | 'on_date'>

/**
 * Shares stock out among planned meals in the order of their days (given in that order, where a day has several): what goes off first among
 * what is still good then and not lent. Answers what each need finds, in the order given, and what is to be held back.
 */
export async function allocateNeeds(
  q: Reader,
  householdId: HouseholdId,
  needs: readonly PlannedNeed[],
): Promise<{ met: NeedMet[]; holds: Map<string, Hold> }> {
  const met = needs.map((): NeedMet => ({ isThere: false, shortMilli: 0, isPartial: false }))
  const holds = new Map<string, Hold>()
  const placed = needs.map((need, at) => ({ need, at }))
  for (const [ingredientId, ofIngredient] of Map.groupBy(placed, ({ need }) => need.ingredientId)) {
    const ingredient = await findIngredient(q, householdId, ingredientId)
    const rows = ingredient ? await lots.activeLotsOf(q, householdId, ingredientId) : []
    const ids = rows.map(({ id }) => id)
    const taken = await store.lentOf(q, householdId, ids)
    for (const { need, at } of ofIngredient.toSorted((a, b) => (a.need.on < b.need.on ? -1 : a.need.on > b.need.on ? 1 : 0))) {
      const { refId, on, amount } = need
      const good = rows.filter((row) => row.goes_off_on >= on && row.milli > 0).map((row) => toStockLot(row, taken))
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
        holds.set(key, { lot_id: id, ref_id: refId, milli: (holds.get(key)?.milli ?? 0) + milli, on_date: on })
      }
    }
  }
  return { met, holds }
}

/** Holds stock back for the plan anew. Writes only what differs; answers whether anything did. */
export async function reserveForPlan(
  tx: Transaction,
  { householdId, now }: Pick<Actor, 'householdId' | 'now'>,
  needs: readonly PlannedNeed[],
): Promise<boolean> {
  const { holds } = await allocateNeeds(tx, householdId, needs)
  const same = new Set<string>()
  let isChanged = false
  for (const row of await store.planned(tx, householdId)) {
    const key = `${row.ref_id} ${row.lot_id}`
    const hold = holds.get(key)
    if (hold?.milli === row.milli && hold.on_date === row.on_date && !same.has(key)) same.add(key)
    else {
      isChanged = true
      await store.release(tx, householdId, row.id)
    }
  }
  for (const [key, hold] of holds) {
    if (same.has(key)) continue
    isChanged = true
    await store.holdReservation(tx, { ...hold, household_id: householdId, id: randomUUIDv7(), kind: 'plan', created_at: now.toISOString() })
  }
  return isChanged
}
