import type { HistoryEvent } from './history.ts'

/** Of these places, in the order of time, those that stand: a negative quantity takes back the last event that is like it otherwise. */
export function withoutUndone(events: readonly HistoryEvent[], places: readonly number[]): number[] {
  const standing = new Map<string, number[]>()
  const gone = new Set<number>()
  for (const place of places) {
    const event = events[place]
    if (!event) continue
    const ingredient = event.type === 'discarded' ? '' : event.ingredientId
    const key = JSON.stringify([event.type, event.lotId ?? '', ingredient, Math.abs(event.quantity)])
    const like = standing.get(key) ?? []
    standing.set(key, like)
    if (event.quantity > 0) like.push(place)
    else {
      gone.add(place)
      const last = like.pop()
      if (last !== undefined) gone.add(last)
    }
  }
  return places.filter((place) => !gone.has(place))
}
