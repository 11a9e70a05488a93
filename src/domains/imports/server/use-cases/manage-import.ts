import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { conflict, notFound } from '#platform/shared/problem.ts'
import * as contract from '../../contract.ts'
import * as store from '../store.ts'
import { readImport, requireImport } from './read-imports.ts'

/**
 * Marks a preview to be imported by the job. Does nothing if it was started before. Diets and settings are left out unless
 * `include` lists them. Throws `rows_not_understood` if rows were rejected and `withoutRefused` isn't set.
 */
export async function startImport(
  tx: Transaction,
  member: Member,
  id: string,
  { leaveOut = [], include = [], withoutRefused = false }: BodyOf<typeof contract.startImport>,
): Promise<contract.Import> {
  const { householdId } = member
  const head = await requireImport(tx, householdId, id)
  if (head.state !== 'preview') return readImport(tx, householdId, id)
  const notAsked = contract.askedKinds.filter((kind) => !include.includes(kind))
  const skipped = [...leaveOut, ...notAsked]
  const counts = (await store.countRows(tx, householdId, [id])).filter(({ kind }) => !skipped.includes(kind))
  const count = (state: contract.RowState) => counts.filter((one) => one.state === state).reduce((sum, one) => sum + one.count, 0)
  if (!withoutRefused && count('refused') > 0)
    throw conflict(
      'rows_not_understood',
      'Some rows weren’t recognized. Confirm that they may be skipped, or fix the file and upload it again.',
    )
  if (leaveOut.length > 0) await store.leaveOutRows(tx, householdId, id, leaveOut)
  if (notAsked.length > 0) await store.leaveOutRows(tx, householdId, id, notAsked, 'not_asked')
  await store.eraseHealthData(tx, householdId, id, false)
  const at = member.now.toISOString()
  // At least 1, so that the progress bar can fill.
  const set = { state: 'running', made_by: member.userId, done_rows: 0, total_rows: Math.max(1, count('new')), updated_at: at } as const
  if (await store.updateImportInState(tx, householdId, id, 'preview', set))
    await recordChange(tx, member, contract.importStarted, { importId: id })
  return readImport(tx, householdId, id)
}

/** Marks a running or finished import to be undone by the job. Does nothing if it was undone before. Throws `import_not_begun`. */
export async function undoImport(tx: Transaction, member: Member, id: string): Promise<contract.Import> {
  const { householdId } = member
  const { state } = await requireImport(tx, householdId, id)
  if (state === 'preview') throw conflict('import_not_begun', 'Nothing has been imported yet.')
  if (state === 'done' || state === 'running') {
    const counts = await store.countRows(tx, householdId, [id])
    const imported = counts.filter((one) => one.state === 'brought').reduce((sum, one) => sum + one.count, 0)
    const at = member.now.toISOString()
    const set = { state: 'undoing', made_by: member.userId, done_rows: 0, total_rows: Math.max(1, imported), updated_at: at } as const
    if (await store.updateImportInState(tx, householdId, id, state, set))
      await recordChange(tx, member, contract.importStarted, { importId: id })
  }
  return readImport(tx, householdId, id)
}

/** Deletes a preview. Throws `import_begun` once it was started. */
export async function discardImport(tx: Transaction, { householdId }: Member, id: string): Promise<void> {
  if (await store.deleteImport(tx, householdId, id, 'preview')) return
  if (!(await store.findImport(tx, householdId, id))) throw notFound()
  throw conflict('import_begun', 'This has already been imported. You can undo the import instead.')
}
