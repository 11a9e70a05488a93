import { type InferResult, type RawBuilder, sql } from 'kysely'
import type { IngredientViews } from '#domains/ingredients/server/index.ts'
import { ingredientReferences } from '#domains/ingredients/server/index.ts'
import type { Lot } from '#domains/inventory/contract.ts'
import { expiringDays } from '#domains/inventory/rules/expiry-status.ts'
import { type InventoryViews, isActiveLotSql, noExpirationDate } from '#domains/inventory/server/index.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { type AlertType, alertTypes } from '../contract.ts'
import { neverWarned } from '../rules/alert-severity.ts'
import { alertTypeFacts } from '../rules/alert-today.ts'
import type { Announcements } from '../rules/announcements.ts'
import type { AlertTables } from './tables.ts'

const on = (q: Reader) => q.on<AlertTables & IngredientViews & InventoryViews>()

export type AlertRow = AlertTables['alerts']

const shown = (q: Reader, householdId: HouseholdId) =>
  on(q)
    .selectFrom('alerts')
    .innerJoin('ingredients', (join) =>
      join.onRef('ingredients.household_id', '=', 'alerts.household_id').onRef('ingredients.id', '=', 'alerts.ingredient_id'),
    )
    .leftJoin('lots', (join) => join.onRef('lots.household_id', '=', 'alerts.household_id').onRef('lots.id', '=', 'alerts.subject_id'))
    .selectAll('alerts')
    .select([
      'ingredients.name',
      'ingredients.category',
      'lots.milli as lot_milli',
      'lots.unit as lot_unit',
      'lots.location',
      'lots.storage',
    ])
    .select(['lots.expiration_date', 'lots.date_kind', 'lots.whole_milli', 'lots.price_cents', 'lots.version as lot_version'])
    // Null also for a lot whose date was removed: its alert ends a moment later.
    .select(sql<CalendarDate | null>`nullif(lots.goes_off_on, ${noExpirationDate})`.as('goes_off_on'))
    .where('alerts.household_id', '=', householdId)
    .where('alerts.deleted_at', 'is', null)

/** An alert with the current state of its ingredient and lot. */
export type ListedAlertRow = InferResult<ReturnType<typeof shown>>[number]

export type AlertCursor = readonly [createdAt: string, id: string]

/** Returns alerts, newest first; all of them if `limit` is null. */
export function listAlerts(
  q: Reader,
  householdId: HouseholdId,
  { onlyOpen, after, limit }: { onlyOpen: boolean; after: AlertCursor | null; limit: number | null },
): Promise<ListedAlertRow[]> {
  let alerts = shown(q, householdId).orderBy('alerts.created_at', 'desc').orderBy('alerts.id', 'desc')
  if (onlyOpen) alerts = alerts.where('alerts.resolved_at', 'is', null)
  if (after) alerts = alerts.where(({ eb, refTuple, tuple }) => eb(refTuple('alerts.created_at', 'alerts.id'), '<', tuple(...after)))
  return (limit === null ? alerts : alerts.limit(limit)).execute()
}

/** Returns what a lot in stock cost on average, in cents; null if no price is known. */
export async function usualPrice(q: Reader, householdId: HouseholdId): Promise<number | null> {
  const { sum, count } = await on(q)
    .selectFrom('lots')
    .select(sql<number>`cast(coalesce(sum(price_cents), 0) as bigint)`.as('sum'))
    .select(({ fn }) => fn.count<number>('price_cents').as('count'))
    .where('household_id', '=', householdId)
    .where(isActiveLotSql)
    .executeTakeFirstOrThrow()
  return Number(count) === 0 ? null : Number(sum) / Number(count)
}

export async function isAlertOpen(q: Reader, householdId: HouseholdId, id: string): Promise<boolean> {
  const open = shown(q, householdId).where('alerts.id', '=', id).where('resolved_at', 'is', null).where('ended_at', 'is', null)
  return (await open.executeTakeFirst()) !== undefined
}

/** Returns alerts by id; leaves out deleted and unknown ones. */
export const findAlerts = (q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<ListedAlertRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : shown(q, householdId).where('alerts.id', 'in', ids).execute()

export const countAlerts = (q: Reader, householdId: HouseholdId): Promise<{ total: number; unresolved: number }> =>
  on(q)
    .selectFrom('alerts')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .select(sql<number>`cast(coalesce(sum(case when resolved_at is null then 1 else 0 end), 0) as bigint)`.as('unresolved'))
    .where('household_id', '=', householdId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()

/** Resolves or deletes an alert. Returns false if it doesn't exist or is already resolved or deleted. */
export async function closeAlert(
  tx: Transaction,
  householdId: HouseholdId,
  id: string,
  set: { resolved_at: string } | { deleted_at: string },
): Promise<boolean> {
  let query = on(tx)
    .updateTable('alerts')
    .set(set)
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
  if ('resolved_at' in set) query = query.where('resolved_at', 'is', null)
  return (await query.executeTakeFirst()).numUpdatedRows === 1n
}

/** Snoozes the open ones of these alerts. Returns their ids. */
export const snoozeAlerts = (tx: Transaction, householdId: HouseholdId, ids: readonly string[], until: CalendarDate): Promise<string[]> =>
  idsOf(updateOpen(tx, householdId, ids).set({ snoozed_until: until, announced_days: 0 }))

/** Returns the days until which these alerts are snoozed, each once; may be past. */
export async function snoozeDaysOf(q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<CalendarDate[]> {
  const rows = await on(q)
    .selectFrom('alerts')
    .select('snoozed_until')
    .distinct()
    .where('household_id', '=', householdId)
    .where('id', 'in', ids)
    .execute()
  return rows.flatMap(({ snoozed_until }) => snoozed_until ?? [])
}

/**
 * Undoes what was done to each of these alerts last: deleting, else resolving, else snoozing it. One stays resolved if its cause has ended.
 * Returns the ids of changed alerts that are open now.
 */
export async function reopenAlerts(tx: Transaction, householdId: HouseholdId, ids: readonly string[]): Promise<string[]> {
  const rows = await on(tx)
    .updateTable('alerts')
    .set({
      deleted_at: null,
      resolved_at: sql`case when deleted_at is null then null else resolved_at end`,
      snoozed_until: sql`case when deleted_at is null and resolved_at is null then null else snoozed_until end`,
      announced_days: 0,
    })
    .where('household_id', '=', householdId)
    .where('id', 'in', ids)
    .where(({ and, eb, or }) =>
      or([
        eb('deleted_at', 'is not', null),
        and([eb('ended_at', 'is', null), or([eb('resolved_at', 'is not', null), eb('snoozed_until', 'is not', null)])]),
      ]),
    )
    .returning(['id', 'resolved_at'])
    .execute()
  return rows.flatMap(({ id, resolved_at }) => (resolved_at === null ? id : []))
}

/** Shows alerts again that are open and snoozed until `until`. Returns their ids. */
export const unsnoozeAlerts = (tx: Transaction, householdId: HouseholdId, ids: readonly string[], until: CalendarDate): Promise<string[]> =>
  idsOf(updateOpen(tx, householdId, ids).set({ snoozed_until: null }).where('snoozed_until', '=', until))

const updateOpen = (tx: Transaction, householdId: HouseholdId, ids: readonly string[]) =>
  on(tx)
    .updateTable('alerts')
    .where('household_id', '=', householdId)
    .where('id', 'in', ids)
    .where('resolved_at', 'is', null)
    .where('deleted_at', 'is', null)

async function idsOf(update: ReturnType<typeof updateOpen>): Promise<string[]> {
  return (await update.returning('id').execute()).map(({ id }) => id)
}

const lotTypes = alertTypes.filter((type) => alertTypeFacts[type].subject === 'lot')
const dateTypes = alertTypes.filter((type) => alertTypeFacts[type].isByDate)
/** The type that a lot's date requires. */
const kindByDate = (today: CalendarDate) => sql<AlertType>`case when lots.goes_off_on < ${today} then 'expired' else 'expiring_soon' end`

/** Returns the days of warning that ingredients of the household have, each number once. */
export async function warningDaysOf(q: Reader, householdId: HouseholdId): Promise<readonly number[]> {
  const rows = await on(q)
    .selectFrom('ingredients')
    .select('warning_days')
    .distinct()
    .where('household_id', '=', householdId)
    .where('warning_days', 'is not', null)
    .execute()
  return rows.flatMap(({ warning_days }) => warning_days ?? [])
}

interface WarningDates {
  today: CalendarDate
  /** The days of warning that ingredients of the household have. */
  warning: readonly number[]
}

/** The last date that a lot's ingredient is warned about today. `''`, before every date, for one without warnings. */
const lastWarnedSql = ({ today, warning }: WarningDates): RawBuilder<string> => {
  const usual = addDays(today, expiringDays)
  if (warning.length === 0) return sql`${usual}`
  const cases = warning.map((days) => sql`when ${days} then ${days === neverWarned ? '' : addDays(today, days)}`)
  return sql`(case ingredients.warning_days ${sql.join(cases, sql` `)} else ${usual} end)`
}

/** Returns lots whose date requires an alert that isn't open, of all lots if `ids` is null. */
export function lotsNeedingAlert(q: Reader, householdId: HouseholdId, dates: WarningDates, ids: readonly string[] | null, limit: number) {
  const { today, warning } = dates
  const lots = on(q)
    .selectFrom('lots')
    .innerJoin('ingredients', (join) =>
      join.onRef('ingredients.household_id', '=', 'lots.household_id').onRef('ingredients.id', '=', 'lots.ingredient_id'),
    )
    .leftJoin('alerts', (join) =>
      join
        .onRef('alerts.household_id', '=', 'lots.household_id')
        .onRef('alerts.subject_id', '=', 'lots.id')
        .on('alerts.ended_at', 'is', null)
        .on('alerts.kind', '=', kindByDate(today)),
    )
    .select(['lots.id', 'lots.ingredient_id', 'lots.goes_off_on', 'lots.expiration_date', 'lots.date_kind', 'ingredients.warning_days'])
    .where('lots.household_id', '=', householdId)
    .where(isActiveLotSql)
    // Lets the index on dates leave out most lots.
    .where('lots.goes_off_on', '<=', addDays(today, Math.max(expiringDays, ...warning)))
    .where('lots.goes_off_on', '<=', lastWarnedSql(dates))
    .where('alerts.id', 'is', null)
    .orderBy('lots.goes_off_on')
    .orderBy('lots.id')
    .limit(limit)
  return (ids === null ? lots : lots.where('lots.id', 'in', ids)).execute()
}

/** Returns open alerts about lots whose cause has ended: the lot is gone, or its date changed or passed. */
export function dateAlertsToEnd(
  q: Reader,
  householdId: HouseholdId,
  dates: WarningDates,
  ids: readonly string[] | null,
  limit: number,
): Promise<{ id: string }[]> {
  const { today } = dates
  const alerts = on(q)
    .selectFrom('alerts')
    .leftJoin('lots', (join) => join.onRef('lots.household_id', '=', 'alerts.household_id').onRef('lots.id', '=', 'alerts.subject_id'))
    .leftJoin('ingredients', (join) =>
      join.onRef('ingredients.household_id', '=', 'lots.household_id').onRef('ingredients.id', '=', 'lots.ingredient_id'),
    )
    .select('alerts.id')
    .where('alerts.household_id', '=', householdId)
    .where('alerts.ended_at', 'is', null)
    .where('alerts.kind', 'in', lotTypes)
    .where(({ and, eb, or }) =>
      or([
        eb('lots.id', 'is', null),
        eb('lots.state', '<>', 'active'),
        and([
          eb('alerts.kind', 'not in', dateTypes),
          or([eb('lots.goes_off_on', '<', today), eb('lots.goes_off_on', '=', noExpirationDate)]),
        ]),
        and([
          eb('alerts.kind', 'in', dateTypes),
          or([eb('lots.goes_off_on', '>', lastWarnedSql(dates)), eb('alerts.kind', '<>', kindByDate(today))]),
        ]),
      ]),
    )
    .limit(limit)
  return (ids === null ? alerts : alerts.where('alerts.subject_id', 'in', ids)).execute()
}

/** Returns the alerts of one type that haven't ended, about these ingredients or, if null, all. */
export async function openAlertsOfKind(
  q: Reader,
  householdId: HouseholdId,
  kind: AlertType,
  ingredientIds: readonly string[] | null,
): Promise<AlertRow[]> {
  let query = on(q)
    .selectFrom('alerts')
    .selectAll()
    .where('household_id', '=', householdId)
    .where('kind', '=', kind)
    .where('ended_at', 'is', null)
  if (ingredientIds !== null) query = query.where('ingredient_id', 'in', ingredientIds)
  return query.execute()
}

export const insertAlerts = (tx: Transaction, rows: readonly AlertRow[]) =>
  on(tx)
    .insertInto('alerts')
    .values([...rows])
    .execute()

export const endAlerts = (tx: Transaction, householdId: HouseholdId, ids: readonly string[], at: string) =>
  on(tx)
    .updateTable('alerts')
    .set((eb) => ({ ended_at: at, resolved_at: eb.fn.coalesce('resolved_at', eb.val(at)) }))
    .where('household_id', '=', householdId)
    .where('id', 'in', ids)
    .execute()

export const updateAlertFigures = (
  tx: Transaction,
  householdId: HouseholdId,
  id: string,
  set: Pick<AlertRow, 'severity' | 'milli' | 'par_milli' | 'unit'> & Partial<Pick<AlertRow, 'announced_days'>>,
) => on(tx).updateTable('alerts').set(set).where('household_id', '=', householdId).where('id', '=', id).execute()

/** Notes that an alert was sent to members. */
export const setAnnounced = (
  tx: Transaction,
  householdId: HouseholdId,
  id: string,
  { days, on: day, severity, lotVersion }: Announcements,
) =>
  on(tx)
    .updateTable('alerts')
    .set({ announced_days: days, announced_on: day, announced_severity: severity, announced_version: lotVersion })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .execute()

/** Notes the forecast for the lots of these open alerts, in thousandths. */
export const setChance = (tx: Transaction, householdId: HouseholdId, ids: readonly string[], chance: number | null) =>
  on(tx).updateTable('alerts').set({ chance }).where('household_id', '=', householdId).where('id', 'in', ids).execute()

/** Returns the open alerts about lots, with the forecast that was noted for each. */
export const openLotAlerts = (q: Reader, householdId: HouseholdId) =>
  on(q)
    .selectFrom('alerts')
    .select(['id', 'subject_id', 'chance'])
    .where('household_id', '=', householdId)
    .where('ended_at', 'is', null)
    .where('kind', 'in', lotTypes)
    .execute()

/** Returns these lots with their ingredients, used-up lots included. */
export async function ingredientsOfLots(q: Reader, householdId: HouseholdId, lotIds: readonly string[]) {
  if (lotIds.length === 0) return []
  return q
    .on<{ lots: { household_id: HouseholdId; id: string; ingredient_id: string; state: Lot['state'] } }>()
    .selectFrom('lots')
    .select(['id', 'ingredient_id as ingredientId'])
    .where('household_id', '=', householdId)
    .where('id', 'in', lotIds)
    .execute()
}

/** Returns the active lots of these ingredients. */
export async function activeLotIdsOf(q: Reader, householdId: HouseholdId, ingredientIds: readonly string[]): Promise<string[]> {
  if (ingredientIds.length === 0) return []
  const rows = await on(q)
    .selectFrom('lots')
    .select('lots.id')
    .where('lots.household_id', '=', householdId)
    .where(isActiveLotSql)
    .where('lots.ingredient_id', 'in', ingredientIds)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the ingredients without alerts about dates. */
export async function neverWarnedIngredients(q: Reader, householdId: HouseholdId): Promise<ReadonlySet<string>> {
  const rows = await on(q)
    .selectFrom('ingredients')
    .select('id')
    .where('household_id', '=', householdId)
    .where('warning_days', '=', neverWarned)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export const alertReferences = ingredientReferences('alerts', 'id')
