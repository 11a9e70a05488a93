import type { Storage } from '#domains/ingredients/contract/index.ts'
import type { DateKind } from '#domains/inventory/contract.ts'
import { many, say } from '#platform/shared/say.ts'
import { formatAmount } from '#platform/shared/unit-display.ts'
import { type Conversion, convert, familyOf, type Unit } from '#platform/shared/units.ts'
import type { ActionKind } from '../contract.ts'
import { isAvoidable, type Sums, type WasteEntry } from './summary.ts'

/** A recommendation for a lot or an ingredient, in the form its button needs. */
export interface Recommendation {
  kind: ActionKind
  sentence: string
  ingredientId: string
  ingredientName: string
  lotId: string | null
  /** In `unit`. `eat_first`: the amount in stock. `lower_par`: the current par level and the proposed one. */
  quantity: number | null
  from: number | null
  to: number | null
  unit: Unit | null
}

/** An open lot that is likely to be left over. */
export interface RiskyLot {
  lotId: string
  ingredientId: string
  ingredientName: string
  quantity: number
  unit: Unit
  storage: Storage
  dateKind: DateKind | null
  daysLeft: number
  /** Days the ingredient keeps frozen; null if unknown or if it freezes badly. */
  freezerDays: number | null
  /** Whether there is a circle to offer the lot to and it isn't offered yet. */
  canBeOffered: boolean
}

function dayWords(days: number): string {
  if (days === 0) return say`today`
  return days === 1 ? say`tomorrow` : say`in ${many(days, { one: '# day', other: '# days' })}`
}
const larger: Partial<Record<Unit, Unit>> = { g: 'kg', ml: 'l' }

/** Returns an amount for a sentence: counted items as a bare number, from 1,000 g in kilograms. */
export function formatLargeAmount(quantity: number, unit: Unit): string {
  const above = quantity >= 1000 ? larger[unit] : undefined
  if (above !== undefined) return formatLargeAmount(quantity / 1000, above)
  return formatAmount(quantity, unit)
}

/** Recommends how to save a lot: eat it first, freeze it if that gives it time (never past a use-by date), or offer it to a circle. */
export function recommendForLot(lot: RiskyLot): Recommendation[] {
  const { lotId, ingredientId, ingredientName, quantity, unit } = lot
  if (lot.daysLeft < 0) return []
  const base = { ingredientId, ingredientName, lotId, quantity, unit, from: null, to: null }
  const first: Recommendation = {
    ...base,
    kind: 'eat_first',
    sentence: say`Use ${ingredientName} first (expires ${dayWords(lot.daysLeft)})`,
  }
  const freezable = lot.storage !== 'FREEZER' && lot.dateKind !== 'use_by' && lot.freezerDays !== null && lot.freezerDays > lot.daysLeft + 7
  const recommendations = [first]
  if (freezable)
    recommendations.push({
      ...base,
      kind: 'freeze',
      sentence: say`Freeze ${ingredientName} (keeps about ${many(lot.freezerDays ?? 0, { one: '# day', other: '# days' })})`,
    })
  if (lot.canBeOffered) recommendations.push({ ...base, kind: 'offer', sentence: say`Offer ${ingredientName} to a circle` })
  return recommendations
}

/** An ingredient's recent purchases and waste, in its own unit. */
export interface IngredientPast {
  ingredientId: string
  name: string
  defaultUnit: Unit
  conversions: readonly Conversion[]
  par: number | null
  /** Lots added, by unit. */
  added: readonly { unit: Unit; lots: number; quantity: number }[]
  wasted: readonly WasteEntry[]
}

/** Fewer records are no habit. */
const fewest = 2
/** A smaller wasted share of what was added needs no action. */
const minShare = 0.15

/** Recommends how to reduce the repeated waste of ingredients, the costliest first. */
export function recommendForIngredients(ingredients: readonly IngredientPast[]): Recommendation[] {
  return ingredients
    .map((ingredient) => ({ ingredient, cents: ingredient.wasted.reduce((sum, entry) => sum + (entry.cents ?? 0), 0) }))
    .sort((a, b) => b.cents - a.cents || b.ingredient.wasted.length - a.ingredient.wasted.length)
    .flatMap(({ ingredient }) => forIngredient(ingredient))
}

function forIngredient(ingredient: IngredientPast): Recommendation[] {
  const { ingredientId, name, defaultUnit: unit, conversions, par } = ingredient
  const wasted = ingredient.wasted.filter(({ reason }) => isAvoidable(reason))
  if (wasted.length < fewest) return []
  const inUnit = (quantity: number, from: Unit) => convert(quantity, from, unit, conversions)
  const lost = add(wasted.map((entry) => inUnit(entry.milli / 1000, entry.unit)))
  const addedQuantity = add(ingredient.added.map((some) => inUnit(some.quantity, some.unit)))
  const lots = ingredient.added.reduce((sum, some) => sum + some.lots, 0)
  if (lost === null || addedQuantity === null || addedQuantity <= 0 || lots === 0) return []
  const share = Math.min(1, lost / addedQuantity)
  if (share < minShare) return []
  const base = { ingredientId, ingredientName: name, lotId: null, unit }
  const recommendations: Recommendation[] = []
  const to = par === null ? null : suggestLowerPar(par, share)
  if (par !== null && to !== null)
    recommendations.push({
      ...base,
      kind: 'lower_par',
      quantity: null,
      from: par,
      to,
      sentence: say`Keep less ${name}: lower its minimum from ${formatLargeAmount(par, unit)} to ${formatLargeAmount(to, unit)}`,
    })
  const pack = addedQuantity / lots
  // There is no smaller pack than a single piece.
  if (familyOf(unit) !== 'count' || pack > 1)
    recommendations.push({
      ...base,
      kind: 'smaller_pack',
      quantity: pack,
      from: null,
      to: null,
      sentence: say`Buy smaller packs of ${name}: ${Math.round(share * 100)}% of each pack of about ${formatLargeAmount(pack, unit)} went to waste`,
    })
  return recommendations
}

/** Returns the sum of the comparable parts; null if there are none. */
function add(parts: readonly (number | null)[]): number | null {
  const known = parts.filter((part) => part !== null)
  return known.length === 0 ? null : known.reduce((sum, part) => sum + part, 0)
}

/** Returns a par level lowered by the wasted share, at most by half, rounded; null if that changes nothing. */
export function suggestLowerPar(par: number, share: number): number | null {
  const target = par * (1 - Math.min(0.5, share))
  const step = par >= 1000 ? 50 : par >= 100 ? 10 : par >= 20 ? 5 : par > 4 ? 1 : par > 1 ? 0.5 : 0.1
  const to = Number(Math.max(step, Math.round(target / step) * step).toFixed(3))
  return to < par ? to : null
}

const habits: Record<string, string> = {
  expired: /*i18n*/ 'Most of it had expired. Check what expires first before you shop.',
  spoiled: /*i18n*/ 'Most of it had spoiled. Try a colder fridge, the freezer or smaller packs.',
  forgotten: /*i18n*/ 'Most of it was forgotten. Keep what expires first at the front, at eye level.',
  overbought: /*i18n*/ 'Most of it was more than you needed. Check what you have before you shop.',
  other: /*i18n*/ 'Choose a reason when you discard food, so we can suggest improvements.',
}

/** Returns a tip for the avoidable reason with the highest cost, or the most records if nothing had a price. */
export function wasteTips({ byReason }: Pick<Sums, 'byReason'>): string[] {
  const [worst] = [...byReason].filter(([reason]) => isAvoidable(reason)).sort(([, a], [, b]) => b.cents - a.cents || b.items - a.items)
  const tip = worst && habits[worst[0]]
  return tip === undefined ? [] : [say(tip)]
}
