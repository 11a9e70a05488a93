import { z } from 'zod'
import { EaterChange, FoodContentsChange, Meal, NewGuest } from '#domains/diets/contract.ts'
import { changeHousehold } from '#domains/households/contract/index.ts'
import { Category, NewIngredient, ShelfLife } from '#domains/ingredients/contract/index.ts'
import { NewLot } from '#domains/inventory/contract.ts'
import { PastMovement } from '#domains/inventory/rules/past-movements.ts'
import { isLabelCode, LabelCode, LabelTarget, NewLabelSheet } from '#domains/labels/contract.ts'
import { maxPlaces, NewPlace } from '#domains/places/contract.ts'
import { maxCookbookRecipes, NewCookbook } from '#domains/recipes/contract/cookbooks.ts'
import { NewCooking } from '#domains/recipes/contract/cooking.ts'
import { maxEveryWeeks, NewPlanEntry } from '#domains/recipes/contract/index.ts'
import { NewRecipe } from '#domains/recipes/contract/recipe.ts'
import { isJsonObject, type JsonObject, toUnwrappedList } from '#domains/recipes/rules/json-ld.ts'
import { Interval, NewBundle, NewNamedList, NewShoppingItem } from '#domains/shopping/contract/index.ts'
import { maxNet } from '#domains/shopping/rules/aisle-order.ts'
import { NewStore } from '#domains/stores/contract.ts'
import { CalendarDate } from '#platform/shared/calendar.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import {
  type ImportPlan,
  isRefused,
  type PlanData,
  type PlannedDish,
  type PlannedMeal,
  type PlanRow,
  type PrintedLabels,
  UnreadableFileError,
} from './import-plan.ts'
import type { DateOrder } from './parse-cell.ts'
import { planFromCsv } from './plan-from-csv.ts'
import { type GrocyData, type GrocyTable, grocyTables, planFromGrocy } from './plan-from-grocy.ts'
import { isKitchenOwl, planFromKitchenOwl } from './plan-from-kitchenowl.ts'
import { isMealie, planFromMealie } from './plan-from-mealie.ts'

/** Parses KitchenOwl or Mealie JSON, the tables of grocy's API, or CSV. Throws `UnreadableFileError`. */
export function planFromText(text: string, defaultOrder: DateOrder, today: string): ImportPlan {
  if (!/^\uFEFF?\s*[[{]/.test(text)) return planFromCsv(text, defaultOrder)
  let data: unknown
  try {
    data = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new UnreadableFileError('damaged')
  }
  if (isJsonObject(data) && isJsonObject(data['grocyTables']))
    return planFromGrocy(grocyTablesIn(data['grocyTables']), today, data['grocyTables']['stock_log'] === null)
  if (isKitchenOwl(data)) return planFromKitchenOwl(data)
  if (isMealie(data)) return planFromMealie(data)
  throw new UnreadableFileError('not_known')
}

const maxRows = 40_000

function grocyTablesIn(tables: JsonObject): GrocyData {
  const rows = Object.keys(grocyTables).map((table) => [table, toUnwrappedList(tables[table]).filter(isJsonObject)] as const)
  // Of the journal, the newest rows are taken.
  if (rows.some(([table, tableRows]) => table !== 'stock_log' && tableRows.length > maxRows)) throw new UnreadableFileError('too_many')
  return Object.fromEntries(rows) as Record<GrocyTable, JsonObject[]>
}

const maxAisles = 100

const schemas = {
  food: NewIngredient.omit({ shelfLife: true }).extend({
    shelfLife: ShelfLife.partial().optional(),
    parent: NewIngredient.shape.name.optional(),
    picture: z.base64().optional(),
    learned: z.unknown().optional(),
  }),
  lot: NewLot,
  list: NewShoppingItem,
  recipe: NewRecipe.extend({
    cookings: z
      .array(NewCooking.extend({ picture: z.base64().optional() }))
      .max(10_000)
      .optional(),
    picture: z.base64().optional(),
  }),
  // With the names of all places.
  locations: z.array(NewPlace.shape.name).max(2 * maxPlaces),
  aisles: z.object({
    arranged: z.array(Category).max(maxAisles),
    pairs: z.array(z.object({ first: Category, second: Category, net: z.int().min(-maxNet).max(maxNet) })).max(maxAisles * maxAisles),
  }),
}

function arePrintedLabels({ size, codes, on }: PrintedLabels): boolean {
  const areCodes = codes.every((code) => LabelCode.safeParse(code).data === code && isLabelCode(code))
  const areTargets = on.every(
    ({ location }) => LabelTarget.safeParse(location === undefined ? {} : { location }).data?.location === (location ?? null),
  )
  return NewLabelSheet.safeParse({ size, count: codes.length }).success && areCodes && areTargets
}

function isDish({ recipe, text, quantity, unit, servings }: PlannedDish): boolean {
  const { shape } = NewPlanEntry
  const isNamed = recipe === undefined ? shape.text.safeParse(text ?? '').success : schemas.recipe.shape.name.safeParse(recipe).success
  const isAmount = shape.quantity.safeParse(quantity).success && shape.unit.safeParse(unit).success
  return isNamed && isAmount && shape.servings.safeParse(servings).success
}

/** Rows of the list that a meal has, and those of all days of a repeat. */
const maxListed = 200
const maxListedOfRepeat = 1_000
/** Of one meal, as the app takes them. */
const maxEaters = 200

const isMeal = (meal: PlannedMeal) =>
  isDish(meal) &&
  CalendarDate.safeParse(meal.date).success &&
  Meal.safeParse(meal.meal).success &&
  (meal.listed ?? []).every(({ quantity }) => quantity >= 0 && quantity <= 1_000_000) &&
  (meal.listed ?? []).length <= maxListed

function isPlan(data: PlanData['plan']): boolean {
  if ('meal' in data) return isMeal(data.meal)
  if ('leftovers' in data) return schemas.recipe.shape.name.safeParse(data.leftovers.recipe).success
  if ('eaters' in data) {
    const { date, meal, who } = data.eaters
    return CalendarDate.safeParse(date).success && Meal.safeParse(meal).success && who.length <= maxEaters
  }
  const { firstOn, everyWeeks, meal, days } = data.repeat
  if (!isDish(data.repeat) || !Number.isInteger(everyWeeks) || everyWeeks < 1 || everyWeeks > maxEveryWeeks) return false
  if (days.reduce((sum, { listed = [] }) => sum + listed.length, 0) > maxListedOfRepeat) return false
  return CalendarDate.safeParse(firstOn).success && Meal.safeParse(meal).success && days.every(isMeal)
}

function isDiet(data: PlanData['diet']): boolean {
  if ('food' in data) return FoodContentsChange.safeParse({ contains: data.contains, without: data.without }).success
  if ('guest' in data) {
    const { guestId: _id, ...guest } = data.guest
    return NewGuest.safeParse(guest).success
  }
  const { member: _member, ...own } = data.own
  return EaterChange.safeParse(own).success
}

function isSetting({ setting, value }: PlanData['setting']): boolean {
  if (setting === 'aisles') return schemas.aisles.safeParse(value).success
  if (setting === 'locations') return schemas.locations.safeParse(value).success
  return changeHousehold.body?.safeParse({ [setting]: value }).success === true
}

function isValid(row: PlanRow): boolean {
  if (row.kind === 'barcode') return true
  if (row.kind === 'plan') return isPlan(row.data)
  if (row.kind === 'diet') return isDiet(row.data)
  if (row.kind === 'setting') return isSetting(row.data)
  if (row.kind === 'lot' || row.kind === 'past') {
    const {
      food: ingredient,
      lotId: _id,
      store = 'none',
      addedOn: _added,
      openedOn: _opened,
      frozenOn: _frozen,
      frozenDaysLeft: _left,
      thawedOn: _thawed,
      keyOncePast: _key,
      movements = [],
      ...lot
    } = row.data
    if (!movements.every((movement) => PastMovement.safeParse(movement).success)) return false
    return NewStore.safeParse({ name: store }).success && schemas.lot.safeParse({ ...lot, ingredient: { name: ingredient } }).success
  }
  if (row.kind === 'list') {
    const { food: ingredient, quantity, stores = [], list, repeats, bundle, labels, keptAt, ownList, ownStore, ...item } = row.data
    if (labels !== undefined) return arePrintedLabels(labels)
    if (ownList !== undefined) return NewNamedList.safeParse({ name: ingredient }).success
    if (ownStore !== undefined) return NewStore.safeParse({ name: ingredient }).success && schemas.aisles.safeParse(ownStore).success
    if (keptAt !== undefined) return NewPlace.safeParse({ name: ingredient, storage: keptAt.storage }).success
    if (bundle !== undefined) return NewBundle.safeParse({ name: ingredient, items: bundle }).success
    if (repeats !== undefined && !(Interval.safeParse(repeats.every).success && CalendarDate.safeParse(repeats.dueOn).success)) return false
    if (list !== undefined && !NewNamedList.safeParse({ name: list }).success) return false
    if (!stores.every((name) => NewStore.safeParse({ name }).success)) return false
    return schemas.list.safeParse({
      ...item,
      ingredientName: ingredient,
      ...(quantity === undefined ? {} : { suggestedQuantity: quantity }),
    }).success
  }
  if (row.kind === 'recipe' && row.data.cookbook !== undefined)
    return NewCookbook.safeParse({ name: row.name }).success && row.data.cookbook.length <= maxCookbookRecipes
  return schemas[row.kind].safeParse(row.data).success
}

/** Rejects rows that don't match the domains' contracts, and removes duplicates. */
export function rejectInvalidRows(plan: ImportPlan): ImportPlan {
  const seen = new Set<string>()
  const ingredients = new Set<string>()
  const rows = plan.rows.flatMap((row): ImportPlan['rows'] => {
    if (isRefused(row)) return [row]
    const { kind, place, name } = row
    if (!isValid(row)) return [{ kind, place, name, refused: 'not_valid' }]
    if (kind === 'food') {
      if (ingredients.has(nameKey(name))) return []
      ingredients.add(nameKey(name))
    }
    if (seen.has(row.key)) return []
    seen.add(row.key)
    return [row]
  })
  return { ...plan, rows }
}
