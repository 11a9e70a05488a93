import { randomUUIDv7 } from 'node:crypto'
import { addAsList, readSoldAs, restocksList, takeOffAsList } from '#domains/shopping/server/index.ts'
import type { ConsumerContext } from '#platform/server/changes/change-consumer-interface.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import { addDays } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { type Conversion, convert, type Unit } from '#platform/shared/units.ts'
import { type ListedAmount, type MissingListRow, missingOfMeals, toMissingListRows } from '../../rules/missing-list-rows.ts'
import { type ListedNeed, lineKeyOf, type PlannedMeal, planListedNeeds } from '../../rules/plan-listed-needs.ts'
import * as store from '../store/listed-needs.ts'
import { hasPlanned } from '../store/plan.ts'
import { listOpenShoppingAdditions } from '../store/recipes.ts'
import { buyerOf, readMeals } from './read-planned-meals.ts'

/** How many days ahead a meal's missing ingredients are on the list. */
const listDays = 7

/** Brings the default list up to date with what planned meals lack, in a household whose list writes itself. */
export async function listPlanNeeds(tx: Transaction, context: ConsumerContext): Promise<void> {
  const { householdId, today } = context
  if (!(await hasPlanned(tx, householdId))) return
  const rows = await store.listListedNeeds(tx, householdId)
  const known = rows.map((row) => ({ ...row, entryId: row.entry_id, ingredientKey: row.food_key }))
  if (!(await restocksList(tx, householdId))) {
    // Once it is switched on again, everything that is lacking is due.
    await store.deleteListedNeeds(
      tx,
      householdId,
      known.map(({ id }) => id),
    )
    return
  }
  const meals = (await readMeals(tx, context, today, addDays(today, listDays))).flatMap(({ row, recipe, lines }): PlannedMeal[] => {
    const recipeId = buyerOf(row)
    return recipeId === null ? [] : [{ entryId: row.id, recipeId, recipeName: recipe?.name ?? '', lines }]
  })
  const plan = planListedNeeds(meals, known)
  const open = plan.ended.filter(({ row, milli }) => row === 'open' && milli > 0)
  await takeOffAsList(
    tx,
    context,
    open.map(({ item_id, milli, unit }) => ({ itemId: item_id, milli, unit })),
  )
  await store.deleteListedNeeds(
    tx,
    householdId,
    plan.ended.map(({ id }) => id),
  )
  if (plan.meals.length > 0)
    await addNeeds(
      tx,
      context,
      plan,
      known.filter((one) => !plan.ended.includes(one)),
    )
}

interface Needs {
  meals: readonly PlannedMeal[]
  begun: readonly Pick<ListedNeed, 'entryId' | 'ingredientKey'>[]
}

/** Adds what the meals lack beyond what is on the list for their recipes, and remembers for which meal. */
async function addNeeds(tx: Transaction, context: ConsumerContext, { meals, begun }: Needs, known: readonly store.KnownNeed[]) {
  const { householdId } = context
  const lacking = missingOfMeals(meals, undefined)
  const listed = await readListed(
    tx,
    householdId,
    lacking.map(({ recipeId }) => recipeId),
    known,
  )
  const ingredientIds = lacking.flatMap(({ lines }) => lines.flatMap(({ ingredientId }) => ingredientId ?? []))
  const sold = await readSoldAs(tx, householdId, ingredientIds)
  const wanted = toMissingListRows(
    lacking,
    (id) => sold.get(id),
    (recipeId) => listed.get(recipeId) ?? [],
  )
  const added = await addAsList(
    tx,
    context,
    wanted.map(({ item, recipeName }) => ({ ...item, recipeName })),
  )
  const seq = tx.recorded.get(householdId) ?? 0
  const remember = (entryId: string, row: Pick<MissingListRow, 'recipeId' | 'ingredientKey'>, share: Share) =>
    store.insertListedNeed(tx, {
      household_id: householdId,
      id: randomUUIDv7(),
      entry_id: entryId,
      recipe_id: row.recipeId,
      food_key: row.ingredientKey,
      ...share,
      seq: share.milli > 0 ? seq : 0,
    })
  const remembered = new Set<string>()
  for (const [at, row] of wanted.entries()) {
    const { itemId, milli: total, unit } = added[at] ?? noRow
    const shares = splitAmount(total, unit, entriesOf(row, meals, begun, total > 0), sold.get(row.ingredientKey)?.conversions ?? [])
    for (const { entryId, milli } of shares) {
      remembered.add(`${entryId} ${row.ingredientKey}`)
      await remember(entryId, row, { item_id: itemId, milli, unit })
    }
  }
  // What is on the list for a recipe already.
  const covering = [...listed.values()].flat()
  for (const { entryId, ingredientKey } of begun) {
    const row = covering.find((one) => one.ingredientKey === ingredientKey)
    const recipeId = meals.find((meal) => meal.entryId === entryId)?.recipeId ?? ''
    if (row && !remembered.has(`${entryId} ${ingredientKey}`))
      await remember(entryId, { recipeId, ingredientKey }, { item_id: row.itemId, milli: 0, unit: row.unit })
  }
}

type Share = Pick<store.ListedNeedRow, 'item_id' | 'milli' | 'unit'>
const noRow = { itemId: '', milli: 0, unit: 'each' } as const

/** Returns what each recipe has on the list: what people added for it, and shares of its meals. */
async function readListed(
  tx: Transaction,
  householdId: HouseholdId,
  recipeIds: readonly string[],
  known: readonly store.KnownNeed[],
): Promise<Map<string, (ListedAmount & { itemId: string })[]>> {
  const listed = new Map<string, (ListedAmount & { itemId: string })[]>()
  const shares = known.filter(({ row, milli }) => row === 'open' && milli > 0)
  const all = [...(await listOpenShoppingAdditions(tx, householdId, recipeIds)), ...shares]
  for (const recipeId of recipeIds) {
    const own = all.filter(({ recipe_id }) => recipe_id === recipeId)
    listed.set(
      recipeId,
      own.map(({ food_key, milli, unit, item_id }) => ({ ingredientKey: food_key, milli, unit, itemId: item_id })),
    )
  }
  return listed
}

/** A meal's need of an ingredient, in thousandths of `unit`. */
interface EntryNeed {
  entryId: string
  milli: number
  unit: Unit | null
}

/** Returns the meals that a row of their recipe is for: those that newly lack its ingredient; if there are none and it grew, the first one. */
function entriesOf(
  { recipeId, ingredientKey }: MissingListRow,
  meals: Needs['meals'],
  begun: Needs['begun'],
  isGrown: boolean,
): EntryNeed[] {
  const all = meals
    .filter((meal) => meal.recipeId === recipeId)
    .flatMap(({ entryId, lines }) => {
      const own = lines.filter((line) => lineKeyOf(line) === ingredientKey)
      const [first] = own
      return first ? { entryId, milli: own.reduce((sum, line) => sum + line.lackingMilli, 0), unit: first.need.unit } : []
    })
  const news = all.filter(({ entryId }) => begun.some((one) => one.entryId === entryId && one.ingredientKey === ingredientKey))
  return news.length > 0 ? news : isGrown ? all.slice(0, 1) : []
}

/** Splits an added amount over meals by what each lacks; the last one gets the rest. */
function splitAmount(total: number, unit: Unit, needs: readonly EntryNeed[], conversions: readonly Conversion[]) {
  let left = total
  return needs.map(({ entryId, milli, unit: own }, at) => {
    const need = own === null ? 0 : Math.round(convert(milli, own, unit, conversions) ?? 0)
    const part = at === needs.length - 1 ? left : Math.min(left, need)
    left -= part
    return { entryId, milli: part }
  })
}
