import { randomInt, randomUUIDv7 } from 'node:crypto'
import { changeUndone } from '#domains/households/contract/index.ts'
import type { QuotaLimits } from '#domains/households/contract/quota.ts'
import { checkQuota } from '#domains/households/server/index.ts'
import { type Change, recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { EventType } from '#platform/shared/event.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict, notFound } from '#platform/shared/problem.ts'
import * as contract from '../../contract.ts'
import * as store from '../store.ts'
import { listLabels } from './edit-label.ts'

export interface LabelDeps {
  readonly limits: QuotaLimits
  /** The server's configured address. */
  readonly publicUrl: string | null
}

/** Stored in the change log to undo a change: whether the undo revokes the sheet. */
interface SheetUndo {
  sheetId: string
  revokes: boolean
}

type Origin = Pick<LabelDeps, 'publicUrl'>

/** Returns the address that labels lead to. */
export const labelAddress = ({ publicUrl }: Origin) => ({ origin: publicUrl === null ? null : new URL(publicUrl).origin })

const toSheet = ({ id, size, created_at }: store.SheetRow, codes: readonly string[], origin: Origin): contract.LabelSheet => ({
  id,
  size,
  codes: [...codes],
  ...labelAddress(origin),
  createdAt: created_at,
})

export async function listLabelSheets(
  q: Reader,
  { householdId }: { householdId: HouseholdId },
  origin: Origin,
): Promise<contract.LabelSheet[]> {
  const labels = Map.groupBy(await store.listLabels(q, householdId), ({ sheet_id }) => sheet_id)
  const codesOf = (sheetId: string) => (labels.get(sheetId) ?? []).map(({ id }) => id)
  return (await store.listSheets(q, householdId)).map((row) => toSheet(row, codesOf(row.id), origin))
}

const randomCode = () =>
  Array.from({ length: contract.labelCodeLength }, () => contract.labelAlphabet[randomInt(contract.labelAlphabet.length)]).join('')

/** Returns codes in alphabetical order that the household never had. */
async function createCodes(q: Reader, householdId: HouseholdId, count: number): Promise<string[]> {
  const codes = new Set<string>()
  while (codes.size < count) {
    const drawn = Array.from({ length: count - codes.size }, randomCode)
    const known = await store.listKnownCodes(q, householdId, drawn)
    for (const code of drawn) if (!known.has(code)) codes.add(code)
  }
  return [...codes].sort()
}

const record = (tx: Transaction, member: Member, event: EventType, sheetId: string, count: number, revokes: boolean) =>
  recordChange(tx, member, event, { sheetId, count }, { sheetId, revokes } satisfies SheetUndo)

/** Creates labels to print. Idempotent by `input.id`, unless they were revoked since: that throws 404. Throws 409 `quota_reached`. */
export async function createLabelSheet(
  tx: Transaction,
  deps: LabelDeps,
  member: Member,
  { id = randomUUIDv7(), size, count }: contract.NewLabelSheet,
): Promise<contract.LabelSheet> {
  const { householdId, userId, now } = member
  const known = await store.findSheet(tx, householdId, id)
  if (known?.revoked_at === null) {
    const labels = await store.listLabels(tx, householdId)
    return toSheet(
      known,
      labels.flatMap((label) => (label.sheet_id === id ? [label.id] : [])),
      deps,
    )
  }
  if (known) throw notFound()
  checkQuota(deps.limits, 'labels', await store.countLabels(tx, householdId), count)
  const at = now.toISOString()
  const sheet: store.SheetRow = { household_id: householdId, id, size, created_by: userId, created_at: at, revoked_at: null }
  const codes = await createCodes(tx, householdId, count)
  await store.insertSheet(tx, sheet)
  await store.insertLabels(
    tx,
    codes.map((code) => store.newLabelRow(householdId, id, code, at)),
  )
  await record(tx, member, contract.labelsCreated, id, codes.length, true)
  return toSheet(sheet, codes, deps)
}

/** Revokes the labels of a sheet. Does nothing if they are already revoked. */
export async function revokeLabelSheet(tx: Transaction, member: Member, id: string): Promise<void> {
  const { householdId, now } = member
  const row = await store.findSheet(tx, householdId, id)
  if (!row) throw notFound()
  if (row.revoked_at !== null) return
  const at = now.toISOString()
  const count = await store.setRevoked(tx, householdId, id, at, at)
  await record(tx, member, contract.labelsRevoked, id, count, false)
}

/**
 * Revokes new labels, or restores revoked ones with what they were on. Throws 409 `undo_in_the_way` if that has happened since or a new
 * label is in use, `quota_reached` if there is no room for them.
 */
export async function undoSheetChange(tx: Transaction, { limits }: LabelDeps, member: Member, change: Change): Promise<number> {
  const { sheetId, revokes } = change.undo as SheetUndo
  const { householdId, now } = member
  const row = await store.findSheet(tx, householdId, sheetId)
  if (!row || (row.revoked_at === null) !== revokes) throw conflict('undo_in_the_way', 'Can’t undo: this has been changed since.')
  const isUsed = ({ sheetId: of, lotId, location }: contract.Label) => of === sheetId && (lotId !== null || location !== null)
  if (revokes && (await listLabels(tx, member)).some(isUsed))
    throw conflict('undo_in_the_way', 'Can’t undo: some of these labels are in use. Revoke their sheet to stop using them.')
  const at = now.toISOString()
  await store.setRevoked(tx, householdId, sheetId, revokes ? at : null, at)
  if (!revokes) checkQuota(limits, 'labels', await store.countLabels(tx, householdId), 0)
  return recordChange(tx, member, changeUndone, { undoneSeq: change.seq, sheetId })
}
