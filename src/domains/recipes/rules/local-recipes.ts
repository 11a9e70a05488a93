import { meals } from '#domains/diets/contract.ts'
import type { Ingredient } from '#domains/ingredients/contract/index.ts'
import { findBuiltInFood } from '#domains/ingredients/rules/built-in/find-food.ts'
import { ingredientsByName, ingredientTable, kindsOf } from '#domains/ingredients/rules/local-ingredients.ts'
import { packsOf } from '#domains/ingredients/rules/packs.ts'
import { allocateNeeds, type NeededStock } from '#domains/inventory/rules/allocate-needs.ts'
import { isProbablyGone, type LotRow, lotsWithKinds, lotTable, reservationTable } from '#domains/inventory/rules/local-lots.ts'
import type { AllocationLot } from '#domains/inventory/rules/stock.ts'
import { boundedCache } from '#platform/shared/bounded-cache.ts'
import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'
import { firstSupportedLanguage, type Language } from '#platform/shared/language.ts'
import { compareText, IncompleteRowsError, type LocalTables, localTable } from '#platform/shared/local-tables.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { toMilli } from '#platform/shared/quantity-and-money.ts'
import { messageLocale } from '#platform/shared/say.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { Cooking } from '../contract/cooking.ts'
import type { PlanEntry, SyncedPlanEntry } from '../contract/plan.ts'
import type { RecipeListItem, SyncedRecipe, SyncedRecipeMatch } from '../contract/recipe.ts'
import type { ReservedFor } from '../contract/stock.ts'
import { needsOf, type StockLookup } from './compare-lines-with-stock.ts'
import { type CookingCount, newestFirst, toCardFields } from './cookings.ts'
import { createLineMatcher, type LineMatcher } from './match-line.ts'
import { type FindSold, type MissingLines, missingOfMeals } from './missing-list-rows.ts'
import { newRecipeDefaults } from './new-recipe.ts'
import { countMealStock, itemNeeds, type MealNeed, mealLines, mealNeeds, plannedNeeds, reservationDays } from './planned-meals.ts'
import { totalMinutes } from './recipe-time.ts'
import { expiringIngredientsOf, type ListedRecipe, toListed } from './sort-recipes.ts'
import { type ExpiringLot, horizonDays, type StockedIngredient, stockedIngredient } from './stock-for-recipes.ts'

export const recipeTable = localTable<SyncedRecipe>('recipes')
const matchTable = localTable<SyncedRecipeMatch>('recipeMatches')
export const cookingTable = localTable<Cooking>('cookings')
export const planTable = localTable<SyncedPlanEntry>('plan')
/** The tables that the stock of recipes depends on. */
export const recipeStockTables = [recipeTable, matchTable, ingredientTable, lotTable, reservationTable] as const

const newKeys = () => boundedCache<string, string | null>(20_000)
const knownKeys: Readonly<Record<Language, ReturnType<typeof newKeys>>> = { en: newKeys(), de: newKeys(), fr: newKeys() }
function knownKey(name: string): string | null {
  const language = firstSupportedLanguage([messageLocale()]) ?? 'en'
  return knownKeys[language].getOrCreate(name, () => findBuiltInFood(name, language)?.key ?? null)
}

const addTo = (sums: Map<Unit, number>, unit: Unit, milli: number) => sums.set(unit, (sums.get(unit) ?? 0) + milli)

/** Returns the unexpired stock of an ingredient and its kinds without reservations, except those for `planEntryId`, and the lots that expire soon. */
function stockOf(tables: LocalTables, ingredient: Ingredient, today: CalendarDate, planEntryId: string | undefined) {
  const ofKinds = kindsOf(tables, ingredient.id).map(({ id, conversions }) => {
    const { stock, soon } = stockOfOne(tables, id, today, planEntryId)
    return { stock: stock.map((one) => ({ ...one, conversions })), soon: soon.map((lot) => ({ ...lot, conversions })) }
  })
  const all = [stockOfOne(tables, ingredient.id, today, planEntryId), ...ofKinds]
  return { stock: all.flatMap(({ stock }) => stock), soon: all.flatMap(({ soon }) => soon) }
}

/** Does what `stockOf` does without the ingredient's kinds. */
function stockOfOne(tables: LocalTables, ingredientId: string, today: CalendarDate, planEntryId: string | undefined) {
  const [free, reservedForEntry, goneByUnit] = [new Map<Unit, number>(), new Map<Unit, number>(), new Map<Unit, number>()]
  const soon: ExpiringLot[] = []
  const horizon = addDays(today, horizonDays)
  const reservations = tables.grouped(reservationTable, 'lotId')
  for (const { id, unit, quantity, effectiveExpiration, gone } of tables.grouped(lotTable, 'ingredientId').get(ingredientId)?.values() ??
    []) {
    if (effectiveExpiration !== null && effectiveExpiration < today) continue
    const milli = toMilli(quantity)
    if (isProbablyGone({ gone })) {
      addTo(goneByUnit, unit, milli)
      continue
    }
    let reserved = 0
    for (const reservation of reservations.get(id)?.values() ?? []) {
      reserved += toMilli(reservation.quantity)
      if (reservation.kind === 'plan' && reservation.refId === planEntryId) addTo(reservedForEntry, unit, toMilli(reservation.quantity))
    }
    addTo(free, unit, milli - Math.min(milli, reserved))
    if (effectiveExpiration !== null && effectiveExpiration <= horizon && milli > reserved)
      soon.push({ lotId: id, unit, milli: milli - reserved, expiresOn: effectiveExpiration, risk: null })
  }
  const stock = [
    ...[...free, ...reservedForEntry].map(([unit, milli]) => ({ unit, milli })),
    ...[...goneByUnit].map(([unit, goneMilli]) => ({ unit, milli: 0, goneMilli })),
  ]
  return { stock, soon }
}

const byMeal = (a: SyncedPlanEntry, b: SyncedPlanEntry) =>
  compareText(a.date, b.date) ||
  meals.indexOf(a.meal) - meals.indexOf(b.meal) ||
  compareText(a.createdAt, b.createdAt) ||
  compareText(a.id, b.id)

/** Returns the next planned meal, other than `planEntryId`, that some of the ingredient is reserved for. */
function reservedFor(tables: LocalTables, ingredientId: string, planEntryId: string | undefined): ReservedFor | null {
  const meals: SyncedPlanEntry[] = []
  for (const {
    lot: { id },
  } of lotsWithKinds(tables, ingredientId))
    for (const { kind, refId } of tables.grouped(reservationTable, 'lotId').get(id)?.values() ?? []) {
      const meal = kind === 'plan' && refId !== planEntryId ? tables.get(planTable, refId) : undefined
      if (meal) meals.push(meal)
    }
  const [first] = meals.sort(byMeal)
  if (!first) return null
  const planned = tables.get(ingredientTable, first.ingredientId ?? '') ?? tables.get(recipeTable, first.recipeId ?? '')
  const name = planned?.name ?? first.text
  if (name == null) throw new IncompleteRowsError(`recipe of ${first.id}`)
  return { recipeName: name, date: first.date, meal: first.meal }
}

const withKindIds = (tables: LocalTables, row: Ingredient) => {
  const kinds = kindsOf(tables, row.id)
  return kinds.length === 0 ? row : { ...row, kindIds: kinds.map(({ id }) => id) }
}

interface KnownStock {
  row: Ingredient
  reservations: readonly object[]
  today: CalendarDate
  kinds: readonly Ingredient[]
  /** The lots of each kind. */
  ofKinds: readonly unknown[]
  stocked: StockedIngredient
}
const knownStock = new WeakMap<object, KnownStock>()

/** Returns an ingredient's stock; the same object until something of it, or any reservation, changes. */
function stockedNow(tables: LocalTables, row: Ingredient, today: CalendarDate): StockedIngredient {
  const lots = tables.grouped(lotTable, 'ingredientId').get(row.id)
  const reservations = tables.rows(reservationTable)
  const key = lots ?? row
  const known = knownStock.get(key)
  const kinds = kindsOf(tables, row.id)
  // The lots of kinds change without those of the ingredient.
  const ofKinds = kinds.map(({ id }) => tables.grouped(lotTable, 'ingredientId').get(id))
  const isSameStock = known?.kinds === kinds && ofKinds.every((one, at) => one === known.ofKinds[at])
  if (known && isSameStock && known.row === row && known.reservations === reservations && known.today === today) return known.stocked
  const { stock, soon } = stockOf(tables, row, today, undefined)
  const stocked = stockedIngredient(withKindIds(tables, row), stock, soon, today)
  knownStock.set(key, { row, reservations, today, kinds, ofKinds, stocked })
  return stocked
}

interface KnownMatcher {
  matches: readonly object[]
  language: string
  match: LineMatcher
}
const knownMatchers = new WeakMap<object, KnownMatcher>()

/** Returns the matcher of the household's ingredients; the same one until they or what users confirmed change. */
function lineMatcher(tables: LocalTables): LineMatcher {
  const [ingredients, matches, language] = [ingredientsByName(tables), tables.rows(matchTable), messageLocale()]
  const known = knownMatchers.get(ingredients)
  if (known && known.matches === matches && known.language === language) return known.match
  const match = createLineMatcher(ingredients, new Map(matches.map(({ id, ingredientId }) => [id, ingredientId])), knownKey)
  knownMatchers.set(ingredients, { matches, language, match })
  return match
}

/** What recipes are compared with. `planEntryId`: a planned meal whose reserved stock counts as available. */
export function recipeStock(tables: LocalTables, today: CalendarDate, planEntryId?: string): StockLookup {
  const ingredients = new Map<string, StockedIngredient | null>()
  const stockedFor = (row: Ingredient): StockedIngredient => {
    if (planEntryId === undefined) return stockedNow(tables, row, today)
    const { stock, soon } = stockOf(tables, row, today, planEntryId)
    return stockedIngredient(withKindIds(tables, row), stock, soon, today)
  }
  return {
    match: lineMatcher(tables),
    reservedFor: (id) => reservedFor(tables, id, planEntryId),
    ingredient(id) {
      const known = ingredients.get(id)
      if (known !== undefined) return known
      const row = tables.get(ingredientTable, id)
      const found = row ? stockedFor(row) : null
      ingredients.set(id, found)
      return found
    },
  }
}

/** A recipe as lists need it. */
interface Entry {
  recipe: SyncedRecipe
  id: string
  nameKey: string
  tags: readonly string[]
  searchKey: string
  ratingTenths: number | null
  createdAt: string
  minutes: number
  needs: ReturnType<typeof needsOf>
}
const entries = new WeakMap<SyncedRecipe, Entry>()

/** Returns a recipe prepared for lists; the same object until the recipe changes. */
export function recipeEntry(recipe: SyncedRecipe): Entry {
  const known = entries.get(recipe)
  if (known) return known
  const { id, name, description, tags, ingredients, rating, createdAt } = recipe
  const entry: Entry = {
    recipe,
    id,
    nameKey: nameKey(name),
    tags: tags.map(nameKey),
    searchKey: nameKey([name, description, ...ingredients].join(' ')),
    ratingTenths: rating === null ? null : Math.round(rating * 10),
    createdAt,
    minutes: totalMinutes(recipe),
    needs: needsOf(recipe),
  }
  entries.set(recipe, entry)
  return entry
}

interface ListedEntry extends ListedRecipe<Entry> {
  match: LineMatcher
  /** What the lines refer to. */
  ids: readonly (string | null)[]
  ingredients: readonly (StockedIngredient | null)[]
}
const listedEntries = new WeakMap<Entry, ListedEntry>()

/**
 * Returns how much of a recipe is in stock; the same object until it, an ingredient's stock or `cooked` changes. The waste it avoids is
 * judged by dates alone, since forecasts aren't on the device.
 */
export function listedRecipe(entry: Entry, { match, ingredient }: StockLookup, cooked?: CookingCount): ListedEntry {
  const known = listedEntries.get(entry)
  const ids = known?.match === match ? known.ids : entry.needs.map(({ food }) => match(food)?.id ?? null)
  const stocked = (id: string | null) => (id === null ? null : ingredient(id))
  const isSame = cooked?.times === known?.cooked?.times && cooked?.lastOn === known?.cooked?.lastOn
  if (known && isSame && ids.every((id, at) => stocked(id) === known.ingredients[at])) {
    known.match = match
    known.ids = ids
    return known
  }
  const ingredients = ids.map(stocked)
  const listed = { ...toListed(entry, entry.needs, ingredients, cooked), match, ids, ingredients }
  listedEntries.set(entry, listed)
  return listed
}

const cards = new WeakMap<ListedEntry, RecipeListItem>()

export function toRecipeListItem(listed: ListedEntry): RecipeListItem {
  const known = cards.get(listed)
  if (known) return known
  const { entry, stock, saves, cooked, ingredients } = listed
  const { lines: _, ...shown } = entry.recipe
  const card = { ...shown, stock, uses: expiringIngredientsOf(entry.needs, ingredients), saves, ...toCardFields(cooked) }
  cards.set(listed, card)
  return card
}

/** Returns how often each recipe was made, and when last. */
export function cookingCounts(tables: LocalTables): Map<string, CookingCount> {
  const counts = new Map<string, CookingCount>()
  for (const { recipeId, date } of tables.rows(cookingTable)) {
    const known = counts.get(recipeId)
    const isLast = !known || date > known.lastOn
    counts.set(recipeId, { times: (known?.times ?? 0) + 1, lastOn: isLast ? date : known.lastOn })
  }
  return counts
}

/** Returns the times that a recipe was made, newest first. */
export const cookingsOf = (tables: LocalTables, recipeId: string): Cooking[] =>
  [...(tables.grouped(cookingTable, 'recipeId').get(recipeId)?.values() ?? [])].sort(newestFirst)

/** Returns the lots of an ingredient and its kinds that aren't probably gone, with what is reserved for loans. */
function neededStock(tables: LocalTables, ingredientId: string): NeededStock {
  const known = tables.get(ingredientTable, ingredientId)
  if (!known) return { lots: [], conversions: null }
  const kinds = kindsOf(tables, ingredientId)
  return {
    conversions: known.conversions,
    hasKinds: kinds.length > 0,
    lots: lotsWithKinds(tables, ingredientId, kinds)
      .filter(({ lot }) => !isProbablyGone(lot))
      .map(({ lot, ...ofKind }): AllocationLot => {
        let reservedMilli = 0
        for (const { kind, quantity } of tables.grouped(reservationTable, 'lotId').get(lot.id)?.values() ?? [])
          if (kind === 'borrow') reservedMilli += toMilli(quantity)
        const { id, unit, effectiveExpiration: expiresOn, createdAt } = lot
        return { id, unit, milli: toMilli(lot.quantity), expiresOn, createdAt, reservedMilli, ...ofKind }
      }),
  }
}

/** Returns the planned meals of a range in order, with what those ahead need. */
function mealsBetween(tables: LocalTables, from: CalendarDate, to: CalendarDate, today: CalendarDate) {
  const { match } = recipeStock(tables, today)
  const find = (food: string) => tables.get(ingredientTable, match(food)?.id ?? '') ?? null
  return tables
    .rows(planTable)
    .filter(({ date }) => date >= from && date <= to)
    .sort(byMeal)
    .map((row) => {
      const recipe = row.recipeId === null ? null : tables.get(recipeTable, row.recipeId)
      // Removed recipes aren't on this device.
      if (recipe === undefined) throw new IncompleteRowsError(`recipe of ${row.id}`)
      const isAhead = row.state === 'planned' && row.date >= today
      const lot = tables.get(lotTable, row.inventoryItemId ?? '')
      const live = tables.get(ingredientTable, row.ingredientId ?? '')
      // Once it is gone, the ingredient that its name means.
      const meant = row.ingredientId == null ? null : (live ?? find(row.text ?? ''))
      const ingredient = { id: meant?.id ?? null, name: live?.name ?? null }
      const base = { id: row.id, on: row.date, row, recipe, ingredient, storage: lot?.storage ?? null }
      if (!isAhead) return { ...base, needs: [] }
      if (recipe) return { ...base, needs: mealNeeds(recipeEntry(recipe).needs, row.servings, recipe.servings, find) }
      return { ...base, needs: needsOfItem(row, lot, meant) }
    })
}

function needsOfItem(
  { inventoryItemId, quantity, unit, text }: SyncedPlanEntry,
  lot: LotRow | undefined,
  ingredient: MealNeed['ingredient'],
): MealNeed[] {
  if (quantity == null || unit == null) return []
  const amount = { milli: toMilli(quantity), unit, text: text ?? '' }
  if (inventoryItemId == null) return itemNeeds(amount, { ingredient })
  return itemNeeds(amount, lot ? { ingredient: { id: lot.ingredientId, name: amount.text }, lotId: lot.id } : { ingredient: null })
}

/** Returns the meals of a range with their lines, each with the stock that earlier ones leave, from today on. */
function mealsWithLines(tables: LocalTables, from: CalendarDate, to: CalendarDate, today: CalendarDate) {
  const meals = mealsBetween(tables, from < today ? from : today, to, today)
  const { met } = allocateNeeds(plannedNeeds(meals), (id) => neededStock(tables, id))
  const lines = mealLines(meals, met)
  return meals
    .map(({ row, recipe, ingredient, storage }, at) => ({ row, recipe, ingredient, storage, lines: lines[at] ?? [] }))
    .filter(({ row }) => row.date >= from)
}

export const plannedMeals = (tables: LocalTables, from: CalendarDate, to: CalendarDate, today: CalendarDate): PlanEntry[] =>
  mealsWithLines(tables, from, to, today).map(({ row: { createdAt: _, text = null, ...row }, recipe, ingredient, storage, lines }) => ({
    ...row,
    recipeName: recipe?.name ?? ingredient.name ?? text ?? '',
    text,
    inventoryItemId: row.inventoryItemId ?? null,
    ingredientId: ingredient.id,
    quantity: row.quantity ?? null,
    unit: row.unit ?? null,
    repeatId: row.repeatId ?? null,
    everyWeeks: row.everyWeeks ?? null,
    storage,
    leftoverOf: row.leftoverOf == null ? null : (tables.get(recipeTable, row.leftoverOf)?.id ?? null),
    category: recipe?.category ?? newRecipeDefaults.category,
    stock: countMealStock(lines),
  }))

/** Returns what the meals of a range lack; see `missingOfMeals`. */
export const missingOfPlan = (
  tables: LocalTables,
  span: { from: CalendarDate; to: CalendarDate },
  today: CalendarDate,
  additionId: string,
): MissingLines[] =>
  missingOfMeals(
    mealsWithLines(tables, span.from, span.to, today).flatMap(({ row, recipe, lines }) => {
      if (recipe) return [{ recipeId: recipe.id, recipeName: recipe.name, lines }]
      return row.ingredientId == null ? [] : [{ recipeId: row.id, recipeName: '', lines }]
    }),
    additionId,
  )

/** Returns how ingredients are sold. */
export const findSoldIn =
  (tables: LocalTables): FindSold =>
  (ingredientId) => {
    const known = tables.get(ingredientTable, ingredientId)
    return known && { packs: packsOf(known), conversions: known.conversions }
  }

/** Returns the thousandths of each lot that are reserved for loans and meals other than this one. */
export function reservedByOthers(tables: LocalTables, entryId: string, today: CalendarDate): Map<string, number> {
  const meals = mealsBetween(tables, today, addDays(today, reservationDays), today)
  const reserved = new Map<string, number>()
  const reserve = (lotId: string, milli: number) => reserved.set(lotId, (reserved.get(lotId) ?? 0) + milli)
  for (const { kind, lotId, quantity } of tables.rows(reservationTable)) if (kind === 'borrow') reserve(lotId, toMilli(quantity))
  const { reservations } = allocateNeeds(plannedNeeds(meals), (id) => neededStock(tables, id))
  for (const { lotId, refId, milli } of reservations.values()) if (refId !== entryId) reserve(lotId, milli)
  return reserved
}

export const hasIngredient = (tables: LocalTables, id: string): boolean => tables.get(ingredientTable, id) !== undefined
