import type { DateKind, Lot } from '#domains/inventory/contract.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Unit } from '#platform/shared/units.ts'
import { type AlertType, alertTypes } from '../contract.ts'
import { alertTypeFacts } from '../rules.ts'
import type { AlertTables } from './tables.ts'

const on = (q: Reader) => q.on<AlertTables>()

export type AlertRow = AlertTables['alerts']

/** An alert with the current state of its ingredient and lot. */
export type ListedAlertRow = AlertRow & {
  name: string
  category: string
  lot_milli: number | null
  lot_unit: Unit | null
  location: string | null
  expiration_date: string | null
  date_kind: DateKind | null
  goes_off_on: string | null
}

const shown = `select alerts.*, ingredients.name, ingredients.category, lots.milli as lot_milli, lots.unit as lot_unit, lots.location,
    lots.expiration_date, lots.date_kind, lots.goes_off_on
  from alerts join ingredients on ingredients.household_id = alerts.household_id and ingredients.id = alerts.ingredient_id
  left join lots on lots.household_id = alerts.household_id and lots.id = alerts.subject_id
  where alerts.household_id = ? and alerts.deleted_at is null`

export type AlertCursor = readonly [createdAt: string, id: string]

/** Returns alerts, newest first; all of them if `limit` is null. */
export function listAlerts(
  q: Reader,
  householdId: HouseholdId,
  { onlyOpen, after, limit }: { onlyOpen: boolean; after: AlertCursor | null; limit: number | null },
): Promise<ListedAlertRow[]> {
  const text = `${shown}${onlyOpen ? ' and alerts.resolved_at is null' : ''}${after ? ' and (alerts.created_at, alerts.id) < (?, ?)' : ''}
    order by alerts.created_at desc, alerts.id desc${limit === null ? '' : ` limit ${Math.trunc(limit)}`}`
  return q.rows<ListedAlertRow>(text, [householdId, ...(after ?? [])])
}

/** Returns alerts by id; leaves out deleted and unknown ones. */
export async function findAlerts(q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<ListedAlertRow[]> {
  if (ids.length === 0) return []
  return q.rows<ListedAlertRow>(`${shown} and alerts.id in (${ids.map(() => '?').join(', ')})`, [householdId, ...ids])
}

export async function countAlerts(q: Reader, householdId: HouseholdId): Promise<{ total: number; unresolved: number }> {
  const [row] = await q.rows<{ total: number; unresolved: number }>(
    `select count(*) as total, cast(coalesce(sum(case when resolved_at is null then 1 else 0 end), 0) as bigint) as unresolved
     from alerts where household_id = ? and deleted_at is null`,
    [householdId],
  )
  return row ?? { total: 0, unresolved: 0 }
}

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

export interface DatedLot {
  id: string
  ingredient_id: string
  goes_off_on: CalendarDate
  expiration_date: CalendarDate | null
  date_kind: DateKind | null
}

const among = (column: string, ids: readonly string[] | null) =>
  ids === null ? '' : ` and ${column} in (${ids.map(() => '?').join(', ')})`
const quoted = (types: readonly AlertType[]) => types.map((type) => `'${type}'`).join(', ')
const lotTypes = quoted(alertTypes.filter((type) => alertTypeFacts[type].subject === 'lot'))
const dateTypes = quoted(alertTypes.filter((type) => alertTypeFacts[type].isByDate))
/** The type that a lot's date requires; the parameter is today. */
const kindByDate = `case when lots.goes_off_on < ? then 'expired' else 'expiring_soon' end`

/** Returns lots whose date requires an alert that isn't open, of all lots if `ids` is null. */
export const lotsNeedingAlert = (
  q: Reader,
  householdId: HouseholdId,
  { today, soon }: { today: CalendarDate; soon: CalendarDate },
  ids: readonly string[] | null,
  limit: number,
): Promise<DatedLot[]> =>
  q.rows<DatedLot>(
    `select lots.id, lots.ingredient_id, lots.goes_off_on, lots.expiration_date, lots.date_kind from lots
     left join alerts on alerts.household_id = lots.household_id and alerts.subject_id = lots.id and alerts.ended_at is null and alerts.kind = ${kindByDate}
     where lots.household_id = ? and lots.state = 'active' and lots.goes_off_on <= ? and alerts.id is null${among('lots.id', ids)}
     order by lots.goes_off_on, lots.id limit ${limit}`,
    [today, householdId, soon, ...(ids ?? [])],
  )

/** Returns open alerts about lots whose cause has ended: the lot is gone, or its date changed or passed. */
export const dateAlertsToEnd = (
  q: Reader,
  householdId: HouseholdId,
  { today, soon }: { today: CalendarDate; soon: CalendarDate },
  ids: readonly string[] | null,
  limit: number,
): Promise<{ id: string }[]> =>
  q.rows<{ id: string }>(
    `select alerts.id from alerts left join lots on lots.household_id = alerts.household_id and lots.id = alerts.subject_id
     where alerts.household_id = ? and alerts.ended_at is null and alerts.kind in (${lotTypes})
       and (lots.id is null or lots.state <> 'active'
         or (alerts.kind not in (${dateTypes}) and lots.goes_off_on < ?)
         or (alerts.kind in (${dateTypes}) and (lots.goes_off_on > ? or alerts.kind <> ${kindByDate})))${among('alerts.subject_id', ids)}
     limit ${limit}`,
    [householdId, today, soon, today, ...(ids ?? [])],
  )

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
  set: Pick<AlertRow, 'severity' | 'milli' | 'par_milli' | 'unit'>,
) => on(tx).updateTable('alerts').set(set).where('household_id', '=', householdId).where('id', '=', id).execute()

/** Returns the ingredients of these lots, used-up lots included. */
export async function ingredientsOfLots(q: Reader, householdId: HouseholdId, lotIds: readonly string[]): Promise<string[]> {
  if (lotIds.length === 0) return []
  const rows = await q
    .on<{ lots: { household_id: HouseholdId; id: string; ingredient_id: string; state: Lot['state'] } }>()
    .selectFrom('lots')
    .select('ingredient_id')
    .distinct()
    .where('household_id', '=', householdId)
    .where('id', 'in', lotIds)
    .execute()
  return rows.map(({ ingredient_id }) => ingredient_id)
}
