import { type CalendarDate, daysBetween } from '#platform/shared/calendar.ts'
import { epsilon, type HistoryEvent, type HouseholdHistory, type IngredientHistory, type ReplayedLot } from './history-types.ts'
import { IngredientReplay } from './ingredient-replay.ts'

/** Caps absurd quantities, so that sums stay exact enough. */
const maxQuantity = 1e9

const noIngredient = -1
const unresolved = -2

/**
 * Replays each ingredient's events: what is left of every lot, on which days it was in stock, and how much was used on which day.
 * - A use without a lot takes the lot that expires first; a lot can be eaten through its date.
 * - Within a day, a use may come before the arrival of its lot.
 * - Adding a lot again tops it up, unless the event is an exact duplicate.
 * - A negative quantity undoes the last event like it.
 * - A count says what was left of a lot; what was missing was used without being recorded.
 */
export const replayHistory = (history: HouseholdHistory): IngredientHistory[] => new HistoryReplay(history).replay()

class HistoryReplay {
  private readonly events: readonly HistoryEvent[]
  private readonly today: CalendarDate
  private readonly dayByDate = new Map<CalendarDate, number>()
  /** The day of each event, relative to today. */
  private readonly days: Int32Array
  /** The ingredient number of each event, `unresolved` until its lot is resolved, or `noIngredient`. */
  private readonly owners: Int32Array
  /** Indexes of the valid events, ordered by day. */
  private readonly indexes: readonly number[]
  /** Index of the event that first added each lot. */
  private readonly arrivals = new Map<string, number>()
  private readonly numbers = new Map<string, number>()

  constructor({ today, events, ingredients }: HouseholdHistory) {
    this.today = today
    this.events = events
    this.days = new Int32Array(events.length)
    this.owners = new Int32Array(events.length)
    for (const { id } of ingredients) this.numberOf(id)
    const indexes: number[] = []
    let isInOrder = true
    let isWithoutUndos = true
    let on = ''
    let day = 0
    let last = -Infinity
    // A single pass, because tens of thousands of scattered event objects are slow to read.
    for (let index = 0; index < events.length; index++) {
      const event = events[index]
      if (!event) continue
      const { quantity } = event
      if (event.on !== on) day = this.dayOf(event.on)
      on = event.on
      this.days[index] = day
      if (day > 0 || !(event.type === 'counted' ? quantity >= 0 : Math.abs(quantity) > epsilon)) continue
      this.owners[index] = event.type === 'used' ? this.numberOf(event.ingredientId) : unresolved
      if (day < last) isInOrder = false
      if (!(quantity > 0) && event.type !== 'counted') isWithoutUndos = false
      last = day
      indexes.push(index)
    }
    if (!isInOrder) indexes.sort((a, b) => (this.days[a] ?? 0) - (this.days[b] ?? 0))
    this.indexes = isWithoutUndos ? indexes : removeUndone(events, indexes)
  }

  replay(): IngredientHistory[] {
    const unassigned = this.indexes.filter((index) => this.owners[index] === unresolved)
    for (const index of unassigned) {
      const event = this.events[index]
      if (event?.type === 'added' && !this.arrivals.has(event.lotId)) this.arrivals.set(event.lotId, index)
    }
    for (const index of unassigned) {
      const event = this.events[index]
      const arrival = this.events[this.arrivals.get(event?.lotId ?? '') ?? -1]
      const ingredient = arrival?.type === 'added' ? arrival.ingredientId : null
      const isStray = ingredient === null || (event?.type === 'added' && event.ingredientId !== ingredient)
      this.owners[index] = isStray ? noIngredient : this.numberOf(ingredient)
    }
    const own = this.groupByIngredient()
    // Replays by ingredient rather than by day for better cache locality.
    return [...this.numbers.keys()].map((id, number) => this.replayIngredient(id, own[number] ?? []))
  }

  /** Groups the event indexes by ingredient, ordered by day. */
  private groupByIngredient(): number[][] {
    const groups = Array.from(this.numbers, (): number[] => [])
    for (const index of this.indexes) groups[this.owners[index] ?? noIngredient]?.push(index)
    return groups
  }

  private numberOf(id: string): number {
    const known = this.numbers.get(id)
    if (known !== undefined) return known
    this.numbers.set(id, this.numbers.size)
    return this.numbers.size - 1
  }

  private replayIngredient(id: string, indexes: readonly number[]): IngredientHistory {
    const ingredient = new IngredientReplay(id)
    const lots = new Map<string, { lot: ReplayedLot; index: number }>()
    const add = (event: HistoryEvent | undefined, index: number) => {
      if (event?.type !== 'added') return
      const day = this.days[index] ?? 0
      const quantity = Math.min(event.quantity, maxQuantity)
      const known = lots.get(event.lotId)
      if (!known) {
        const expiresOn = event.effectiveExpiration ? this.dayOf(event.effectiveExpiration) : Infinity
        lots.set(event.lotId, { lot: ingredient.add(event.lotId, quantity, day, expiresOn), index })
      } else if (known.index !== index && (known.lot.cameOn !== day || known.lot.added !== quantity))
        ingredient.topUp(known.lot, quantity, day)
    }
    const findLot = (lotId: string, day: number): ReplayedLot | null => {
      const arrival = this.arrivals.get(lotId) ?? -1
      if (!lots.has(lotId) && this.days[arrival] === day) {
        const event = this.events[arrival]
        if (event?.type === 'added' && event.ingredientId === id) add(event, arrival)
      }
      return lots.get(lotId)?.lot ?? null
    }
    for (let i = 0; i < indexes.length; i++) {
      const index = indexes[i] ?? 0
      const event = this.events[index]
      const day = this.days[index] ?? 0
      if (event?.type === 'used') ingredient.use(event.lotId ? findLot(event.lotId, day) : null, Math.min(event.quantity, maxQuantity), day)
      else if (event?.type === 'discarded') {
        const lot = findLot(event.lotId, day)
        if (lot) ingredient.discard(lot, Math.min(event.quantity, maxQuantity), day, event.reason === 'expired')
      } else if (event?.type === 'counted') {
        const lot = findLot(event.lotId, day)
        if (lot) ingredient.count(lot, event.quantity, day)
      } else add(event, index)
    }
    return ingredient.end()
  }

  private dayOf(date: CalendarDate): number {
    let day = this.dayByDate.get(date)
    if (day === undefined) {
      day = daysBetween(this.today, date)
      this.dayByDate.set(date, day)
    }
    return day
  }
}

/** Removes undone events: a negative quantity cancels the last event that is otherwise equal. `indexes` are event indexes ordered by day. */
function removeUndone(events: readonly HistoryEvent[], indexes: readonly number[]): number[] {
  const open = new Map<string, number[]>()
  const removed = new Set<number>()
  for (const index of indexes) {
    const event = events[index]
    if (!event || event.type === 'counted') continue
    const ingredient = 'ingredientId' in event ? event.ingredientId : ''
    const key = JSON.stringify([event.type, event.lotId ?? '', ingredient, Math.abs(event.quantity)])
    const alike = open.get(key) ?? []
    open.set(key, alike)
    if (event.quantity > 0) alike.push(index)
    else {
      removed.add(index)
      const last = alike.pop()
      if (last !== undefined) removed.add(last)
    }
  }
  return indexes.filter((index) => !removed.has(index))
}
