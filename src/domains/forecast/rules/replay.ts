import { type CalendarDate, daysBetween } from '#platform/contract/calendar.ts'
import { FoodReplay } from './food-replay.ts'
import { type FoodHistory, type HistoryEvent, type HouseholdHistory, nothing, type ReplayedLot } from './history.ts'
import { withoutTakenBack } from './taken-back.ts'

/** More than this of anything is a slip of the pen; sums of it stay exact enough. */
const most = 1e9

/**
 * Replays the records of each food: what is left of every lot, on which days there was any, how much was used on which day.
 * A use that names no lot takes the one that goes off first; a lot is eaten through its date. Within a day a use may be written before
 * the arrival of what it takes. A lot that is added again is topped up, unless the line is there twice. A negative quantity takes back
 * the last like it. Takes time in proportion to the events, and to the lots that are open at once.
 */
export function replay(history: HouseholdHistory): FoodHistory[] {
  const records = new Records(history)
  const places = placesInTime(history.events, records.days)
  const numbers = new Map<string, number>()
  const numberOf = (id: string): number => {
    const known = numbers.get(id)
    if (known !== undefined) return known
    numbers.set(id, numbers.size)
    return numbers.size - 1
  }
  for (const { id } of history.ingredients) numberOf(id)
  for (const place of places) {
    const event = history.events[place]
    if (event?.type === 'added' && !records.arrivals.has(event.lotId)) records.arrivals.set(event.lotId, place)
  }
  const owner = new Int32Array(places.length)
  for (const [i, place] of places.entries()) {
    const event = history.events[place]
    const arrival = event && event.type !== 'used' ? history.events[records.arrivals.get(event.lotId) ?? -1] : undefined
    const food = event?.type === 'used' ? event.ingredientId : arrival?.type === 'added' ? arrival.ingredientId : null
    // a lot belongs to one food
    owner[i] = food === null || (event?.type === 'added' && event.ingredientId !== food) ? -1 : numberOf(food)
  }
  const own = grouped(places, owner, numbers.size)
  // food by food, not day by day: what is spoken of stays near at hand
  return [...numbers.keys()].map((id, number) => records.replayFood(id, own[number] ?? []))
}

class Records {
  readonly events: readonly HistoryEvent[]
  /** Of each event, counted from today. */
  readonly days: Int32Array
  /** Place of the event with which a lot first came. */
  readonly arrivals = new Map<string, number>()
  private readonly today: CalendarDate
  private readonly known = new Map<CalendarDate, number>()

  constructor({ today, events }: HouseholdHistory) {
    this.today = today
    this.events = events
    this.days = new Int32Array(events.length)
    let last = ''
    let day = 0
    for (const [i, { on }] of events.entries()) {
      if (on !== last) day = this.dayOf(on)
      last = on
      this.days[i] = day
    }
  }

  replayFood(id: string, places: ArrayLike<number>): FoodHistory {
    const food = new FoodReplay(id)
    const lots = new Map<string, { lot: ReplayedLot; place: number }>()
    const add = (event: HistoryEvent | undefined, place: number) => {
      if (event?.type !== 'added') return
      const day = this.days[place] ?? 0
      const quantity = Math.min(event.quantity, most)
      const there = lots.get(event.lotId)
      if (!there) {
        const dueOn = event.effectiveExpiration ? this.dayOf(event.effectiveExpiration) : Infinity
        lots.set(event.lotId, { lot: food.add(event.lotId, quantity, day, dueOn), place })
      } else if (there.place !== place && (there.lot.cameOn !== day || there.lot.added !== quantity)) food.topUp(there.lot, quantity, day)
    }
    const held = (lotId: string, day: number): ReplayedLot | null => {
      const arrival = this.arrivals.get(lotId) ?? -1
      if (!lots.has(lotId) && this.days[arrival] === day) {
        const event = this.events[arrival]
        if (event?.type === 'added' && event.ingredientId === id) add(event, arrival)
      }
      return lots.get(lotId)?.lot ?? null
    }
    for (let i = 0; i < places.length; i++) {
      const place = places[i] ?? 0
      const event = this.events[place]
      const day = this.days[place] ?? 0
      if (event?.type === 'used') food.use(event.lotId ? held(event.lotId, day) : null, Math.min(event.quantity, most), day)
      else if (event?.type === 'discarded') {
        const lot = held(event.lotId, day)
        if (lot) food.discard(lot, Math.min(event.quantity, most), day, event.reason === 'expired')
      } else add(event, place)
    }
    return food.end()
  }

  private dayOf(date: CalendarDate): number {
    let day = this.known.get(date)
    if (day === undefined) {
      day = daysBetween(this.today, date)
      this.known.set(date, day)
    }
    return day
  }
}

/** Places of the events that count, in the order of their days; most records are in order already. */
function placesInTime(events: readonly HistoryEvent[], days: Int32Array): number[] {
  const places: number[] = []
  let isInOrder = true
  let isPlain = true
  let last = -Infinity
  for (const [place, { quantity }] of events.entries()) {
    const day = days[place] ?? 0
    if (day > 0 || !(Math.abs(quantity) > nothing)) continue
    if (day < last) isInOrder = false
    if (!(quantity > 0)) isPlain = false
    last = day
    places.push(place)
  }
  if (!isInOrder) places.sort((a, b) => (days[a] ?? 0) - (days[b] ?? 0))
  return isPlain ? places : withoutTakenBack(events, places)
}

/** The places of each owner, in their order. */
function grouped(places: readonly number[], owner: Int32Array, owners: number): Int32Array[] {
  const counts = new Int32Array(owners)
  for (const one of owner) if (one >= 0) counts[one] = (counts[one] ?? 0) + 1
  const groups = Array.from(counts, (count) => new Int32Array(count))
  counts.fill(0)
  for (const [i, place] of places.entries()) {
    const one = owner[i] ?? -1
    const group = groups[one]
    if (!group) continue
    const at = counts[one] ?? 0
    group[at] = place
    counts[one] = at + 1
  }
  return groups
}
