import { randomUUIDv7 } from 'node:crypto'
import { changeUndone } from '#domains/households/contract/index.ts'
import { type Change, recordChange } from '#platform/server/changes/change-log.ts'
import { hasColumns } from '#platform/server/changes/has-columns.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict, notFound, Problem } from '#platform/shared/problem.ts'
import * as contract from '../../contract/index.ts'
import { changedRecipeIds } from '../../rules/local-cookbooks.ts'
import * as store from '../store/cookbooks.ts'
import { starterRows } from './recipe-row.ts'

/** Stored in the change log to undo a change of one cookbook: previous columns, and those required for the undo. */
export interface CookbookUndo {
  cookbookId: string
  set: Partial<store.CookbookRow>
  expect: Partial<store.CookbookRow>
}
/** Undoes that recipes were put in or taken out, whatever else happened to the cookbook since. */
interface FillUndo {
  cookbookId: string
  recipeIds: string[]
  wereIn: boolean
  /** If they were taken out: the order before. Earlier changes have none. */
  before?: string[]
}
interface ArrangeUndo {
  moved: { id: string; from: number; to: number }[]
}

const recipeIdsOf = ({ recipe_ids }: Pick<store.CookbookRow, 'recipe_ids'>) => JSON.parse(recipe_ids) as string[]

/** Returns a cookbook with all its recipes, also removed ones. */
export const toCookbook = (row: store.CookbookRow): contract.Cookbook => ({
  id: row.id,
  name: row.name,
  position: row.position,
  recipeIds: recipeIdsOf(row),
  createdAt: row.created_at,
  version: row.version,
})

const undoConflict = () => conflict('undo_in_the_way', 'Can’t undo: this has been changed since.')

/** Two at once could both change the recipes or take the last free position. */
const lockCookbooks = (tx: Transaction, { householdId }: Pick<Member, 'householdId'>) => tx.lock(`cookbooks ${householdId}`)

/** Returns whether a recipe exists, was removed or was never here. */
async function recipeStates(q: Reader, householdId: HouseholdId): Promise<(id: string) => 'active' | 'removed' | 'unknown'> {
  const states = await store.listRecipeStates(q, householdId)
  const starters = new Set(starterRows().map(({ id }) => id))
  return (id) => states.get(id) ?? (starters.has(id) ? 'active' : 'unknown')
}

/** Returns the recipes among `ids` that weren't removed. Throws 404 if one was never here, or all were removed. */
async function activeRecipes(q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<string[]> {
  const stateOf = await recipeStates(q, householdId)
  const active = ids.filter((id) => stateOf(id) === 'active')
  if (ids.some((id) => stateOf(id) === 'unknown') || (ids.length > 0 && active.length === 0)) throw notFound()
  return active
}

/** Returns a cookbook with its recipes, without removed ones. Throws `not_found`. */
export async function getCookbook(q: Reader, householdId: HouseholdId, id: string): Promise<contract.Cookbook> {
  return shown(q, householdId, await getRow(q, householdId, id))
}

async function shown(q: Reader, householdId: HouseholdId, row: store.CookbookRow): Promise<contract.Cookbook> {
  const stateOf = await recipeStates(q, householdId)
  return { ...toCookbook(row), recipeIds: recipeIdsOf(row).filter((recipe) => stateOf(recipe) === 'active') }
}

/** Returns the cookbooks in the household's order, without removed recipes. */
export async function listCookbooks(q: Reader, { householdId }: { householdId: HouseholdId }): Promise<contract.Cookbook[]> {
  const rows = await store.listActiveCookbooks(q, householdId)
  if (rows.length === 0) return []
  const stateOf = await recipeStates(q, householdId)
  return rows.map((row) => ({ ...toCookbook(row), recipeIds: recipeIdsOf(row).filter((recipe) => stateOf(recipe) === 'active') }))
}

async function getRow(q: Reader, householdId: HouseholdId, id: string): Promise<store.CookbookRow> {
  const row = await store.findCookbook(q, householdId, id)
  if (!row || row.removed_at !== null) throw notFound()
  return row
}

const tooMany = () => conflict('too_many', 'That’s too many cookbooks. Delete one first.')
const full = () => conflict('cookbook_full', 'This cookbook is full. Put the recipes into another one.')

/** Inserts a cookbook after the others, without recording that. Throws 409 `too_many`. */
export async function insertCookbook(
  tx: Transaction,
  { householdId, now }: Pick<Member, 'householdId' | 'now'>,
  { id = randomUUIDv7(), name, recipeIds = [] }: contract.NewCookbook,
): Promise<store.CookbookRow> {
  const others = await store.listActiveCookbooks(tx, householdId)
  if (others.length >= contract.maxCookbooks) throw tooMany()
  const at = now.toISOString()
  const row: store.CookbookRow = {
    household_id: householdId,
    id,
    name,
    position: Math.max(-1, ...others.map(({ position }) => position)) + 1,
    recipe_ids: JSON.stringify([...new Set(recipeIds)]),
    version: 1,
    created_at: at,
    updated_at: at,
    removed_at: null,
  }
  await store.insertCookbook(tx, row)
  return row
}

/** Creates a cookbook. Idempotent by `input.id`, unless it was deleted since: that throws 404. Throws 409 `too_many`. */
export async function addCookbook(tx: Transaction, member: Member, input: contract.NewCookbook): Promise<contract.Cookbook> {
  const { householdId } = member
  await lockCookbooks(tx, member)
  if (input.id !== undefined && (await store.findCookbook(tx, householdId, input.id))) return getCookbook(tx, householdId, input.id)
  const recipeIds = await activeRecipes(tx, householdId, input.recipeIds ?? [])
  const row = await insertCookbook(tx, member, { ...input, recipeIds })
  const undo: CookbookUndo = {
    cookbookId: row.id,
    set: { removed_at: row.created_at },
    expect: { removed_at: null, name: row.name, recipe_ids: row.recipe_ids },
  }
  await recordChange(tx, member, contract.cookbookAdded, { cookbookId: row.id }, undo)
  return toCookbook(row)
}

/** Renames a cookbook. Throws 412 if it was changed since `ifMatch`. */
export async function changeCookbook(
  tx: Transaction,
  member: Member,
  id: string,
  { name }: contract.CookbookChange,
  ifMatch: number | null,
): Promise<contract.Cookbook> {
  await lockCookbooks(tx, member)
  const row = await getRow(tx, member.householdId, id)
  if (ifMatch !== null && ifMatch !== row.version)
    throw new Problem(412, 'changed_meanwhile', 'Someone else changed this in the meantime.', {
      current: await shown(tx, member.householdId, row),
    })
  if (name !== undefined && name !== row.name) {
    await store.updateCookbook(tx, member.householdId, id, { name, updated_at: member.now.toISOString() })
    const undo: CookbookUndo = { cookbookId: id, set: { name: row.name }, expect: { removed_at: null, name } }
    await recordChange(tx, member, contract.cookbookChanged, { cookbookId: id }, undo)
  }
  return getCookbook(tx, member.householdId, id)
}

/** Deletes a cookbook and leaves its recipes. Does nothing if it is already deleted. */
export async function removeCookbook(tx: Transaction, member: Member, id: string): Promise<void> {
  await lockCookbooks(tx, member)
  const row = await store.findCookbook(tx, member.householdId, id)
  if (!row) throw notFound()
  if (row.removed_at !== null) return
  const at = member.now.toISOString()
  await store.updateCookbook(tx, member.householdId, id, { removed_at: at, updated_at: at })
  const undo: CookbookUndo = { cookbookId: id, set: { removed_at: null }, expect: { removed_at: at } }
  await recordChange(tx, member, contract.cookbookRemoved, { cookbookId: id }, undo)
}

/** Puts recipes in a cookbook or takes them out, and skips those removed since. Throws 409 `cookbook_full`. */
export async function setCookbookRecipes(
  tx: Transaction,
  member: Member,
  id: string,
  { recipeIds, isIn }: BodyOf<typeof contract.setCookbookRecipes>,
): Promise<contract.Cookbook> {
  const { householdId } = member
  await lockCookbooks(tx, member)
  const row = await getRow(tx, householdId, id)
  const active = await activeRecipes(tx, householdId, recipeIds)
  const before = recipeIdsOf(row)
  const changed = [...new Set(active)].filter((recipe) => before.includes(recipe) !== isIn)
  if (changed.length === 0) return shown(tx, householdId, row)
  await fill(tx, member, row, changedRecipeIds(before, changed, isIn))
  const undo: FillUndo = { cookbookId: id, recipeIds: changed, wereIn: !isIn, ...(isIn ? {} : { before }) }
  await recordChange(tx, member, contract.cookbookFilled, { cookbookId: id, recipeIds: changed, isIn }, undo)
  return getCookbook(tx, householdId, id)
}

async function fill(tx: Transaction, member: Member, row: store.CookbookRow, after: readonly string[]): Promise<void> {
  const isMore = after.length > recipeIdsOf(row).length
  if (isMore && after.length > contract.maxCookbookRecipes) throw full()
  const set = { recipe_ids: JSON.stringify(after), updated_at: member.now.toISOString() }
  await store.updateCookbook(tx, member.householdId, row.id, set)
}

/** Puts the cookbooks into an order, and skips those deleted since. Throws 404 if one was never here, or all were deleted. */
export async function arrangeCookbooks(
  tx: Transaction,
  member: Member,
  { cookbookIds }: BodyOf<typeof contract.arrangeCookbooks>,
): Promise<contract.Cookbook[]> {
  const { householdId, now } = member
  await lockCookbooks(tx, member)
  const rows = await store.listActiveCookbooks(tx, householdId)
  const names = await store.listCookbookNames(tx, householdId, cookbookIds)
  const wanted = [...new Set(cookbookIds)].flatMap((id) => rows.find((row) => row.id === id) ?? [])
  if (cookbookIds.some((id) => !names.has(id)) || wanted.length === 0) throw notFound()
  const undo: ArrangeUndo = { moved: [] }
  for (const [position, row] of [...wanted, ...rows.filter((row) => !wanted.includes(row))].entries()) {
    if (row.position === position) continue
    await store.updateCookbook(tx, householdId, row.id, { position, updated_at: now.toISOString() })
    undo.moved.push({ id: row.id, from: row.position, to: position })
  }
  if (undo.moved.length > 0) await recordChange(tx, member, contract.cookbooksArranged, {}, undo)
  return listCookbooks(tx, member)
}

/** Undoes a change of cookbooks. Throws 409 `undo_in_the_way` if they were changed since, `too_many` if there is no room for one. */
export async function undoCookbookChange(tx: Transaction, member: Member, change: Change): Promise<number> {
  await lockCookbooks(tx, member)
  if (change.name === contract.cookbooksArranged.name) return restoreOrder(tx, member, change)
  if (change.name === contract.cookbookFilled.name) return restoreRecipes(tx, member, change)
  const { cookbookId, set, expect } = change.undo as CookbookUndo
  const row = await store.findCookbook(tx, member.householdId, cookbookId)
  const isUnchanged = hasColumns(row, expect)
  if (!isUnchanged) throw undoConflict()
  if (set.removed_at === null && (await store.listActiveCookbooks(tx, member.householdId)).length >= contract.maxCookbooks) throw tooMany()
  await store.updateCookbook(tx, member.householdId, cookbookId, { ...set, updated_at: member.now.toISOString() })
  return recordChange(tx, member, changeUndone, { undoneSeq: change.seq, cookbookId })
}

async function restoreRecipes(tx: Transaction, member: Member, change: Change): Promise<number> {
  const { cookbookId, recipeIds, wereIn, before } = change.undo as FillUndo
  const row = await store.findCookbook(tx, member.householdId, cookbookId)
  if (!row || row.removed_at !== null) throw undoConflict()
  await fill(tx, member, row, changedRecipeIds(recipeIdsOf(row), recipeIds, wereIn, before))
  return recordChange(tx, member, changeUndone, { undoneSeq: change.seq, cookbookId })
}

async function restoreOrder(tx: Transaction, member: Member, change: Change): Promise<number> {
  const { moved } = change.undo as ArrangeUndo
  const rows = new Map((await store.listActiveCookbooks(tx, member.householdId)).map((row) => [row.id, row]))
  if (moved.some(({ id, to }) => rows.has(id) && rows.get(id)?.position !== to)) throw undoConflict()
  for (const { id, from } of moved)
    if (rows.has(id)) await store.updateCookbook(tx, member.householdId, id, { position: from, updated_at: member.now.toISOString() })
  return recordChange(tx, member, changeUndone, { undoneSeq: change.seq })
}
