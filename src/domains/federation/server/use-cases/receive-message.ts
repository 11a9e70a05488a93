import { randomUUID } from 'node:crypto'
import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import { hashLinkSecret } from '#platform/server/security/link-secret.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { notFound, Problem } from '#platform/shared/problem.ts'
import { linkAsked, linkConfirmed } from '../../contract/index.ts'
import { JoinMessage, LinkMessage, type LinkReply, maxClockSkewMs, type SyncMessage } from '../../contract/messages.ts'
import * as store from '../store/links.ts'
import { closeLink } from './close-link.ts'
import { exchangeLoans, listOffered } from './exchange-loans.ts'
import { type FederationDeps, isOpen, signFor } from './link-access.ts'
import { readUnverified, verifyMessage } from './sign-message.ts'

/** The same for every reason, so that a stranger learns nothing. */
export const messageRefused = () => new Problem(403, 'link_refused', 'This message isn’t accepted.')

const linkIdOf = (payload: unknown): string => {
  const link = typeof payload === 'object' && payload !== null && 'link' in payload ? payload.link : null
  return typeof link === 'string' && /^[\da-f-]{36}$/.test(link) ? link : ''
}

const isForUs = ({ url }: FederationDeps, { to, at }: { to: string; at: string }, now: Date): boolean =>
  to === url && Math.abs(Date.parse(at) - now.getTime()) <= maxClockSkewMs

/** Returns a signed message with its link. Throws 404 if links are off, 403 `link_refused` unless the linked household signed it just now, for this server. */
export async function findMessage(q: Reader, deps: FederationDeps, text: string, now: Date) {
  if (deps.url === null) throw notFound()
  const id = linkIdOf(readUnverified(text))
  const link = id === '' ? undefined : await store.linkById(q, id)
  if (!link?.peer_key) throw messageRefused()
  const message = LinkMessage.safeParse(verifyMessage('larder-message', text, link.peer_key))
  if (!message.success || message.data.link !== link.id || !isForUs(deps, message.data, now)) throw messageRefused()
  return { scope: link.household_id, linkId: link.id, message: message.data }
}

/**
 * Returns an accepted invitation with its link. Throws 404 if links are off, 403 `link_refused` unless it is signed with the key that it
 * names and its token is right.
 */
export async function findJoin(q: Reader, deps: FederationDeps, text: string, now: Date) {
  if (deps.url === null) throw notFound()
  const parsed = JoinMessage.safeParse(readUnverified(text))
  if (!parsed.success || verifyMessage('larder-message', text, parsed.data.key) === null) throw messageRefused()
  const { data: message } = parsed
  if (new URL(message.from).origin !== message.from || message.from === deps.url) throw messageRefused()
  const link = isForUs(deps, message, now) ? await store.linkById(q, message.link) : undefined
  const isInvited = link?.token_hash && link.token_hash === hashLinkSecret(message.token) && link.isInCircle && link.state !== 'ended'
  if (!link || !isInvited) throw messageRefused()
  return { scope: link.household_id, linkId: link.id, message }
}

type Reply = LinkReply extends infer R ? (R extends LinkReply ? Omit<R, 'v' | 'link' | 'to' | 'at' | 'id' | 're'> : never) : never

function signReply(deps: FederationDeps, link: store.HouseholdLinkRow, re: string, reply: Reply, now: Date): { message: string } {
  const envelope = { v: 1, link: link.peer_link_id, to: link.peer_url, at: now.toISOString(), id: randomUUID(), re }
  return { message: signFor(deps, link, 'larder-reply', { ...envelope, ...reply }) }
}

/** How long an admin has to confirm a household that accepted an invitation. */
const confirmMs = 14 * 86_400_000

/**
 * Takes in who accepted an invitation. A repeated message changes nothing. Who knows the token is told if someone else accepted it, or that
 * it expired.
 */
export async function receiveJoin(
  tx: Transaction,
  deps: FederationDeps,
  householdId: HouseholdId,
  linkId: string,
  message: JoinMessage,
  now: Date,
): Promise<{ message: string }> {
  const { from, reply: peerLinkId, key, name, id } = message
  const link = await store.findLink(tx, householdId, linkId)
  if (!link?.isInCircle) throw messageRefused()
  const peer = { peer_url: from, peer_link_id: peerLinkId, peer_key: key, peer_name: name }
  const answer = (reply: Reply) => signReply(deps, { ...link, ...peer }, id, reply, now)
  if (link.state === 'invited') {
    if ((link.expires_at ?? '') <= now.toISOString()) return answer({ kind: 'refused' })
    if (await store.hasOpenLink(tx, householdId, message.links, linkId)) return answer({ kind: 'linked' })
    const set = { ...peer, state: 'waiting' as const, expires_at: new Date(now.getTime() + confirmMs).toISOString() }
    if (!(await store.updateLink(tx, link, ['invited'], set))) throw messageRefused()
    await recordChange(tx, { householdId, userId: null, now }, linkAsked, { linkId })
  } else if (link.peer_key !== key || link.peer_link_id !== peerLinkId || link.state === 'ended') return answer({ kind: 'refused' })
  return answer({ kind: 'waiting', name: link.own_name, key })
}

/** Takes in a message of a linked household. Returns the signed response. */
export async function receiveMessage(
  tx: Transaction,
  deps: FederationDeps,
  householdId: HouseholdId,
  linkId: string,
  message: LinkMessage,
  now: Date,
): Promise<{ message: string }> {
  const found = await store.findLink(tx, householdId, linkId)
  if (!found) throw messageRefused()
  const respond = (reply: Reply) => signReply(deps, found, message.id, reply, now)
  if (message.kind === 'end') await closeLink(tx, found, { by: 'them', userId: null, now })
  if (message.kind === 'end' || found.state === 'ended' || !found.isInCircle) {
    const ended = { ...found, state: 'ended' as const }
    return respond({ kind: 'ended', ...(await exchangeLoans(tx, deps, ended, message, now)) })
  }
  if (found.state === 'invited' || found.state === 'waiting')
    return respond({ kind: 'waiting', name: found.own_name, key: found.peer_key ?? '' })
  const link = found.state === 'joining' ? await openLink(tx, found, message.name, now) : found
  if (!isOpen(link)) throw messageRefused()
  return respond(await receiveSync(tx, deps, link, message, now))
}

/** Opens a link that the other household confirmed. What it calls itself stays as it was said first, so that it can't pass as another. */
export async function openLink(tx: Transaction, link: store.FoundLink, peerName: string, now: Date): Promise<store.FoundLink> {
  const at = now.toISOString()
  const set = {
    state: 'active',
    peer_name: link.peer_name ?? peerName,
    token_box: null,
    expires_at: null,
    due_at: at,
    changed_at: at,
  } as const
  if (!(await store.updateLink(tx, link, ['joining'], set))) throw messageRefused()
  await recordChange(tx, { householdId: link.household_id, userId: null, now }, linkConfirmed, { linkId: link.id })
  return { ...link, ...set }
}

async function receiveSync(tx: Transaction, deps: FederationDeps, link: store.FoundLink, message: SyncMessage, now: Date): Promise<Reply> {
  const exchanged = await exchangeLoans(tx, deps, link, message, now)
  return { kind: 'state', name: link.own_name, ...exchanged, offers: message.offers ? await listOffered(tx, deps, link) : null }
}
