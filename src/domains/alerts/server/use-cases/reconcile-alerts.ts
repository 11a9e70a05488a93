import { randomUUIDv7 } from 'node:crypto'
import { lowIngredients } from '#domains/inventory/server/index.ts'
import type { ConsumerContext } from '#platform/server/changes/change-consumer-interface.ts'
import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { UserId } from '#platform/shared/ids.ts'
import type { Unit } from '#platform/shared/units.ts'
import { type AlertType, alertsEnded, alertsRaised, type Severity } from '../../contract.ts'
import { alertForDate, lowStockSeverity, wasteRiskSeverity } from '../../rules/alert-severity.ts'
import * as store from '../store.ts'

/** Lots per transaction, which keeps each one well under a second. */
const batchLimit = 2000
/** Probabilities are noted in steps of so many thousandths, so that few rows change each day. */
const chanceStep = 50
/** Alerts per change, whose payload lists their ids. */
const maxPerChange = 500

/** What to reconcile: everything, or these lots and ingredients. */
export type ReconcileScope = 'all' | { readonly lotIds: readonly string[]; readonly ingredientIds: readonly string[] | 'all' }

/** A lot that will probably not be used up in time. */
export interface LotAtRisk {
  readonly lotId: string
  readonly ingredientId: string
  /** Probability that some of it is left when it expires, 0 to 1. */
  readonly chance: number
  readonly expiresOn: CalendarDate
}

/** Returns the user whose change raises an alert about this lot or ingredient; null if it was no user. */
export type CauserOf = (subjectId: string, ingredientId: string) => UserId | null
/** For alerts that the calendar or a forecast raises. */
export const noCauser: CauserOf = () => null

interface Cause {
  readonly subjectId: string
  readonly ingredientId: string
  readonly severity: Severity
  readonly expiresOn: CalendarDate | null
  readonly milli: number | null
  readonly parMilli: number | null
  readonly unit: Unit | null
}

/** Raises and ends alerts to match today's stock. Returns true if lots remain for another call. */
export async function reconcileAlerts(
  tx: Transaction,
  context: ConsumerContext,
  extent: ReconcileScope,
  causerOf: CauserOf,
): Promise<boolean> {
  const lotIds = extent === 'all' ? null : extent.lotIds
  const ingredients = extent === 'all' || extent.ingredientIds === 'all' ? null : extent.ingredientIds
  const hasMore = lotIds?.length === 0 ? false : await reconcileDates(tx, context, lotIds, causerOf)
  if (hasMore) return true
  if (ingredients?.length === 0) return false
  const low = await lowIngredients(tx, context.householdId, context.today, ingredients)
  await reconcileCauses(
    tx,
    context,
    'low_stock',
    low.map(({ ingredientId, totalMilli, parMilli, unit }) => ({
      subjectId: ingredientId,
      ingredientId,
      severity: lowStockSeverity(totalMilli),
      expiresOn: null,
      milli: totalMilli,
      parMilli,
      unit,
    })),
    ingredients,
    causerOf,
  )
  return false
}

/** What the forecast says today. */
export interface WasteForecast {
  /** All lots that it considers at risk. */
  readonly risks: readonly LotAtRisk[]
  /** The probability of waste of every lot that isn't past its date, 0 to 1. */
  readonly chances: ReadonlyMap<string, number>
}

/** Raises and ends waste-risk alerts to match the forecast, and notes its probabilities in all alerts about lots. */
export async function reconcileWasteForecast(tx: Transaction, context: ConsumerContext, { risks, chances }: WasteForecast): Promise<void> {
  await reconcileWasteRisks(tx, context, risks)
  const changed = new Map<number | null, string[]>()
  for (const { id, subject_id, chance } of await store.openLotAlerts(tx, context.householdId)) {
    const forecast = chances.get(subject_id)
    const now = forecast === undefined ? null : Math.round((forecast * 1000) / chanceStep) * chanceStep
    if (now !== chance) changed.set(now, [...(changed.get(now) ?? []), id])
  }
  for (const [chance, ids] of changed)
    for (let i = 0; i < ids.length; i += maxPerChange)
      await store.setChance(tx, context.householdId, ids.slice(i, i + maxPerChange), chance)
}

async function reconcileWasteRisks(tx: Transaction, context: ConsumerContext, risks: readonly LotAtRisk[]): Promise<void> {
  const unwarned = await store.neverWarnedIngredients(tx, context.householdId)
  const causes = risks.flatMap(({ lotId, ingredientId, chance, expiresOn }): Cause[] => {
    const severity = wasteRiskSeverity(chance)
    if (severity === null || unwarned.has(ingredientId)) return []
    return [{ subjectId: lotId, ingredientId, severity, expiresOn, milli: Math.round(chance * 1000), parMilli: null, unit: null }]
  })
  await reconcileCauses(tx, context, 'waste_risk', causes, null, noCauser)
}

/** Reconciles the alerts of lots' dates, with one query per batch as thousands may expire in one night. */
async function reconcileDates(
  tx: Transaction,
  context: ConsumerContext,
  lotIds: readonly string[] | null,
  causerOf: CauserOf,
): Promise<boolean> {
  const { householdId, today } = context
  const days = { today, warning: await store.warningDaysOf(tx, householdId) }
  const ended = await store.dateAlertsToEnd(tx, householdId, days, lotIds, batchLimit)
  await end(
    tx,
    context,
    ended.map(({ id }) => id),
  )
  const due = await store.lotsNeedingAlert(tx, householdId, days, lotIds, batchLimit)
  const rows = due.flatMap((lot) => {
    const cause = alertForDate(lot.goes_off_on, { expirationDate: lot.expiration_date, dateKind: lot.date_kind }, today, lot.warning_days)
    if (!cause) return []
    const { kind, severity } = cause
    return [
      newRow(context, kind, {
        subjectId: lot.id,
        ingredientId: lot.ingredient_id,
        severity,
        expiresOn: lot.goes_off_on,
        milli: null,
        parMilli: null,
        unit: null,
      }),
    ]
  })
  await raise(tx, context, rows, causerOf)
  return ended.length === batchLimit || due.length === batchLimit
}

/** Reconciles the alerts of one type with all its current causes, among these ingredients. */
async function reconcileCauses(
  tx: Transaction,
  context: ConsumerContext,
  kind: AlertType,
  causes: readonly Cause[],
  ingredients: readonly string[] | null,
  causerOf: CauserOf,
): Promise<void> {
  const open = new Map((await store.openAlertsOfKind(tx, context.householdId, kind, ingredients)).map((row) => [row.subject_id, row]))
  const rows: store.AlertRow[] = []
  for (const cause of causes) {
    const row = open.get(cause.subjectId)
    open.delete(cause.subjectId)
    const { severity, milli, parMilli: par_milli, unit } = cause
    if (!row) rows.push(newRow(context, kind, cause))
    else if (row.severity !== severity || row.milli !== milli || row.par_milli !== par_milli || row.unit !== unit)
      await store.updateAlertFigures(tx, context.householdId, row.id, {
        severity,
        milli,
        par_milli,
        unit,
        // What is left of low stock has changed. The probability of a waste risk changes with each forecast.
        ...(kind === 'low_stock' ? { announced_days: 0 } : {}),
      })
  }
  await end(
    tx,
    context,
    [...open.values()].map(({ id }) => id),
  )
  await raise(tx, context, rows, causerOf)
}

const newRow = ({ householdId, now }: ConsumerContext, kind: AlertType, cause: Cause): store.AlertRow => ({
  household_id: householdId,
  id: randomUUIDv7(),
  kind,
  subject_id: cause.subjectId,
  ingredient_id: cause.ingredientId,
  severity: cause.severity,
  due_on: cause.expiresOn,
  milli: cause.milli,
  par_milli: cause.parMilli,
  unit: cause.unit,
  created_at: now.toISOString(),
  resolved_at: null,
  deleted_at: null,
  ended_at: null,
  snoozed_until: null,
  chance: null,
  announced_days: 0,
  announced_on: null,
  announced_severity: null,
  announced_version: null,
})

/** Records who caused the alerts as the actor of the change. */
async function raise(tx: Transaction, context: ConsumerContext, rows: readonly store.AlertRow[], causerOf: CauserOf): Promise<void> {
  const byCauser = Map.groupBy(rows, ({ subject_id, ingredient_id }) => causerOf(subject_id, ingredient_id))
  for (const [userId, ofUser] of byCauser)
    for (let i = 0; i < ofUser.length; i += maxPerChange) {
      const batch = ofUser.slice(i, i + maxPerChange)
      await store.insertAlerts(tx, batch)
      await recordChange(tx, { ...context, userId }, alertsRaised, { alertIds: batch.map(({ id }) => id) })
    }
}

async function end(tx: Transaction, context: ConsumerContext, ids: readonly string[]): Promise<void> {
  for (let i = 0; i < ids.length; i += maxPerChange) {
    const alertIds = ids.slice(i, i + maxPerChange)
    await store.endAlerts(tx, context.householdId, alertIds, context.now.toISOString())
    await recordChange(tx, context, alertsEnded, { alertIds })
  }
}
