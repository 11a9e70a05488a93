import { type CalendarDate, daysBetween } from '#platform/contract/calendar.ts'
import { type Conversion, convert, familyOf, type Unit, type UnitFamily } from '#platform/contract/units.ts'
import type { StockCount } from '../contract/recipe.ts'
import { bases, inBase, type Need } from './needs.ts'

/** Unexpired stock that is not held back, by unit; thousandths. */
export interface FreeStock {
  unit: Unit
  milli: number
}
/** A lot that goes off within the horizon. */
export interface SoonLot extends FreeStock {
  goesOffOn: CalendarDate
}

/** One food of the household as recipes see it: all of it in each family of units. */
export interface KitchenFood {
  id: string
  name: string
  /** In thousandths of the family's base; what cannot be compared is left out. */
  total: Record<UnitFamily, number>
  /** Whether some of it was left out of that total. */
  isPartial: Record<UnitFamily, boolean>
  isThere: boolean
  soon: { daysLeft: number; milli: Record<UnitFamily, number | null> }[]
}

const families: readonly UnitFamily[] = ['mass', 'volume', 'count']

/** Days ahead within which going off counts. */
export const horizonDays = 14

function perFamily<T>(of: (family: UnitFamily) => T): Record<UnitFamily, T> {
  return { mass: of('mass'), volume: of('volume'), count: of('count') }
}

export function kitchenFood(
  food: { id: string; name: string; conversions: readonly Conversion[] },
  stock: readonly FreeStock[],
  soon: readonly SoonLot[],
  today: CalendarDate,
): KitchenFood {
  const there = stock.filter(({ milli }) => milli > 0)
  const amounts = families.map((family) => ({
    family,
    parts: there.map(({ milli, unit }) => convert(milli, unit, bases[family], food.conversions)),
  }))
  const of = (family: UnitFamily) => amounts.find((amount) => amount.family === family)?.parts ?? []
  return {
    id: food.id,
    name: food.name,
    total: perFamily((family) => of(family).reduce<number>((sum, part) => sum + (part ?? 0), 0)),
    isPartial: perFamily((family) => of(family).includes(null)),
    isThere: there.length > 0,
    soon: soon
      .map(({ goesOffOn, milli, unit }) => ({
        daysLeft: daysBetween(today, goesOffOn),
        milli: perFamily((family) => convert(milli, unit, bases[family], food.conversions)),
      }))
      .toSorted((a, b) => a.daysLeft - b.daysLeft),
  }
}

export type LineState = 'have' | 'any' | 'unknown' | 'short' | 'missing'

/** One need against the kitchen: amounts in thousandths of the need's unit. */
export interface Judged {
  state: LineState
  available: number
  lacking: number
}

/** Half a thousandth of a gram is no reason to go shopping. */
const tolerance = 1

/**
 * Judges the needs of one recipe in their order. Two lines of one food share what is there: the second finds what the first left.
 * `food` null: the household has no such food. A need that `isFree` (water) is always met.
 */
export function judge(needs: readonly (Pick<Need, 'milli' | 'unit'> & { food: KitchenFood | null; isFree: boolean })[]): Judged[] {
  const used = new Map<string, number>()
  return needs.map(({ food, milli, unit, isFree }) => {
    if (isFree) return { state: 'any', available: 0, lacking: 0 }
    if (milli === null || unit === null) return { state: food?.isThere ? 'any' : 'missing', available: 0, lacking: 0 }
    if (!food?.isThere) return { state: 'missing', available: 0, lacking: milli }
    const family = familyOf(unit)
    const key = `${food.id} ${family}`
    const before = used.get(key) ?? 0
    const left = Math.max(0, food.total[family] - before)
    const wanted = inBase(milli, unit)
    used.set(key, before + wanted)
    const available = Math.floor((convert(left, bases[family], unit) ?? 0) + 0.001)
    if (left + tolerance >= wanted) return { state: 'have', available, lacking: 0 }
    return food.isPartial[family] ? { state: 'unknown', available, lacking: 0 } : { state: 'short', available, lacking: milli - available }
  })
}

export function countStock(judged: readonly Judged[]): StockCount {
  const of = (state: LineState) => judged.filter((one) => one.state === state).length
  const [short, missing] = [of('short'), of('missing')]
  return { have: judged.length - short - missing, short, missing, total: judged.length }
}

/** How pressing a day is: 1 today, 0 at the horizon. */
const urgency = (daysLeft: number) => Math.max(0, 1 - daysLeft / horizonDays) ** 2

/**
 * What using so much of a food saves from going off: the share of each lot that would be used, what goes off first taken first,
 * weighed by how soon it goes off. 1 is a whole lot on its last day.
 */
export function savesOf(food: KitchenFood, milli: number | null, unit: Unit | null): number {
  let open = milli === null || unit === null ? 0 : inBase(milli, unit)
  let saved = 0
  for (const lot of food.soon) {
    const whole = unit === null ? null : lot.milli[familyOf(unit)]
    if (whole === null || milli === null) {
      // A pinch, or an amount nobody can compare, uses a little of the first lot.
      return saved + 0.1 * urgency(lot.daysLeft)
    }
    if (open <= 0) break
    const used = Math.min(open, whole)
    saved += (whole > 0 ? used / whole : 0) * urgency(lot.daysLeft)
    open -= used
  }
  return saved
}
