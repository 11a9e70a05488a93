import type { HistoryHandler } from '#domains/households/server/index.ts'
import type { Change } from '#platform/server/changes/change-log.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { listNames } from '#platform/shared/list-names.ts'
import { say } from '#platform/shared/say.ts'
import { formatExactAmountOf } from '#platform/shared/unit-display.ts'
import type { Unit } from '#platform/shared/units.ts'
import * as contract from '../../contract.ts'
import { listedLotsById } from '../store/list-lots.ts'
import { undoStockChange } from './undo-stock-change.ts'

export interface TouchedLot {
  lotId: string
  milli: number
  unit: Unit
  type: 'INSERT' | 'UPDATE' | 'DELETE'
}

/** Returns the lots that a stock change touched. */
export const touchedLotsOf = (change: Change): TouchedLot[] => (change.payload as { lots?: TouchedLot[] }).lots ?? []

const sentences: Record<string, (what: string) => string> = {
  [contract.itemAdded.name]: (what) => say`Added ${what}`,
  [contract.itemUsed.name]: (what) => say`Used ${what}`,
  [contract.itemDiscarded.name]: (what) => say`Discarded ${what}`,
  [contract.itemCorrected.name]: (what) => say`Corrected ${what}`,
  [contract.itemRemoved.name]: (what) => say`Removed ${what}`,
  [contract.itemSplit.name]: (what) => say`Split off ${what}`,
  [contract.itemOpened.name]: (what) => say`Opened ${what}`,
  [contract.itemMoved.name]: (what) => say`Moved ${what}`,
  [contract.itemEdited.name]: (what) => say`Edited ${what}`,
  [contract.itemConfirmed.name]: (what) => say`Checked ${what}`,
}

/** Describes stock changes for History, and undoes them. */
export const inventoryHistory: HistoryHandler = {
  names: Object.keys(sentences),
  async describe(q, householdId, changes) {
    const lots = await listTouchedLots(q, householdId, changes.flatMap(touchedLotsOf))
    const sentence = (change: Change): string => {
      const touched = touchedLotsOf(change).filter(({ milli }) => change.name !== contract.itemSplit.name || milli > 0)
      const parts = touched.map(({ lotId, milli, unit }) => {
        const row = lots.get(lotId)
        if (!row) return say`a deleted item`
        if (milli === 0) return row.name
        const sign = change.name === contract.itemCorrected.name || change.name === contract.itemEdited.name ? (milli > 0 ? '+' : '−') : ''
        return `${sign}${formatExactAmountOf(Math.abs(milli), unit, row.name)}`
      })
      return sentences[change.name]?.(listNames(parts)) ?? change.name
    }
    return new Map(changes.map((change) => [change.seq, sentence(change)]))
  },
  undo: undoStockChange,
}

export const listTouchedLots = async (q: Reader, householdId: HouseholdId, touched: readonly TouchedLot[]) => {
  const ids = [...new Set(touched.map(({ lotId }) => lotId))]
  return new Map((await listedLotsById(q, householdId, ids)).map((row) => [row.id, row]))
}
