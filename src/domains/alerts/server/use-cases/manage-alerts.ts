import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'
import type { BodyOf, QueryOf } from '#platform/shared/endpoint.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { invalid, notFound } from '#platform/shared/problem.ts'
import * as contract from '../../contract.ts'
import { type AlertFacts, alertTypeFacts, describeAlert, severityToday, snoozedUntil } from '../../rules/alert-today.ts'
import * as store from '../store.ts'

/** Returns the facts of an alert as of now. For a lot that is gone only the date remains. */
export function alertFactsOf(row: store.ListedAlertRow): AlertFacts {
  const isOfLot = alertTypeFacts[row.kind].subject === 'lot'
  const isOpen = row.ended_at === null
  return {
    kind: row.kind,
    food: row.name,
    dueOn: isOpen ? (row.goes_off_on ?? row.due_on) : row.due_on,
    milli: !isOfLot ? row.milli : isOpen ? row.lot_milli : null,
    unit: isOfLot ? row.lot_unit : row.unit,
    location: isOfLot ? (row.location ?? '') : '',
    parMilli: row.par_milli,
    expirationDate: row.expiration_date,
    dateKind: row.date_kind,
    isOpen,
  }
}

const lotIdOf = ({ kind, subject_id }: store.ListedAlertRow) => (alertTypeFacts[kind].subject === 'lot' ? subject_id : null)

function toAlert(row: store.ListedAlertRow, today: CalendarDate): contract.Alert {
  const facts = alertFactsOf(row)
  return {
    id: row.id,
    type: row.kind,
    severity: row.ended_at === null ? severityToday(row, row.goes_off_on, facts, today) : row.severity,
    ...describeAlert(facts, today),
    isResolved: row.resolved_at !== null,
    createdAt: row.created_at,
    resolvedAt: row.resolved_at,
    lotId: lotIdOf(row),
    storage: row.storage,
    effectiveExpiration: facts.dueOn,
    snoozedUntil: snoozedUntil(row.snoozed_until, today),
    ingredient: { id: row.ingredient_id, name: row.name, category: row.category },
  }
}

/** Returns a page of alerts and the cursor of the next page. Throws `cursor_invalid`. */
export async function listAlerts(
  q: Reader,
  member: Member,
  { resolved, cursor, limit }: QueryOf<typeof contract.listAlerts>,
): Promise<{ alerts: contract.Alert[]; next: string | null }> {
  const rows = await store.listAlerts(q, member.householdId, {
    onlyOpen: resolved === false,
    after: cursor === undefined ? null : readCursor(cursor),
    limit: limit === undefined ? null : limit + 1,
  })
  const page = limit === undefined ? rows : rows.slice(0, limit)
  const last = page.at(-1)
  const isMore = last !== undefined && rows.length > page.length
  return {
    alerts: page.map((row) => toAlert(row, member.today)),
    next: isMore ? Buffer.from(JSON.stringify([last.created_at, last.id])).toString('base64url') : null,
  }
}

function readCursor(text: string): store.AlertCursor {
  try {
    const [createdAt, id] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (typeof createdAt === 'string' && typeof id === 'string') return [createdAt, id]
  } catch {
    // Not a cursor from this server: rejected below.
  }
  throw invalid('cursor_invalid', 'That page of results no longer exists. Start again from the first.', 'cursor')
}

export async function countAlerts(q: Reader, { householdId }: Member) {
  const { total, unresolved } = await store.countAlerts(q, householdId)
  return { total, unresolved, resolved: total - unresolved }
}

/** Resolves an alert; does nothing if it is resolved already. */
export async function resolveAlert(tx: Transaction, member: Member, id: string): Promise<contract.Alert> {
  if (await store.closeAlert(tx, member.householdId, id, { resolved_at: member.now.toISOString() }))
    await recordChange(tx, member, contract.alertResolved, { alertIds: [id] })
  const [row] = await store.findAlerts(tx, member.householdId, [id])
  if (!row) throw notFound()
  return toAlert(row, member.today)
}

export async function deleteAlert(tx: Transaction, member: Member, id: string): Promise<void> {
  if (!(await store.closeAlert(tx, member.householdId, id, { deleted_at: member.now.toISOString() }))) throw notFound()
  await recordChange(tx, member, contract.alertDeleted, { alertIds: [id] })
}

/** Snoozes the open ones of these alerts. */
export async function snoozeAlerts(
  tx: Transaction,
  member: Member,
  { alertIds, days }: BodyOf<typeof contract.snoozeAlerts>,
): Promise<contract.Alert[]> {
  const until = addDays(member.today, days)
  const previousUntil = await store.snoozeDaysOf(tx, member.householdId, alertIds)
  const snoozed = await store.snoozeAlerts(tx, member.householdId, alertIds, until)
  if (snoozed.length === 0) throw notFound()
  await recordChange(tx, member, contract.alertsSnoozed, { alertIds: snoozed, until, previousUntil }, {})
  return toAlerts(tx, member, snoozed)
}

/** Undoes what was done to each of these alerts last. Throws `not_found` if none exists. */
export async function reopenAlerts(
  tx: Transaction,
  member: Member,
  { alertIds }: BodyOf<typeof contract.reopenAlerts>,
): Promise<contract.Alert[]> {
  const previousUntil = await store.snoozeDaysOf(tx, member.householdId, alertIds)
  const reopened = await store.reopenAlerts(tx, member.householdId, alertIds)
  if (reopened.length > 0) await recordChange(tx, member, contract.alertsReopened, { alertIds: reopened, previousUntil })
  const rows = await store.findAlerts(tx, member.householdId, alertIds)
  if (rows.length === 0) throw notFound()
  return rows.filter(({ resolved_at }) => resolved_at === null).map((row) => toAlert(row, member.today))
}

const toAlerts = async (q: Reader, { householdId, today }: Member, ids: readonly string[]) =>
  (await store.findAlerts(q, householdId, ids)).map((row) => toAlert(row, today))

/** Returns what other domains need to describe these alerts; leaves out deleted ones. */
export async function alertsById(q: Reader, householdId: HouseholdId, ids: readonly string[]) {
  const rows = await store.findAlerts(q, householdId, ids)
  return rows.map((row) => ({
    id: row.id,
    ingredientId: row.ingredient_id,
    lotId: lotIdOf(row),
    severity: row.severity,
    facts: alertFactsOf(row),
  }))
}
