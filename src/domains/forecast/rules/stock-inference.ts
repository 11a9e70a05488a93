import { byExpiry, entryDays, epsilon, type IngredientHistory, type ReplayedEvent, type ReplayedLot } from './history-types.ts'

/** Parameters of an ingredient in a household with incomplete records. */
export interface StockInferenceParameters {
  /** Uses per day, recorded or not. */
  usesPerDay: number
  recorded: number
  /** Equally likely amounts of a use. */
  amounts: readonly number[]
  lotSize: number
  /** Rate of purchases with stock left relative to an empty shelf. */
  restockRate: number
  /** Probability that a use takes a lot that doesn't expire first. */
  otherFirst: number
  throwOutDays: number
}

/** A possible quantity on the shelf with its probability. */
export interface PossibleStock {
  quantity: number
  chance: number
}

/** What is on the shelf, as far as the records tell. */
export interface InferredStock {
  /** A few possible quantities, the empty shelf first. */
  readonly possible: readonly PossibleStock[]
  /** Returns the probability that no more than this quantity is there. */
  chanceOfAtMost(quantity: number): number
  /** Smaller quantities can't be told apart. */
  readonly resolution: number
  /** Returns how much is expected there beyond `from`, up to `to`. */
  expectedBetween(from: number, to: number): number
}

const cells = 48

/**
 * Infers the true stock from incomplete records, with a Bayesian filter over the total quantity on a grid. Each day some stock is used
 * unrecorded. Days without records and purchases make an empty shelf likelier, recorded uses a full one; a discard after the date tells
 * what was left, and a count what is there.
 */
export function inferStock(ingredient: IngredientHistory, belief: StockInferenceParameters): InferredStock {
  const { entries } = ingredient
  const start = Math.max(-entryDays, ingredient.lots[0]?.cameOn ?? 0)
  const left = recordedStockAt(ingredient, start)
  const shelf = new Shelf(belief, left, maxRecordedStock(entries, left))
  shelf.begin(start)
  for (let i = 0; i < entries.length; ) {
    const day = entries[i]?.day ?? 0
    shelf.advanceTo(day)
    let isRecorded = false
    for (; entries[i]?.day === day; i++) {
      const entry = entries[i]
      if (!entry) break
      isRecorded ||= entry.type === 'used' || entry.type === 'counted'
      shelf.learn(entry)
    }
    shelf.endDay(day, isRecorded)
  }
  shelf.advanceTo(0)
  return {
    possible: shelf.possible(),
    resolution: shelf.width,
    chanceOfAtMost: (quantity) => shelf.chanceOfAtMost(quantity),
    expectedBetween: (from, to) => shelf.expectedBetween(from, to),
  }
}

class Shelf {
  private readonly belief: StockInferenceParameters
  readonly width: number
  private mass = new Float64Array(cells)
  private next = new Float64Array(cells)
  private readonly steps: number[]
  /** Recorded quantity of each lot. */
  private readonly left: Map<ReplayedLot, number>
  /** The lots counted on this day, and whether less was there than recorded. */
  private readonly counted = new Map<ReplayedLot, boolean>()
  private seen = -Infinity

  constructor(belief: StockInferenceParameters, left: Map<ReplayedLot, number>, max: number) {
    this.belief = belief
    this.left = left
    this.width = Math.max(max, epsilon) / (cells - 1)
    this.steps = belief.amounts.map((amount) => amount / this.width)
  }

  /** Starts with a uniform prior up to the recorded stock. */
  begin(day: number): void {
    this.seen = day - 1
    let stock = 0
    for (const quantity of this.left.values()) stock += quantity
    for (let i = 0; i <= 8; i++) this.put((stock * i) / 8, 1 / 9)
  }

  advanceTo(day: number): void {
    let from = this.seen + 1
    while (from < day) {
      let until = day
      for (const [lot, quantity] of this.left) if (quantity > 0 && lot.expiresOn >= from) until = Math.min(until, lot.expiresOn + 1)
      for (let i = from; i < until; i++) this.applyDay(true)
      this.normalize()
      this.removeExpired(until)
      from = until
    }
    this.seen = Math.max(this.seen, day - 1)
    this.removeExpired(day)
  }

  endDay(day: number, isRecorded: boolean): void {
    this.applyDay(!isRecorded)
    this.normalize()
    this.applyCounts(day)
    this.seen = day
  }

  learn(entry: ReplayedEvent): void {
    const { type, lot, quantity, named, day } = entry
    const isTimely = type !== 'discarded' || (lot !== null && this.left.has(lot) && day <= lot.expiresOn)
    if (lot && isTimely) this.left.set(lot, type === 'added' ? quantity : Math.max(0, (this.left.get(lot) ?? 0) - entry.taken))
    if (type === 'added') {
      // A purchase is unlikely with plenty in stock.
      this.weigh((stock) => 1 - (1 - this.belief.restockRate) * Math.min(1, stock / (0.4 * this.belief.lotSize)))
      this.move(quantity)
    } else if (type === 'used') {
      this.weigh((stock) => (stock >= 0.75 * quantity ? 1 : stock > 0 ? 0.05 : 0.002))
      this.move(-quantity)
      if (named && lot) {
        // Using this lot suggests that lots that expire earlier are gone.
        const max = (this.left.get(lot) ?? 0) + this.after(lot, day) + this.width
        this.weigh((stock) => (stock > max ? this.belief.otherFirst : 1))
      }
    } else if (type === 'counted') {
      if (lot) this.counted.set(lot, entry.taken > epsilon || entry.quantity <= epsilon)
    } else if (isTimely) this.move(-quantity)
  }

  /**
   * Fits the stock to what was counted on a day. Of the lots that weren't, those that expire after one that is still there are whole, and
   * those that expire before one that is smaller than recorded are gone.
   */
  private applyCounts(day: number): void {
    if (this.counted.size === 0) return
    const counts = [...this.counted]
    this.counted.clear()
    let [least, most] = [0, 0]
    for (const [lot, quantity] of this.left) {
      if (lot.expiresOn < day) continue
      const isCounted = counts.some(([one]) => one === lot)
      const isWhole = isCounted || counts.some(([one]) => (this.left.get(one) ?? 0) > epsilon && byExpiry(one, lot) < 0)
      const isGone = !isCounted && counts.some(([one, isSmaller]) => isSmaller && byExpiry(one, lot) > 0)
      if (isWhole && !isGone) least += quantity
      if (isWhole || !isGone) most += quantity
    }
    this.keepBetween(least, most)
  }

  /** Rules out what is outside of a range; if that is all, assumes its nearest end. */
  private keepBetween(least: number, most: number): void {
    const half = this.width / 2
    let sum = 0
    let mean = 0
    for (let i = 0; i < cells; i++) {
      const stock = i * this.width
      const mass = this.mass[i] ?? 0
      mean += mass * stock
      if (stock < least - half || stock > most + half) this.next[i] = 0
      else {
        this.next[i] = mass
        sum += mass
      }
    }
    if (most - least >= this.width && sum > 1e-12) this.swap()
    else {
      this.mass.fill(0)
      this.put(Math.min(most, Math.max(least, mean)), 1)
    }
    this.normalize()
  }

  chanceOfAtMost(quantity: number): number {
    let sum = 0
    for (let i = 0; i < cells && i * this.width <= quantity; i++) sum += this.mass[i] ?? 0
    return Math.min(1, sum)
  }

  expectedBetween(from: number, to: number): number {
    let sum = 0
    for (let i = 0; i < cells; i++) sum += (this.mass[i] ?? 0) * Math.min(to - from, Math.max(0, i * this.width - from))
    return sum
  }

  possible(): PossibleStock[] {
    const empty = this.mass[0] ?? 0
    const possible: PossibleStock[] = empty > 1e-4 ? [{ quantity: 0, chance: empty }] : []
    const parts = 5
    let chance = 0
    let sum = 0
    for (let i = 1; i < cells; i++) {
      const mass = this.mass[i] ?? 0
      chance += mass
      sum += mass * i * this.width
      if (chance > 0 && (chance >= (1 - empty) / parts - 1e-12 || i === cells - 1)) {
        possible.push({ quantity: sum / chance, chance })
        chance = 0
        sum = 0
      }
    }
    return possible
  }

  /** Applies one day's unrecorded uses; a day without records favors an empty shelf. */
  private applyDay(isSilent: boolean): void {
    const { usesPerDay, recorded } = this.belief
    const unseen = Math.min(0.9, usesPerDay * (1 - recorded))
    // The exponent below 1 accounts for days without records being clustered.
    const chanceOfSilence = isSilent ? Math.max(0.05, 1 - usesPerDay * recorded) ** 0.7 : 1
    const { mass, next } = this
    next.fill(0)
    next[0] = mass[0] ?? 0
    for (let i = 1; i < cells; i++) {
      const here = (mass[i] ?? 0) * chanceOfSilence
      if (here < 1e-8) continue
      next[i] = (next[i] ?? 0) + here * (1 - unseen)
      for (const step of this.steps) this.spread(next, i - step, (here * unseen) / this.steps.length)
    }
    this.swap()
  }

  /** Removes lots that expired before `day`. A discard proves that the lot was there; without one it probably wasn't. */
  private removeExpired(day: number): void {
    for (const [lot, quantity] of this.left) {
      if (lot.expiresOn >= day) continue
      this.left.delete(lot)
      if (quantity <= epsilon) continue
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
      this.normalize()
    }
  }

  /** Returns the recorded quantity of lots that expire after this one. */
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
      const stock = i * this.width + by
      this.spread(this.next, by < 0 && stock <= 0.02 * this.belief.lotSize ? 0 : stock / this.width, this.mass[i] ?? 0)
    }
    this.swap()
  }

  private weigh(factor: (stock: number) => number): void {
    for (let i = 0; i < cells; i++) this.mass[i] = (this.mass[i] ?? 0) * factor(i * this.width)
    this.normalize()
  }

  private put(quantity: number, chance: number): void {
    this.spread(this.mass, quantity / this.width, chance)
  }

  /** Splits mass between the two cells around a position. */
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

  /** Normalizes the distribution. If the records rule out everything, assigns half to an empty shelf. */
  private normalize(): void {
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

/** Returns the recorded quantity of each unexpired lot at the beginning of day `start`, computed backwards from the current one. */
function recordedStockAt({ lots, entries }: IngredientHistory, start: number): Map<ReplayedLot, number> {
  const left = new Map<ReplayedLot, number>()
  for (const lot of lots) if (lot.cameOn < start && lot.expiresOn >= start) left.set(lot, lot.left)
  for (const { lot, taken } of entries) {
    const now = lot && left.get(lot)
    if (lot && now !== null && now !== undefined) left.set(lot, now + taken)
  }
  for (const [lot, quantity] of left) if (quantity <= 0) left.delete(lot)
  return left
}

/** Returns the largest recorded stock during the entries, starting from `left`. */
function maxRecordedStock(entries: readonly ReplayedEvent[], left: ReadonlyMap<ReplayedLot, number>): number {
  let stock = 0
  for (const quantity of left.values()) stock += quantity
  let max = stock
  for (const { type, quantity, taken } of entries) {
    stock += type === 'added' ? quantity : -Math.min(stock, taken)
    max = Math.max(max, stock)
  }
  return max
}
