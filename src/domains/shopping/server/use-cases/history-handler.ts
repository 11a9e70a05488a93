import type { HistoryHandler } from '#domains/households/server/index.ts'
import type { Change } from '#platform/server/changes/change-log.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { LiveFrameSource } from '#platform/server/realtime/frames.ts'
import { dateInTimeZone } from '#platform/shared/calendar.ts'
import type { LiveFrame } from '#platform/shared/event.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { many, say } from '#platform/shared/say.ts'
import { formatExactAmountOf } from '#platform/shared/unit-display.ts'
import * as contract from '../../contract/index.ts'
import { listNamesOf } from '../store/lists.ts'
import { shownRows } from '../store/read-list.ts'
import { findRows, type ItemRow } from '../store/rows.ts'
import { type TouchedItem, undo } from './apply-list-change.ts'
import type { ShoppingDeps } from './read-list.ts'
import { toItem } from './to-response.ts'

const touchedOf = (change: Change): TouchedItem[] => (change.payload as { items?: TouchedItem[] }).items ?? []
const listIdOf = (change: Change) => (change.payload as { listId?: string | null }).listId ?? null
/** With the generated rows that putting away removed. */
const allTouchedOf = (change: Change): TouchedItem[] => [
  ...touchedOf(change),
  ...((change.payload as { restocked?: TouchedItem[] }).restocked ?? []),
]
/** Items beyond this are counted, not named. */
const maxNamed = 4

function named(touched: readonly TouchedItem[], rows: ReadonlyMap<string, ItemRow>, withAmounts: boolean): string {
  const words = touched.slice(0, maxNamed).map(({ itemId, milli }) => {
    const row = rows.get(itemId)
    if (!row) return say`a deleted item`
    return withAmounts ? formatExactAmountOf(Math.abs(milli) || row.milli, row.unit, row.name) : row.name
  })
  const more = touched.length - words.length
  return more > 0 ? say`${words.join(', ')} and ${more} more` : words.join(', ')
}

function sentence(change: Change, rows: ReadonlyMap<string, ItemRow>, lists: ReadonlyMap<string, string>): string {
  const touched = touchedOf(change)
  const listId = listIdOf(change)
  const listName = listId === null ? null : (lists.get(listId) ?? say`(deleted)`)
  const count = (type: TouchedItem['type']) => touched.filter((item) => item.type === type).length
  switch (change.name) {
    case contract.listItemAdded.name:
      return say`Added ${named(touched, rows, true)} to the shopping list`
    case contract.listRestocked.name: {
      const added = touched.filter(({ type }) => type === 'INSERT')
      return added.length > 0
        ? say`Added by the list itself: ${named(added, rows, true)}`
        : say`Updated by the list itself: ${named(touched, rows, false)}`
    }
    case contract.listItemChanged.name:
      return say`Changed ${named(touched, rows, false)} on the shopping list`
    case contract.listItemMoved.name: {
      // One thing moves; the other rows are the one it was merged into and the one it was taken out of.
      const merged = touched.filter(({ type }) => type === 'DELETE')
      const moved = (merged.length > 0 ? merged : touched).slice(0, 1)
      return listName === null
        ? say`Moved ${named(moved, rows, false)} to the shopping list`
        : say`Moved ${named(moved, rows, false)} to the list ${listName}`
    }
    case contract.listItemRemoved.name:
      return say`Removed ${named(touched, rows, false)} from the shopping list`
    case contract.listCleared.name:
      return say`Cleared ${many(touched.length, { one: '# item', other: '# items' })} from the shopping list`
    case contract.listPutAway.name:
      return say`Put away ${named(touched, rows, true)}`
    case contract.aislesArranged.name:
      return say`Reordered the aisles`
    case contract.guestLinkCreated.name:
      return listName === null ? say`Created a guest link to the shopping list` : say`Created a guest link to the list ${listName}`
    case contract.guestLinkEnded.name:
      return listName === null ? say`Ended a guest link to the shopping list` : say`Ended a guest link to the list ${listName}`
    default:
      return say`Generated the shopping list: ${count('INSERT')} added, ${count('UPDATE')} changed, ${count('DELETE')} removed`
  }
}

export const shoppingHistory: HistoryHandler = {
  names: [
    contract.listItemAdded.name,
    contract.listItemChanged.name,
    contract.listItemMoved.name,
    contract.listItemRemoved.name,
    contract.listCleared.name,
    contract.listGenerated.name,
    contract.listRestocked.name,
    contract.listPutAway.name,
    contract.aislesArranged.name,
    contract.guestLinkCreated.name,
    contract.guestLinkEnded.name,
  ],
  async describe(q, householdId, changes) {
    const ids = changes.flatMap((change) => touchedOf(change).slice(0, maxNamed))
    const rows = new Map((await findRows(q, householdId, [...new Set(ids.map(({ itemId }) => itemId))])).map((row) => [row.id, row]))
    const lists = await listNamesOf(
      q,
      householdId,
      changes.flatMap((change) => listIdOf(change) ?? []),
    )
    return new Map(changes.map((change) => [change.seq, sentence(change, rows, lists)]))
  },
  undo,
}

/** A change to more rows than this is sent as one `RELOAD` frame. */
const maxFrames = 100

/** Creates the view of the list's realtime channel, which sends the current state of each changed row. */
export const shoppingLiveFrames =
  ({ instacart }: ShoppingDeps, timeZoneOf: (q: Reader, householdId: HouseholdId) => Promise<string>): LiveFrameSource =>
  async (q, householdId, changes) => {
    const touching = changes.filter((change) => allTouchedOf(change).length > 0)
    if (touching.length === 0) return new Map()
    const few = touching.filter((change) => allTouchedOf(change).length <= maxFrames)
    const ids = [...new Set(few.flatMap((change) => allTouchedOf(change).map(({ itemId }) => itemId)))]
    const today = dateInTimeZone(await timeZoneOf(q, householdId), new Date())
    const rows = await shownRows(q, householdId, today, ids)
    const items = new Map(rows.map((row) => [row.id, toItem(row, instacart !== null)]))
    const frame = (payload: contract.ShoppingChange): LiveFrame => ({
      channel: contract.shoppingChannel(householdId),
      event: contract.shoppingChange,
      payload,
    })
    const framesOf = (change: Change): LiveFrame[] => {
      const touched = allTouchedOf(change)
      const { actorId: userId, seq } = change
      if (touched.length > maxFrames) return [frame({ type: 'RELOAD', data: null, userId, seq })]
      return touched.flatMap(({ itemId, type }) => {
        const data = items.get(itemId)
        return data ? [frame({ type, data, userId, seq })] : []
      })
    }
    return new Map(touching.map((change) => [change.seq, framesOf(change)]))
  }
