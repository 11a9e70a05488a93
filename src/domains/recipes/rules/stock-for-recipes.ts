import type { OwnUnit } from '#domains/ingredients/contract/index.ts'
import { convertOfKind } from '#domains/ingredients/rules/kinds.ts'
import { type CalendarDate, daysBetween } from '#platform/shared/calendar.ts'
import { compareText } from '#platform/shared/local-tables.ts'
import { type Conversion, convert, type Unit, type UnitFamily } from '#platform/shared/units.ts'
import type { StockCount } from '../contract/recipe.ts'
import { bases, type Need } from './needs.ts'

/** Unexpired, unreserved stock by unit, in thousandths. */
export interface FreeStock {
  unit: Unit
  milli: number
  /** What is recorded in addition, but probably gone. */
  goneMilli?: number
  /** If it is of a kind of the ingredient: the kind's, which come before the ingredient's. */
  conversions?: readonly Conversion[] | undefined
}
/** A lot that expires within the horizon. */
export interface ExpiringLot extends FreeStock {
  lotId: string
  expiresOn: CalendarDate
  /** The forecast for it; null if the lot was added since. */
  risk: LotRisk | null
}

/** The forecast for a lot at its expiry. */
export interface LotRisk {
  /** Probability that some of it is left. */
  chance: number
  /** The expected share left; at most `chance`. */
  loss: number
}

/** An ingredient of the household with its total stock in each family of units. */
export interface StockedIngredient {
  id: string
  name: string
  ownUnits?: readonly OwnUnit[] | undefined
  /** In thousandths of the family's base unit; without stock that can't be converted. */
  total: Record<UnitFamily, number>
  /** Whether some stock is left out of that total. */
  isPartial: Record<UnitFamily, boolean>
  isThere: boolean
  /** Whether more is recorded that is probably gone. */
  isProbablyGone: boolean
  soon: (LotRisk & { lotId: string; daysLeft: number; milli: Record<UnitFamily, number | null> })[]
  conversions?: readonly Conversion[] | undefined
  /** Its kinds, whose stock is in its own. */
  kindIds?: readonly string[] | undefined
}

const families: readonly UnitFamily[] = ['mass', 'volume', 'count']

/** Lots that expire within this many days count as expiring soon. */
export const horizonDays = 14

function perFamily<T>(of: (family: UnitFamily) => T): Record<UnitFamily, T> {
  return { mass: of('mass'), volume: of('volume'), count: of('count') }
}

export function stockedIngredient(
  ingredient: { id: string; name: string; conversions: readonly Conversion[]; ownUnits?: readonly OwnUnit[]; kindIds?: readonly string[] },
  stock: readonly FreeStock[],
  soon: readonly ExpiringLot[],
  today: CalendarDate,
): StockedIngredient {
  const inStock = stock.filter(({ milli }) => milli > 0)
  const inBase = ({ milli, unit, conversions }: FreeStock, family: UnitFamily) =>
    convertOfKind(milli, unit, bases[family], conversions, ingredient.conversions)
  const amounts = families.map((family) => ({
    family,
    parts: inStock.map((one) => inBase(one, family)),
  }))
  const of = (family: UnitFamily) => amounts.find((amount) => amount.family === family)?.parts ?? []
  return {
    id: ingredient.id,
    name: ingredient.name,
    ownUnits: ingredient.ownUnits,
    conversions: ingredient.conversions,
    kindIds: ingredient.kindIds,
    total: perFamily((family) => of(family).reduce<number>((sum, part) => sum + (part ?? 0), 0)),
    isPartial: perFamily((family) => of(family).includes(null)),
    isThere: inStock.length > 0,
    isProbablyGone: stock.some(({ goneMilli = 0 }) => goneMilli > 0),
    soon: soon.toSorted(byExpiry).map((lot) => {
      const { expiresOn, risk } = lot
      const daysLeft = daysBetween(today, expiresOn)
      return {
        lotId: lot.lotId,
        daysLeft,
        milli: perFamily((family) => inBase(lot, family)),
        ...(risk ?? { chance: urgency(daysLeft), loss: urgency(daysLeft) }),
      }
    }),
  }
}

/** Lots of one day by their amount, so that the result doesn't depend on the order in which they were read. */
const byExpiry = (a: ExpiringLot, b: ExpiringLot): number =>
  compareText(a.expiresOn, b.expiresOn) || compareText(a.unit, b.unit) || a.milli - b.milli || (a.risk?.chance ?? 0) - (b.risk?.chance ?? 0)

export type LineState = 'have' | 'any' | 'unknown' | 'short' | 'missing'

/** A need compared with the stock, in thousandths of the need's unit. */
export interface StockComparison {
  state: LineState
  available: number
  lacking: number
}

/** A lack of half a milligram doesn't count. */
const tolerance = 1

type Amount = Pick<Need, 'milli' | 'unit' | 'base' | 'family' | 'isFree' | 'isOptional'>

/** Returns what the previous needs use of the same ingredient, and what any need uses of its kinds, which comes first. */
function before(needs: readonly Amount[], ingredients: readonly (StockedIngredient | null)[], at: number, family: UnitFamily): number {
  let taken = 0
  for (let i = 0; i < at; i++) if (ingredients[i] === ingredients[at] && needs[i]?.family === family) taken += needs[i]?.base ?? 0
  for (const kindId of ingredients[at]?.kindIds ?? []) {
    const kind = ingredients.find((one) => one?.id === kindId)
    if (!kind) continue
    const wanted = needs.reduce((sum, need, i) => {
      if (ingredients[i] !== kind || need.family === null) return sum
      return sum + (convertOfKind(need.base, bases[need.family], bases[family], kind.conversions, ingredients[at]?.conversions ?? []) ?? 0)
    }, 0)
    taken += Math.min(wanted, kind.total[family])
  }
  return taken
}

function stateOf({ base, family, isFree }: Amount, ingredient: StockedIngredient | null, left: number): LineState {
  if (isFree) return 'any'
  if (!ingredient?.isThere) return 'missing'
  if (family === null) return 'any'
  if (left + tolerance >= base) return 'have'
  return ingredient.isPartial[family] ? 'unknown' : 'short'
}

/**
 * Compares a recipe's needs, in order, with the household's ingredients (null: none). Lines with the same ingredient share its stock: the
 * second gets what the first leaves.
 */
export function compareWithStock(needs: readonly Amount[], ingredients: readonly (StockedIngredient | null)[]): StockComparison[] {
  return needs.map((need, at) => {
    const { milli, unit, family } = need
    const ingredient = ingredients[at] ?? null
    const left = ingredient && family ? Math.max(0, ingredient.total[family] - before(needs, ingredients, at, family)) : 0
    const state = stateOf(need, ingredient, left)
    const isMeasured = milli !== null && unit !== null && family !== null && !need.isFree
    if (!isMeasured || !ingredient?.isThere) return { state, available: 0, lacking: isMeasured ? milli : 0 }
    const available = Math.floor((convert(left, bases[family], unit) ?? 0) + 0.001)
    return { state, available, lacking: state === 'short' ? milli - available : 0 }
  })
}

export const isLacking = ({ state }: { state: LineState }): boolean => state === 'short' || state === 'missing'

/** Counts the needs that are met, without optional ones that aren't. The same result as `judge`, but fast enough for thousands of recipes. */
export function countNeedsByStockState(needs: readonly Amount[], ingredients: readonly (StockedIngredient | null)[]): StockCount {
  let [short, missing, leftOut] = [0, 0, 0]
  for (let at = 0; at < needs.length; at++) {
    const need = needs[at]
    if (!need) continue
    const ingredient = ingredients[at] ?? null
    const state = stateOf(
      need,
      ingredient,
      ingredient && need.family ? ingredient.total[need.family] - before(needs, ingredients, at, need.family) : 0,
    )
    if (need.isOptional && isLacking({ state })) leftOut += 1
    else if (state === 'short') short += 1
    else if (state === 'missing') missing += 1
  }
  const total = needs.length - leftOut
  return { have: total - short - missing, short, missing, total }
}

/** Counts compared lines, without optional ones that aren't met. */
export function countLines(lines: readonly { state: LineState; isOptional: boolean }[]): StockCount {
  const counted = lines.filter((line) => !line.isOptional || !isLacking(line))
  const of = (state: LineState) => counted.filter((line) => line.state === state).length
  const [short, missing] = [of('short'), of('missing')]
  return { have: counted.length - short - missing, short, missing, total: counted.length }
}

/** Weight of a date without a forecast: 1 today, 0 at the horizon. */
const urgency = (daysLeft: number) => Math.max(0, 1 - daysLeft / horizonDays) ** 2

/** Share of the first lot that a pinch, or an amount that can't be compared, uses. */
const pinch = 0.1

/** Returns the waste avoided by using this share of a lot, as a share of the lot. If some is left, `loss / chance` of the lot is expected to be. */
export const wasteAvoided = (share: number, { chance, loss }: LotRisk) => Math.min(share * chance, loss)

/**
 * Returns the waste avoided by using an amount of an ingredient, in lots, first-expiring first. 1 is a whole lot that would be wasted. `used`
 * has the shares of lots that needs before it use, and gets those that this one does.
 */
export function wasteAvoidedByUsing(
  ingredient: StockedIngredient,
  { base, family }: Pick<Need, 'base' | 'family'>,
  used = new Map<string, number>(),
): number {
  let open = base
  let saved = 0
  for (const lot of ingredient.soon) {
    const whole = family === null ? null : lot.milli[family]
    const before = used.get(lot.lotId) ?? 0
    const after = whole === null ? Math.min(1, before + pinch) : whole > 0 ? Math.min(1, before + open / whole) : before
    if (whole !== null && open <= 0) break
    saved += wasteAvoided(after, lot) - wasteAvoided(before, lot)
    used.set(lot.lotId, after)
    if (whole === null) break
    open -= (after - before) * whole
  }
  return saved
}
