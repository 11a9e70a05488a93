import { type CalendarDate, daysBetween } from '#platform/contract/calendar.ts'
import { type Entry, type FoodHistory, type HouseholdHistory, inOrder, nothing, type ReplayedLot } from './history.ts'

/**
 * Replays the records of each food: what is left of every lot, on which days there was any, how much was used on which day.
 * A use that names no lot takes the one that goes off first; a lot is eaten through its date. Events of one day keep their order.
 * Takes time in proportion to the events, and to the lots that are open at once. Entries are kept only on request: they are many.
 */
export function replay(history: HouseholdHistory, keepEntries = false): FoodHistory[] {
  const known = new Map<CalendarDate, number>()
  const days = history.events.map(({ on }) => {
    const day = known.get(on) ?? daysBetween(history.today, on)
    known.set(on, day)
    return day
  })
  const dayOf = (date: CalendarDate) => known.get(date) ?? daysBetween(history.today, date)

  const foods = new Map<string, FoodReplay>()
  const foodOf = (id: string): FoodReplay => {
    let food = foods.get(id)
    if (!food) {
      food = new FoodReplay(id, keepEntries)
      foods.set(id, food)
    }
    return food
  }
  for (const { id } of history.ingredients) foodOf(id)
  const lots = new Map<string, { food: FoodReplay; lot: ReplayedLot }>()
  for (const place of inTime(days)) {
    const event = history.events[place]
    const day = days[place] ?? 0
    if (!event || day > 0 || !(event.quantity > 0)) continue
    if (event.type === 'added') {
      const food = foodOf(event.ingredientId)
      if (lots.has(event.lotId)) continue
      const dueOn = event.effectiveExpiration ? dayOf(event.effectiveExpiration) : Infinity
      lots.set(event.lotId, { food, lot: food.add(event.lotId, event.quantity, day, dueOn) })
    } else if (event.type === 'used') {
      const food = foodOf(event.ingredientId)
      const named = event.lotId ? lots.get(event.lotId) : undefined
      food.use(named?.food === food ? named.lot : null, event.quantity, day)
    } else {
      const held = lots.get(event.lotId)
      held?.food.discard(held.lot, event.quantity, day)
    }
  }
  return [...foods.values()].map((food) => food.end())
}

/** Places of the events in the order of their days; most records are in order already. */
function inTime(days: readonly number[]): Iterable<number> {
  const isSorted = days.every((day, i) => i === 0 || (days[i - 1] ?? day) <= day)
  return isSorted ? days.keys() : [...days.keys()].sort((a, b) => (days[a] ?? 0) - (days[b] ?? 0))
}

class FoodReplay {
  private readonly history: FoodHistory
  /** With something left and not past their date, in order. */
  private open: ReplayedLot[] = []
  /** With something left, past their date. */
  private late: ReplayedLot[] = []
  /** The shelf is known up to and including this day. */
  private seen = -Infinity
  private arrivals = 0

  private readonly keepEntries: boolean

  constructor(id: string, keepEntries: boolean) {
    this.keepEntries = keepEntries
    this.history = { id, lots: [], uses: [], useCount: 0, stocked: [], entries: [], choices: 0, firstChosen: 0 }
  }

  add(id: string, quantity: number, day: number, dueOn: number): ReplayedLot {
    this.passTo(day - 1)
    const lot: ReplayedLot = {
      id,
      added: quantity,
      left: quantity,
      dueOn,
      cameOn: day,
      used: 0,
      uses: 0,
      lastUse: -Infinity,
      provenOn: -Infinity,
      discarded: false,
      unaccounted: 0,
      surplus: 0,
      younger: -++this.arrivals,
      passedOver: 0,
    }
    this.history.lots.push(lot)
    this.enter({ day, type: 'added', lot, quantity, named: true })
    if (dueOn < day) {
      this.leave(lot)
      this.late.push(lot)
      return lot
    }
    let place = this.open.length
    while (place > 0 && inOrder(this.open[place - 1] ?? lot, lot) > 0) place--
    this.open.splice(place, 0, lot)
    return lot
  }

  /** Without a lot, the first to go off gives, and then the next. */
  use(named: ReplayedLot | null, quantity: number, day: number): void {
    this.passTo(day - 1)
    if (day < 0) this.history.useCount++
    let wanted = quantity
    if (named) {
      this.noteChoice(named, day)
      wanted -= this.takeForUse(named, wanted, day, true)
    } else
      for (const lots of [this.open, this.late])
        while (lots[0] && wanted > nothing) {
          const first = lots[0]
          wanted -= this.takeForUse(first, wanted, day, false)
          if (lots[0] === first) break
        }
    if (wanted > nothing) this.enter({ day, type: 'used', lot: null, quantity: wanted, named: false })
    if (day === 0) return
    const emptied = this.open.length === 0
    const last = this.history.uses.at(-1)
    if (last?.day === day) {
      last.quantity += quantity
      last.emptied = emptied
      return
    }
    this.history.uses.push({ day, quantity, emptied })
    // it was there, whatever else the records say
    this.stock(day, day)
  }

  discard(lot: ReplayedLot, quantity: number, day: number): void {
    this.passTo(day - 1)
    lot.discarded = true
    lot.surplus = Math.max(0, quantity - lot.left)
    this.enter({ day, type: 'discarded', lot, quantity, named: true })
    if (day > lot.dueOn) {
      // what is thrown out after its date is all there was
      lot.unaccounted = Math.max(0, lot.left - quantity)
      if (quantity > nothing) lot.provenOn = lot.dueOn
      this.take(lot, lot.left)
    } else this.take(lot, quantity)
    this.makeGood(lot, day)
  }

  end(): FoodHistory {
    this.passTo(-1)
    for (const lot of this.open) this.leave(lot)
    this.open = []
    return this.history
  }

  /** More was thrown out than was left: other lots gave what was told of this one. A sliver stays, so that none closes by guesswork. */
  private makeGood(lot: ReplayedLot, day: number): void {
    let misplaced = Math.min(lot.surplus, lot.used)
    for (const other of this.open) {
      if (misplaced <= nothing) break
      if (other.cameOn < day) misplaced -= this.take(other, Math.min(misplaced, Math.max(0, other.left - 0.01 * other.added)))
    }
  }

  private enter(entry: Entry): void {
    if (this.keepEntries) this.history.entries.push(entry)
  }

  private takeForUse(lot: ReplayedLot, wanted: number, day: number, named: boolean): number {
    const taken = this.take(lot, wanted)
    lot.used += taken
    lot.uses++
    lot.lastUse = day
    if (named) lot.provenOn = day
    this.enter({ day, type: 'used', lot, quantity: taken, named })
    return taken
  }

  /** Takes up to `wanted` from the lot; one with nothing left goes from the shelf. */
  private take(lot: ReplayedLot, wanted: number): number {
    const taken = Math.min(lot.left, wanted)
    lot.left -= taken
    if (lot.left > nothing) return taken
    lot.left = 0
    for (const lots of [this.open, this.late]) {
      const place = lots[0] === lot ? 0 : lots.indexOf(lot)
      if (place < 0) continue
      lots.splice(place, 1)
      if (lots === this.open) this.leave(lot)
    }
    return taken
  }

  /** It is no longer among the lots to choose from; how many came meanwhile is known. */
  private leave(lot: ReplayedLot): void {
    lot.younger += this.arrivals
  }

  /** A named use tells whether they take what goes off first. What was passed over twice is out of the choice. */
  private noteChoice(used: ReplayedLot, day: number): void {
    used.passedOver = 0
    let first = true
    let alone = true
    for (const lot of this.open) {
      if (lot.dueOn > used.dueOn) {
        alone = false
        break
      }
      if (lot.dueOn === used.dueOn || lot.dueOn < day) continue
      if (lot.passedOver < 2) {
        alone = false
        first = false
      }
      lot.passedOver++
    }
    if (alone) return
    this.history.choices++
    if (first) this.history.firstChosen++
  }

  /** Goes on to the end of `day`: counts the days on which something could be used, and moves what has gone off aside. */
  private passTo(day: number): void {
    if (day <= this.seen) return
    const from = this.seen + 1
    this.seen = day
    const last = this.open.at(-1)?.dueOn ?? -Infinity
    if (last > -Infinity && last >= from) this.stock(from, Math.min(day, last))
    let gone = 0
    for (const lot of this.open) {
      if (lot.dueOn > day) break
      this.leave(lot)
      this.late.push(lot)
      gone++
    }
    if (gone > 0) this.open.splice(0, gone)
  }

  private stock(from: number, to: number): void {
    const last = this.history.stocked.at(-1)
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to)
    else this.history.stocked.push({ from, to })
  }
}
