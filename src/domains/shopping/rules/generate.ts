import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { type Conversion, convert, familyOf, type Unit } from '#platform/shared/units.ts'
import type { Priority, Reason } from '../contract/index.ts'
import type { Thing } from './merge.ts'

/** A food with a par level and what is there of it. Amounts are integer thousandths. */
export interface ParIngredient {
  id: string
  name: string
  category: string
  /** In `unit`, the food's default unit; above zero. */
  parMilli: number
  unit: Unit
  conversions: readonly Conversion[]
  /** By the unit it is kept in: unexpired and free, unexpired but held back for plans and loans, expired. */
  stock: readonly { unit: Unit; freeMilli: number; heldMilli: number; expiredMilli: number }[]
}

/** What the rule saw when it wrote a row; in the row's own unit. Told to people by `describeCause`. */
export interface Cause {
  reason: Exclude<Reason, 'requested'>
  unit: Unit
  parMilli: number
  freeMilli: number
  heldMilli: number
  expiredMilli: number
  /** On the list already by other rows. */
  listedMilli: number
}

export interface ListedRow extends Thing {
  id: string
  name: string
  category: string
  milli: number
  unit: Unit
  priority: Priority
  reason: Reason
  /** Null: a person asked for it. */
  cause: Cause | null
  /** Written by the rule and not edited since: the rule may bring it up to date or take it away. */
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
  /** Rows whose cause has ended. */
  remove: string[]
  /** Not below par by what can be compared alone: there is some in other units, or nobody knows. */
  notCompared: Pick<ParIngredient, 'id' | 'name'>[]
}

const priorities = { missing: 'high', expired: 'high', low_stock: 'medium', below_par: 'low' } as const

interface Need {
  milli: number
  cause: Cause
}

/** `unknown`: what can be compared is below par, and there is some that cannot. */
function needOf(ingredient: ParIngredient, others: readonly ListedRow[]): Need | 'enough' | 'unknown' {
  const inUnit = (milli: number, unit: Unit) => convert(milli, unit, ingredient.unit, ingredient.conversions)
  const sum = (amounts: readonly (number | null)[]) => Math.round(amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0))
  const { stock, parMilli } = ingredient
  const freeMilli = sum(stock.map(({ unit, freeMilli }) => inUnit(freeMilli, unit)))
  if (freeMilli >= parMilli) return 'enough'
  const isThere = stock.filter((part) => part.freeMilli + part.heldMilli > 0)
  if (isThere.some(({ unit }) => inUnit(1, unit) === null)) return 'unknown'

  // What somebody asked for in pieces may well be the kilo that is missing: it is not bought twice on a guess.
  const listed = others.map(({ milli, unit }) => inUnit(milli, unit))
  if (listed.includes(null)) return 'enough'
  const listedMilli = sum(listed)
  const missing = parMilli - freeMilli - listedMilli
  if (missing <= 0) return 'enough'

  const isExpired = stock.some(({ expiredMilli }) => expiredMilli > 0)
  const reason = isThere.length === 0 ? (isExpired ? 'expired' : 'missing') : freeMilli * 2 < parMilli ? 'low_stock' : 'below_par'
  const cause: Cause = {
    reason,
    unit: ingredient.unit,
    parMilli,
    freeMilli,
    heldMilli: sum(stock.map(({ unit, heldMilli }) => inUnit(heldMilli, unit))),
    expiredMilli: sum(stock.map(({ unit, expiredMilli }) => inUnit(expiredMilli, unit))),
    listedMilli,
  }
  // Half an egg is not for sale.
  return { milli: familyOf(ingredient.unit) === 'count' ? Math.ceil(missing / 1000) * 1000 : missing, cause }
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
  (Object.keys(to.cause) as (keyof Cause)[]).every((field) => row.cause?.[field] === to.cause[field])

/**
 * What is to be written onto the list so that every food with a par level comes back to it: what is there unexpired and free, and what
 * is on the list already, count. Rows that the rule wrote and nobody touched are brought up to date or removed; checked, edited and
 * hand-added rows are never touched. On a list as this leaves it, it plans nothing.
 */
export function planList(ingredients: readonly ParIngredient[], rows: readonly ListedRow[]): ListPlan {
  const plan: ListPlan = { add: [], change: [], remove: [], notCompared: [] }
  const byIngredient = Map.groupBy(rows, (row) => row.ingredientId)
  const nameless = Map.groupBy(byIngredient.get(null) ?? [], (row) => row.ingredientKey)
  const stays = (row: ListedRow) => row.isChecked || !row.isByRule
  const kept = new Set<string>()

  for (const ingredient of ingredients) {
    // Names are compared only where a row on the list has nothing else: making their keys is what takes long.
    const named = nameless.size === 0 ? [] : (nameless.get(ingredientKey(ingredient.name)) ?? [])
    const same = [...(byIngredient.get(ingredient.id) ?? []), ...named]
    const [own] = same.filter((row) => !stays(row)).toSorted((a, b) => (`${a.createdAt} ${a.id}` < `${b.createdAt} ${b.id}` ? -1 : 1))
    const need = needOf(ingredient, same.filter(stays))
    if (need === 'unknown') plan.notCompared.push({ id: ingredient.id, name: ingredient.name })
    if (typeof need === 'string') continue
    const to = written(ingredient, need)
    if (!own) plan.add.push(to)
    else {
      kept.add(own.id)
      if (!isAsWritten(own, to)) plan.change.push({ id: own.id, to })
    }
  }
  plan.remove = rows.filter((row) => !stays(row) && !kept.has(row.id)).map(({ id }) => id)
  return plan
}
