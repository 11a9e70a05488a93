import type { Container } from '#domains/ingredients/contract/index.ts'
import { inOwnUnits } from '#domains/ingredients/rules/own-units.ts'
import { fromMilli, toMilli } from '#platform/shared/quantity-and-money.ts'
import { type Conversion, convert, familyOf, type Unit } from '#platform/shared/units.ts'
import { type LotAmount, ownUnitOfLot } from './lot-amount.ts'

type Weight = Pick<Container, 'quantity' | 'unit'>

/** Returns whether a lot is measured by weight, or by volume that converts to a weight. Pieces are counted. */
export const canWeigh = ({ unit }: { unit: Unit }, conversions: readonly Conversion[] = []): boolean =>
  familyOf(unit) !== 'count' && convert(1, 'g', unit, conversions) !== null

/** Own units that are parts of what is open. Of the others, such as cans, one is open and the rest are full. */
const isPart = (name: string): boolean => ['slice', 'clove', 'bunch', 'portion'].includes(name)

/** Returns how much of an opened lot is in full cans or jars, which aren't on the scale. */
export function sealedAmount(lot: LotAmount): number {
  const ownUnit = ownUnitOfLot(lot)
  const amount = inOwnUnits(lot.quantity, lot.unit, ownUnit)
  if (!amount || !ownUnit || isPart(ownUnit.name)) return 0
  const count = amount.rest === 0 ? amount.count - 1 : amount.count
  return fromMilli(toMilli((convert(ownUnit.quantity, ownUnit.unit, lot.unit) ?? 0) * count))
}

/** A weighed lot: the actual amount in its unit, with what isn't on the scale. */
export interface WeighedLot {
  quantity: number
  /** By how much the scale shows less than the empty container weighs, in the scale's unit; 0 if it doesn't. */
  missing: number
  /** By how much it is more than before, in the lot's unit, beyond what scales and packs vary; 0 if it isn't. */
  extra: number
}

/** How much more than recorded a full pack may weigh. */
const tolerance = 0.05

/** Subtracts the empty container from what the scale shows. Returns null if a weight doesn't convert to the lot's unit. */
export function weighLot(
  lot: LotAmount,
  scale: Weight,
  container: Weight | null,
  conversions: readonly Conversion[] = [],
): WeighedLot | null {
  const tare = container ? (convert(container.quantity, container.unit, scale.unit) ?? 0) : 0
  // Thousandths, so that an empty container is exactly empty.
  const netMilli = toMilli(scale.quantity) - toMilli(tare)
  const net = convert(Math.max(0, netMilli) / 1000, scale.unit, lot.unit, conversions)
  if (net === null) return null
  const quantity = fromMilli(toMilli(net + sealedAmount(lot)))
  const more = fromMilli(toMilli(quantity) - toMilli(lot.quantity))
  return { quantity, missing: Math.max(0, -netMilli / 1000), extra: more > lot.quantity * tolerance ? more : 0 }
}
