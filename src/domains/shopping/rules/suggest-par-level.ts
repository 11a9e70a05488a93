import { type CalendarDate, daysBetween } from '#platform/shared/calendar.ts'
import { many, say } from '#platform/shared/say.ts'
import { formatExactAmount } from '#platform/shared/unit-display.ts'
import { type Conversion, convert, familyOf, type Unit } from '#platform/shared/units.ts'

export interface PastUse {
  /** Uses of the ingredient, in thousandths of `unit`. */
  uses: readonly { on: CalendarDate; milli: number; unit: Unit }[]
  /** Days on which the ingredient was bought. */
  purchases: readonly CalendarDate[]
  /** The ingredient's default unit. */
  unit: Unit
  conversions: readonly Conversion[]
  /** Shelf life in its default storage; null if unknown. */
  keepsDays: number | null
  today: CalendarDate
}

export interface ParSuggestion {
  parMilli: number | null
  usesCounted: number
  why: string
}

const minUses = 3
const minDays = 14
/** Days between shopping trips if purchases are too few to tell. */
const defaultGapDays = 10
const [minCoverDays, maxCoverDays] = [7, 28]

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** Rounds up to two significant digits; counted units to whole numbers. */
function roundedUp(milli: number, unit: Unit): number {
  if (familyOf(unit) === 'count') return Math.max(1000, Math.ceil(milli / 1000 - 1e-9) * 1000)
  const step = Math.max(1, 10 ** (Math.floor(Math.log10(milli)) - 1))
  return Math.ceil(milli / step - 1e-9) * step
}

function coverDays({ purchases, keepsDays }: PastUse): number {
  const days = [...new Set(purchases)].toSorted()
  const gaps = days.slice(1).map((day, at) => daysBetween(days[at] ?? day, day))
  const cover = Math.min(maxCoverDays, Math.max(minCoverDays, gaps.length >= 2 ? median(gaps) : defaultGapDays))
  // Stocking more than can be eaten before it expires would be waste.
  return keepsDays === null ? cover : Math.min(cover, Math.max(3, keepsDays))
}

/**
 * Suggests a par level: daily use times the days between purchases, at most the shelf life. A single use counts at most three times
 * the median, so one party doesn't skew it. `parMilli` is null with fewer than three uses that can be converted to `unit`.
 */
export function suggestParLevel(past: PastUse): ParSuggestion {
  const { uses, purchases, unit, conversions, today } = past
  const amounts = uses.flatMap(({ on, milli, unit: from }) => {
    const inUnit = convert(milli, from, unit, conversions)
    return inUnit === null || inUnit <= 0 ? [] : [{ on, milli: inUnit }]
  })
  if (amounts.length < minUses) {
    return {
      parMilli: null,
      usesCounted: amounts.length,
      why: say`After ${minUses} uses we’ll suggest a minimum (${amounts.length} so far).`,
    }
  }
  const max = 3 * median(amounts.map(({ milli }) => milli))
  const total = amounts.reduce((sum, { milli }) => sum + Math.min(milli, max), 0)
  const first = [...amounts.map(({ on }) => on), ...purchases].toSorted()[0] ?? today
  const days = Math.max(minDays, daysBetween(first, today) + 1)
  const cover = coverDays(past)
  const weekly = formatExactAmount(Number(((total / days) * 7).toPrecision(2)), unit)
  return {
    parMilli: roundedUp(Math.max(1, (total / days) * cover), unit),
    usesCounted: amounts.length,
    why: say`You use about ${weekly} a week, so this lasts ${many(cover, { one: '# day', other: '# days' })}.`,
  }
}
