import { randomUUID } from 'node:crypto'
import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import { actingMember } from '#platform/server/endpoints/acting-member.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { createLinkSecret, hashLinkSecret } from '#platform/server/security/link-secret.ts'
import type { ReplyOf } from '#platform/shared/endpoint.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import { conflict, notFound } from '#platform/shared/problem.ts'
import * as contract from '../../contract/guest-links.ts'
import * as store from '../store/guest-links.ts'

const hourMs = 3_600_000

type Row = Awaited<ReturnType<typeof store.listOpenLinks>>[number]
const toLink = (row: Row): contract.GuestLink => ({
  id: row.id,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  createdBy: row.first_name === null ? null : { firstName: row.first_name, lastName: row.last_name ?? '' },
})

/** Returns the open links to a list; `listId` is null for the default list. */
export const listGuestLinks = async (q: Reader, { householdId, now }: Member, listId: string | null): Promise<contract.GuestLink[]> =>
  (await store.listOpenLinks(q, householdId, listId, now)).map(toLink)

/** Creates a link and stores the hash of its secret. Throws 409 `too_many_links`. */
export async function createGuestLink(
  tx: Transaction,
  member: Member,
  listId: string | null,
): Promise<ReplyOf<typeof contract.createGuestLink>> {
  const { householdId: household_id, userId: made_by, now } = member
  if ((await store.listOpenLinks(tx, household_id, listId, now)).length >= contract.maxGuestLinks)
    throw conflict('too_many_links', 'This list has too many guest links. End one first.')
  const [id, secret] = [randomUUID(), createLinkSecret()]
  const expires_at = new Date(now.getTime() + contract.guestLinkHours * hourMs).toISOString()
  const hash = hashLinkSecret(secret) ?? ''
  await store.insertGuestLink(tx, {
    household_id,
    id,
    list_id: listId,
    made_by,
    hash,
    created_at: now.toISOString(),
    expires_at,
    ended_at: null,
  })
  await recordChange(tx, member, contract.guestLinkCreated, { linkId: id, listId })
  const link = (await listGuestLinks(tx, member, listId)).find((one) => one.id === id)
  if (!link) throw new Error('the link that was just created is missing')
  return { ...link, path: `${contract.showGuestPage.path}?key=${secret}` }
}

/** Ends a link at once. Throws 404. */
export async function endGuestLink(tx: Transaction, member: Member, id: string): Promise<void> {
  const ended = await store.endLink(tx, member.householdId, id, member.now)
  if (!ended) throw notFound()
  await recordChange(tx, member, contract.guestLinkEnded, { linkId: id, listId: ended.list_id })
}

/** Ends the links to a list that is archived or deleted. They stay ended when the list comes back. */
export async function endGuestLinksTo(tx: Transaction, member: Member, listId: string): Promise<void> {
  for (const linkId of await store.endLinksTo(tx, member.householdId, listId, member.now))
    await recordChange(tx, member, contract.guestLinkEnded, { linkId, listId })
}

/** Who sends a request with a guest link's secret. Only the use cases of a guest's list receive it. */
export interface Guest {
  readonly scope: HouseholdId
  /** Null for the default list. */
  readonly listId: string | null
  readonly expiresAt: string
  /** The member who made the link, in whose name the guest's changes are recorded. */
  readonly host: Member & { readonly guestLinkId: string }
}

/** Returns the guest with this secret. Throws 404 if the link is unknown, has ended, or its maker may no longer change the list. */
export async function findGuest(q: Reader, secret: string): Promise<Guest> {
  const [hash, now] = [hashLinkSecret(secret), new Date()]
  const link = hash === null ? undefined : await store.findLinkByHash(q, hash, now)
  if (!link) throw notFound()
  const { id, household_id: householdId, time_zone: timeZone } = link
  const maker = actingMember({ userId: link.made_by as UserId, sessionId: id, householdId, role: 'MEMBER', timeZone }, now)
  const host = { ...maker, guestLinkId: id }
  return { scope: householdId, listId: link.list_id, expiresAt: link.expires_at, host }
}

/** Checks within the transaction that the link is still open. Throws 404. */
export async function requireOpenLink(tx: Transaction, { scope, host }: Guest): Promise<void> {
  if (!(await store.isLinkOpen(tx, scope, host.guestLinkId, host.now))) throw notFound()
}
