import { randomBytes, randomUUID } from 'node:crypto'
import type { QuotaLimits } from '#domains/households/contract/quota.ts'
import { checkQuota, type HistoryHandler, userNamesOf } from '#domains/households/server/index.ts'
import { type Actor, type Change, recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { AuthenticatedUser, Member } from '#platform/server/endpoints/route.ts'
import type { Encryption } from '#platform/server/security/encryption.ts'
import type { BodyOf, ReplyOf } from '#platform/shared/endpoint.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import { notFound } from '#platform/shared/problem.ts'
import { say } from '#platform/shared/say.ts'
import * as contract from '../../contract.ts'
import * as store from '../store/webhooks.ts'

const maxListed = 50
const keptMs = 7 * 86_400_000

export async function listWebhooks(q: Reader, { householdId }: Member): Promise<contract.Webhook[]> {
  const rows = await store.webhooksOf(q, householdId)
  const creators = await creatorsOf(q, rows)
  return rows.map(({ id, url, created_at, created_by }) => ({ id, url, createdAt: created_at, createdBy: creators(created_by) }))
}

/** Returns the names of the members who created webhooks. */
async function creatorsOf(q: Reader, rows: readonly Pick<store.WebhookRow, 'created_by'>[]) {
  const names = await userNamesOf(
    q,
    rows.map(({ created_by }) => created_by),
  )
  return (userId: string) => names.get(userId) ?? { firstName: '', lastName: '' }
}

export interface CreateWebhookDeps {
  /** Encrypts its secret. */
  readonly secrets: Encryption
  readonly limits: QuotaLimits
}

/** Throws 409 `quota_reached`. */
export async function createWebhook(
  tx: Transaction,
  { secrets, limits }: CreateWebhookDeps,
  { householdId, userId, now }: Member,
  { url }: BodyOf<typeof contract.createWebhook>,
): Promise<ReplyOf<typeof contract.createWebhook>> {
  checkQuota(limits, 'webhooks', await store.countWebhooks(tx, householdId))
  const [id, secret, at] = [randomUUID(), randomBytes(32).toString('base64url'), now.toISOString()]
  const row = { household_id: householdId, id, url, secret_box: secrets.encrypt(secret), created_by: userId, created_at: at }
  await store.insertWebhook(tx, row)
  const creators = await creatorsOf(tx, [row])
  return { id, url, createdAt: at, createdBy: creators(userId), secret }
}

export async function removeWebhook(tx: Transaction, { householdId }: Member, id: string): Promise<void> {
  if (!(await store.deleteWebhook(tx, householdId, id))) throw notFound()
}

export async function enqueueTestDelivery(tx: Transaction, { householdId, userId, now }: Member, id: string): Promise<contract.Delivery> {
  if (!(await store.webhookById(tx, householdId, id))) throw notFound()
  const row = messageOf(householdId, id, { seq: null, name: 'ping', at: now.toISOString(), actorId: userId, payload: {} }, now)
  await store.insertDeliveries(tx, [row])
  return toDelivery(row)
}

export async function listDeliveries(q: Reader, { householdId }: Member, id: string): Promise<contract.Delivery[]> {
  if (!(await store.webhookById(q, householdId, id))) throw notFound()
  return (await store.deliveriesOf(q, householdId, id, maxListed)).map(toDelivery)
}

/** Changes of keys and webhooks are not delivered. */
const isDelivered = ({ name }: Pick<Change, 'name'>) => !/^(key|webhooks)\./.test(name)

/** Adds a message for every change to the outbox of every webhook of the household. */
export async function enqueueWebhookDeliveries(
  tx: Transaction,
  householdId: HouseholdId,
  changes: readonly Change[],
  now: Date,
): Promise<void> {
  const webhooks = await store.webhooksOf(tx, householdId)
  if (webhooks.length === 0) return
  await store.dropOld(tx, householdId, new Date(now.getTime() - keptMs).toISOString())
  for (const { id, created_at } of webhooks) {
    const added = changes.filter((change) => isDelivered(change) && change.at >= created_at)
    await store.insertDeliveries(
      tx,
      added.map((change) => messageOf(householdId, id, change, now)),
    )
  }
}

type WebhookChange = { seq: number | null; name: string; at: string; actorId: UserId | null; payload: unknown }

function messageOf(
  householdId: HouseholdId,
  webhookId: string,
  { seq, name, at, actorId, payload }: WebhookChange,
  now: Date,
): store.DeliveryRow {
  const [id, created] = [randomUUID(), now.toISOString()]
  return {
    household_id: householdId,
    id,
    webhook_id: webhookId,
    seq,
    event: name,
    body: JSON.stringify({ id, householdId, seq, event: name, at, userId: actorId, payload }),
    state: 'waiting',
    tries: 0,
    next_at: created,
    status: null,
    created_at: created,
    tried_at: null,
  }
}

const toDelivery = (row: store.DeliveryRow): contract.Delivery => ({
  id: row.id,
  event: row.event,
  state: row.state,
  tries: row.tries,
  status: row.status,
  createdAt: row.created_at,
  triedAt: row.tried_at,
  nextAt: row.state === 'waiting' ? row.next_at : null,
})

/** Ends a user's webhooks and their pending messages, when they are no longer an ADMIN. */
export async function endWebhooksOf(tx: Transaction, actor: Actor, userId: string): Promise<void> {
  const webhookIds = await store.deleteWebhooksBy(tx, actor.householdId, userId)
  if (webhookIds.length > 0) await recordChange(tx, actor, contract.webhooksRevoked, { userId, webhookIds })
}

/** Ends the caller's own webhooks when their account is deleted. */
export const endOwnWebhooks = (tx: Transaction, householdId: HouseholdId, caller: AuthenticatedUser): Promise<void> =>
  endWebhooksOf(tx, { ...caller, householdId }, caller.userId)

/** Records in the history whose webhooks ended. */
export const webhookHistoryHandler: HistoryHandler = {
  names: [contract.webhooksRevoked.name],
  async describe(q, _householdId, changes) {
    const makerOf = ({ payload }: { payload: unknown }) => (payload as { userId: string }).userId
    const names = await userNamesOf(q, changes.map(makerOf))
    return new Map(
      changes.map((change) => [change.seq, say`Removed the webhooks of ${names.get(makerOf(change))?.firstName ?? say`Someone`}`]),
    )
  },
}
