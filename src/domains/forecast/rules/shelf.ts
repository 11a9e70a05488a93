import { entrySpan, type IngredientHistory, type LedgerEntry, nothing, type ReplayedLot } from './history.ts'
import { maxOnRecord, recordedShare } from './recorded-stock.ts'

/** What is believed of a food in a household that does not write everything down. */
export interface ShelfBelief {
  /** Uses a day, written down or not. */
  usesPerDay: number
  recorded: number
  /** Equally likely amounts of a use. */
  amounts: readonly number[]
  lotSize: number
  /** How much rarer they buy while there is stock. */
  buysAnyway: number
  /** Chance that they take a lot that does not go off first. */
  otherFirst: number
  throwOutDays: number
}

/** A quantity that may be on the shelf, and its chance. */
export interface Possible {
  quantity: number
  chance: number
}

const cells = 48

/**
 * How much is truly there, where uses are left out of the records: a filter over the total quantity on a grid. Day by day some of it is
 * used unseen; a day without a record speaks for an empty shelf, a purchase too; a recorded use for a full one; what is thrown out after
 * its date says how much was there. Answers a few possible quantities, the empty shelf first.
 */
export function followShelf(ingredient: IngredientHistory, belief: ShelfBelief): Possible[] {
  const { entries } = ingredient
  const start = Math.max(-entrySpan, ingredient.lots[0]?.cameOn ?? 0)
  const left = recordedShare(ingredient, start)
  const shelf = new Shelf(belief, left, maxOnRecord(entries, left))
  shelf.begin(start)
  for (let i = 0; i < entries.length; ) {
    const day = entries[i]?.day ?? 0
    shelf.goOnTo(day)
    let isUsed = false
    for (; entries[i]?.day === day; i++) {
      const entry = entries[i]
      if (!entry) break
      isUsed ||= entry.type === 'used'
      shelf.learn(entry)
    }
    shelf.endDay(day, isUsed)
  }
  shelf.goOnTo(0)
  return shelf.possible()
}

class Shelf {
  private readonly belief: ShelfBelief
  private readonly width: number
  private mass = new Float64Array(cells)
  private next = new Float64Array(cells)
  private readonly steps: number[]
  /** What the records have of each lot. */
  private readonly left: Map<ReplayedLot, number>
  private seen = -Infinity

  constructor(belief: ShelfBelief, left: Map<ReplayedLot, number>, max: number) {
    this.belief = belief
    this.left = left
    this.width = Math.max(max, nothing) / (cells - 1)
    this.steps = belief.amounts.map((amount) => amount / this.width)
  }

  /** Anything up to what the records have may be there. */
  begin(day: number): void {
    this.seen = day - 1
    let stock = 0
    for (const quantity of this.left.values()) stock += quantity
    for (let i = 0; i <= 8; i++) this.put((stock * i) / 8, 1 / 9)
  }

  goOnTo(day: number): void {
    let from = this.seen + 1
    while (from < day) {
      let until = day
      for (const [lot, quantity] of this.left) if (quantity > 0 && lot.expiresOn >= from) until = Math.min(until, lot.expiresOn + 1)
      for (let i = from; i < until; i++) this.passDay(true)
      this.settle()
      this.goOff(until)
      from = until
    }
    this.seen = Math.max(this.seen, day - 1)
    this.goOff(day)
  }

  endDay(day: number, isUsed: boolean): void {
    this.passDay(!isUsed)
    this.settle()
    this.seen = day
  }

  learn(entry: LedgerEntry): void {
    const { type, lot, quantity, named, day } = entry
    const isTimely = type !== 'discarded' || (lot !== null && this.left.has(lot) && day <= lot.expiresOn)
    if (lot && isTimely) this.left.set(lot, type === 'added' ? quantity : Math.max(0, (this.left.get(lot) ?? 0) - entry.taken))
    if (type === 'added') {
      // they would hardly have bought it with plenty there
      this.weigh((there) => 1 - (1 - this.belief.buysAnyway) * Math.min(1, there / (0.4 * this.belief.lotSize)))
      this.move(quantity)
    } else if (type === 'used') {
      this.weigh((there) => (there >= 0.75 * quantity ? 1 : there > 0 ? 0.05 : 0.002))
      this.move(-quantity)
      if (named && lot) {
        // it was that lot's turn, so what goes off earlier is gone
        const max = (this.left.get(lot) ?? 0) + this.after(lot, day) + this.width
        this.weigh((there) => (there > max ? this.belief.otherFirst : 1))
      }
    } else if (isTimely) this.move(-quantity)
  }

  possible(): Possible[] {
    const empty = this.mass[0] ?? 0
    const answer: Possible[] = empty > 1e-4 ? [{ quantity: 0, chance: empty }] : []
    const parts = 5
    let chance = 0
    let sum = 0
    for (let i = 1; i < cells; i++) {
      const mass = this.mass[i] ?? 0
      chance += mass
      sum += mass * i * this.width
      if (chance > 0 && (chance >= (1 - empty) / parts - 1e-12 || i === cells - 1)) {
        answer.push({ quantity: sum / chance, chance })
        chance = 0
        sum = 0
      }
    }
    return answer
  }

  /** A day's unseen uses; without a record it is the likelier the emptier the shelf. */
  private passDay(isSilent: boolean): void {
    const { usesPerDay, recorded } = this.belief
    const unseen = Math.min(0.9, usesPerDay * (1 - recorded))
    // the exponent: silences come in rows more often than by pure chance
    const silentTabChannel = isSilent ? Math.max(0.05, 1 - usesPerDay * recorded) ** 0.7 : 1
    const { mass, next } = this
    next.fill(0)
    next[0] = mass[0] ?? 0
    for (let i = 1; i < cells; i++) {
      const here = (mass[i] ?? 0) * silentTabChannel
      if (here < 1e-8) continue
      next[i] = (next[i] ?? 0) + here * (1 - unseen)
      for (const step of this.steps) this.spread(next, i - step, (here * unseen) / this.steps.length)
    }
    this.swap()
  }

  /** What is past its date by `day` leaves: thrown out, so it was all there; or never spoken of, so it hardly was. */
  private goOff(day: number): void {
    for (const [lot, quantity] of this.left) {
      if (lot.expiresOn >= day) continue
      this.left.delete(lot)
      if (quantity <= nothing) continue
      const rest = this.after(lot, day)
      if (lot.discarded && lot.provenOn >= lot.expiresOn) {
        this.mass.fill(0)
        this.put(rest, 1)
        continue
      }
      const unspoken = lot.expiresOn < -this.belief.throwOutDays ? 0.1 : 1
      this.next.fill(0)
      for (let i = 0; i < cells; i++) {
        const mass = this.mass[i] ?? 0
        if (i * this.width > rest + this.width / 2) this.spread(this.next, rest / this.width, mass * unspoken)
        else this.next[i] = (this.next[i] ?? 0) + mass
      }
      this.swap()
      this.settle()
    }
  }

  /** What the records have of lots that go off after this one. */
  private after(lot: ReplayedLot, day: number): number {
    let sum = 0
    for (const [other, quantity] of this.left)
      if (
        other !== lot &&
        other.expiresOn >= day &&
        (other.expiresOn > lot.expiresOn || (other.expiresOn === lot.expiresOn && other.cameOn > lot.cameOn))
      )
        sum += quantity
    return sum
  }

  private move(by: number): void {
    this.next.fill(0)
    for (let i = 0; i < cells; i++) {
      const there = i * this.width + by
      this.spread(this.next, there <= 0.02 * this.belief.lotSize ? 0 : there / this.width, this.mass[i] ?? 0)
    }
    this.swap()
  }

  private weigh(factor: (there: number) => number): void {
    for (let i = 0; i < cells; i++) this.mass[i] = (this.mass[i] ?? 0) * factor(i * this.width)
    this.settle()
  }

  private put(quantity: number, chance: number): void {
    this.spread(this.mass, quantity / this.width, chance)
  }

  /** Shares mass out between the two cells about a place. */
  private spread(onto: Float64Array, place: number, mass: number): void {
    const at = Math.min(cells - 1, Math.max(0, place))
    const low = Math.floor(at)
    const high = at - low
    onto[low] = (onto[low] ?? 0) + mass * (1 - high)
    if (high > 0) onto[low + 1] = (onto[low + 1] ?? 0) + mass * high
  }

  private swap(): void {
    const { mass } = this
    this.mass = this.next
    this.next = mass
  }

  /** Makes it a distribution again; where the records contradict all, half for an empty shelf. */
  private settle(): void {
    let sum = 0
    for (const mass of this.mass) sum += mass
    if (sum > 1e-12) for (let i = 0; i < cells; i++) this.mass[i] = (this.mass[i] ?? 0) / sum
    else {
      this.mass.fill(0)
      this.mass[0] = 0.5
      this.mass[cells >> 1] = 0.5
    }
  }
}
