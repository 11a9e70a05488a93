import type { Unit } from '#platform/shared/units.ts'
import type { UsualItem } from '../contract/index.ts'
import { type ItemIdentity, isSameItem } from './merge-rows.ts'

/** An item bought on `times` days; `milli` and `unit` are of the last purchase. */
export interface Bought extends ItemIdentity {
  name: string
  category: string
  times: number
  lastOn: string
  milli: number
  unit: Unit
}

const maxShown = 30
const minTimes = 2

/** Merges purchases and cleared rows into the items bought at least twice, most often first. */
export function findUsualItems(bought: readonly Bought[], listed: readonly ItemIdentity[]): UsualItem[] {
  const things: Bought[] = []
  const byKey = new Map<string, Bought>()
  for (const next of bought) {
    const known = byKey.get(next.ingredientKey)
    if (known && isSameItem(known, next)) {
      const newer = next.lastOn > known.lastOn ? next : known
      Object.assign(known, { ...newer, ingredientId: known.ingredientId ?? next.ingredientId, times: known.times + next.times })
    } else {
      const copy = { ...next }
      things.push(copy)
      byKey.set(next.ingredientKey, copy)
    }
  }
  const listedIngredients = new Set(listed.map(({ ingredientId }) => ingredientId))
  const listedNames = new Set(listed.map(({ ingredientKey }) => ingredientKey))
  return things
    .filter(({ times }) => times >= minTimes)
    .toSorted((a, b) => b.times - a.times || (a.lastOn > b.lastOn ? -1 : a.lastOn < b.lastOn ? 1 : a.name < b.name ? -1 : 1))
    .slice(0, maxShown)
    .map((thing) => ({
      ingredientId: thing.ingredientId,
      ingredientName: thing.name,
      category: thing.category,
      suggestedQuantity: thing.milli / 1000,
      unit: thing.unit,
      timesBought: thing.times,
      lastBoughtOn: thing.lastOn,
      isOnList: (thing.ingredientId !== null && listedIngredients.has(thing.ingredientId)) || listedNames.has(thing.ingredientKey),
    }))
}
