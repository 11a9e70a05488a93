import type { Meal } from '#domains/diets/contract.ts'
import { rowIdOf } from '#domains/recipes/rules/missing-list-rows.ts'
import { addDays, type CalendarDate, isCalendarDate } from '#platform/shared/calendar.ts'
import { isUnit } from '#platform/shared/units.ts'
import {
  type ImportPlan,
  isRefused,
  type ListedFor,
  maxRowsByKind,
  type PlannedDish,
  type PlannedEater,
  type PlannedMeal,
  type PlannedRepeat,
  type RepeatedMeal,
} from './import-plan.ts'
import { numberOf, optional, readName, roundAmount, type TableRow, textOf } from './parse-cell.ts'

export interface ExportedPlan {
  readonly entries: readonly TableRow[]
  readonly repeats: readonly TableRow[]
  readonly mealEaters: readonly TableRow[]
  /** What planned meals lack and the list has seen. */
  readonly causes: readonly TableRow[]
  readonly recipes: readonly TableRow[]
  /** Of which recipe items are leftovers. */
  readonly leftovers: readonly TableRow[]
  /** Names of ingredients by id, also of removed ones. */
  readonly ingredients: ReadonlyMap<string, string>
  /** Names of members by user id. */
  readonly members: ReadonlyMap<string, string>
}

/** Of one repeat; a weekly one has them for some seven years. */
const maxDays = 400
/** Of all repeats. */
const maxAllDays = maxRowsByKind.plan

type PlannedRow = ImportPlan['rows'][number]

/** Plans the import of planned and cooked meals, what repeats, and who eats what. */
export function planMeals(exported: ExportedPlan): PlannedRow[] {
  const recipes = new Map(exported.recipes.map((row) => [textOf(row['id']), row]))
  const dishOf = (row: TableRow): PlannedDish => dishIn(row, recipes, exported.ingredients)
  const causes = Map.groupBy(exported.causes, (row) => textOf(row['entry_id']))
  const mealOf = (row: TableRow): PlannedMeal =>
    mealIn(row, dishOf(row), listedFor(causes.get(textOf(row['id'])) ?? [], exported.ingredients))
  const active = new Set(exported.repeats.filter((row) => row['ended_at'] === null).map((row) => textOf(row['id'])))
  const repeatOf = (row: TableRow) => (active.has(textOf(row['repeat_id'])) ? textOf(row['repeat_id']) : '')
  const byRepeat = Map.groupBy(exported.entries, repeatOf)
  const repeats = exported.repeats
    .filter((row) => row['ended_at'] === null)
    .map((row) => repeatIn(row, (byRepeat.get(textOf(row['id'])) ?? []).toSorted(byDay).slice(-maxDays), dishOf(row), mealOf))
  const meals = (byRepeat.get('') ?? []).filter((row) => row['removed_at'] === null).toSorted(byDay)
  const eaters = exported.mealEaters.filter((row) => row['removed_at'] === null)
  const rows = [
    ...exported.leftovers.flatMap((row) => leftoversIn(row, recipes)).slice(-maxRowsByKind.plan / 2),
    ...meals.map((row) => mealRowIn(mealOf(row))),
    ...eaters.toSorted((a, b) => order(a['date'], b['date'])).map((row) => eatersIn(row, exported.members)),
  ]
  return [...withinDays(repeats.slice(-maxRowsByKind.plan)), ...rows.slice(-Math.max(1, maxRowsByKind.plan - repeats.length))]
}

/** Leaves out the oldest days of repeats that have too many together. */
function withinDays(rows: readonly PlannedRow[]): PlannedRow[] {
  let left = maxAllDays
  for (const row of rows) {
    if (isRefused(row) || row.kind !== 'plan' || !('repeat' in row.data)) continue
    const { repeat } = row.data
    repeat.days = repeat.days.slice(Math.max(0, repeat.days.length - left))
    left -= repeat.days.length
  }
  return [...rows]
}

const order = (a: unknown, b: unknown) => (textOf(a) < textOf(b) ? -1 : textOf(a) > textOf(b) ? 1 : 0)
const byDay = (a: TableRow, b: TableRow) =>
  order(a['on_date'], b['on_date']) || order(a['created_at'], b['created_at']) || order(a['id'], b['id'])

const recipeIn = (row: TableRow) => ({
  recipe: textOf(row['name']),
  recipeId: textOf(row['id']),
  ...(row['is_starter'] === true ? { starterId: textOf(row['id']) } : {}),
})

function leftoversIn(row: TableRow, recipes: ReadonlyMap<string, TableRow>): PlannedRow[] {
  const [lotId, recipe] = [textOf(row['lot_id']), recipes.get(textOf(row['recipe_id']))]
  if (!recipe) return []
  const leftovers = { lotId, ...recipeIn(recipe) }
  const place = `recipe_leftovers ${lotId.slice(0, 60)}`
  return [{ kind: 'plan', place, name: readName(recipe['name']) ?? '', key: `larder leftovers ${lotId}`, data: { leftovers } }]
}

/** `rejectInvalidRows` checks it. */
function dishIn(row: TableRow, recipes: ReadonlyMap<string, TableRow>, ingredients: ReadonlyMap<string, string>): PlannedDish {
  const servings = numberOf(row['servings']) ?? 1
  const recipe = recipes.get(textOf(row['recipe_id']))
  if (recipe) return { ...recipeIn(recipe), servings }
  const [lotId, food] = [textOf(row['lot_id']), ingredients.get(textOf(row['ingredient_id']))]
  const [quantity, unit] = [roundAmount(numberOf(row['amount_quantity']) ?? 0), row['unit']]
  const amount = quantity !== null && isUnit(unit) ? { quantity, unit } : null
  const leftoverOf = recipes.get(textOf(row['leftover_of']))
  return {
    text: textOf(row['text']),
    ...(amount && lotId !== '' ? { lotId, ...amount } : {}),
    ...(leftoverOf && lotId !== '' ? { leftoverOf: recipeIn(leftoverOf) } : {}),
    ...(amount && lotId === '' && food !== undefined ? { food, ...amount } : {}),
    servings,
  }
}

function mealIn(row: TableRow, dish: PlannedDish, listed: readonly ListedFor[]): PlannedMeal {
  const [entryId, date, meal] = [textOf(row['id']), textOf(row['on_date']), row['meal'] as Meal]
  return { ...dish, entryId, date, meal, isCooked: row['state'] === 'cooked', ...(listed.length > 0 ? { listed: [...listed] } : {}) }
}

function listedFor(causes: readonly TableRow[], ingredients: ReadonlyMap<string, string>): ListedFor[] {
  return causes.flatMap((row): ListedFor[] => {
    const [unit, quantity, foodKey] = [row['unit'], numberOf(row['quantity']), textOf(row['food_key'])]
    if (!isUnit(unit) || quantity === null) return []
    const food = ingredients.get(foodKey)
    return [{ itemId: textOf(row['item_id']), quantity, unit, ...(food === undefined ? { foodKey } : { food }) }]
  })
}

const nameOf = ({ recipe, text, food }: PlannedDish) => readName(recipe ?? text ?? food) ?? ''

function mealRowIn(meal: PlannedMeal): PlannedRow {
  const place = `plan_entries ${meal.entryId.slice(0, 60)}`
  return { kind: 'plan', place, name: nameOf(meal), key: `larder meal ${meal.entryId}`, data: { meal } }
}

/** The first day's entry has an id of its own; those of later days follow from the repeat and the day that they were for. */
function repeatIn(row: TableRow, entries: readonly TableRow[], dish: PlannedDish, mealOf: (row: TableRow) => PlannedMeal): PlannedRow {
  const [repeatId, firstOn, everyWeeks] = [textOf(row['id']), textOf(row['first_on']), numberOf(row['every_weeks']) ?? 0]
  const dayOf = dayFinder(repeatId, firstOn, everyWeeks)
  const days = entries.flatMap((entry): RepeatedMeal[] => {
    const [meal, day] = [mealOf(entry), dayOf(textOf(entry['id']))]
    const isRemoved = entry['removed_at'] !== null
    return isRemoved && day === undefined ? [] : [{ ...meal, ...optional('day', day ?? null), isRemoved }]
  })
  const repeat: PlannedRepeat = { ...dish, repeatId, firstOn, everyWeeks, meal: row['meal'] as Meal, days }
  const place = `plan_repeats ${repeatId.slice(0, 60)}`
  return { kind: 'plan', place, name: nameOf(repeat), key: `larder repeat ${repeatId}`, data: { repeat } }
}

function dayFinder(repeatId: string, firstOn: string, everyWeeks: number): (entryId: string) => string | undefined {
  const days = new Map<string, CalendarDate>()
  if (isCalendarDate(firstOn) && [1, 2].includes(everyWeeks))
    for (let times = 1; times <= maxDays; times += 1) {
      const date = addDays(firstOn, times * everyWeeks * 7)
      days.set(rowIdOf(repeatId, date, 0), date)
    }
  return (entryId) => days.get(entryId)
}

function eatersIn(row: TableRow, members: ReadonlyMap<string, string>): PlannedRow {
  const [date, meal] = [textOf(row['date']), row['meal'] as Meal]
  const ids = Array.isArray(row['eater_ids']) ? row['eater_ids'].map(textOf) : []
  const who = ids.map((id): PlannedEater => {
    const name = members.get(id)
    return name === undefined ? { guestId: id } : { userId: id, name }
  })
  const place = `meal_eaters ${textOf(row['id']).slice(0, 60)}`
  const eaters = { date, meal, who, ...optional('carriedFor', textOf(row['carried_for']) || null) }
  return { kind: 'plan', place, name: date, key: `larder eaters ${date} ${textOf(meal)}`, data: { eaters } }
}
