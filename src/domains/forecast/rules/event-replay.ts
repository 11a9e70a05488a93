import { type CalendarDate, daysBetween } from '#platform/shared/calendar.ts'
import { type HistoryEvent, type HouseholdHistory, type IngredientHistory, nothing, type ReplayedLot } from './history.ts'
import { IngredientReplay } from './ingredient-replay.ts'
import { withoutUndone } from './undone.ts'

/** More than this of anything is a slip of the pen; sums of it stay exact enough. */
const max = 1e9

const nobody = -1
const open = -2

/**
 * Replays the records of each food: what is left of every lot, on which days there was any, how much was used on which day.
 * A use that names no lot takes the one that goes off first; a lot is eaten through its date. Within a day a use may be written before
 * the arrival of what it takes. A lot that is added again is topped up, unless the line is there twice. A negative quantity takes back
 * the last like it. Takes time in proportion to the events, and to the lots that are open at once.
 */
export const replay = (history: HouseholdHistory): IngredientHistory[] => new Records(history).replay()

class Records {
  private readonly events: readonly HistoryEvent[]
  private readonly today: CalendarDate
  private readonly known = new Map<CalendarDate, number>()
  /** Of each event, counted from today. */
  private readonly days: Int32Array
  /** Of each event: the number of its food; `open` until the lot it speaks of is known; `nobody`. */
  private readonly owners: Int32Array
  /** Places of the events that count, in the order of their days; most records are in order already. */
  private readonly places: readonly number[]
  /** Place of the event with which a lot first came. */
  private readonly arrivals = new Map<string, number>()
  private readonly numbers = new Map<string, number>()

  constructor({ today, events, ingredients }: HouseholdHistory) {
    this.today = today
    this.events = events
    this.days = new Int32Array(events.length)
    this.owners = new Int32Array(events.length)
    for (const { id } of ingredients) this.numberOf(id)
    const places: number[] = []
    let isInOrder = true
    let isPlain = true
    let on = ''
    let day = 0
    let last = -Infinity
    // one pass over all: tens of thousands of events lie far apart, every look at them costs
    for (let place = 0; place < events.length; place++) {
      const event = events[place]
      if (!event) continue
      const { quantity } = event
      if (event.on !== on) day = this.dayOf(event.on)
      on = event.on
      this.days[place] = day
      if (day > 0 || !(Math.abs(quantity) > nothing)) continue
      this.owners[place] = event.type === 'used' ? this.numberOf(event.ingredientId) : open
      if (day < last) isInOrder = false
      if (!(quantity > 0)) isPlain = false
      last = day
      places.push(place)
    }
    if (!isInOrder) places.sort((a, b) => (this.days[a] ?? 0) - (this.days[b] ?? 0))
    this.places = isPlain ? places : withoutUndone(events, places)
  }

  replay(): IngredientHistory[] {
    const unclear = this.places.filter((place) => this.owners[place] === open)
    for (const place of unclear) {
      const event = this.events[place]
      if (event?.type === 'added' && !this.arrivals.has(event.lotId)) this.arrivals.set(event.lotId, place)
    }
    for (const place of unclear) {
      const event = this.events[place]
      const arrival = this.events[this.arrivals.get(event?.lotId ?? '') ?? -1]
      const ingredient = arrival?.type === 'added' ? arrival.ingredientId : null
      // a lot belongs to one food
      const isStray = ingredient === null || (event?.type === 'added' && event.ingredientId !== ingredient)
      this.owners[place] = isStray ? nobody : this.numberOf(ingredient)
    }
    const own = this.placesOfEach()
    // food by food, not day by day: what is spoken of stays near at hand
    return [...this.numbers.keys()].map((id, number) => this.replayIngredient(id, own[number] ?? []))
  }

  /** The places of each food, in the order of time. */
  private placesOfEach(): number[][] {
    const groups = Array.from(this.numbers, (): number[] => [])
    for (const place of this.places) groups[this.owners[place] ?? nobody]?.push(place)
    return groups
  }

  private numberOf(id: string): number {
    const known = this.numbers.get(id)
    if (known !== undefined) return known
    this.numbers.set(id, this.numbers.size)
    return this.numbers.size - 1
  }

  private replayIngredient(id: string, places: readonly number[]): IngredientHistory {
    const ingredient = new IngredientReplay(id)
    const lots = new Map<string, { lot: ReplayedLot; place: number }>()
    const add = (event: HistoryEvent | undefined, place: number) => {
      if (event?.type !== 'added') return
      const day = this.days[place] ?? 0
      const quantity = Math.min(event.quantity, max)
      const there = lots.get(event.lotId)
      if (!there) {
        const expiresOn = event.effectiveExpiration ? this.dayOf(event.effectiveExpiration) : Infinity
        lots.set(event.lotId, { lot: ingredient.add(event.lotId, quantity, day, expiresOn), place })
      } else if (there.place !== place && (there.lot.cameOn !== day || there.lot.added !== quantity))
        ingredient.topUp(there.lot, quantity, day)
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
      if (event?.type === 'used') ingredient.use(event.lotId ? held(event.lotId, day) : null, Math.min(event.quantity, max), day)
      else if (event?.type === 'discarded') {
        const lot = held(event.lotId, day)
        if (lot) ingredient.discard(lot, Math.min(event.quantity, max), day, event.reason === 'expired')
      } else add(event, place)
    }
    return ingredient.end()
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
