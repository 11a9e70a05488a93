import { randomUUID } from 'node:crypto'
import { membersOf } from '#domains/households/server/index.ts'
import type { Database, Transaction } from '#platform/server/database/index.ts'
import type { SendResult } from '#platform/server/outbox/outbox.ts'
import { signalUsers } from '#platform/server/realtime/user-signals.ts'
import type { BoundedCache } from '#platform/shared/bounded-cache.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { linkOffersChanged } from '../../contract/index.ts'
import { LinkReply, maxClockSkewMs, maxLinks } from '../../contract/messages.ts'
import type { NeededPart } from '../../rules/compare-loans.ts'
import { callPeer, type PeerSettings } from '../gateway/peer-server.ts'
import * as links from '../store/links.ts'
import { changedLoans, loansWithIds } from '../store/loans.ts'
import { applyStatements, type RefusedLoan } from './apply-statement.ts'
import { closeLink } from './close-link.ts'
import { bothParts, readRange, signStatements, storeOffered } from './exchange-loans.ts'
import { type FederationDeps, signFor } from './link-access.ts'
import { openLink } from './receive-message.ts'
import { verifyMessage } from './sign-message.ts'

/** What calls to other servers work with. */
export interface CallDeps extends FederationDeps {
  readonly database: Database
  readonly peers: PeerSettings
  /** Up to which loan a long comparison came, by link. */
  readonly positions: BoundedCache<string, string>
}

const delivered: SendResult = { kind: 'delivered' }
/** Maximum number of messages in a call. */
const maxRounds = 30

/** Says to the other server what is due: that an invitation is accepted, what changed, or that the link ended. */
export async function callLinkedServer(deps: CallDeps, link: links.FoundLink): Promise<SendResult> {
  // Kept for when links are on again, also that a link ended.
  if (deps.url === null) return { kind: 'later', until: new Date(deps.database.now().getTime() + restMs) }
  if (link.peer_url === null || link.peer_key === null) return { kind: 'unwanted' }
  if (link.state === 'ended') return syncLoans(deps, link)
  if (!link.isInCircle) return { kind: 'unwanted' }
  return link.token_box === null ? syncLoans(deps, link) : join(deps, link, link.token_box, deps.database.now())
}

/** Accepts an invitation that was just entered. Otherwise the outbox does, as it does again if this fails. */
export async function callJoinedServer(deps: CallDeps, householdId: HouseholdId, id: string): Promise<void> {
  const link = await deps.database.read(householdId, (q) => links.findLink(q, householdId, id))
  if (link?.token_box) await callLinkedServer(deps, link)
}

type Said = { readonly reply: LinkReply } | { readonly failure: SendResult }

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
  return isOurs && isNow ? { reply } : { failure: { kind: 'refused', reason: 'invalid response' } }
}

/**
 * Accepts the invitation with its token. Ends the link if the other household signed that it doesn't accept it, that another link joins
 * the same households, or that it knows another key. Anyone on the way could send other refusals, so they change nothing.
 */
async function join(deps: CallDeps, link: links.FoundLink, tokenBox: string, now: Date): Promise<SendResult> {
  const token = deps.secrets.decrypt(tokenBox)
  const others = await deps.database.read(link.household_id, (q) => links.peerLinkIds(q, link, maxLinks))
  const payload = { kind: 'join', token, key: link.public_key, from: deps.url, reply: link.id, name: link.own_name, links: others }
  const said = await say(deps, link, 'join', payload, now)
  if ('failure' in said) return said.failure
  const { reply } = said
  await deps.database.write(link.household_id, 'store a joined link', async (tx) => {
    if (reply.kind === 'linked') await closeLink(tx, link, { by: 'linked', userId: null, now })
    else if (reply.kind === 'refused' || (reply.kind === 'waiting' && reply.key !== link.public_key))
      await closeLink(tx, link, { by: 'refused', userId: null, now })
    else if (reply.kind === 'waiting') await links.updateLink(tx, link, ['joining'], { token_box: null, peer_name: reply.name })
  })
  return delivered
}

/** How long a call may take before the rest waits, so that a slow server doesn't hold up others. */
const maxCallMs = 5_000
const restMs = 60_000
/** Maximum number of changed loans that are told before everything is compared. */
const maxChanged = 100

interface Progress {
  /** Whether the link is open, as far as this server knows. */
  kind: 'sync' | 'end'
  needed: readonly NeededPart[]
  refused: readonly RefusedLoan[]
  /** Up to which loan everything was compared; null if that's done. */
  after: string | null
}

/** Tells what changed, and compares all loans, until both servers know the same. A long comparison is continued by the next call. */
async function syncLoans(deps: CallDeps, link: links.FoundLink): Promise<SendResult> {
  const { database, positions } = deps
  const [startedAt, since] = [performance.now(), database.now().toISOString()]
  const own = await database.read(link.household_id, (q) =>
    changedLoans(q, link.household_id, link.id, link.synced_at ?? link.created_at, maxChanged),
  )
  const progress: Progress = {
    kind: link.state === 'ended' ? 'end' : 'sync',
    needed: own.map(({ loan_id, side }) => ({ id: loan_id, part: side })),
    refused: [],
    after: positions.get(link.id) ?? '',
  }
  const isDone = () => progress.after === null && progress.needed.length === 0 && progress.refused.length === 0
  for (let round = 0; !isDone(); round++) {
    if (round >= maxRounds || performance.now() - startedAt > maxCallMs) {
      positions.set(link.id, progress.after ?? '')
      return { kind: 'later', until: new Date(database.now().getTime() + restMs) }
    }
    const failure = await syncOnce(deps, link, progress, round === 0)
    if (failure === 'over') return delivered
    if (failure) return failure
  }
  positions.set(link.id, '')
  await database.write(link.household_id, 'note a sync', (tx) => links.updateLink(tx, link, ['active'], { synced_at: since }))
  return delivered
}

/** Sends one message of a sync and takes in the response. Returns a failure, or `over` if there is nothing more to say now. */
async function syncOnce(deps: CallDeps, link: links.FoundLink, progress: Progress, isFirst: boolean): Promise<SendResult | 'over' | null> {
  const { database } = deps
  const [now, batch] = [database.now(), progress.needed.slice(0, maxChanged)]
  const ids = batch.map(({ id }) => id)
  const { rows, known } = await database.read(link.household_id, async (q) => ({
    rows: await loansWithIds(q, link.household_id, link.id, ids),
    known: progress.after === null ? null : await readRange(q, link, progress.after, now),
  }))
  const { statements, rest } = signStatements(deps, link, { rows, parts: batch, refused: progress.refused })
  const message =
    progress.kind === 'end' ? { kind: 'end', statements, known } : { kind: 'sync', name: link.own_name, statements, known, offers: isFirst }
  const said = await say(deps, link, 'message', message, now)
  if ('failure' in said) return said.failure
  const { reply } = said
  const refused = await database.write(link.household_id, 'sync with a linked household', (tx) => takeReply(tx, deps, link, reply, now))
  if (refused === null || (reply.kind !== 'state' && reply.kind !== 'ended')) return 'over'
  if (reply.kind === 'ended') progress.kind = 'end'
  progress.refused = refused
  progress.needed = [...rest, ...progress.needed.slice(maxChanged), ...bothParts(reply.wants)]
  if (known !== null && !reply.more) progress.after = known.to
  return null
}

/** Takes in a response. Returns which requests were refused; null if there is nothing more to say now. */
async function takeReply(
  tx: Transaction,
  deps: CallDeps,
  { household_id, id }: links.FoundLink,
  reply: LinkReply,
  now: Date,
): Promise<RefusedLoan[] | null> {
  const found = await links.findLink(tx, household_id, id)
  if (!found || (reply.kind !== 'state' && reply.kind !== 'ended')) return null
  if (reply.kind === 'ended') await closeLink(tx, found, { by: 'them', userId: null, now })
  if (reply.kind === 'ended' || found.state === 'ended' || !found.isInCircle)
    return applyStatements(tx, deps, { ...found, state: 'ended' }, reply.statements, now)
  const link = found.state === 'joining' ? await openLink(tx, found, reply.name, now) : found
  const refused = await applyStatements(tx, deps, link, reply.statements, now)
  if (reply.offers !== null && (await storeOffered(tx, link, reply.offers)))
    signalUsers(
      tx,
      linkOffersChanged,
      (await membersOf(tx, link.household_id)).map(({ userId }) => userId),
    )
  return refused
}
