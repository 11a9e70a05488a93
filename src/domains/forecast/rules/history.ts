import { type CalendarDate, daysBetween } from '#platform/contract/calendar.ts'

/** What a forecast is told of a food. Its quantities are all in one unit, the food's own. */
export interface KnownFood {
  id: string
  category?: string | undefined
  /** In the food's unit. */
  parLevel?: number | null | undefined
}

export type HistoryEvent =
  | {
      type: 'added'
      lotId: string
      ingredientId: string
      quantity: number
      on: CalendarDate
      /** Last day on which the lot is eaten; null or absent: it does not go off. */
      effectiveExpiration?: CalendarDate | null | undefined
    }
  | { type: 'used'; ingredientId: string; lotId?: string | null | undefined; quantity: number; on: CalendarDate }
  | { type: 'discarded'; lotId: string; quantity: number; on: CalendarDate }

/** One household's records, up to the day before `today`. */
export interface HouseholdHistory {
  today: CalendarDate
  ingredients: readonly KnownFood[]
  events: readonly HistoryEvent[]
}

/** Less than this is nothing: half a thousandth of a unit. */
export const nothing = 0.0005

export interface ReplayedLot {
  id: string
  added: number
  left: number
  /** Days after `today`, negative when past; Infinity: does not go off. */
  dueIn: number
  /** Days after `today` on which it came; never positive. */
  cameOn: number
  discarded: boolean
  /** What the records had left when less, or nothing, was thrown out after its date. */
  unaccounted: number
  used: number
  /** How many uses that was. */
  times: number
  /** Last day it was used, named or not; -Infinity: never. */
  lastUse: number
  /** Last day on which the records prove that it was there: it was used, or thrown out after its date. */
  provenOn: number
  /** Lots that came while this one was open. */
  younger: number
  /** Thrown out beyond what the records had left: uses told of this lot that were another's. */
  surplus: number
  /** Later lots that were used while this one was open, since it was last used itself. */
  passedOver: number
}

/** One day on which a food was used. */
export interface UseDay {
  /** Days after `today`; negative. */
  day: number
  quantity: number
  /** The shelf was empty afterwards: they may have wanted more. */
  emptied: boolean
  /** What the lot held before; and whether it was used up. */
  before: number
  finished: boolean
}

/** A stretch of days, first and last included, on which the food was there to be used. */
export interface Stretch {
  from: number
  to: number
}

/** One line of a food's past as it was replayed. */
export interface Entry {
  day: number
  type: 'added' | 'used' | 'discarded'
  /** Null: a use for which the records have no lot. */
  lot: ReplayedLot | null
  quantity: number
  named: boolean
}

/** A food's past, replayed. */
export interface FoodHistory {
  food: KnownFood
  lots: ReplayedLot[]
  uses: UseDay[]
  /** Recorded uses; several may share a day. */
  useCount: number
  stocked: Stretch[]
  log: Entry[]
  /** Uses that named a lot while lots with other dates stood beside it, and how many of them took the one that goes off first. */
  choices: number
  firstChosen: number
}

const byDate = (a: ReplayedLot, b: ReplayedLot) => a.dueIn - b.dueIn || a.cameOn - b.cameOn

/**
 * Replays the records of each food: what is left of every lot, on which days there was any, and how much was used on which day.
 * A use that names no lot takes the one that goes off first; a lot is used through its date. Events of one day keep their order.
 */
export function replay(history: HouseholdHistory, perUse = 1): FoodHistory[] {
  const days = new Map<string, number>()
  const dayOf = (date: CalendarDate) => {
    let day = days.get(date)
    if (day === undefined) {
      day = daysBetween(history.today, date)
      days.set(date, day)
    }
    return day
  }
  const events = history.events.filter((event) => dayOf(event.on) < 0)
  if (events.some((event, i) => i > 0 && dayOf(events[i - 1]?.on ?? event.on) > dayOf(event.on)))
    events.sort((a, b) => dayOf(a.on) - dayOf(b.on))

  const foods = new Map<string, FoodReplay>()
  for (const food of history.ingredients) foods.set(food.id, new FoodReplay(food))
  const lotFood = new Map<string, FoodReplay>()
  const foodOf = (id: string) => {
    let food = foods.get(id)
    if (!food) {
      food = new FoodReplay({ id })
      foods.set(id, food)
    }
    return food
  }
  for (const event of events) {
    if (event.type === 'added') {
      const food = foodOf(event.ingredientId)
      lotFood.set(event.lotId, food)
      food.add(event.lotId, event.quantity, dayOf(event.on), event.effectiveExpiration ? dayOf(event.effectiveExpiration) : Infinity)
    } else if (event.type === 'used') foodOf(event.ingredientId).use(event.lotId ?? null, event.quantity, dayOf(event.on), perUse)
    else lotFood.get(event.lotId)?.discard(event.lotId, event.quantity, dayOf(event.on))
  }
  return [...foods.values()].map((food) => food.end())
}

class FoodReplay {
  readonly history: FoodHistory
  private readonly open: ReplayedLot[] = []
  private readonly byId = new Map<string, ReplayedLot>()
  /** Stock has been accounted for up to and including this day. */
  private seen = -Infinity

  constructor(food: KnownFood) {
    this.history = { food, lots: [], uses: [], useCount: 0, stocked: [], log: [], choices: 0, firstChosen: 0 }
  }

  add(id: string, quantity: number, day: number, dueIn: number): void {
    this.passTo(day - 1)
    if (this.byId.has(id)) return
    const lot: ReplayedLot = { id, added: quantity, left: quantity, dueIn, cameOn: day, discarded: false, unaccounted: 0, used: 0, times: 0, lastUse: -Infinity, provenOn: -Infinity, younger: 0, surplus: 0, passedOver: 0 }
    for (const other of this.open) if (other.dueIn >= day) other.younger++
    this.history.lots.push(lot)
    this.history.log.push({ day, type: 'added', lot, quantity, named: true })
    this.byId.set(id, lot)
    if (quantity > nothing) this.open.push(lot)
  }

  use(lotId: string | null, quantity: number, day: number, perUse: number): void {
    this.passTo(day - 1)
    if (!(quantity > 0)) return
    this.history.useCount++
    const named = lotId === null ? undefined : this.byId.get(lotId)
    let wanted = quantity * perUse
    let before = 0
    let finished = false
    if (named) {
      this.notePassedOver(named, day)
      before = named.left
      const taken = this.take(named, wanted)
      finished = named.left <= nothing
      named.used += taken
      named.times++
      named.lastUse = day
      this.history.log.push({ day, type: 'used', lot: named, quantity: taken, named: true })
      named.provenOn = day
      wanted -= taken
    } else {
      const inOrder = this.open.toSorted((a, b) => Number(a.dueIn < day) - Number(b.dueIn < day) || byDate(a, b))
      for (const lot of inOrder) {
        if (wanted <= nothing) break
        before ||= lot.left
        const taken = this.take(lot, wanted)
        finished ||= lot.left <= nothing
        lot.used += taken
        lot.times++
        lot.lastUse = day
        this.history.log.push({ day, type: 'used', lot, quantity: taken, named: false })
        wanted -= taken
      }
    }
    if (wanted > nothing) this.history.log.push({ day, type: 'used', lot: null, quantity: wanted, named: false })
    this.close()
    const last = this.history.uses.at(-1)
    const emptied = !this.open.some((lot) => lot.dueIn >= day)
    if (last?.day === day) {
      last.quantity += quantity
      last.emptied = emptied
      last.finished ||= finished
    } else {
      // there was stock, whatever the records say
      this.history.uses.push({ day, quantity, emptied, before, finished })
      this.stock(day, day)
    }
  }

  discard(id: string, quantity: number, day: number): void {
    this.passTo(day - 1)
    const lot = this.byId.get(id)
    if (!lot) return
    lot.discarded = true
    this.history.log.push({ day, type: 'discarded', lot, quantity, named: true })
    // after its date what is thrown out is all there was, whatever the records say
    lot.surplus = Math.max(0, quantity - lot.left)
    if (day > lot.dueIn) {
      lot.unaccounted = Math.max(0, lot.left - quantity)
      lot.left = 0
      if (quantity > nothing) lot.provenOn = lot.dueIn
    } else this.take(lot, quantity)
    if (lot.surplus > nothing) {
      let more = Math.min(lot.surplus, lot.used)
      for (const other of this.open.toSorted(byDate)) if (other !== lot && more > nothing && other.cameOn < day) more -= this.take(other, more)
    }
    this.close()
  }

  end(): FoodHistory {
    this.passTo(-1)
    return this.history
  }

  private take(lot: ReplayedLot, wanted: number): number {
    const taken = Math.min(lot.left, wanted)
    lot.left = lot.left - taken <= nothing ? 0 : lot.left - taken
    return taken
  }

  private notePassedOver(used: ReplayedLot, day: number): void {
    used.passedOver = 0
    let others = 0
    let first = true
    for (const lot of this.open)
      if (lot !== used && lot.dueIn >= day && lot.dueIn !== used.dueIn) {
        // one passed over again and again is out of the choice
        if (lot.passedOver < 2) others++
        if (lot.dueIn < used.dueIn) {
          if (lot.passedOver < 2) first = false
          lot.passedOver++
        }
      }
    if (others > 0) {
      this.history.choices++
      if (first) this.history.firstChosen++
    }
  }

  private close(): void {
    for (let i = this.open.length - 1; i >= 0; i--) if ((this.open[i]?.left ?? 0) <= nothing) this.open.splice(i, 1)
  }

  /** Counts the days up to `day` on which something not yet gone off was there. */
  private passTo(day: number): void {
    if (day <= this.seen) return
    let last = -Infinity
    for (const lot of this.open) last = Math.max(last, lot.dueIn)
    const from = this.seen + 1
    this.seen = day
    if (from === -Infinity || last < from) return
    this.stock(from, Math.min(day, last))
  }

  private stock(from: number, to: number): void {
    const last = this.history.stocked.at(-1)
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to)
    else this.history.stocked.push({ from, to })
  }
}
