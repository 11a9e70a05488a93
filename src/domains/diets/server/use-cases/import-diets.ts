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

/** What an import wrote: if it has another version later, someone has changed it since. */
export interface ImportedDiet {
  id: string
  version: number
}

/** Adds a guest. Throws 409 `too_many`. */
export const importGuest = async (tx: Transaction, member: Member, guest: Needs & { name: string }): Promise<ImportedDiet> =>
  addGuest(tx, member, { id: randomUUIDv7(), ...guest })

/** Says what the member can't eat. */
export const importOwnNeeds = async (tx: Transaction, member: Member, { diets, allergens, avoids }: Needs): Promise<ImportedDiet> =>
  changeEater(tx, member, member.userId, { diets, allergens, avoids }, null)

/** Says what an ingredient contains. */
export const importFoodContents = async (
  tx: Transaction,
  member: Member,
  ingredientId: string,
  said: { contains: ContentTerm[]; without: ContentTerm[] },
): Promise<ImportedDiet> => setFoodContents(tx, member, ingredientId, said, null)

/** Returns whether someone has said who eats a meal, or after `since` that all members do. */
export async function isMealSaid(
  q: Reader,
  householdId: HouseholdId,
  { date, meal }: Pick<MealEaters, 'date' | 'meal'>,
  since: string,
): Promise<boolean> {
  const said = await store.findMealEaters(q, householdId, mealId(date, meal))
  return said !== undefined && (said.removed_at === null || said.updated_at > since)
}

/** Says who eats a meal. `carriedFor`: what is planned on that day, if it was carried there for it. */
export async function importMealEaters(
  tx: Transaction,
  member: Member,
  { date, meal, eaterIds, carriedFor }: Pick<MealEaters, 'date' | 'meal' | 'eaterIds'> & { carriedFor: string | null },
): Promise<ImportedDiet> {
  const id = mealId(date, meal)
  const { version } = await setMealEaters(tx, member, { date, meal, eaterIds: [...new Set(eaterIds)] }, null)
  if (carriedFor === null) return { id, version }
  await store.updateMealEaters(tx, member.householdId, id, { carried_for: carriedFor, before: null })
  return { id, version: version + 1 }
}

/** An imported row; null is the version of one that an earlier release imported. */
export interface RollbackTarget {
  id: string
  version: number | null
}
type WhyKept = 'changed_since' | 'chosen_since' | 'theirs'

interface RolledBack {
  /** Those given that are of this kind. */
  ids: Set<string>
  kept: Map<string, WhyKept>
}

/**
 * Removes imported guests, the member's needs and what foods contain. Keeps what was changed since, guests who eat a meal, and needs that
 * another member imported for themself, unless the member is an OWNER. `importedAt` is when the import ended.
 */
export async function rollbackDiets(
  tx: Transaction,
  member: Member,
  targets: readonly RollbackTarget[],
  importedAt: string | null,
): Promise<RolledBack> {
  const done: RolledBack = { ids: new Set(), kept: new Map() }
  for (const target of targets) {
    const { id } = target
    const [eater, contents] = [await store.findEater(tx, member.householdId, id), await store.findFoodContents(tx, member.householdId, id)]
    const row = eater ?? contents
    if (!row) continue
    done.ids.add(id)
    const isTheirs = eater !== undefined && eater.user_id !== null && id !== member.userId && member.role !== 'OWNER'
    const isGuest = eater?.user_id === null
    if (isChanged(row, target, importedAt)) done.kept.set(id, 'changed_since')
    else if (isTheirs) done.kept.set(id, 'theirs')
    else if (isGuest && (await eatsMeal(tx, member.householdId, id))) done.kept.set(id, 'chosen_since')
    else if (contents) await setFoodContents(tx, member, id, { contains: [], without: [] }, null)
    else if (isGuest) await removeGuest(tx, member, id)
    else await changeEater(tx, member, id, { diets: [], allergens: [], avoids: [] }, null)
  }
  return done
}

const eatsMeal = async (tx: Transaction, householdId: HouseholdId, eaterId: string): Promise<boolean> =>
  (await store.listMealEatersNaming(tx, householdId, eaterId)).some(
    ({ removed_at, eater_ids }) => removed_at === null && (JSON.parse(eater_ids) as string[]).includes(eaterId),
  )

type Changing = Pick<store.EaterRow, 'removed_at' | 'updated_at' | 'version'>
const isChanged = ({ removed_at, updated_at, version }: Changing, target: RollbackTarget, importedAt: string | null) =>
  removed_at !== null || (target.version === null ? importedAt !== null && updated_at > importedAt : version !== target.version)

/** Lets all members eat imported meals again. Keeps those that were changed since. `importedAt` is when the import ended. */
export async function rollbackMealEaters(
  tx: Transaction,
  member: Member,
  targets: readonly RollbackTarget[],
  importedAt: string | null,
): Promise<RolledBack> {
  const done: RolledBack = { ids: new Set(), kept: new Map() }
  for (const target of targets) {
    const row = await store.findMealEaters(tx, member.householdId, target.id)
    if (!row) continue
    done.ids.add(target.id)
    if (isChanged(row, target, importedAt)) done.kept.set(target.id, 'changed_since')
    else await setMealEaters(tx, member, { date: row.date, meal: row.meal, eaterIds: null }, null)
  }
  return done
}
