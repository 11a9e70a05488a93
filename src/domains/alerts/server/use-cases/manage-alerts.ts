import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'
import type { BodyOf, QueryOf } from '#platform/shared/endpoint.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { invalid, notFound } from '#platform/shared/problem.ts'
import * as contract from '../../contract.ts'
import { type AlertFacts, alertTypeFacts, describeAlert, severityToday, snoozedUntil } from '../../rules/alert-today.ts'
import { alertWorth } from '../../rules/alert-worth.ts'
import { type Announcements, afterMessage, announcedBefore, isAnnounced } from '../../rules/announcements.ts'
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

/** How severe an alert is today; of an ended one, how severe it was. */
const severityOf = (row: store.ListedAlertRow, today: CalendarDate): contract.Severity =>
  row.ended_at === null ? severityToday(row, row.goes_off_on, alertFactsOf(row), today) : row.severity

const announcementsOf = (row: store.ListedAlertRow): Announcements => ({
  days: row.announced_days,
  on: row.announced_on,
  severity: row.announced_severity,
  lotVersion: row.announced_version,
})

/** `usualCents`: what a lot of the household costs on average. */
function toAlert(row: store.ListedAlertRow, today: CalendarDate, usualCents: number | null): contract.Alert {
  const facts = alertFactsOf(row)
  const severity = severityOf(row, today)
  return {
    id: row.id,
    type: row.kind,
    severity,
    ...describeAlert(facts, today),
    isResolved: row.resolved_at !== null,
    createdAt: row.created_at,
    resolvedAt: row.resolved_at,
    lotId: lotIdOf(row),
    storage: row.storage,
    effectiveExpiration: facts.dueOn,
    snoozedUntil: snoozedUntil(row.snoozed_until, today),
    worth: row.resolved_at === null ? worthOf(row, facts, today, usualCents) : 0,
    announcedDays: announcedBefore(announcementsOf(row), { severity, lotVersion: row.lot_version }, today),
    ingredient: { id: row.ingredient_id, name: row.name, category: row.category },
  }
}

const worthOf = (row: store.ListedAlertRow, facts: AlertFacts, today: CalendarDate, usualCents: number | null): number =>
  alertWorth(
    {
      ...facts,
      expiresOn: facts.dueOn,
      isFrozen: row.storage === 'FREEZER',
      milli: facts.milli ?? 0,
      wholeMilli: row.whole_milli ?? 0,
      cents: row.price_cents,
      usualCents,
      chance: row.chance === null ? null : row.chance / 1000,
    },
    today,
  )

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
    alerts: await toAlerts(q, member, page),
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
  const [alert] = await toAlerts(tx, member, [row])
  if (!alert) throw notFound()
  return alert
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
  return toAlerts(tx, member, await store.findAlerts(tx, member.householdId, snoozed))
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
  return toAlerts(
    tx,
    member,
    rows.filter(({ resolved_at }) => resolved_at === null),
  )
}

type HouseholdDay = Pick<Member, 'householdId' | 'today'>

async function toAlerts(q: Reader, { householdId, today }: HouseholdDay, rows: readonly store.ListedAlertRow[]): Promise<contract.Alert[]> {
  const usualCents = rows.length === 0 ? null : await store.usualPrice(q, householdId)
  return rows.map((row) => toAlert(row, today, usualCents))
}

/** Returns the alerts to send messages about. */
export async function openAlerts(q: Reader, day: HouseholdDay): Promise<contract.Alert[]> {
  const rows = await store.listAlerts(q, day.householdId, { onlyOpen: true, after: null, limit: null })
  return toAlerts(q, day, rows)
}

/** An open alert, and whether it was sent as it is now, today's message included. */
export interface OpenAlert extends Pick<contract.Alert, 'id' | 'type'> {
  readonly ingredientId: string
  readonly dueOn: CalendarDate | null
  /** May be past. */
  readonly snoozedUntil: CalendarDate | null
  readonly isSent: boolean
}

export async function openAlertsSent(q: Reader, { householdId, today }: HouseholdDay): Promise<OpenAlert[]> {
  const rows = await store.listAlerts(q, householdId, { onlyOpen: true, after: null, limit: null })
  return rows.map((row) => ({
    id: row.id,
    type: row.kind,
    ingredientId: row.ingredient_id,
    dueOn: alertFactsOf(row).dueOn,
    snoozedUntil: row.snoozed_until,
    isSent: isAnnounced(announcementsOf(row), { severity: severityOf(row, today), lotVersion: row.lot_version }),
  }))
}

/** Notes that these alerts were sent to members today. */
export async function noteAlertsSent(tx: Transaction, { householdId, today }: HouseholdDay, ids: readonly string[]): Promise<void> {
  for (const row of await store.findAlerts(tx, householdId, ids)) {
    const before = announcementsOf(row)
    const after = afterMessage(before, { severity: severityOf(row, today), lotVersion: row.lot_version }, today)
    if (after.on !== before.on || after.days !== before.days) await store.setAnnounced(tx, householdId, row.id, after)
  }
}

/** Returns what other domains need to describe these alerts; leaves out deleted ones. */
export async function alertsById(q: Reader, householdId: HouseholdId, ids: readonly string[]) {
  const rows = await store.findAlerts(q, householdId, ids)
  return rows.map((row) => ({
    id: row.id,
    ingredientId: row.ingredient_id,
    lotId: lotIdOf(row),
    severity: row.severity,
    isResolved: row.resolved_at !== null,
    snoozedUntil: row.snoozed_until,
    facts: alertFactsOf(row),
  }))
}
