import { compareText } from '#platform/shared/local-tables.ts'
import { fromMilli, toMilli } from '#platform/shared/quantity-and-money.ts'
import { convertMilli, type Unit } from '#platform/shared/units.ts'
import type { Lot } from '../contract.ts'
import { compareLots, type LotFilters } from './list-lots.ts'

/** The lots of one ingredient in a list. */
export interface LotGroup {
  /** In the order of the list. */
  lots: readonly Lot[]
  /** The lot that expires first. */
  first: Lot
  /** The lot that one tap uses: the first to expire that isn't all reserved. */
  toUse: Lot
  /** The sum, in the unit of `first` and the own unit that all were entered in; null if the units don't convert. */
  total: (Pick<Lot, 'quantity' | 'ownUnit'> & { unit: Unit }) | null
  /** Whether all are in the same place. */
  isInOnePlace: boolean
}

/** Groups by their first lot, so that a row whose lots didn't change isn't rendered again. */
const known = new WeakMap<Lot, LotGroup>()

/** Groups a list by ingredient. A group is where its first lot was. */
export const groupLots = (lots: readonly Lot[]): LotGroup[] =>
  [...Map.groupBy(lots, ({ ingredient }) => ingredient.id).values()].map((ofIngredient) => {
    const [head] = ofIngredient as [Lot]
    const cached = known.get(head)
    if (cached && cached.lots.length === ofIngredient.length && cached.lots.every((lot, at) => lot === ofIngredient[at])) return cached
    const group = createGroup(ofIngredient)
    known.set(head, group)
    return group
  })

/** Sorts groups by the sum and the date that they show. A group is where its first lot was in the orders that this changes nothing about. */
export function sortGroups(groups: readonly LotGroup[], filters: LotFilters): readonly LotGroup[] {
  if (filters.sort !== 'quantity' && (filters.sort !== 'expirationDate' || filters.order !== 'desc')) return groups
  const compare = compareLots(filters)
  return groups
    .map((group) => ({ group, shown: { ...group.first, ...group.total } }))
    .sort((a, b) => compare(a.shown, b.shown))
    .map(({ group }) => group)
}

function createGroup(lots: readonly Lot[]): LotGroup {
  const [first, ...others] = lots.toSorted(byExpiry) as [Lot, ...Lot[]]
  const millis = lots.map(({ quantity, unit }) => convertMilli(toMilli(quantity), unit, first.unit))
  const milli = millis.reduce((sum, one) => (sum === null || one === null ? null : sum + one), 0)
  const isInOnePlace = others.every(({ location, storage }) => location === first.location && storage === first.storage)
  const toUse = [first, ...others].find(({ quantity, reserved }) => quantity > reserved) ?? first
  const ownUnit = others.every((lot) => lot.ownUnit === first.ownUnit) ? (first.ownUnit ?? null) : null
  const total = milli === null ? null : { quantity: fromMilli(milli), unit: first.unit, ownUnit }
  return { lots, first, toUse, total, isInOnePlace }
}

/** Sorts by expiration date, undated last, then by age. */
const byExpiry = (a: Lot, b: Lot) =>
  compareText(a.effectiveExpiration ?? '9999', b.effectiveExpiration ?? '9999') ||
  compareText(a.createdAt, b.createdAt) ||
  compareText(a.id, b.id)

/** A row of the stock list: one lot, or the lots of an ingredient. */
export interface StockRow {
  key: string
  /** The row's lot, or the first to expire. */
  lot: Lot
  /** Null for a single lot. */
  group: LotGroup | null
  isExpanded: boolean
  /** Whether it is one of the lots of an expanded group. */
  isPart: boolean
}

/** Returns the rows of a list. `expanded` holds the ids of ingredients whose lots are shown. */
export const rowsOfGroups = (groups: readonly LotGroup[], expanded: ReadonlySet<string>): StockRow[] =>
  groups.flatMap((group): StockRow[] => {
    const { lots, first } = group
    const { id: key } = first.ingredient
    if (lots.length === 1) return [{ key, lot: first, group: null, isExpanded: false, isPart: false }]
    const isExpanded = expanded.has(key)
    const row = { key, lot: first, group, isExpanded, isPart: false }
    const parts = isExpanded ? lots.map((lot) => ({ key: lot.id, lot, group: null, isExpanded: false, isPart: true })) : []
    return [row, ...parts]
  })
