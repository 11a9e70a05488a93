import { changeUndone } from '#domains/households/contract/index.ts'
import type { HistoryDescriber } from '#domains/households/server/index.ts'
import { ingredientChanged } from '#domains/ingredients/contract/index.ts'
import type { Change } from '#platform/server/changes/change-log.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { LiveFrameSource } from '#platform/server/realtime/frames.ts'
import { dayIn } from '#platform/shared/calendar.ts'
import type { LiveFrame } from '#platform/shared/event.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { say } from '#platform/shared/say.ts'
import { formatExactAmount } from '#platform/shared/unit-display.ts'
import type { Unit } from '#platform/shared/units.ts'
import * as contract from '../../contract.ts'
import { listedLotsById } from '../store/list-lots.ts'
import { activeLotsOf } from '../store/lots.ts'
import { toLot } from './to-response.ts'
import { undoStockChange } from './undo-stock-change.ts'

interface TouchedLot {
  lotId: string
  milli: number
  unit: Unit
  type: 'INSERT' | 'UPDATE' | 'DELETE'
}

const touchedOf = (change: Change): TouchedLot[] => (change.payload as { lots?: TouchedLot[] }).lots ?? []

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
export const inventoryHistoryDescriber: HistoryDescriber = {
  names: Object.keys(sentences),
  async describe(q, householdId, changes) {
    const lots = await lotsOf(q, householdId, changes.flatMap(touchedOf))
    const sentence = (change: Change): string => {
      const touched = touchedOf(change).filter(({ milli }) => change.name !== contract.itemSplit.name || milli > 0)
      const parts = touched.map(({ lotId, milli, unit }) => {
        const row = lots.get(lotId)
        if (!row) return say`a deleted item`
        if (milli === 0) return row.name
        const sign = change.name === contract.itemCorrected.name || change.name === contract.itemEdited.name ? (milli > 0 ? '+' : '−') : ''
        return `${sign}${formatExactAmount(Math.abs(milli), unit)} ${row.name}`
      })
      return sentences[change.name]?.(parts.join(', ')) ?? change.name
    }
    return new Map(changes.map((change) => [change.seq, sentence(change)]))
  },
  undo: undoStockChange,
}

const lotsOf = async (q: Reader, householdId: HouseholdId, touched: readonly TouchedLot[]) => {
  const ids = [...new Set(touched.map(({ lotId }) => lotId))]
  return new Map((await listedLotsById(q, householdId, ids)).map((row) => [row.id, row]))
}

/** Returns the lots a change shows on screens. A lot shows its ingredient's name, category and par level, so a changed ingredient counts. */
async function touchedOnScreen(q: Reader, householdId: HouseholdId, change: Change): Promise<TouchedLot[]> {
  const { ingredientId } = change.payload as { ingredientId?: string }
  if (!ingredientId || (change.name !== ingredientChanged.name && change.name !== changeUndone.name)) return touchedOf(change)
  return (await activeLotsOf(q, householdId, ingredientId)).map(({ id, unit }) => ({ lotId: id, milli: 0, unit, type: 'UPDATE' }))
}

/** Builds the live frames of the inventory channel: each touched lot in its current state. `timeZoneOf` determines the household's today. */
export const inventoryLiveFrames =
  (timeZoneOf: (q: Reader, householdId: HouseholdId) => Promise<string>): LiveFrameSource =>
  async (q, householdId, changes) => {
    const frames = new Map<number, LiveFrame[]>()
    const touched = await Promise.all(changes.map((change) => touchedOnScreen(q, householdId, change)))
    if (touched.every((lots) => lots.length === 0)) return frames
    const [lots, timeZone] = await Promise.all([lotsOf(q, householdId, touched.flat()), timeZoneOf(q, householdId)])
    const today = dayIn(timeZone, new Date())
    const channel = contract.inventoryChannel(householdId)
    for (const [i, change] of changes.entries()) {
      const shown = (touched[i] ?? []).flatMap(({ lotId, type }): LiveFrame[] => {
        const row = lots.get(lotId)
        if (!row) return []
        const payload: contract.InventoryChange = { type, data: toLot(row, today), userId: change.actorId }
        return [{ channel, event: contract.inventoryChange, payload }]
      })
      frames.set(change.seq, shown)
    }
    return frames
  }
