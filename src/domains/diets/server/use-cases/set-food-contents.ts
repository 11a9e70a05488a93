import { changeUndone } from '#domains/households/contract/index.ts'
import { findIngredient, type IngredientReferences } from '#domains/ingredients/server/index.ts'
import { type Change, recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { currentLanguage } from '#platform/server/i18n/current-language.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict, notFound, Problem } from '#platform/shared/problem.ts'
import { say } from '#platform/shared/say.ts'
import * as contract from '../../contract.ts'
import { answersAbout } from '../../rules/check-food.ts'
import * as store from '../store.ts'

type Lists = Pick<store.FoodContentsRow, 'contains' | 'without' | 'removed_at'>

/** Stored in the change log to undo a change. */
interface FoodContentsUndo {
  ingredientId: string
  set: Lists
  expect: Lists
}

export const toFoodContents = (row: store.FoodContentsRow): contract.FoodContents => ({
  id: row.id,
  contains: JSON.parse(row.contains),
  without: JSON.parse(row.without),
  createdAt: row.created_at,
  version: row.version,
})

export const listFoodContents = async (q: Reader, { householdId }: { householdId: HouseholdId }): Promise<contract.FoodContents[]> =>
  (await store.listActiveFoodContents(q, householdId)).map(toFoodContents)

const listsOf = ({ contains, without, removed_at }: Lists): Lists => ({ contains, without, removed_at })
const isSame = (a: Lists, b: Lists) =>
  a.contains === b.contains && a.without === b.without && (a.removed_at === null) === (b.removed_at === null)

async function write(tx: Transaction, { householdId, now }: Pick<Member, 'householdId' | 'now'>, id: string, to: Lists): Promise<void> {
  const at = now.toISOString()
  if (await store.findFoodContents(tx, householdId, id)) await store.updateFoodContents(tx, householdId, id, { ...to, updated_at: at })
  else await store.insertFoodContents(tx, { household_id: householdId, id, ...to, version: 1, created_at: at, updated_at: at })
}

/** Stores what an ingredient contains; empty lists remove it. Throws 404, and 412 if it was changed since `ifMatch`. */
export async function setFoodContents(
  tx: Transaction,
  member: Member,
  id: string,
  { contains, without }: contract.FoodContentsChange,
  ifMatch: number | null,
): Promise<contract.FoodContents> {
  const { householdId, now } = member
  if (!(await findIngredient(tx, householdId, id))) throw notFound()
  const row = await store.findFoodContents(tx, householdId, id)
  const known: Lists = row ? listsOf(row) : { contains: '[]', without: '[]', removed_at: now.toISOString() }
  if (ifMatch !== null && ifMatch !== (row?.version ?? 0))
    throw new Problem(412, 'changed_meanwhile', say`Someone else changed this in the meantime.`, { current: row && toFoodContents(row) })
  const isEmpty = contains.length + without.length === 0
  const to: Lists = { contains: inOrder(contains), without: inOrder(without), removed_at: isEmpty ? now.toISOString() : null }
  if (!isSame(known, to)) {
    await write(tx, member, id, to)
    const undo: FoodContentsUndo = { ingredientId: id, set: known, expect: to }
    await recordChange(tx, member, contract.foodContentsChanged, { ingredientId: id }, undo)
  }
  const stored = await store.findFoodContents(tx, householdId, id)
  return stored ? toFoodContents(stored) : { id, contains: [], without: [], createdAt: now.toISOString(), version: 0 }
}

const inOrder = (terms: readonly contract.ContentTerm[]) => JSON.stringify(contract.contentTerms.filter((term) => terms.includes(term)))

/** Throws 409 `undo_in_the_way` if it was changed since. */
export async function undoFoodContents(tx: Transaction, member: Member, change: Change): Promise<number> {
  const { ingredientId, set, expect } = change.undo as FoodContentsUndo
  const row = await store.findFoodContents(tx, member.householdId, ingredientId)
  if (!row || !isSame(row, expect)) throw conflict('undo_in_the_way', say`Can’t undo: this has been changed since.`)
  await write(tx, member, ingredientId, set)
  return recordChange(tx, member, changeUndone, { undoneSeq: change.seq, ingredientId })
}

type Said = Pick<contract.FoodContents, 'contains' | 'without'>

const saidOf = (row: store.FoodContentsRow | undefined): Said =>
  row && row.removed_at === null ? { contains: JSON.parse(row.contains), without: JSON.parse(row.without) } : { contains: [], without: [] }

/** Returns which of these terms an ingredient is known to be free of. */
async function freeOf(q: Reader, householdId: HouseholdId, id: string, said: Said, terms: readonly contract.ContentTerm[]) {
  const row = await findIngredient(q, householdId, id)
  if (!row) return []
  const ingredient = { id, name: row.name, aliases: JSON.parse(row.aliases) as string[], parentId: null }
  const knowledge = { ingredients: new Map([[id, ingredient]]), said: new Map([[id, said]]), language: currentLanguage() }
  const answers = answersAbout({ name: row.name, ingredientId: id }, knowledge)
  return terms.filter((term) => answers.of(term) === 'free')
}

/**
 * What a merged ingredient contains, the one that it is part of contains too. That one is only still without something if the merged
 * ingredient is free of it too.
 */
export const foodContentsReferences: IngredientReferences = {
  table: 'food_contents',
  async move(tx, householdId, from, to) {
    const [merged, row] = [await store.findFoodContents(tx, householdId, from), await store.findFoodContents(tx, householdId, to)]
    const [ofMerged, ofKept] = [saidOf(merged), saidOf(row)]
    const contains = inOrder([...ofKept.contains, ...ofMerged.contains])
    const free = await freeOf(tx, householdId, from, ofMerged, ofKept.without)
    const without = inOrder(free.filter((term) => !ofMerged.contains.includes(term)))
    const changedAt = (merged ?? row)?.updated_at
    if (changedAt === undefined || (contains === inOrder(ofKept.contains) && without === inOrder(ofKept.without))) return []
    const known: Lists = row ? listsOf(row) : { contains: '[]', without: '[]', removed_at: changedAt }
    const lists = { contains, without, removed_at: contains === '[]' && without === '[]' ? changedAt : null }
    await write(tx, { householdId, now: new Date(changedAt) }, to, lists)
    return [JSON.stringify({ set: known, expect: lists })]
  },
  async moveBack(tx, householdId, keys, kept) {
    for (const key of keys) {
      const { set, expect } = JSON.parse(String(key)) as Pick<FoodContentsUndo, 'set' | 'expect'>
      const row = await store.findFoodContents(tx, householdId, kept)
      if (row && isSame(row, expect)) await write(tx, { householdId, now: new Date(row.updated_at) }, kept, set)
    }
  },
}
