import type { CalendarDate } from '#platform/shared/calendar.ts'
import { compareText } from '#platform/shared/local-tables.ts'
import type { Conversion, Unit } from '#platform/shared/units.ts'
import { type AllocationLot, allocateFirstExpiring } from './stock.ts'

/** An ingredient that a planned meal needs. */
export interface PlannedNeed {
  /** The id of the planned meal. */
  refId: string
  on: CalendarDate
  ingredientId: string
  /** Only this lot will do. */
  lotId?: string
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

/** The active lots of an ingredient and its kinds, with what is reserved for loans, and its conversions; null if the ingredient is gone. */
export interface NeededStock {
  lots: readonly AllocationLot[]
  conversions: readonly Conversion[] | null
  hasKinds?: boolean
}

export interface PlanReservation {
  lotId: string
  refId: string
  milli: number
  on: CalendarDate
}

/**
 * Allocates stock to planned meals: first to needs of a certain lot, then by day and by their order in `needs`; of one day, needs for a kind
 * come before needs for its parent. Uses the lots that expire first among those that aren't expired on that day or reserved for loans. Returns the coverage of each need,
 * in the order of `needs`, and the reservations by meal and lot.
 */
export function allocateNeeds(
  needs: readonly PlannedNeed[],
  stockOf: (ingredientId: string) => NeededStock,
): { met: NeedCoverage[]; reservations: Map<string, PlanReservation> } {
  const met = needs.map((): NeedCoverage => ({ isThere: false, shortMilli: 0, isPartial: false }))
  const reservations = new Map<string, PlanReservation>()
  const known = new Map<string, NeededStock>()
  for (const { ingredientId } of needs) if (!known.has(ingredientId)) known.set(ingredientId, stockOf(ingredientId))
  // Ingredients share the lots of their kinds.
  const taken = new Map<string, number>()
  const ordered = needs
    .map((need, at) => ({ need, at, stock: known.get(need.ingredientId) ?? { lots: [], conversions: null } }))
    .toSorted(
      (a, b) =>
        Number(b.need.lotId !== undefined) - Number(a.need.lotId !== undefined) ||
        compareText(a.need.on, b.need.on) ||
        Number(a.stock.hasKinds ?? false) - Number(b.stock.hasKinds ?? false),
    )
  for (const { need, at, stock } of ordered) {
    const { refId, on, amount, lotId } = need
    const good = stock.lots
      .filter(({ id }) => lotId === undefined || id === lotId)
      .filter(({ expiresOn, milli }) => (expiresOn === null || expiresOn >= on) && milli > 0)
      .map((lot) => ({ ...lot, reservedMilli: lot.reservedMilli + (taken.get(lot.id) ?? 0) }))
    const isThere = good.some(({ milli, reservedMilli }) => milli > reservedMilli)
    if (!stock.conversions || amount === null) {
      met[at] = { isThere, shortMilli: 0, isPartial: false }
      continue
    }
    const plan = allocateFirstExpiring(good, amount.milli, amount.unit, stock.conversions, { keepReserved: true })
    met[at] = { isThere, shortMilli: plan.shortMilli, isPartial: plan.incomparable.length > 0 }
    for (const { id, milli } of plan.takes) {
      taken.set(id, (taken.get(id) ?? 0) + milli)
      const key = `${refId} ${id}`
      const already = reservations.get(key)?.milli ?? 0
      reservations.set(key, { lotId: id, refId, milli: already + milli, on })
    }
  }
  return { met, reservations }
}
