import { randomUUID } from 'node:crypto'
import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { createLinkSecret, hashLinkSecret } from '#platform/server/security/link-secret.ts'
import type { ReplyOf } from '#platform/shared/endpoint.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict, notFound } from '#platform/shared/problem.ts'
import * as contract from '../../contract/index.ts'
import * as store from '../store/links.ts'
import { getEditableRow } from './edit-recipe.ts'
import { getRecipeRow } from './recipe-entries.ts'

export async function listRecipeLinks(q: Reader, { householdId }: Member, recipeId: string): Promise<contract.RecipeLink[]> {
  await getRecipeRow(q, householdId, recipeId)
  return (await store.listOpenLinks(q, householdId, recipeId)).map(({ id, created_at }) => ({ id, createdAt: created_at }))
}

/** Creates a link and stores the hash of its secret. Throws 409 `too_many_links`. */
export async function createRecipeLink(
  tx: Transaction,
  member: Member,
  recipeId: string,
): Promise<ReplyOf<typeof contract.createRecipeLink>> {
  const { householdId: household_id, now } = member
  const { id: recipe_id } = await getEditableRow(tx, member, recipeId)
  if ((await store.listOpenLinks(tx, household_id, recipe_id)).length >= contract.maxLinks)
    throw conflict('too_many_links', 'This recipe has too many links. End one first.')
  const [id, secret, createdAt] = [randomUUID(), createLinkSecret(), now.toISOString()]
  await store.insertLink(tx, { household_id, id, recipe_id, hash: hashLinkSecret(secret) ?? '', created_at: createdAt, ended_at: null })
  await recordChange(tx, member, contract.recipeLinkCreated, { recipeId, linkId: id })
  return { id, createdAt, path: `${contract.showLinkedRecipe.path}?key=${secret}` }
}

/** Ends a link at once. Throws 404. */
export async function endRecipeLink(tx: Transaction, member: Member, id: string): Promise<void> {
  const recipeId = await store.endLink(tx, member.householdId, id, member.now.toISOString())
  if (recipeId === undefined) throw notFound()
  await recordChange(tx, member, contract.recipeLinkEnded, { recipeId, linkId: id })
}

/** Returns what a link's secret leads to. Throws 404 for an ended or unknown link. */
export async function findLinkedRecipe(q: Reader, secret: string): Promise<{ scope: HouseholdId; recipeId: string }> {
  const hash = hashLinkSecret(secret)
  const link = hash === null ? undefined : await store.findLinkByHash(q, hash)
  if (!link) throw notFound()
  return { scope: link.household_id, recipeId: link.recipe_id }
}
