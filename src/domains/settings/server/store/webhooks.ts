import { sql } from 'kysely'
import type { AccountViews } from '#domains/account/server/index.ts'
import type { HouseholdViews } from '#domains/households/server/index.ts'
import { padInList } from '#platform/server/database/compiled-query-cache.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { SettingsTables } from '../tables.ts'

const on = (q: Reader) => q.on<SettingsTables & HouseholdViews & AccountViews>()
export type WebhookRow = SettingsTables['webhooks']
export type DeliveryRow = SettingsTables['webhook_deliveries']

/** Returns a household's webhooks, oldest first. */
export const webhooksOf = (q: Reader, householdId: HouseholdId): Promise<WebhookRow[]> =>
  on(q).selectFrom('webhooks').selectAll().where('household_id', '=', householdId).orderBy('created_at').orderBy('id').execute()

export const countWebhooks = async (q: Reader, householdId: HouseholdId): Promise<number> => (await webhooksOf(q, householdId)).length

export const webhookById = (q: Reader, householdId: HouseholdId, id: string): Promise<WebhookRow | undefined> =>
  on(q).selectFrom('webhooks').selectAll().where('household_id', '=', householdId).where('id', '=', id).executeTakeFirst()

export const insertWebhook = (tx: Transaction, row: WebhookRow) => on(tx).insertInto('webhooks').values(row).execute()

/** Deletes a webhook with its messages. Returns false if there is none. */
export async function deleteWebhook(tx: Transaction, householdId: HouseholdId, id: string): Promise<boolean> {
  const gone = await on(tx).deleteFrom('webhooks').where('household_id', '=', householdId).where('id', '=', id).executeTakeFirst()
  return gone.numDeletedRows === 1n
}

/** Deletes a user's webhooks with their messages. Returns their ids. */
export async function deleteWebhooksBy(tx: Transaction, householdId: HouseholdId, userId: string): Promise<string[]> {
  const gone = await on(tx)
    .deleteFrom('webhooks')
    .where('household_id', '=', householdId)
    .where('created_by', '=', userId)
    .returning('id')
    .execute()
  return gone.map(({ id }) => id).toSorted()
}

/** Adds messages to the outbox, ignoring existing ones. */
export async function insertDeliveries(tx: Transaction, rows: readonly DeliveryRow[]): Promise<void> {
  if (rows.length === 0) return
  await on(tx)
    .insertInto('webhook_deliveries')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns the latest messages to an address, newest first. */
export const deliveriesOf = (q: Reader, householdId: HouseholdId, webhookId: string, limit: number): Promise<DeliveryRow[]> =>
  on(q)
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('household_id', '=', householdId)
    .where('webhook_id', '=', webhookId)
    .orderBy('created_at', 'desc')
    .orderBy('seq', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Deletes old messages that were delivered or given up. */
export const dropOld = (tx: Transaction, householdId: HouseholdId, before: string) =>
  on(tx)
    .deleteFrom('webhook_deliveries')
    .where('household_id', '=', householdId)
    .where('created_at', '<', before)
    .where('state', '<>', 'waiting')
    .execute()

/** Returns due messages, the oldest few of every webhook, so that one with a backlog doesn't delay others. Covers all households, as a job. */
export const dueDeliveries = (q: Reader, now: string, { perWebhook, limit }: { perWebhook: number; limit: number }) =>
  on(q)
    .selectFrom((eb) =>
      eb
        .selectFrom('webhook_deliveries')
        .select(['household_id', 'id', 'webhook_id', 'tries', 'created_at', 'next_at'])
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy(['household_id', 'webhook_id']).orderBy('next_at').orderBy('seq').orderBy('id'))
            .as('place'),
        )
        .where('state', '=', sql.lit('waiting'))
        .where('next_at', '<=', now)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('households')
              .select('households.id')
              .whereRef('households.id', '=', 'webhook_deliveries.household_id')
              .where('households.deleted_at', 'is', null),
          ),
        )
        .as('due'),
    )
    .select(['household_id', 'id', 'webhook_id', 'tries', 'created_at'])
    .where('place', '<=', perWebhook)
    .orderBy('place')
    .orderBy('next_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Returns a message with its address; undefined if it was settled since. */
export const findDelivery = (q: Reader, householdId: HouseholdId, id: string) =>
  on(q)
    .selectFrom('webhook_deliveries')
    .innerJoin('webhooks', (join) =>
      join
        .onRef('webhooks.household_id', '=', 'webhook_deliveries.household_id')
        .onRef('webhooks.id', '=', 'webhook_deliveries.webhook_id'),
    )
    .select(['webhook_deliveries.id', 'url', 'secret_box', 'event', 'body', 'created_by'])
    .where('webhook_deliveries.household_id', '=', householdId)
    .where('webhook_deliveries.id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()

export const isLockedOut = async (q: Reader, userId: string): Promise<boolean> =>
  (await on(q).selectFrom('users').select('id').where('id', '=', userId).where('locked_at', 'is not', null).executeTakeFirst()) !==
  undefined

/** Counts an attempt before it starts. Returns false if another process has the message. */
export async function claimDelivery(
  tx: Transaction,
  householdId: HouseholdId,
  { id, attempts }: { id: string; attempts: number },
  dueAt: string,
): Promise<boolean> {
  const result = await waitingOf(tx, householdId)
    .set({ tries: attempts + 1, next_at: dueAt })
    .where('id', '=', id)
    .where('tries', '=', attempts)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Records the result of an attempt. */
export const settleDelivery = (
  tx: Transaction,
  householdId: HouseholdId,
  id: string,
  set: Pick<DeliveryRow, 'state' | 'tries' | 'status' | 'tried_at'> & Partial<Pick<DeliveryRow, 'next_at'>>,
) => waitingOf(tx, householdId).set(set).where('id', '=', id).execute()

export const postponeDeliveries = (tx: Transaction, householdId: HouseholdId, ids: readonly string[], dueAt: string) =>
  waitingOf(tx, householdId).set({ next_at: dueAt }).where('id', 'in', padInList(ids)).execute()

const waitingOf = (tx: Transaction, householdId: HouseholdId) =>
  on(tx).updateTable('webhook_deliveries').where('household_id', '=', householdId).where('state', '=', 'waiting')

export async function countWaiting(q: Reader): Promise<number> {
  const waiting = on(q).selectFrom('webhook_deliveries').where('state', '=', 'waiting')
  const { count } = await waiting.select((of) => of.fn.countAll().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}

/** Messages that were given up after an attempt; others were dropped, because their webhook's creator was locked out. */
const deadLetters = (q: Reader) => on(q).selectFrom('webhook_deliveries').where('state', '=', 'given_up').where('tried_at', 'is not', null)

/** Returns the latest dead letters, without addresses. Covers all households. */
export const listDeadLetters = (q: Reader, limit: number) =>
  deadLetters(q).select(['tries', 'status', 'tried_at', 'created_at']).orderBy('tried_at', 'desc').limit(limit).execute()

export async function householdsWithDeadLetters(q: Reader): Promise<HouseholdId[]> {
  const rows = await deadLetters(q).select('household_id').distinct().execute()
  return rows.map(({ household_id }) => household_id)
}

/** Queues a household's dead letters again. Resets `created_at`, from which an outage is measured. */
export const retryDeadLetters = (tx: Transaction, householdId: HouseholdId, now: string) =>
  on(tx)
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', tries: 0, next_at: now, created_at: now })
    .where('household_id', '=', householdId)
    .where('state', '=', 'given_up')
    .where('tried_at', 'is not', null)
    .execute()
