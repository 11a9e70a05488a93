import { type CalendarDate, daysBetween } from '#platform/contract/calendar.ts'
import { type FoodHistory, type HouseholdHistory, inOrder, nothing, type ReplayedLot } from './history.ts'

/**
 * Replays the records of each food: what is left of every lot, on which days there was any, how much was used on which day.
 * A use that names no lot takes the one that goes off first; a lot is eaten through its date. Events of one day keep their order.
 * Takes time in proportion to the events, and to the lots that are open at once.
 */
export function replay(history: HouseholdHistory): FoodHistory[] {
  const days = new Map<CalendarDate, number>()
  const dayOf = (date: CalendarDate): number => {
    let day = days.get(date)
    if (day === undefined) {
      day = daysBetween(history.today, date)
      days.set(date, day)
    }
    return day
  }
  let events = history.events
  if (events.some((event, i) => dayOf(event.on) < dayOf(events[i - 1]?.on ?? event.on)))
    events = events.toSorted((a, b) => dayOf(a.on) - dayOf(b.on))

  const foods = new Map<string, FoodReplay>()
  const foodOf = (id: string): FoodReplay => {
    let food = foods.get(id)
    if (!food) {
      food = new FoodReplay(id)
      foods.set(id, food)
    }
    return food
  }
  for (const { id } of history.ingredients) foodOf(id)
  const holder = new Map<string, FoodReplay>()
  for (const event of events) {
    const day = dayOf(event.on)
    if (day > 0 || !(event.quantity > 0)) continue
    if (event.type === 'added') {
      const food = foodOf(event.ingredientId)
      if (holder.has(event.lotId)) continue
      holder.set(event.lotId, food)
      food.add(event.lotId, event.quantity, day, event.effectiveExpiration ? dayOf(event.effectiveExpiration) : Infinity)
    } else if (event.type === 'used') foodOf(event.ingredientId).use(event.lotId ?? null, event.quantity, day)
    else holder.get(event.lotId)?.discard(event.lotId, event.quantity, day)
  }
  return [...foods.values()].map((food) => food.end())
}

class FoodReplay {
  private readonly history: FoodHistory
  /** With something left and not past their date, in order. */
  private open: ReplayedLot[] = []
  /** With something left, past their date. */
  private late: ReplayedLot[] = []
  private readonly byId = new Map<string, ReplayedLot>()
  /** The shelf is known up to and including this day. */
  private seen = -Infinity
  private arrivals = 0

  constructor(id: string) {
    this.history = { id, lots: [], uses: [], useCount: 0, stocked: [], entries: [], choices: 0, firstChosen: 0 }
  }

  add(id: string, quantity: number, day: number, dueOn: number): void {
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
    this.history.entries.push({ day, type: 'added', lot, quantity, named: true })
    this.byId.set(id, lot)
    if (dueOn < day) {
      this.leave(lot)
      this.late.push(lot)
      return
    }
    let place = this.open.length
    while (place > 0 && inOrder(this.open[place - 1] ?? lot, lot) > 0) place--
    this.open.splice(place, 0, lot)
  }

  use(lotId: string | null, quantity: number, day: number): void {
    this.passTo(day - 1)
    if (day < 0) this.history.useCount++
    const named = lotId === null ? undefined : this.byId.get(lotId)
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
    if (wanted > nothing) this.history.entries.push({ day, type: 'used', lot: null, quantity: wanted, named: false })
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

  discard(id: string, quantity: number, day: number): void {
    this.passTo(day - 1)
    const lot = this.byId.get(id)
    if (!lot) return
    lot.discarded = true
    lot.surplus = Math.max(0, quantity - lot.left)
    this.history.entries.push({ day, type: 'discarded', lot, quantity, named: true })
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

  private takeForUse(lot: ReplayedLot, wanted: number, day: number, named: boolean): number {
    const taken = this.take(lot, wanted)
    lot.used += taken
    lot.uses++
    lot.lastUse = day
    if (named) lot.provenOn = day
    this.history.entries.push({ day, type: 'used', lot, quantity: taken, named })
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
