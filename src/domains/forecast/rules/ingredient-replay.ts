import { countRest } from './finished-rests.ts'
import { byExpiry, entryDays, epsilon, type IngredientHistory, type ReplayedEvent, type ReplayedLot } from './history-types.ts'

/** Replays one ingredient's events in the order of their days. */
export class IngredientReplay {
  private readonly history: IngredientHistory
  /** Lots with something left and not past their date, sorted by expiry. */
  private open: ReplayedLot[] = []
  /** Lots with something left, past their date. */
  private late: ReplayedLot[] = []
  /** The last day replayed. */
  private seen = -Infinity
  /** Number of days with arrivals, and the last of them. */
  private arrivals = 0
  private lastArrival = Infinity
  /** Use beyond the stock on `owedOn`: taken from later arrivals of that day, then from expired lots. */
  private owed = 0
  private owedOn = 0

  constructor(id: string) {
    this.history = { id, lots: [], uses: [], useCount: 0, stocked: [], entries: [], choices: 0, firstChosen: 0, rests: [0, 0, 0] }
  }

  add(id: string, quantity: number, day: number, expiresOn: number): ReplayedLot {
    this.advanceTo(day - 1)
    if (day !== this.lastArrival) this.arrivals++
    this.lastArrival = day
    const lot: ReplayedLot = {
      id,
      added: quantity,
      left: quantity,
      expiresOn,
      cameOn: day,
      used: 0,
      uses: 0,
      lastUse: -Infinity,
      provenOn: -Infinity,
      discarded: false,
      leftWhenDue: null,
      unaccounted: 0,
      surplus: 0,
      younger: -this.arrivals,
      passedOver: 0,
    }
    this.history.lots.push(lot)
    this.recordEntry(day, 'added', lot, quantity, 0, true)
    this.insertOpen(lot, day)
    return lot
  }

  /** Inserts the lot among the open ones, or sets it aside if its date is past. */
  private insertOpen(lot: ReplayedLot, day: number): void {
    if (lot.expiresOn < day) {
      this.setAside(lot)
      return
    }
    let place = this.open.length
    while (place > 0 && byExpiry(this.open[place - 1] ?? lot, lot) > 0) place--
    this.open.splice(place, 0, lot)
  }

  /** Adds to an existing lot, reopening it if it was used up. */
  topUp(lot: ReplayedLot, quantity: number, day: number): void {
    this.advanceTo(day - 1)
    lot.added += quantity
    if (lot.left > epsilon) lot.left += quantity
    else {
      lot.left = quantity
      lot.discarded = false
      lot.leftWhenDue = null
      this.insertOpen(lot, day)
    }
    this.recordEntry(day, 'added', lot, quantity, -quantity, true)
  }

  /** Takes from the named lot, otherwise from the open lots by expiry. */
  use(named: ReplayedLot | null, quantity: number, day: number): void {
    this.advanceTo(day - 1)
    if (day < 0) this.history.useCount++
    let needed = quantity
    if (named) {
      this.recordChoice(named, day)
      needed -= this.takeForUse(named, needed, day, true)
      if (needed > epsilon) this.recordEntry(day, 'used', null, needed, 0, false)
    } else {
      needed -= this.takeInOrder(this.open, needed, day)
      this.owed += Math.max(0, needed)
      this.owedOn = day
    }
    if (day === 0) return
    const emptied = this.open.length === 0
    const last = this.history.uses.at(-1)
    if (last?.day === day) {
      last.quantity += quantity
      last.emptied = emptied
      return
    }
    this.history.uses.push({ day, quantity, emptied })
    // A use proves that the ingredient was in stock.
    this.stock(day, day)
  }

  discard(lot: ReplayedLot, quantity: number, day: number, isExpired: boolean): void {
    this.advanceTo(day - 1)
    lot.discarded = true
    lot.surplus = Math.max(0, quantity - lot.left)
    const before = lot.left
    if (day > lot.expiresOn || (isExpired && day === lot.expiresOn)) {
      // What is discarded after its date is all that was left.
      lot.unaccounted = Math.max(0, lot.left - quantity)
      lot.leftWhenDue = Math.max(lot.leftWhenDue ?? 0, quantity)
      if (quantity > epsilon) lot.provenOn = lot.expiresOn
      this.take(lot, lot.left)
    } else this.take(lot, quantity)
    this.recordEntry(day, 'discarded', lot, quantity, before - lot.left, true)
    this.takeSurplusFromOthers(lot, day)
  }

  /** Takes what a count found missing. A count of more than the records say changes nothing. */
  count(lot: ReplayedLot, quantity: number, day: number): void {
    this.advanceTo(day - 1)
    const missing = Math.max(0, lot.left - quantity)
    lot.unaccounted += missing
    this.take(lot, missing)
    if (lot.left === 0) lot.leftWhenDue ??= 0
    else lot.provenOn = day
    this.recordEntry(day, 'counted', lot, lot.left, missing, true)
  }

  private settleOwed(): void {
    if (this.owed <= epsilon) {
      this.owed = 0
      return
    }
    for (const lots of [this.open, this.late]) if (this.owed > epsilon) this.owed -= this.takeInOrder(lots, this.owed, this.owedOn)
    if (this.owed > epsilon) this.recordEntry(this.owedOn, 'used', null, this.owed, 0, false)
    this.owed = 0
  }

  end(): IngredientHistory {
    this.advanceTo(-1)
    this.settleOwed()
    for (const lot of this.open) this.countNewerArrivals(lot)
    this.open = []
    return this.history
  }

  /** Takes the discarded surplus from other lots, to which its recorded uses must belong. Leaves 1%, so that no lot closes by guesswork. */
  private takeSurplusFromOthers(lot: ReplayedLot, day: number): void {
    let misplaced = Math.min(lot.surplus, lot.used)
    for (const other of this.open) {
      if (misplaced <= epsilon) break
      if (other.cameOn < day) misplaced -= this.take(other, Math.min(misplaced, Math.max(0, other.left - 0.01 * other.added)))
    }
  }

  private recordEntry(
    day: number,
    type: ReplayedEvent['type'],
    lot: ReplayedLot | null,
    quantity: number,
    taken: number,
    named: boolean,
  ): void {
    if (day >= -entryDays) this.history.entries.push({ day, type, lot, quantity, taken, named })
  }

  private takeInOrder(lots: readonly ReplayedLot[], needed: number, day: number): number {
    let taken = 0
    for (let first = lots[0]; first && needed - taken > epsilon; ) {
      taken += this.takeForUse(first, needed - taken, day, false)
      const next = lots[0]
      if (next === first) break
      first = next
    }
    return taken
  }

  private takeForUse(lot: ReplayedLot, needed: number, day: number, named: boolean): number {
    const taken = this.take(lot, needed)
    lot.used += taken
    lot.uses++
    if (lot.left === 0) lot.leftWhenDue ??= 0
    else countRest(this.history.rests, lot.left / taken)
    lot.lastUse = day
    if (named) lot.provenOn = day
    this.recordEntry(day, 'used', lot, taken, taken, named)
    return taken
  }

  /** Takes up to `needed` from the lot and removes it when empty. Returns the quantity taken. */
  private take(lot: ReplayedLot, needed: number): number {
    const taken = Math.min(lot.left, needed)
    lot.left -= taken
    if (lot.left > epsilon) return taken
    lot.left = 0
    if (removeFrom(this.open, lot)) this.countNewerArrivals(lot)
    else removeFrom(this.late, lot)
    return taken
  }

  private setAside(lot: ReplayedLot): void {
    this.countNewerArrivals(lot)
    this.late.push(lot)
    lot.leftWhenDue ??= lot.left
  }

  /** Completes the count of newer arrivals when a lot leaves the shelf. */
  private countNewerArrivals(lot: ReplayedLot): void {
    lot.younger += this.arrivals
  }

  /** Records whether a named use took the lot that expires first. Ignores lots that were passed over twice. */
  private recordChoice(used: ReplayedLot, day: number): void {
    used.passedOver = 0
    let first = true
    let alone = true
    for (const lot of this.open) {
      if (lot.expiresOn > used.expiresOn) {
        alone = false
        break
      }
      if (lot.expiresOn === used.expiresOn || lot.expiresOn < day) continue
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

  /** Advances to the end of `day`: extends the days in stock and sets expired lots aside. */
  private advanceTo(day: number): void {
    if (day <= this.seen) return
    this.settleOwed()
    const from = this.seen + 1
    this.seen = day
    const last = this.open.at(-1)?.expiresOn ?? -Infinity
    if (last > -Infinity && last >= from) this.stock(from, Math.min(day, last))
    let gone = 0
    for (const lot of this.open) {
      if (lot.expiresOn > day) break
      this.setAside(lot)
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

function removeFrom(lots: ReplayedLot[], lot: ReplayedLot): boolean {
  if (lots[0] === lot) {
    lots.shift()
    return true
  }
  const place = lots.indexOf(lot)
  if (place >= 0) lots.splice(place, 1)
  return place >= 0
}
