import { byExpiry, entrySpan, type IngredientHistory, type LedgerEntry, nothing, type ReplayedLot } from './history.ts'

/** One food's records, event by event in the order of their days. */
export class IngredientReplay {
  private readonly history: IngredientHistory
  /** With something left and not past their date, in order. */
  private open: ReplayedLot[] = []
  /** With something left, past their date. */
  private late: ReplayedLot[] = []
  /** The shelf is known up to and including this day. */
  private seen = -Infinity
  /** Days on which something came, and the last of them. */
  private arrivals = 0
  private lastArrival = Infinity
  /** Used on that day beyond what there was: taken of what comes later on it, then of what is past its date. */
  private owed = 0
  private owedOn = 0

  constructor(id: string) {
    this.history = { id, lots: [], uses: [], useCount: 0, stocked: [], entries: [], choices: 0, firstChosen: 0 }
  }

  add(id: string, quantity: number, day: number, expiresOn: number): ReplayedLot {
    this.passTo(day - 1)
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
    this.enter(day, 'added', lot, quantity, 0, true)
    this.shelve(lot, day)
    return lot
  }

  /** Puts it in its place among the open ones, or aside when its date is past. */
  private shelve(lot: ReplayedLot, day: number): void {
    if (lot.expiresOn < day) {
      this.setAside(lot)
      return
    }
    let place = this.open.length
    while (place > 0 && byExpiry(this.open[place - 1] ?? lot, lot) > 0) place--
    this.open.splice(place, 0, lot)
  }

  /** More of a lot that is there, or was. */
  topUp(lot: ReplayedLot, quantity: number, day: number): void {
    this.passTo(day - 1)
    lot.added += quantity
    if (lot.left > nothing) lot.left += quantity
    else {
      lot.left = quantity
      lot.discarded = false
      lot.leftWhenDue = null
      this.shelve(lot, day)
    }
    this.enter(day, 'added', lot, quantity, -quantity, true)
  }

  /** Without a lot, the first to go off gives, and then the next. */
  use(named: ReplayedLot | null, quantity: number, day: number): void {
    this.passTo(day - 1)
    if (day < 0) this.history.useCount++
    let wanted = quantity
    if (named) {
      this.noteChoice(named, day)
      wanted -= this.takeForUse(named, wanted, day, true)
      if (wanted > nothing) this.enter(day, 'used', null, wanted, 0, false)
    } else {
      wanted -= this.takeInOrder(this.open, wanted, day)
      this.owed += Math.max(0, wanted)
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
    // it was there, whatever else the records say
    this.stock(day, day)
  }

  discard(lot: ReplayedLot, quantity: number, day: number, isExpired: boolean): void {
    this.passTo(day - 1)
    lot.discarded = true
    lot.surplus = Math.max(0, quantity - lot.left)
    const before = lot.left
    if (day > lot.expiresOn || (isExpired && day === lot.expiresOn)) {
      // what is thrown out after its date is all there was
      lot.unaccounted = Math.max(0, lot.left - quantity)
      lot.leftWhenDue = Math.max(lot.leftWhenDue ?? 0, quantity)
      if (quantity > nothing) lot.provenOn = lot.expiresOn
      this.take(lot, lot.left)
    } else this.take(lot, quantity)
    this.enter(day, 'discarded', lot, quantity, before - lot.left, true)
    this.makeGood(lot, day)
  }

  private settleOwed(): void {
    if (this.owed <= nothing) {
      this.owed = 0
      return
    }
    for (const lots of [this.open, this.late]) if (this.owed > nothing) this.owed -= this.takeInOrder(lots, this.owed, this.owedOn)
    if (this.owed > nothing) this.enter(this.owedOn, 'used', null, this.owed, 0, false)
    this.owed = 0
  }

  end(): IngredientHistory {
    this.passTo(-1)
    this.settleOwed()
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

  private enter(day: number, type: LedgerEntry['type'], lot: ReplayedLot | null, quantity: number, taken: number, named: boolean): void {
    if (day >= -entrySpan) this.history.entries.push({ day, type, lot, quantity, taken, named })
  }

  private takeInOrder(lots: readonly ReplayedLot[], wanted: number, day: number): number {
    let taken = 0
    for (let first = lots[0]; first && wanted - taken > nothing; ) {
      taken += this.takeForUse(first, wanted - taken, day, false)
      const next = lots[0]
      if (next === first) break
      first = next
    }
    return taken
  }

  private takeForUse(lot: ReplayedLot, wanted: number, day: number, named: boolean): number {
    const taken = this.take(lot, wanted)
    lot.used += taken
    lot.uses++
    if (lot.left === 0) lot.leftWhenDue ??= 0
    lot.lastUse = day
    if (named) lot.provenOn = day
    this.enter(day, 'used', lot, taken, taken, named)
    return taken
  }

  /** Takes up to `wanted` from the lot; one with nothing left goes from the shelf. */
  private take(lot: ReplayedLot, wanted: number): number {
    const taken = Math.min(lot.left, wanted)
    lot.left -= taken
    if (lot.left > nothing) return taken
    lot.left = 0
    if (removed(this.open, lot)) this.leave(lot)
    else removed(this.late, lot)
    return taken
  }

  private setAside(lot: ReplayedLot): void {
    this.leave(lot)
    this.late.push(lot)
    lot.leftWhenDue ??= lot.left
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

  /** Goes on to the end of `day`: counts the days on which something could be used, and moves what has gone off aside. */
  private passTo(day: number): void {
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

function removed(lots: ReplayedLot[], lot: ReplayedLot): boolean {
  if (lots[0] === lot) {
    lots.shift()
    return true
  }
  const place = lots.indexOf(lot)
  if (place >= 0) lots.splice(place, 1)
  return place >= 0
}
