import { randomUUIDv7 } from 'node:crypto'
import { expiringDays } from '#domains/inventory/rules/expiry-status.ts'
import { lowIngredients } from '#domains/inventory/server/index.ts'
import type { ConsumerContext } from '#platform/server/changes/consumers.ts'
import { recordChange } from '#platform/server/changes/log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'
import type { Unit } from '#platform/shared/units.ts'
import { type AlertType, alertsEnded, alertsRaised, type Severity } from '../../contract.ts'
import { dateCause, lowStockSeverity, wasteRiskSeverity } from '../../rules.ts'
import * as store from '../store.ts'

/** Most lots looked at in one go: a transaction of a fraction of a second. */
const maxInOneGo = 2000
/** Most alerts begun or ended at once: their ids stand in one change of the log. */
const maxAtOnce = 500

/** What is looked at: all, or these lots and foods. */
export type Extent = 'all' | { readonly lotIds: readonly string[]; readonly ingredientIds: readonly string[] | 'all' }

/** One lot that will probably not be eaten in time. */
export interface LotAtRisk {
  readonly lotId: string
  readonly ingredientId: string
  /** That some of it is left when it goes off, 0 to 1. */
  readonly chance: number
  readonly expiresOn: CalendarDate
}

interface Cause {
  readonly subjectId: string
  readonly ingredientId: string
  readonly severity: Severity
  readonly expiresOn: CalendarDate | null
  readonly milli: number | null
  readonly parMilli: number | null
  readonly unit: Unit | null
}

/** Makes the alerts agree with the kitchen as it is today. Answers whether there was too much for one go. */
export async function reconcile(tx: Transaction, context: ConsumerContext, extent: Extent): Promise<boolean> {
  const lotIds = extent === 'all' ? null : extent.lotIds
  const ingredients = extent === 'all' || extent.ingredientIds === 'all' ? null : extent.ingredientIds
  const isPart = lotIds?.length === 0 ? false : await byDate(tx, context, lotIds)
  if (isPart) return true
  if (ingredients?.length === 0) return false
  const low = await lowIngredients(tx, context.householdId, context.today, ingredients)
  await byCauses(
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
  )
  return false
}

/** Makes the alerts of waste to come agree with the forecast: all the lots it sees at risk today. */
export async function reconcileRisk(tx: Transaction, context: ConsumerContext, risks: readonly LotAtRisk[]): Promise<void> {
  const causes = risks.flatMap(({ lotId, ingredientId, chance, expiresOn }): Cause[] => {
    const severity = wasteRiskSeverity(chance)
    if (severity === null) return []
    return [{ subjectId: lotId, ingredientId, severity, expiresOn, milli: Math.round(chance * 1000), parMilli: null, unit: null }]
  })
  await byCauses(tx, context, 'waste_risk', causes, null)
}

/** Alerts that follow from lots' dates, by the table alone: a night on which thousands turn is one query per go. */
async function byDate(tx: Transaction, context: ConsumerContext, lotIds: readonly string[] | null): Promise<boolean> {
  const { householdId, today } = context
  const days = { today, soon: addDays(today, expiringDays) }
  const over = await store.endedByDate(tx, householdId, days, lotIds, maxInOneGo)
  await end(
    tx,
    context,
    over.map(({ id }) => id),
  )
  const due = await store.lotsWithoutAlert(tx, householdId, days, lotIds, maxInOneGo)
  const rows = due.flatMap((lot) => {
    const cause = dateCause(lot.goes_off_on, { expirationDate: lot.expiration_date, dateKind: lot.date_kind }, today)
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
  await raise(tx, context, rows)
  return over.length === maxInOneGo || due.length === maxInOneGo
}

/** Alerts of one kind from all its causes at this moment, among these foods. */
async function byCauses(
  tx: Transaction,
  context: ConsumerContext,
  kind: AlertType,
  causes: readonly Cause[],
  ingredients: readonly string[] | null,
): Promise<void> {
  const live = new Map((await store.liveOfKind(tx, context.householdId, kind, ingredients)).map((row) => [row.subject_id, row]))
  const rows: store.AlertRow[] = []
  for (const cause of causes) {
    const row = live.get(cause.subjectId)
    live.delete(cause.subjectId)
    const { severity, milli, parMilli: par_milli, unit } = cause
    if (!row) rows.push(newRow(context, kind, cause))
    else if (row.severity !== severity || row.milli !== milli || row.par_milli !== par_milli || row.unit !== unit)
      await store.updateFigures(tx, context.householdId, row.id, { severity, milli, par_milli, unit })
  }
  await end(
    tx,
    context,
    [...live.values()].map(({ id }) => id),
  )
  await raise(tx, context, rows)
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
})

async function raise(tx: Transaction, context: ConsumerContext, rows: readonly store.AlertRow[]): Promise<void> {
  for (let i = 0; i < rows.length; i += maxAtOnce) {
    const part = rows.slice(i, i + maxAtOnce)
    await store.insertAlerts(tx, part)
    await recordChange(tx, context, alertsRaised, { alertIds: part.map(({ id }) => id) })
  }
}

async function end(tx: Transaction, context: ConsumerContext, ids: readonly string[]): Promise<void> {
  for (let i = 0; i < ids.length; i += maxAtOnce) {
    const alertIds = ids.slice(i, i + maxAtOnce)
    await store.endAlerts(tx, context.householdId, alertIds, context.now.toISOString())
    await recordChange(tx, context, alertsEnded, { alertIds })
  }
}
