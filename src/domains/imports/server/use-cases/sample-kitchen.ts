import { randomUUIDv7 } from 'node:crypto'
import type { QuotaLimits } from '#domains/households/contract/quota.ts'
import { sampleImportOf, setSampleImport } from '#domains/households/server/index.ts'
import { putPlan, removeMealsOf } from '#domains/recipes/server/index.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { currentLanguage } from '#platform/server/i18n/current-language.ts'
import { addDays } from '#platform/shared/calendar.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import * as contract from '../../contract.ts'
import { isRefused } from '../../rules/import-plan.ts'
import { sampleKitchen } from '../built-in/sample-kitchen.ts'
import * as store from '../store.ts'
import { endImport } from './continue-import.ts'
import { importRowsOf, loadIngredientsByName } from './import-rows.ts'
import { rollbackImportedRows } from './roll-back-import.ts'

/**
 * Fills the household with a sample kitchen in the caller's language: an import that runs in this transaction. Does nothing if the
 * household has one.
 */
export async function addSampleKitchen(
  tx: Transaction,
  limits: QuotaLimits,
  member: Member,
  { units = 'metric' }: BodyOf<typeof contract.addSampleKitchen>,
): Promise<void> {
  const { householdId, now, today } = member
  const id = randomUUIDv7()
  if (!(await setSampleImport(tx, householdId, null, id))) return
  const plan = sampleKitchen(currentLanguage(), units, today)
  const rows = plan.rows.flatMap((row, index): store.ImportRowRecord[] => {
    if (isRefused(row)) return []
    const { kind, place, name, key, data } = row
    const settled = { state: 'new', reason: null, match_name: null, target_id: null } as const
    // The id makes it new in every sample kitchen.
    const text = { place, name, source_key: `sample ${id} ${key}`, data: JSON.stringify(data) }
    return [{ household_id: householdId, import_id: id, no: index + 1, kind, ...text, ...settled }]
  })
  const at = now.toISOString()
  const head: store.ImportRecord = {
    household_id: householdId,
    id,
    source: plan.source,
    state: 'running',
    made_by: member.userId,
    counted_as_pieces: '[]',
    pictures_left_out: 0,
    done_rows: 0,
    total_rows: rows.length,
    created_at: at,
    updated_at: at,
    finished_at: null,
  }
  await store.insertImport(tx, head)
  await store.insertRows(tx, rows)
  const names = await loadIngredientsByName(tx, householdId)
  for (const kind of contract.importRowKinds) {
    const ofKind = rows.filter((row) => row.kind === kind)
    if (ofKind.length > 0) await importRowsOf(tx, limits, member, head, names, ofKind)
  }
  const recipeId = (await readImportedRows(tx, head, 'recipe')).at(-1)?.target_id
  if (recipeId) await putPlan(tx, member, [{ date: addDays(today, 1), meal: 'dinner', recipeId }])
  await endImport(tx, member, head, 'done')
}

/** Removes what the sample kitchen added, changed or not, and its planned meals. Does nothing if the household has none. */
export async function clearSampleKitchen(tx: Transaction, member: Member): Promise<void> {
  const { householdId, now, userId } = member
  const id = await sampleImportOf(tx, householdId)
  if (id === null || !(await setSampleImport(tx, householdId, id, null))) return
  const head = await store.findImport(tx, householdId, id)
  if (!head) return
  const set = { state: 'undoing', made_by: userId, updated_at: now.toISOString() } as const
  await store.updateImportInState(tx, householdId, id, 'done', set)
  const undoing = { ...head, ...set }
  const rowsByKind = Map.groupBy(await readImportedRows(tx, head), ({ kind }) => kind)
  const recipeIds = (rowsByKind.get('recipe') ?? []).flatMap(({ target_id }) => target_id ?? [])
  await removeMealsOf(tx, member, recipeIds)
  for (const kind of contract.importRowKinds.toReversed()) {
    const rows = rowsByKind.get(kind)
    if (rows) await rollbackImportedRows(tx, member, undoing, rows)
  }
  await endImport(tx, member, undoing, 'undone')
}

const readImportedRows = (tx: Transaction, { household_id, id }: store.ImportRecord, kind?: contract.ImportRowKind) =>
  store.rowsOf(tx, household_id, id, { kind, state: 'brought', after: 0, limit: 1_000 })
