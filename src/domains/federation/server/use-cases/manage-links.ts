import { randomUUID } from 'node:crypto'
import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { createLinkSecret, hashLinkSecret } from '#platform/server/security/link-secret.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { conflict, invalid, notFound } from '#platform/shared/problem.ts'
import * as contract from '../../contract/index.ts'
import { type Invitation, maxLinks } from '../../contract/messages.ts'
import { isCallable } from '../gateway/peer-server.ts'
import * as store from '../store/links.ts'
import type { CallDeps } from './call-linked-server.ts'
import { closeLink } from './close-link.ts'
import type { FederationDeps } from './link-access.ts'
import { formatInvitation, readInvitation } from './read-invitation.ts'
import { createLinkKeys, fingerprintOf } from './sign-message.ts'

const inviteMs = 7 * 86_400_000
const joinMs = 14 * 86_400_000

const isOff = () => conflict('links_off', 'This server doesn’t allow links with other servers. Its settings can.')
const tooMany = () => conflict('too_many_links', 'This household has 20 links. End one first.')

export async function listLinks(q: Reader, { url }: FederationDeps, { householdId }: Member) {
  return { isOn: url !== null, links: (await store.linksOf(q, householdId)).map(toLink) }
}

const unreachableAttempts = 3

function toLink(row: store.ShownLink): contract.HouseholdLink {
  return {
    id: row.id,
    circle: { id: row.circle_id, name: row.circle ?? '' },
    state: row.state,
    name: row.peer_name,
    ownName: row.own_name,
    host: row.peer_url === null ? null : new URL(row.peer_url).host,
    fingerprint: row.peer_key === null ? null : fingerprintOf(row.peer_key),
    ownFingerprint: fingerprintOf(row.public_key),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    syncedAt: row.synced_at,
    isUnreachable: row.attempts >= unreachableAttempts && row.state !== 'ended',
    endedAt: row.ended_at,
    endedBy: row.ended_by,
  }
}

export async function readLink(q: Reader, { householdId }: Member, id: string): Promise<contract.HouseholdLink> {
  const row = (await store.linksOf(q, householdId)).find((one) => one.id === id)
  if (!row) throw notFound()
  return toLink(row)
}

interface NewLink {
  circleId: string
  ownName: string
}

/** Adds a link in its first state. Throws 404 unless the household is linked to the circle, 409 `links_off` or `too_many_links`. */
async function addLink(
  tx: Transaction,
  { secrets, url }: FederationDeps,
  { householdId, userId, now }: Member,
  { circleId, ownName }: NewLink,
  set: Pick<store.HouseholdLinkRow, 'state' | 'expires_at'> & Partial<store.HouseholdLinkRow>,
): Promise<store.HouseholdLinkRow> {
  if (!(await store.isLinkedTo(tx, householdId, circleId))) throw notFound()
  if (url === null) throw isOff()
  if ((await store.countLinks(tx, householdId)) >= maxLinks) throw tooMany()
  const { publicKey, privateKey } = createLinkKeys()
  const at = now.toISOString()
  const row: store.HouseholdLinkRow = {
    household_id: householdId,
    id: randomUUID(),
    circle_id: circleId,
    own_name: ownName,
    peer_name: null,
    peer_url: null,
    peer_link_id: null,
    public_key: publicKey,
    private_key_box: secrets.encrypt(privateKey),
    peer_key: null,
    token_hash: null,
    token_box: null,
    created_by: userId,
    created_at: at,
    ended_at: null,
    ended_by: null,
    due_at: null,
    attempts: 0,
    changed_at: at,
    synced_at: null,
    ...set,
  }
  await store.insertHouseholdLink(tx, row)
  return row
}

/** Invites a household on another server. Returns the invitation, whose token is stored as a hash. */
export async function inviteLink(tx: Transaction, deps: FederationDeps, member: Member, body: BodyOf<typeof contract.inviteLink>) {
  const token = createLinkSecret()
  const expires_at = new Date(member.now.getTime() + inviteMs).toISOString()
  const row = await addLink(tx, deps, member, body, { state: 'invited', expires_at, token_hash: hashLinkSecret(token) })
  await recordChange(tx, member, contract.linkInvited, { linkId: row.id })
  const invitation: Invitation = { v: 1, u: deps.url ?? '', l: row.id, k: row.public_key, t: token }
  return { link: await readLink(tx, member, row.id), invitation: formatInvitation(invitation) }
}

/** Adds a link from an invitation; the other server is called right after. Throws 422 `invitation_invalid`, `same_server`, `server_unsupported`. */
export async function acceptInvitation(
  tx: Transaction,
  deps: CallDeps,
  member: Member,
  { invitation: text, ...body }: BodyOf<typeof contract.joinLink>,
): Promise<contract.HouseholdLink> {
  if (!(await store.isLinkedTo(tx, member.householdId, body.circleId))) throw notFound()
  if (deps.url === null) throw isOff()
  const invitation = readInvitation(text)
  if (invitation === null)
    throw invalid('invitation_invalid', 'That isn’t an invitation from another Larder. Copy the whole text.', 'invitation')
  if (new URL(invitation.u).origin === deps.url)
    throw invalid('same_server', 'That household is on this server. Invite each other to a circle instead.', 'invitation')
  if (!isCallable(new URL(invitation.u), deps.peers.hosts))
    throw invalid(
      'server_unsupported',
      'Larder reaches other servers only by https, on the usual port. The people who run this server can allow others in its settings.',
      'invitation',
    )
  const at = member.now.toISOString()
  const row = await addLink(tx, deps, member, body, {
    state: 'joining',
    expires_at: new Date(member.now.getTime() + joinMs).toISOString(),
    peer_url: new URL(invitation.u).origin,
    peer_link_id: invitation.l,
    peer_key: invitation.k,
    token_box: deps.secrets.encrypt(invitation.t),
    due_at: at,
  })
  await recordChange(tx, member, contract.linkJoining, { linkId: row.id })
  return readLink(tx, member, row.id)
}

/** Confirms the household that accepted an invitation. Throws 409 `fingerprint_differs`, `link_state` if there is none to confirm. */
export async function confirmLink(
  tx: Transaction,
  deps: FederationDeps,
  member: Member,
  id: string,
  { fingerprint }: BodyOf<typeof contract.confirmLink>,
): Promise<contract.HouseholdLink> {
  const row = await store.findLink(tx, member.householdId, id)
  if (!row || row.state === 'ended') throw notFound()
  if (deps.url === null) throw isOff()
  if (row.peer_key !== null && fingerprintOf(row.peer_key) !== fingerprint)
    throw conflict('fingerprint_differs', 'Another household accepted this invitation. Compare the fingerprints again.')
  const at = member.now.toISOString()
  const set = { state: 'active', expires_at: null, due_at: at, changed_at: at } as const
  if (!row.isInCircle || !(await store.updateLink(tx, row, ['waiting'], set)))
    throw conflict('link_state', 'There is nothing to confirm here anymore.')
  await recordChange(tx, member, contract.linkConfirmed, { linkId: id })
  return readLink(tx, member, id)
}

export async function endHouseholdLink(tx: Transaction, member: Member, id: string): Promise<void> {
  const row = await store.findLink(tx, member.householdId, id)
  if (!row || !(await closeLink(tx, row, { by: 'us', userId: member.userId, now: member.now }))) throw notFound()
}
