import { randomUUIDv7 } from 'node:crypto'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import type { ContentTerm, Eater, MealEaters } from '../../contract.ts'
import { mealId } from '../../rules/meal-eaters.ts'
import * as store from '../store.ts'
import { addGuest, changeEater, listEaters, removeGuest } from './edit-eater.ts'
import { setFoodContents } from './set-food-contents.ts'
import { setMealEaters } from './set-meal-eaters.ts'

type Needs = Pick<Eater, 'diets' | 'allergens' | 'avoids'>

/** What the household says about people, meals and foods. */
export interface KnownDiets {
  /** Ids of guests by the key of their name. */
  guests: ReadonlyMap<string, string>
  /** Ids of guests and of members who said what they can't eat. */
  eaterIds: ReadonlySet<string>
  /** Meals that it isn't all members who eat. */
  mealIds: ReadonlySet<string>
  /** Ingredients that it said the contents of. */
  foodIds: ReadonlySet<string>
}
export async function readKnownDiets(q: Reader, householdId: HouseholdId): Promise<KnownDiets> {
  const eaters = await listEaters(q, { householdId })
  return {
    guests: new Map(eaters.flatMap(({ id, name }) => (name === null ? [] : [[nameKey(name), id] as const]))),
    eaterIds: new Set(eaters.filter(hasNeeds).map(({ id }) => id)),
    mealIds: new Set((await store.listActiveMealEaters(q, householdId)).map(({ id }) => id)),
    foodIds: new Set((await store.listActiveFoodContents(q, householdId)).map(({ id }) => id)),
  }
}

const hasNeeds = ({ name, diets, allergens, avoids }: Eater) => name !== null || diets.length + allergens.length + avoids.length > 0

/** Adds a guest. Returns their id. Throws 409 `too_many`. */
export const importGuest = async (tx: Transaction, member: Member, guest: Needs & { name: string }): Promise<string> =>
  (await addGuest(tx, member, { id: randomUUIDv7(), ...guest })).id

/** Says what the member can't eat. Returns their id. */
export async function importOwnNeeds(tx: Transaction, member: Member, { diets, allergens, avoids }: Needs): Promise<string> {
  return (await changeEater(tx, member, member.userId, { diets, allergens, avoids }, null)).id
}

/** Says what an ingredient contains. Returns its id. */
export async function importFoodContents(
  tx: Transaction,
  member: Member,
  ingredientId: string,
  said: { contains: ContentTerm[]; without: ContentTerm[] },
): Promise<string> {
  return (await setFoodContents(tx, member, ingredientId, said, null)).id
}

/** Says who eats a meal. Returns the meal's id. */
export async function importMealEaters(
  tx: Transaction,
  member: Member,
  { date, meal, eaterIds }: Pick<MealEaters, 'date' | 'meal' | 'eaterIds'>,
): Promise<string> {
  await setMealEaters(tx, member, { date, meal, eaterIds: [...new Set(eaterIds)] }, null)
  return mealId(date, meal)
}

interface RolledBack {
  /** Those given that are of this kind. */
  ids: Set<string>
  /** Those that were changed since. */
  kept: string[]
}

/**
 * Removes imported guests, the member's needs and what foods contain. Keeps what was changed after `importedAt`. Needs that another member
 * imported for themself stay too.
 */
export async function rollbackDiets(
  tx: Transaction,
  member: Member,
  targetIds: readonly string[],
  importedAt: string | null,
): Promise<RolledBack> {
  const done: RolledBack = { ids: new Set(), kept: [] }
  for (const id of targetIds) {
    const [eater, contents] = [await store.findEater(tx, member.householdId, id), await store.findFoodContents(tx, member.householdId, id)]
    const row = eater ?? contents
    if (!row) continue
    done.ids.add(id)
    const isMine = eater === undefined || eater.user_id === null || id === member.userId
    if (isChanged(row, importedAt) || !isMine) done.kept.push(id)
    else if (contents) await setFoodContents(tx, member, id, { contains: [], without: [] }, null)
    else if (eater?.user_id === null) await removeGuest(tx, member, id)
    else await changeEater(tx, member, id, { diets: [], allergens: [], avoids: [] }, null)
  }
  return done
}

const isChanged = ({ removed_at, updated_at }: Pick<store.EaterRow, 'removed_at' | 'updated_at'>, importedAt: string | null) =>
  removed_at !== null || (importedAt !== null && updated_at > importedAt)

/** Lets all members eat imported meals again. Keeps those that were changed after `importedAt`. */
export async function rollbackMealEaters(
  tx: Transaction,
  member: Member,
  targetIds: readonly string[],
  importedAt: string | null,
): Promise<RolledBack> {
  const done: RolledBack = { ids: new Set(), kept: [] }
  for (const id of targetIds) {
    const row = await store.findMealEaters(tx, member.householdId, id)
    if (!row) continue
    done.ids.add(id)
    if (isChanged(row, importedAt)) done.kept.push(id)
    else await setMealEaters(tx, member, { date: row.date, meal: row.meal, eaterIds: null }, null)
  }
  return done
}
