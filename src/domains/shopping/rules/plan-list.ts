import { convertOfKind } from '#domains/ingredients/rules/kinds.ts'
import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import type { Pack } from '#domains/ingredients/rules/packs.ts'
import { fromMilli, toMilli } from '#platform/shared/quantity-and-money.ts'
import { type Conversion, convert, type Unit } from '#platform/shared/units.ts'
import type { Interval, Priority, Reason } from '../contract/index.ts'
import type { ItemIdentity } from './merge-rows.ts'
import { roundUpToBuy } from './purchase-amount.ts'

/** An ingredient with a par level and its stock. Amounts are integer thousandths. */
export interface ParIngredient {
  id: string
  name: string
  category: string
  /** In `unit`, the ingredient's default unit; above zero. */
  parMilli: number
  unit: Unit
  conversions: readonly Conversion[]
  packs: readonly Pack[]
  /** Those that count as it. Their stock is in `stock`. */
  kinds: readonly { id: string; name: string; conversions: readonly Conversion[] }[]
  /** Per unit: free is unexpired and unreserved, held is unexpired but reserved for plans and loans, gone is probably gone and doesn't count. */
  stock: readonly { unit: Unit; freeMilli: number; heldMilli: number; expiredMilli: number; goneMilli: number }[]
}

/** What the generator saw when it wrote a row, in the row's unit. `describeCause` turns it into a sentence. */
export interface Cause {
  reason: Exclude<Reason, 'requested'>
  unit: Unit
  parMilli: number
  freeMilli: number
  heldMilli: number
  expiredMilli: number
  /** Recorded, but probably gone; absent if there is none. */
  goneMilli?: number
  /** Already on the list in other rows. */
  listedMilli: number
}

/** The recipes a row was added for; an empty name is something planned without a recipe. Stored in place of a `Cause`. */
export interface RecipeCause {
  recipes: readonly string[]
}

/** How often the list adds the row by itself. Stored in place of a `Cause`. */
export interface RecurringCause {
  every: Interval
}

/** Why a row is on the list, unless a person added it by hand. */
export type RowCause = Cause | RecipeCause | RecurringCause

export interface ListedRow extends ItemIdentity {
  id: string
  name: string
  category: string
  milli: number
  unit: Unit
  priority: Priority
  reason: Reason
  /** Null if a person added it. */
  cause: Cause | null
  /** Written by the generator and not edited since, so the generator may update or remove it. */
  isByRule: boolean
  isChecked: boolean
  createdAt: string
}

export type WrittenRow = Pick<ListedRow, 'name' | 'category' | 'milli' | 'unit' | 'priority' | 'reason'> & {
  ingredientId: string
  cause: Cause
}

export interface ListPlan {
  add: WrittenRow[]
  change: { id: string; to: WrittenRow }[]
  /** Ids of rows that are no longer needed. */
  remove: string[]
  /** Ingredients that may or may not be below par because some stock is in an incomparable unit. */
  notCompared: Pick<ParIngredient, 'id' | 'name'>[]
}

const priorities = { missing: 'high', expired: 'high', low_stock: 'medium', below_par: 'low' } as const

/** What is on the list already, with the conversions of the kind that it is of. */
interface ListedAmount {
  milli: number
  unit: Unit
  conversions?: readonly Conversion[]
}

interface Need {
  milli: number
  cause: Cause
}

const inUnitOf =
  ({ unit: own, conversions }: ParIngredient) =>
  (milli: number, unit: Unit) =>
    convert(milli, unit, own, conversions)
const sum = (amounts: readonly (number | null)[]) => Math.round(amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0))
const freeStock = (ingredient: ParIngredient) => sum(ingredient.stock.map(({ unit, freeMilli }) => inUnitOf(ingredient)(freeMilli, unit)))
const stocked = ({ stock }: ParIngredient) => stock.filter((part) => part.freeMilli + part.heldMilli > 0)

/** Returns whether the free unexpired stock is below par; null if some stock is in an incomparable unit and the rest isn't enough. */
export function isBelowPar(ingredient: ParIngredient): boolean | null {
  if (freeStock(ingredient) >= ingredient.parMilli) return false
  return stocked(ingredient).some(({ unit }) => inUnitOf(ingredient)(1, unit) === null) ? null : true
}

/** Returns `unknown` if the comparable stock is below par but more is stocked in an incomparable unit. */
function needOf(ingredient: ParIngredient, others: readonly ListedAmount[]): Need | 'enough' | 'unknown' {
  const isBelow = isBelowPar(ingredient)
  if (isBelow === false) return 'enough'
  if (isBelow === null) return 'unknown'
  const inUnit = inUnitOf(ingredient)
  const { stock, parMilli } = ingredient
  const [freeMilli, isThere] = [freeStock(ingredient), stocked(ingredient)]

  // A row in an incomparable unit (`3 pieces`) may already cover what's missing; don't buy it twice on a guess.
  const listed = others.map(({ milli, unit, conversions }) =>
    convertOfKind(milli, unit, ingredient.unit, conversions, ingredient.conversions),
  )
  if (listed.includes(null)) return 'enough'
  const listedMilli = sum(listed)
  const missing = parMilli - freeMilli - listedMilli
  if (missing <= 0) return 'enough'

  const isExpired = stock.some(({ expiredMilli }) => expiredMilli > 0)
  const reason = isThere.length === 0 ? (isExpired ? 'expired' : 'missing') : freeMilli * 2 < parMilli ? 'low_stock' : 'below_par'
  const goneMilli = sum(stock.map(({ unit, goneMilli }) => inUnit(goneMilli, unit)))
  const cause: Cause = {
    reason,
    unit: ingredient.unit,
    parMilli,
    freeMilli,
    heldMilli: sum(stock.map(({ unit, heldMilli }) => inUnit(heldMilli, unit))),
    expiredMilli: sum(stock.map(({ unit, expiredMilli }) => inUnit(expiredMilli, unit))),
    listedMilli,
    ...(goneMilli > 0 ? { goneMilli } : {}),
  }
  return { milli: toMilli(roundUpToBuy(fromMilli(missing), ingredient.unit, ingredient)), cause }
}

const written = ({ id, name, category, unit }: ParIngredient, { milli, cause }: Need): WrittenRow => ({
  ingredientId: id,
  name,
  category,
  milli,
  unit,
  priority: priorities[cause.reason],
  reason: cause.reason,
  cause,
})

const isAsWritten = (row: ListedRow, to: WrittenRow): boolean =>
  row.ingredientId === to.ingredientId &&
  (['name', 'category', 'milli', 'unit', 'priority', 'reason'] as const).every((field) => row[field] === to[field]) &&
  row.cause?.goneMilli === to.cause.goneMilli &&
  (Object.keys(to.cause) as (keyof Cause)[]).every((field) => row.cause?.[field] === to.cause[field])

/**
 * Plans the list changes that bring every ingredient back to its par level, counting free unexpired stock and what is already listed.
 * Updates or removes only rows it wrote itself; never touches checked, edited or hand-added rows. Adds none of the `skipped` ingredients.
 * Idempotent.
 */
export function planList(
  ingredients: readonly ParIngredient[],
  rows: readonly ListedRow[],
  skipped: ReadonlySet<string> = new Set(),
): ListPlan {
  const plan: ListPlan = { add: [], change: [], remove: [], notCompared: [] }
  const byIngredient = Map.groupBy(rows, (row) => row.ingredientId)
  const nameless = Map.groupBy(byIngredient.get(null) ?? [], (row) => row.ingredientKey)
  const stays = (row: ListedRow) => row.isChecked || !row.isByRule
  const kept = new Set<string>()
  /** What the rules write, by ingredient. */
  const planned = new Map<string, WrittenRow>()
  const listedOfKinds = ({ kinds }: ParIngredient): ListedAmount[] =>
    kinds.flatMap(({ id, name, conversions }) => {
      const named = nameless.size === 0 ? [] : (nameless.get(ingredientKey(name)) ?? [])
      const own = planned.get(id)
      return [...(byIngredient.get(id) ?? []), ...named]
        .filter(stays)
        .map(({ milli, unit }): ListedAmount => ({ milli, unit, conversions }))
        .concat(own ? { milli: own.milli, unit: own.unit, conversions } : [])
    })

  // Kinds first: what is bought of them counts for what they are kinds of.
  for (const ingredient of ingredients.toSorted((a, b) => Math.sign(a.kinds.length) - Math.sign(b.kinds.length))) {
    // Computing name keys is slow, so do it only if some row has no ingredient.
    const named = nameless.size === 0 ? [] : (nameless.get(ingredientKey(ingredient.name)) ?? [])
    const same = [...(byIngredient.get(ingredient.id) ?? []), ...named]
    const [own] = same.filter((row) => !stays(row)).toSorted((a, b) => (`${a.createdAt} ${a.id}` < `${b.createdAt} ${b.id}` ? -1 : 1))
    const need = needOf(ingredient, [...same.filter(stays), ...listedOfKinds(ingredient)])
    if (need === 'unknown') plan.notCompared.push({ id: ingredient.id, name: ingredient.name })
    if (typeof need === 'string' || (!own && skipped.has(ingredient.id))) continue
    const to = written(ingredient, need)
    planned.set(ingredient.id, to)
    if (!own) plan.add.push(to)
    else {
      kept.add(own.id)
      if (!isAsWritten(own, to)) plan.change.push({ id: own.id, to })
    }
  }
  plan.remove = rows.filter((row) => !stays(row) && !kept.has(row.id)).map(({ id }) => id)
  return plan
}
