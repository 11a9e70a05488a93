import { ownUnitLabel } from '#domains/ingredients/rules/own-units.ts'
import type { Pack } from '#domains/ingredients/rules/packs.ts'
import { fromMilli, toMilli } from '#platform/shared/quantity-and-money.ts'
import { type Conversion, convert, familyOf, type Unit } from '#platform/shared/units.ts'
import type { Packs, ShoppingItem } from '../contract/index.ts'

/** How an ingredient is sold. */
export interface SoldAs {
  packs: readonly Pack[]
  conversions: readonly Conversion[]
}

/** Thousandths of the unit that someone in a shop would round to. */
function roundingStep(quantity: number, unit: Unit): number {
  if (familyOf(unit) === 'count') return 1000
  if (unit === 'kg' || unit === 'l') return 50
  if (unit !== 'g' && unit !== 'ml') return 250
  return quantity < 100 ? 5000 : quantity < 1000 ? 10_000 : 50_000
}

/** No one counts more packs than this in a store. */
const maxPacks = 24

/** Returns the packs in thousandths of `unit`, the largest first, without those that can't be converted to it. */
const packsIn = (unit: Unit, { packs, conversions }: SoldAs) =>
  packs
    .flatMap((pack) => {
      const milli = convert(toMilli(pack.quantity), pack.unit, unit, conversions)
      return milli === null || milli <= 0 ? [] : [{ pack, milli }]
    })
    .toSorted((a, b) => b.milli - a.milli || (a.pack.unit < b.pack.unit ? -1 : 1))
/** Allows for floating-point errors of a conversion. */
const tolerance = 1e-6
/** Thousandths that `count` packs hold, rounded up to a whole number. */
const total = (count: number, packMilli: number) => Math.ceil(count * packMilli - tolerance)

/**
 * Rounds up to an amount that can be bought: whole packs of one size with little left over and few to carry, else 310 g instead of 309.57 g
 * and 2 eggs instead of 1.5.
 */
export function roundUpToBuy(quantity: number, unit: Unit, sold?: SoldAs): number {
  const needed = toMilli(quantity)
  const packs = sold && needed > 0 ? packsIn(unit, sold) : []
  // One pack more is as bad as a twentieth of the largest left over. A fixed whole number, so that a rounded amount stays as it is.
  const effort = Math.ceil((packs[0]?.milli ?? 0) / 20)
  const [best] = packs
    .map(({ milli }) => ({ milli, count: Math.floor((needed - 1 + tolerance) / milli) + 1 }))
    .filter(({ count }) => count <= maxPacks)
    .map(({ milli, count }) => ({ count, total: Math.max(needed, total(count, milli)) }))
    .toSorted((a, b) => a.total + a.count * effort - (b.total + b.count * effort) || a.total - b.total)
  if (best) return fromMilli(best.total)
  const step = roundingStep(quantity, unit)
  return fromMilli(Math.ceil(needed / step) * step)
}

/** Returns the packs of one size that make up an amount, the fewest possible; null if none do. */
export function wholePacks(quantity: number, unit: Unit, sold: SoldAs): Packs | null {
  const amount = toMilli(quantity)
  const largest = packsIn(unit, sold)
    .map(({ pack, milli }) => ({ pack, milli, count: Math.round(amount / milli) }))
    .find(({ milli, count }) => count >= 1 && count <= maxPacks && total(count, milli) === amount)
  if (!largest) return null
  const { quantity: size, unit: packUnit, name = null } = largest.pack
  return { count: largest.count, quantity: size, unit: packUnit, name }
}

/** Formats packs: `2 cans`, `2 × 500 g`, and one without a name as `500 g`. `format` formats the amount of one. */
export function formatPacks({ count, quantity, unit, name }: Packs, format: (quantity: number, unit: Unit) => string): string {
  if (name) return `${count} ${ownUnitLabel(name, count)}`
  return count === 1 ? format(quantity, unit) : `${count} × ${format(quantity, unit)}`
}

type PlusItem = Pick<ShoppingItem, 'suggestedQuantity' | 'unit' | 'packQuantity' | 'packs'>

/** Returns how much one press of plus adds: another pack as listed or last bought, else a step that suits the amount. */
export function plusAmount({ suggestedQuantity: quantity, unit, packQuantity, packs }: PlusItem): number {
  // Lists stored by older versions have neither.
  if (packs) return fromMilli(Math.ceil(toMilli(quantity) / packs.count))
  if (packQuantity) return packQuantity
  if (unit !== 'g' && unit !== 'ml') return 1
  return quantity < 100 ? 10 : quantity < 500 ? 50 : 100
}
