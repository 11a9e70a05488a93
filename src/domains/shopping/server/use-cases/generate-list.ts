import { randomUUIDv7 } from 'node:crypto'
import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { findIngredientByName, parseConversions, parsePacks } from '#domains/ingredients/server/index.ts'
import type { NewLot } from '#domains/inventory/contract.ts'
import { type KindStock, stockOfKinds } from '#domains/inventory/rules/kind-stock.ts'
import { kindStocks, type ParStock, parseStock, stockForPar } from '#domains/inventory/server/index.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { ReplyOf } from '#platform/shared/endpoint.ts'
import { toMilli } from '#platform/shared/quantity-and-money.ts'
import { say } from '#platform/shared/say.ts'
import { type generateList as generateEndpoint, listGenerated } from '../../contract/index.ts'
import { isForRecipes, isRecurring } from '../../rules/describe-cause.ts'
import { type Cause, type ListedRow, type ParIngredient, planList, type WrittenRow } from '../../rules/plan-list.ts'
import {
  type GeneratedRow,
  type JoinedListColumns,
  type KeyedRow,
  type ListedItemRow,
  lastPrices,
  listGeneratedRows,
  manualRows,
} from '../store/read-list.ts'
import { findRows, type ItemRow, listedRows, newRowState, type Remembered } from '../store/rows.ts'
import { readRemembered } from './add-item.ts'
import { applyListChange, type RowPatch } from './apply-list-change.ts'
import { type ShoppingDeps, toShoppingList } from './read-list.ts'
import { causeOf } from './to-response.ts'

/** Beyond this, reading the full list is cheaper than selecting by id. */
const fewRows = 200

/** Brings the default list up to date with the par levels as one change; records none if nothing changes. Rows on other lists count as listed. */
export async function generateList(tx: Transaction, member: Member, shopping: ShoppingDeps): Promise<ReplyOf<typeof generateEndpoint>> {
  const { stock, ingredients } = await readParIngredients(tx, member)
  // Stock and prices of generated rows come from the ingredients read above, which is faster than joining them for thousands of rows.
  const [byRule, byHand] = [await listGeneratedRows(tx, member.householdId), await manualRows(tx, member.householdId, member.today)]
  const plan = planList(ingredients, [...byRule, ...byHand].map(toListed))
  const touchedIds = [...plan.change.map(({ id }) => id), ...plan.remove]
  const byId = new Map((await readFullRows(tx, member, touchedIds)).map((row) => [row.id, row]))
  const existing = (id: string) => byId.get(id) as ItemRow
  const added = plan.add.map(columnsOf)
  const remembered = await readRemembered(
    tx,
    member.householdId,
    added.map((row) => row.food_key),
  )
  const rememberedOf = rememberedFinder(stock, remembered)
  const patches: RowPatch[] = [
    ...added.map((row): RowPatch => ({ create: toNewRow(row, rememberedOf(row)) })),
    ...plan.change.map(({ id, to }): RowPatch => ({ row: existing(id), set: columnsOf(to) })),
    ...plan.remove.map((id): RowPatch => ({ row: existing(id), set: { state: 'removed' } })),
  ]
  if (patches.length > 0) await applyListChange(tx, member, listGenerated, patches)
  const findJoined = await readJoined(tx, member, stock, ingredients)
  const shown = [...applyPatchesToRows(byRule, patches, findJoined, member.now.toISOString()), ...byHand].filter(
    ({ list_id }) => list_id === null,
  )
  return {
    ...(await toShoppingList(tx, member, shopping, shown)),
    added: plan.add.length,
    changed: plan.change.length,
    removed: plan.remove.length,
    notCompared: plan.notCompared.map(({ id, name }) => ({
      ingredientId: id,
      ingredientName: name,
      why: say`Some ${name} is in a unit that can’t be compared with your minimum. Add a conversion to the ingredient.`,
    })),
  }
}

/** Returns the id of a lot's ingredient, '' for one that doesn't exist yet. */
const ingredientIdOf = async (tx: Transaction, member: Member, { ingredientId, ingredient }: NewLot): Promise<string> =>
  ingredientId ?? (ingredient && (await findIngredientByName(tx, member, ingredient.name))?.id) ?? ''

/** Returns what removes the unedited generated rows of ingredients that these lots bring back to their par level. */
export async function restockedRowPatches(tx: Transaction, member: Member, lots: readonly NewLot[]): Promise<RowPatch[]> {
  const generated = (await listGeneratedRows(tx, member.householdId)).filter(({ ingredient_id }) => ingredient_id !== null)
  if (generated.length === 0) return []
  const unexpired = lots.filter(({ expirationDate }) => !expirationDate || expirationDate >= member.today)
  const known = await Promise.all(unexpired.map(async (lot) => ({ ...lot, ingredientId: await ingredientIdOf(tx, member, lot) })))
  const added = Map.groupBy(known, ({ ingredientId }) => ingredientId)
  const addedTo = ({ id }: Pick<ParIngredient, 'id'>) =>
    (added.get(id) ?? []).map(({ unit, quantity }) => ({ unit, freeMilli: toMilli(quantity), heldMilli: 0, expiredMilli: 0, goneMilli: 0 }))
  const { ingredients } = await readParIngredients(tx, member)
  const isRestocked = ({ id, kinds }: ParIngredient) => [id, ...kinds.map((kind) => kind.id)].some((one) => added.has(one))
  const restockedIds = new Set(ingredients.filter(isRestocked).map(({ id }) => id))
  if (!generated.some(({ ingredient_id }) => restockedIds.has(ingredient_id ?? ''))) return []
  // What the list has of their kinds counts for them.
  const ofThem = new Set([...restockedIds, ...ingredients.filter(isRestocked).flatMap(({ kinds }) => kinds.map(({ id }) => id))])
  const restocked = ingredients
    .filter(({ id }) => ofThem.has(id))
    .map((ingredient) => {
      const ofKinds = ingredient.kinds.map((kind) => ({ ...kind, stock: addedTo(kind) }))
      return { ...ingredient, stock: [...ingredient.stock, ...addedTo(ingredient), ...stockOfKinds(ofKinds, ingredient)] }
    })
  const rows = generated.filter(({ ingredient_id }) => ofThem.has(ingredient_id ?? ''))
  const { remove, notCompared } = planList(restocked, rows.map(toListed))
  const unknown = new Set(notCompared.map(({ id }) => id))
  return (await findRows(tx, member.householdId, remove))
    .filter(({ ingredient_id }) => restockedIds.has(ingredient_id ?? '') && !unknown.has(ingredient_id ?? ''))
    .map((row) => ({ row, set: { state: 'removed' } }))
}

/** Returns a function that finds the note and stores of a new row: those of the last row about the same thing, else the ingredient's note. */
export function rememberedFinder(
  ingredients: readonly { id: string; note: string }[],
  remembered: ReadonlyMap<string, Remembered>,
): (row: Pick<ItemRow, 'ingredient_id' | 'food_key'>) => Remembered {
  const own = new Map(ingredients.map(({ id, note }) => [id, note]))
  return ({ ingredient_id, food_key }) => {
    const { note = '', store_ids = '[]' } = remembered.get(food_key) ?? {}
    return { note: note || (own.get(ingredient_id ?? '') ?? ''), store_ids }
  }
}

async function readFullRows(tx: Transaction, member: Member, ids: readonly string[]): Promise<ItemRow[]> {
  if (ids.length <= fewRows) return findRows(tx, member.householdId, ids)
  return listedRows(tx, member.householdId, null)
}

type FindJoined = (ingredientId: string | null | undefined) => JoinedListColumns

/** Returns the joined columns of generated rows, by ingredient. */
async function readJoined(
  tx: Transaction,
  member: Member,
  stock: readonly ParStock[],
  ingredients: readonly ParIngredient[],
): Promise<FindJoined> {
  const prices = new Map((await lastPrices(tx, member.householdId)).map((one) => [one.ingredient_id, one]))
  const known = new Map(
    stock.map(({ id, par_milli, default_unit, conversions, packs }, at): [string, JoinedListColumns] => {
      const { paid_cents = null, paid_milli = null, paid_unit = null } = prices.get(id) ?? {}
      return [
        id,
        {
          ...noJoined,
          par_milli,
          default_unit,
          conversions,
          packs,
          stock: ingredients[at]?.stock ?? null,
          paid_cents,
          paid_milli,
          paid_unit,
        },
      ]
    }),
  )
  return (ingredientId) => known.get(ingredientId ?? '') ?? noJoined
}

const noJoined: JoinedListColumns = {
  par_milli: null,
  default_unit: null,
  conversions: null,
  packs: null,
  stock: null,
  paid_cents: null,
  paid_milli: null,
  paid_unit: null,
  is_added: 0,
  first_name: null,
  last_name: null,
}

/** Applies the patches to the generated rows in memory, to save reading them again. */
function applyPatchesToRows(
  rows: readonly GeneratedRow[],
  patches: readonly RowPatch[],
  findJoined: FindJoined,
  at: string,
): ListedItemRow[] {
  const sets = new Map(patches.flatMap((patch) => ('row' in patch ? [[patch.row.id, patch.set] as const] : [])))
  const kept = rows.flatMap((row): ListedItemRow | [] => {
    const set = sets.get(row.id)
    if (!set) return { ...row, ...findJoined(row.ingredient_id) }
    return set.state === 'removed' ? [] : { ...row, ...set, ...findJoined(set.ingredient_id), version: row.version + 1, updated_at: at }
  })
  const added = patches.flatMap((patch): ListedItemRow | [] => {
    if (!('create' in patch)) return []
    return { ...patch.create, ...findJoined(patch.create.ingredient_id), version: 1, created_at: at, updated_at: at }
  })
  return [...kept, ...added]
}

/** Returns a new row that the list generator wrote and may update. */
export const toNewRow = (columns: ReturnType<typeof columnsOf>, remembered: Remembered) => ({
  ...newRowState,
  ...columns,
  ...remembered,
  by_rule: 1 as const,
  id: randomUUIDv7(),
  added_by: null,
})

export const columnsOf = ({ ingredientId, name, category, milli, unit, priority, reason, cause }: WrittenRow) => ({
  ingredient_id: ingredientId,
  name,
  food_key: ingredientKey(name),
  category,
  milli,
  unit,
  priority,
  reason,
  cause: JSON.stringify(cause),
})

/** Returns the ingredients that have a par level, with their stock, that of their kinds included. */
export async function readParIngredients(
  tx: Transaction,
  { householdId, today }: Pick<Member, 'householdId' | 'today'>,
): Promise<{ stock: ParStock[]; ingredients: ParIngredient[] }> {
  const stock = await stockForPar(tx, householdId, today)
  const kinds = await kindStocks(tx, householdId, today)
  return { stock, ingredients: stock.map((row) => toIngredient(row, kinds.get(row.id) ?? [])) }
}

function toIngredient(row: ParStock, kinds: readonly KindStock[]): ParIngredient {
  const own = { unit: row.default_unit, conversions: parseConversions(row.conversions) }
  return {
    id: row.id,
    name: row.name,
    category: row.category,
    parMilli: row.par_milli,
    ...own,
    packs: parsePacks(row.packs),
    stock: [...parseStock(row.stock), ...stockOfKinds(kinds, own)],
    kinds: kinds.map(({ id, name, conversions }) => ({ id, name, conversions })),
  }
}

function stockCauseOf(row: GeneratedRow | KeyedRow | ItemRow): Cause | null {
  const cause = causeOf(row)
  return isForRecipes(cause) || isRecurring(cause) ? null : cause
}

export const toListed = (row: GeneratedRow | KeyedRow | ItemRow): ListedRow => ({
  id: row.id,
  ingredientId: row.ingredient_id,
  ingredientKey: row.food_key,
  name: row.name,
  category: row.category,
  milli: row.milli,
  unit: row.unit,
  priority: row.priority,
  reason: row.reason,
  cause: stockCauseOf(row),
  isByRule: row.by_rule === 1,
  isChecked: row.is_checked === 1,
  createdAt: row.created_at,
})
