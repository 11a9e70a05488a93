import type { Actor } from '#platform/server/changes/change-log.ts'
import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import { stockDoubted } from '../../contract.ts'
import * as store from '../store/forecast-rows.ts'

/** A smaller change of a probability isn't worth sending to every device. */
const minPercentChange = 5

/**
 * Marks exactly these lots as probably gone, each in its present version. Quantities and versions stay: a mark ends with the next change of
 * its lot. Records one change if any mark appears, ends or moves noticeably.
 */
export async function markProbablyGone(tx: Transaction, actor: Actor, lots: readonly { lotId: string; gone: number }[]): Promise<void> {
  const known = new Map((await store.goneMarks(tx, actor.householdId)).map((lot) => [lot.id, lot]))
  const byPercent = new Map<number | null, string[]>()
  const set = (percent: number | null, id: string) => byPercent.set(percent, [...(byPercent.get(percent) ?? []), id])
  for (const { lotId, gone } of lots) {
    const [before, percent] = [known.get(lotId), Math.min(100, Math.max(1, Math.round(100 * gone)))]
    known.delete(lotId)
    const isCurrent = before?.gone_version === before?.version && before?.gone_percent != null
    if (!isCurrent || Math.abs((before?.gone_percent ?? 0) - percent) >= minPercentChange) set(percent, lotId)
  }
  for (const id of known.keys()) set(null, id)
  if (byPercent.size === 0) return
  for (const [percent, ids] of byPercent) await store.setGonePercent(tx, actor.householdId, ids, percent)
  await recordChange(tx, actor, stockDoubted, {})
}
