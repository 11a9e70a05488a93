import { randomUUID } from 'node:crypto'
import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Database, Transaction } from '#platform/server/database/index.ts'
import type { SendResult } from '#platform/server/outbox/outbox.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { linkOffersChanged } from '../../contract/index.ts'
import { LinkReply, maxClockSkewMs } from '../../contract/messages.ts'
import type { KnownRange, NeededPart } from '../../rules/compare-loans.ts'
import { callPeer, type PeerSettings } from '../gateway/peer-server.ts'
import * as links from '../store/links.ts'
import { loansOfLink } from '../store/loans.ts'
import { closeLink } from './close-link.ts'
import { applyStatements, bothParts, rangeOf, signStatements, storeOffered } from './exchange-loans.ts'
import { type FederationDeps, signFor } from './link-access.ts'
import { openLink } from './receive-message.ts'
import { verifyMessage } from './sign-message.ts'

/** What calls to other servers work with. */
export interface CallDeps extends FederationDeps {
  readonly database: Database
  readonly peers: PeerSettings
}

type StateReply = Extract<LinkReply, { kind: 'state' }>
const delivered: SendResult = { kind: 'delivered' }
/** More than this is continued by the next call. */
const maxRounds = 30

/** Says to the other server what is due: that an invitation is accepted, what changed, or that the link ended. */
export async function callLinkedServer(deps: CallDeps, link: links.FoundLink): Promise<SendResult> {
  const now = deps.database.now()
  if (deps.url === null || link.peer_url === null || link.peer_key === null) return { kind: 'unwanted' }
  if (link.state === 'ended') {
    const said = await say(deps, link, 'message', { kind: 'end' }, now)
    return 'failure' in said ? said.failure : delivered
  }
  if (!link.isInCircle) return { kind: 'unwanted' }
  return link.token_box === null ? syncLoans(deps, link, now) : join(deps, link, link.token_box, now)
}

/** Accepts an invitation that was just entered. Otherwise the outbox does, as it does again if this fails. */
export async function callJoinedServer(deps: CallDeps, householdId: HouseholdId, id: string): Promise<void> {
  const link = await deps.database.read(householdId, (q) => links.findLink(q, householdId, id))
  if (link?.token_box) await callLinkedServer(deps, link)
}

type Said = { readonly reply: LinkReply } | { readonly failure: SendResult; readonly isDenied: boolean }

/** Sends a message. The response must be signed with the other household's key, and answer this message. */
async function say(deps: CallDeps, link: links.FoundLink, path: 'join' | 'message', payload: object, now: Date): Promise<Said> {
  const id = randomUUID()
  const message = { v: 1, link: link.peer_link_id, to: link.peer_url, at: now.toISOString(), id, ...payload }
  const answer = await callPeer(link.peer_url ?? '', path, signFor(deps, link, 'larder-message', message), deps.peers)
  if ('failure' in answer) return answer
  const parsed = LinkReply.safeParse(verifyMessage('larder-reply', answer.text, link.peer_key ?? ''))
  const { data: reply } = parsed
  const isOurs = reply?.re === id && reply.link === link.id && reply.to === deps.url
  const isNow = reply !== undefined && Math.abs(Date.parse(reply.at) - now.getTime()) <= maxClockSkewMs
  return isOurs && isNow ? { reply } : { failure: { kind: 'refused', reason: 'invalid response' }, isDenied: false }
}

/** Accepts the invitation with its token. Ends the link if the other server doesn't accept that. */
async function join(deps: CallDeps, link: links.FoundLink, tokenBox: string, now: Date): Promise<SendResult> {
  const token = deps.secrets.decrypt(tokenBox)
  const payload = { kind: 'join', token, key: link.public_key, from: deps.url, reply: link.id, name: link.own_name }
  const said = await say(deps, link, 'join', payload, now)
  if ('reply' in said) {
    const { reply } = said
    await deps.database.write(link.household_id, 'store a joined link', async (tx) => {
      if (reply.kind === 'waiting') await links.updateLink(tx, link, ['joining'], { token_box: null, peer_name: reply.name })
    })
    return delivered
  }
  if (!said.isDenied) return said.failure
  await deps.database.write(link.household_id, 'end a refused link', (tx) => closeLink(tx, link, { by: 'refused', userId: null, now }))
  return delivered
}

/** Tells what changed, and compares all loans, until both servers know the same. */
async function syncLoans(deps: CallDeps, link: links.FoundLink, now: Date): Promise<SendResult> {
  const { database } = deps
  const changed = await database.read(link.household_id, (q) => loansOfLink(q, link.household_id, link.id))
  let needed: readonly NeededPart[] = changed
    .filter(({ updated_at }) => link.synced_at === null || updated_at >= link.synced_at)
    .map(({ loan_id, side }) => ({ id: loan_id, part: side }))
  let after: string | null = ''
  for (let round = 0; round < maxRounds && (after !== null || needed.length > 0); round++) {
    const rows = await database.read(link.household_id, (q) => loansOfLink(q, link.household_id, link.id))
    const { statements, rest } = signStatements(deps, link, rows, needed)
    const known: KnownRange | null = after === null ? null : rangeOf(rows, after)
    const message = { kind: 'sync', name: link.own_name, statements, known, offers: round === 0 }
    const said = await say(deps, link, 'message', message, now)
    if ('failure' in said) return said.failure
    const { reply } = said
    const isGoingOn = await database.write(link.household_id, 'sync with a linked household', (tx) => takeReply(tx, link, reply, now))
    if (!isGoingOn || reply.kind !== 'state') return delivered
    needed = [...rest, ...bothParts(reply.wants)]
    if (known !== null && !reply.more) after = known.to
  }
  await database.write(link.household_id, 'note a sync', (tx) => links.updateLink(tx, link, ['active'], { synced_at: now.toISOString() }))
  return delivered
}

/** Takes in a response. Returns false if there is nothing more to say now. */
async function takeReply(tx: Transaction, { household_id, id }: links.FoundLink, reply: LinkReply, now: Date): Promise<boolean> {
  const found = await links.findLink(tx, household_id, id)
  if (!found?.isInCircle || found.state === 'ended') return false
  if (reply.kind === 'ended') {
    await closeLink(tx, found, { by: 'them', userId: null, now })
    return false
  }
  if (reply.kind === 'waiting') return false
  const link = found.state === 'joining' ? await openLink(tx, found, reply.name, now) : found
  await takeState(tx, link, reply, now)
  return true
}

async function takeState(tx: Transaction, link: links.FoundLink, { name, statements, offers }: StateReply, now: Date): Promise<void> {
  if (name !== link.peer_name) await links.updateLink(tx, link, ['active'], { peer_name: name })
  await applyStatements(tx, link, statements, now)
  if (offers !== null && (await storeOffered(tx, link, offers)))
    await recordChange(tx, { householdId: link.household_id, userId: null, now }, linkOffersChanged, { linkId: link.id })
}
