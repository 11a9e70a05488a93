import { randomUUID } from 'node:crypto'
import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { createLinkSecret, hashLinkSecret } from '#platform/server/security/link-secret.ts'
import type { ReplyOf } from '#platform/shared/endpoint.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict, notFound } from '#platform/shared/problem.ts'
import * as contract from '../../contract/index.ts'
import * as store from '../store/cookbooks.ts'
import { getCookbook } from './edit-cookbook.ts'

export async function listCookbookLinks(q: Reader, { householdId }: Member, cookbookId: string): Promise<contract.RecipeLink[]> {
  await getCookbook(q, householdId, cookbookId)
  return (await store.listOpenCookbookLinks(q, householdId, cookbookId)).map(({ id, created_at }) => ({ id, createdAt: created_at }))
}

/** Creates a link and stores the hash of its secret. Throws 409 `too_many_links`. */
export async function createCookbookLink(
  tx: Transaction,
  member: Member,
  cookbookId: string,
): Promise<ReplyOf<typeof contract.createCookbookLink>> {
  const { householdId: household_id, now } = member
  const { id: cookbook_id } = await getCookbook(tx, household_id, cookbookId)
  if ((await store.listOpenCookbookLinks(tx, household_id, cookbook_id)).length >= contract.maxLinks)
    throw conflict('too_many_links', 'This cookbook has too many links. End one first.')
  const [id, secret, createdAt] = [randomUUID(), createLinkSecret(), now.toISOString()]
  const hash = hashLinkSecret(secret) ?? ''
  await store.insertCookbookLink(tx, { household_id, id, cookbook_id, hash, created_at: createdAt, ended_at: null })
  await recordChange(tx, member, contract.cookbookLinkCreated, { cookbookId, linkId: id })
  return { id, createdAt, path: `${contract.showLinkedCookbook.path}?key=${secret}` }
}

/** Ends a link at once. Throws 404. */
export async function endCookbookLink(tx: Transaction, member: Member, id: string): Promise<void> {
  const cookbookId = await store.endCookbookLink(tx, member.householdId, id, member.now.toISOString())
  if (cookbookId === undefined) throw notFound()
  await recordChange(tx, member, contract.cookbookLinkEnded, { cookbookId, linkId: id })
}

/** Returns what a link's secret leads to. Throws 404 for an ended or unknown link. */
export async function findLinkedCookbook(q: Reader, secret: string): Promise<{ scope: HouseholdId; cookbookId: string }> {
  const hash = hashLinkSecret(secret)
  const link = hash === null ? undefined : await store.findCookbookLinkByHash(q, hash)
  if (!link) throw notFound()
  return { scope: link.household_id, cookbookId: link.cookbook_id }
}
