import { randomUUIDv7 } from 'node:crypto'
import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { type LabelSizeName, labelsCreated, labelsRevoked } from '../../contract.ts'
import * as store from '../store.ts'

interface ImportedLabels {
  size: LabelSizeName
  /** New to the household. */
  codes: readonly string[]
  /** What some of them are on. */
  targets: readonly { code: string; lotId: string | null; location: string | null }[]
}

/** Creates labels with these codes. Returns the id of their sheet. The caller checks the quota. */
export async function importLabels(tx: Transaction, member: Member, { size, codes, targets }: ImportedLabels): Promise<string> {
  const { householdId, userId, now } = member
  const at = now.toISOString()
  const sheetId = randomUUIDv7()
  const byCode = new Map(targets.map((target) => [target.code, target]))
  await store.insertSheet(tx, { household_id: householdId, id: sheetId, size, created_by: userId, created_at: at, revoked_at: null })
  await store.insertLabels(
    tx,
    codes.map((code) => store.newLabelRow(householdId, sheetId, code, at, byCode.get(code))),
  )
  await recordChange(tx, member, labelsCreated, { sheetId, count: codes.length }, { sheetId, revokes: true })
  return sheetId
}

/**
 * Revokes imported labels. Keeps sheets with labels that were put elsewhere since, unless `includeChanged`. `ids`: those given that are
 * sheets; `kept`: those that stay.
 */
export async function rollbackLabels(
  tx: Transaction,
  member: Member,
  sheetIds: readonly string[],
  { includeChanged }: { includeChanged: boolean },
): Promise<{ ids: Set<string>; kept: string[] }> {
  const { householdId, now } = member
  const labels = Map.groupBy(await store.listLabels(tx, householdId), ({ sheet_id }) => sheet_id)
  const ids = new Set<string>()
  const kept: string[] = []
  for (const id of sheetIds) {
    const sheet = await store.findSheet(tx, householdId, id)
    if (!sheet) continue
    ids.add(id)
    const isChanged = sheet.revoked_at !== null || (labels.get(id) ?? []).some(({ version }) => version > 1)
    if (isChanged && !includeChanged) kept.push(id)
    else {
      const at = now.toISOString()
      const count = await store.setRevoked(tx, householdId, id, at, at)
      await recordChange(tx, member, labelsRevoked, { sheetId: id, count }, { sheetId: id, revokes: false })
    }
  }
  return { ids, kept }
}
