import { changeUndone } from '#domains/households/contract/index.ts'
import { ingredientsChanged } from '#domains/ingredients/contract/bulk-edit.ts'
import { ingredientChanged, ingredientsMerged } from '#domains/ingredients/contract/index.ts'
import { placeRenamed } from '#domains/places/contract.ts'
import type { Change } from '#platform/server/changes/change-log.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { LiveFrameSource } from '#platform/server/realtime/frames.ts'
import { dateInTimeZone } from '#platform/shared/calendar.ts'
import type { LiveFrame } from '#platform/shared/event.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Unit } from '#platform/shared/units.ts'
import * as contract from '../../contract.ts'
import { activeLotsAt, activeLotsOfAll } from '../store/lots.ts'
import { listTouchedLots, type TouchedLot, touchedLotsOf } from './history-handler.ts'
import { toLot } from './to-response.ts'

const changesNames = new Set<string>([ingredientChanged.name, ingredientsMerged.name, ingredientsChanged.name, changeUndone.name])
/** The fields of an ingredient that a lot shows. A bulk edit that changes none of them touches no lot. */
const shownFields = ['name', 'category', 'parLevel', 'ownUnits']

/** Returns the lots a change shows on screens. A lot shows its ingredient's name, category and par level, so a changed ingredient counts. */
async function touchedOnScreen(q: Reader, householdId: HouseholdId, change: Change): Promise<TouchedLot[]> {
  const location = renamedLocation(change)
  if (location !== null) return toTouched(await activeLotsAt(q, householdId, location))
  const payload = change.payload as { ingredientId?: string; ingredientIds?: string[]; fields?: string[]; lots?: unknown }
  const { ingredientId, ingredientIds = [], fields, lots: named } = payload
  const ids = ingredientId ? [ingredientId, ...ingredientIds] : named ? [] : ingredientIds
  if (ids.length === 0 || !changesNames.has(change.name)) return touchedLotsOf(change)
  if (fields && !fields.some((field) => shownFields.includes(field))) return []
  return toTouched(await activeLotsOfAll(q, householdId, ids))
}

const toTouched = (lots: readonly { id: string; unit: Unit }[]): TouchedLot[] =>
  lots.map(({ id, unit }) => ({ lotId: id, milli: 0, unit, type: 'UPDATE' }))

/** Returns where the items of a renamed place are now; null if the change renamed none. */
function renamedLocation({ name, payload }: Change): string | null {
  const { placeId, to, location } = payload as { placeId?: string | null; to?: string; location?: string }
  if (placeId === undefined) return null
  return (name === placeRenamed.name ? to : location) ?? null
}

/** Builds the live frames of the inventory channel: each touched lot in its current state. `timeZoneOf` determines the household's today. */
export const inventoryLiveFrames =
  (timeZoneOf: (q: Reader, householdId: HouseholdId) => Promise<string>): LiveFrameSource =>
  async (q, householdId, changes) => {
    const frames = new Map<number, LiveFrame[]>()
    const touched = await Promise.all(changes.map((change) => touchedOnScreen(q, householdId, change)))
    if (touched.every((lots) => lots.length === 0)) return frames
    const [lots, timeZone] = await Promise.all([listTouchedLots(q, householdId, touched.flat()), timeZoneOf(q, householdId)])
    const today = dateInTimeZone(timeZone, new Date())
    const channel = contract.inventoryChannel(householdId)
    for (const [i, change] of changes.entries()) {
      const shown = (touched[i] ?? []).flatMap(({ lotId, type }): LiveFrame[] => {
        const row = lots.get(lotId)
        if (!row) return []
        const payload: contract.InventoryChange = { type, data: toLot(row, today), userId: change.actorId }
        return [{ channel, event: contract.inventoryChangeEvent, payload }]
      })
      frames.set(change.seq, shown)
    }
    return frames
  }
