import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Database, Reader, Transaction } from '#platform/server/database/index.ts'
import { appPasswordPrefix, type Identity } from '#platform/server/endpoints/authorize.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { BodyOf, ReplyOf } from '#platform/shared/endpoint.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import { notFound } from '#platform/shared/problem.ts'
import * as contract from '../../contract/access-tokens.ts'
import type { QuotaLimits } from '../../contract/quota.ts'
import * as store from '../store/access-tokens.ts'
import { checkQuota } from './quota.ts'

const tokenPrefix = 'larder_'
const secretFormat = /^[\w-]{43}$/

// A fast hash is enough for 256 random bits.
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')
const newSecret = () => randomBytes(32).toString('base64url')

export async function listTokens(q: Reader, member: Member): Promise<contract.AccessToken[]> {
  const rows = await store.keysOf(q, member.householdId, member.userId, ['read', 'write'])
  return rows.flatMap(toToken)
}

type Row = Awaited<ReturnType<typeof store.keysOf>>[number]
const toToken = ({
  id,
  name,
  kind: scope,
  created_at: createdAt,
  expires_at: expiresAt,
  used_at: lastUsedAt,
}: Row): contract.AccessToken[] =>
  (scope !== 'read' && scope !== 'write') || expiresAt === null ? [] : [{ id, name, scope, createdAt, expiresAt, lastUsedAt }]

const dayMs = 86_400_000
const inDays = (now: Date, days: number) => new Date(now.getTime() + days * dayMs).toISOString()

/** Creates a token and stores its hash. Throws 409 `quota_reached`. */
export async function createToken(
  tx: Transaction,
  limits: QuotaLimits,
  member: Member,
  { name, scope, expiresInDays }: BodyOf<typeof contract.createToken>,
): Promise<ReplyOf<typeof contract.createToken>> {
  checkQuota(limits, 'tokens', await store.countTokens(tx, member.householdId, member.userId))
  const secret = newSecret()
  const expiresAt = inDays(member.now, expiresInDays)
  const { id, at } = await insertKey(tx, member, scope, name, secret, expiresAt)
  return { id, name, scope, createdAt: at, expiresAt, lastUsedAt: null, token: `${tokenPrefix}${secret}` }
}

/** Sets a token to expire `days` from now, even if it has expired. Throws 404. */
export async function extendToken(tx: Transaction, member: Member, id: string, days: number): Promise<contract.AccessToken> {
  const { householdId, userId, now } = member
  if (!(await store.setTokenEnd(tx, householdId, userId, id, inDays(now, days)))) throw notFound()
  await recordChange(tx, member, contract.accessKeyExtended, { keyId: id })
  const token = (await listTokens(tx, member)).find((candidate) => candidate.id === id)
  if (!token) throw notFound()
  return token
}

/** Revokes a user's tokens and calendar links in every household. Their streams close after the commit. */
export async function revokeTokensOf(tx: Transaction, userId: UserId): Promise<void> {
  for (const id of await store.deleteKeysOf(tx, userId)) tx.publish('session-ended', id)
}

/** Revokes a token. Throws 404. */
export async function removeToken(tx: Transaction, member: Member, id: string): Promise<void> {
  if (!(await store.deleteKey(tx, member.householdId, member.userId, id))) throw notFound()
  await recordChange(tx, member, contract.accessKeyRevoked, { keyId: id })
}

const calendarsOf = (q: Reader, { householdId, userId }: Member) => store.keysOf(q, householdId, userId, ['calendar'])

export async function getCalendarLinkStatus(q: Reader, member: Member): Promise<ReplyOf<typeof contract.getCalendarLink>> {
  const [link] = await calendarsOf(q, member)
  return { isOn: link !== undefined, createdAt: link?.created_at ?? null, lastUsedAt: link?.used_at ?? null }
}

/** Replaces the calendar link. Its secret is in the query string, which isn't logged. */
export async function createCalendarLink(tx: Transaction, member: Member): Promise<ReplyOf<typeof contract.createCalendarLink>> {
  await removeCalendarLink(tx, member)
  const secret = newSecret()
  await insertKey(tx, member, 'calendar', '', secret)
  return { path: `/api/calendar.ics?key=${secret}` }
}

/** Revokes the link, if there is one. */
export async function removeCalendarLink(tx: Transaction, member: Member): Promise<void> {
  for (const { id } of await calendarsOf(tx, member)) await removeToken(tx, member, id)
}

async function insertKey(
  tx: Transaction,
  member: Member,
  kind: store.KeyKind,
  name: string,
  secret: string,
  expiresAt: string | null = null,
): Promise<{ id: string; at: string }> {
  const [id, at] = [randomUUID(), member.now.toISOString()]
  const { householdId: household_id, userId: user_id } = member
  await store.insertKey(tx, { household_id, id, user_id, kind, name, hash: hashOf(secret), created_at: at, expires_at: expiresAt })
  await recordChange(tx, member, contract.accessKeyCreated, { keyId: id, kind })
  return { id, at }
}

/** Returns the member's passwords for programs that use the task list. */
export const listAppPasswords = async (q: Reader, { householdId, userId }: Member): Promise<contract.AppPassword[]> =>
  (await store.keysOf(q, householdId, userId, ['tasks'])).map(({ id, name, created_at: createdAt, used_at: lastUsedAt }) => ({
    id,
    name,
    createdAt,
    lastUsedAt,
  }))

/** Without letters and digits that look alike. 26 of them hold 130 bits. */
const passwordLetters = 'abcdefghijkmnpqrstuvwxyz23456789'
const newPassword = () => Array.from(randomBytes(26), (byte) => passwordLetters[byte % 32]).join('')
const inGroups = (password: string) => (password.match(/.{1,7}/g) ?? []).join('-')

/** Creates a password for one program and stores its hash. Throws 409 `quota_reached`. */
export async function createAppPassword(
  tx: Transaction,
  limits: QuotaLimits,
  member: Member,
  name: string,
): Promise<ReplyOf<typeof contract.createAppPassword>> {
  checkQuota(limits, 'tokens', await store.countTokens(tx, member.householdId, member.userId))
  const password = newPassword()
  const { id, at } = await insertKey(tx, member, 'tasks', name, password)
  return { id, name, createdAt: at, lastUsedAt: null, password: inGroups(password) }
}

/** Returns the identity of an app password, for its own household only. Returns null if it was revoked or never existed. */
export async function identifyAppPassword(database: Database, bearer: string): Promise<Identity | null> {
  const hash = hashOf(bearer.slice(appPasswordPrefix.length))
  const holder = await database.read({ crossHousehold: 'keys' }, (q) => store.holderOf(q, hash))
  if (holder?.kind !== 'tasks') return null
  const { household_id: householdId, role, time_zone: timeZone } = holder
  return { userId: holder.user_id as UserId, sessionId: holder.id, scope: 'tasks', membership: { householdId, role, timeZone } }
}

/** Returns whether a bearer is an app password. */
export const isAppPassword = (bearer: string): boolean => bearer.startsWith(appPasswordPrefix)

/** Returns whether a bearer token has the form of an access token. Session tokens never do. */
export const isToken = (bearer: string): boolean => bearer.startsWith(tokenPrefix)

/** Returns the token's identity, for its own household only. Returns null if it was revoked, has expired or never existed. */
export async function identifyToken(database: Database, bearer: string, householdId: string | null, now: Date): Promise<Identity | null> {
  const holder = await database.read({ crossHousehold: 'keys' }, (q) => holderOf(q, bearer.slice(tokenPrefix.length)))
  if (!holder || (holder.kind !== 'read' && holder.kind !== 'write')) return null
  if (holder.expires_at === null || holder.expires_at <= now.toISOString()) return null
  const { user_id, role, time_zone: timeZone } = holder
  return {
    userId: user_id as UserId,
    sessionId: holder.id,
    scope: holder.kind,
    membership: householdId === null || holder.household_id === householdId ? { householdId: holder.household_id, role, timeZone } : null,
  }
}

/** Returns the household of a calendar link, or null if the link was revoked or never existed. */
export async function findCalendarLinkHousehold(
  q: Reader,
  secret: string,
): Promise<{ keyId: string; householdId: HouseholdId; userId: string; timeZone: string } | null> {
  const holder = await holderOf(q, secret)
  if (holder?.kind !== 'calendar') return null
  return { keyId: holder.id, householdId: holder.household_id, userId: holder.user_id, timeZone: holder.time_zone }
}

const holderOf = async (q: Reader, secret: string) => (secretFormat.test(secret) ? store.holderOf(q, hashOf(secret)) : undefined)
