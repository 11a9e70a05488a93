import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import { tooManyRequests } from '#platform/server/endpoints/rate-limiter.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { BodyOf, ReplyOf } from '#platform/shared/endpoint.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { formatInviteCode, inviteAlphabet, normalizeInviteCode } from '#platform/shared/invite-code.ts'
import { conflict, invalid, notFound } from '#platform/shared/problem.ts'
import * as contract from '../../contract/tablets.ts'
import * as keys from '../store/access-tokens.ts'
import * as store from '../store/tablets.ts'
import { listTablets, tabletExpiry } from './list-tablets.ts'

/** Tablets that may wait for a code at once, on the whole server. */
const maxWaiting = 500

// A fast hash is enough: the secrets have 256 random bits, and a code counts for ten minutes.
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')
const hashOfCode = (code: string) => hashOf(`pairing code ${normalizeInviteCode(code)}`)
/** What a confirmed key waits under. Never the hash of a cookie's secret. */
const waitingHash = (secretHash: string) => `pairing:${secretHash}`
const newSecret = () => randomBytes(32).toString('base64url')

/** Returns what is stored of the secret in a tablet's cookie. */
export const hashTabletSecret = (secret: string): string => hashOf(`tablet ${secret}`)

/** Starts to wait for a member. Throws 429 if too many tablets do. */
export async function startPairing(tx: Transaction, now: Date): Promise<ReplyOf<typeof contract.startPairing>> {
  await store.deleteExpiredPairings(tx, now.toISOString())
  if ((await store.countPairings(tx)) >= maxWaiting) throw tooManyRequests(contract.pairingMinutes * 60_000)
  const code = Array.from({ length: contract.pairingCodeLength }, () => inviteAlphabet[randomInt(inviteAlphabet.length)]).join('')
  const [secret, expiresAt] = [newSecret(), new Date(now.getTime() + contract.pairingMinutes * 60_000).toISOString()]
  await store.insertPairing(tx, { code_hash: hashOfCode(code), secret_hash: hashOf(secret), expires_at: expiresAt })
  return { code: formatInviteCode(code), secret, expiresAt }
}

/** Pairs the tablet that shows a code with the member's household. Throws 422 `unknown_code` or 409 `too_many_tablets`. */
export async function pairTablet(
  tx: Transaction,
  member: Member,
  { code, name }: BodyOf<typeof contract.pairTablet>,
): Promise<contract.Tablet> {
  const { householdId: household_id, userId: user_id, now } = member
  const created_at = now.toISOString()
  const counted = (await listTablets(tx, member)).filter((tablet) => contract.stateOfTablet(tablet, now) !== 'unclaimed')
  if (counted.length >= contract.maxTablets) throw conflict('too_many_tablets', 'This household has too many tablets. End one first.')
  const pairing = await store.takePairing(tx, hashOfCode(code), created_at)
  if (!pairing) throw invalid('unknown_code', 'No tablet shows this code. Check it, or get a new one on the tablet.', 'code')
  const id = randomUUID()
  const hash = waitingHash(pairing.secret_hash)
  await store.insertTablet(tx, { household_id, id, name })
  await keys.insertKey(tx, { household_id, id, user_id, kind: 'tablet', name, hash, created_at, expires_at: pairing.expires_at })
  await recordChange(tx, member, contract.tabletPaired, { pairedId: id })
  const tablet = (await listTablets(tx, member)).find((one) => one.id === id)
  if (!tablet) throw new Error('the tablet that was just paired is missing')
  return tablet
}

/** Returns whether a member has entered the code. Throws 404 if it expired, or the cookie was fetched. */
export async function pollPairing(q: Reader, secret: string, now: Date): Promise<ReplyOf<typeof contract.pollPairing>> {
  const at = now.toISOString()
  if (await store.isPairingWaiting(q, hashOf(secret), at)) return { state: 'waiting' }
  await findConfirmed(q, secret, now)
  return { state: 'confirmed' }
}

/** Returns the household that a tablet was paired with. Throws 404 like `pollPairing`. */
export async function findConfirmed(q: Reader, secret: string, now: Date): Promise<{ scope: HouseholdId }> {
  const holder = await keys.holderOf(q, waitingHash(hashOf(secret)))
  if (holder?.kind !== 'tablet' || holder.expires_at === null || holder.expires_at <= now.toISOString()) throw notFound()
  return { scope: holder.household_id }
}

/** Returns the secret for the tablet's cookie, once: the pairing's own secret opens nothing from then on. Throws 404. */
export async function claimPairing(tx: Transaction, householdId: HouseholdId, pairingSecret: string, now: Date): Promise<string> {
  const secret = newSecret()
  const key = { hash: hashTabletSecret(secret), expires_at: tabletExpiry(now) }
  const isClaimed = await keys.replaceKeyHash(tx, householdId, waitingHash(hashOf(pairingSecret)), key, now.toISOString())
  if (!isClaimed) throw notFound()
  return secret
}
