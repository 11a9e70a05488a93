import { type CalendarDate, daysBetween } from '#platform/shared/calendar.ts'
import { many, say } from '#platform/shared/say.ts'
import { type Conversion, convert, familyOf, type Unit } from '#platform/shared/units.ts'
import { amount } from './why.ts'

export interface PastUse {
  /** What went into meals, of one food. Thousandths. */
  uses: readonly { on: CalendarDate; milli: number; unit: Unit }[]
  /** Days on which it was bought. */
  purchases: readonly CalendarDate[]
  /** The food's default unit. */
  unit: Unit
  conversions: readonly Conversion[]
  /** How long it keeps where it is usually kept; null: not known. */
  keepsDays: number | null
  today: CalendarDate
}

export interface ParSuggestion {
  parMilli: number | null
  usesCounted: number
  why: string
}

const leastUses = 3
const minDays = 14
/** Between two shopping trips, where purchases do not say. */
const usualGap = 10
const [shortestCover, longestCover] = [7, 28]

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** Up to a figure that is easily said: two digits that count; pieces are whole. */
function roundedUp(milli: number, unit: Unit): number {
  if (familyOf(unit) === 'count') return Math.max(1000, Math.ceil(milli / 1000 - 1e-9) * 1000)
  const step = Math.max(1, 10 ** (Math.floor(Math.log10(milli)) - 1))
  return Math.ceil(milli / step - 1e-9) * step
}

function coverDays({ purchases, keepsDays }: PastUse): number {
  const days = [...new Set(purchases)].toSorted()
  const gaps = days.slice(1).map((day, at) => daysBetween(days[at] ?? day, day))
  const cover = Math.min(longestCover, Math.max(shortestCover, gaps.length >= 2 ? middle(gaps) : usualGap))
  // Keeping more than can be eaten before it goes off is waste by design.
  return keepsDays === null ? cover : Math.min(cover, Math.max(3, keepsDays))
}

/**
 * A par level from past use: what is used in a day, over the days from one purchase to the next, but no longer than it keeps.
 * A single use counts at most three times the usual one, so that one party is no habit. Null with fewer than three uses that can
 * be measured in the food's unit.
 */
export function suggestedPar(past: PastUse): ParSuggestion {
  const { uses, purchases, unit, conversions, today } = past
  const amounts = uses.flatMap(({ on, milli, unit: from }) => {
    const inUnit = convert(milli, from, unit, conversions)
    return inUnit === null || inUnit <= 0 ? [] : [{ on, milli: inUnit }]
  })
  if (amounts.length < leastUses) {
    return {
      parMilli: null,
      usesCounted: amounts.length,
      why: say`We’ll suggest a minimum after you’ve used this ${leastUses} times (${amounts.length} so far).`,
    }
  }
  const max = 3 * middle(amounts.map(({ milli }) => milli))
  const total = amounts.reduce((sum, { milli }) => sum + Math.min(milli, max), 0)
  const first = [...amounts.map(({ on }) => on), ...purchases].toSorted()[0] ?? today
  const days = Math.max(minDays, daysBetween(first, today) + 1)
  const cover = coverDays(past)
  const weekly = amount(Number(((total / days) * 7).toPrecision(2)), unit)
  return {
    parMilli: roundedUp(Math.max(1, (total / days) * cover), unit),
    usesCounted: amounts.length,
    why: say`You use about ${weekly} a week, so this lasts ${many(cover, { one: '# day', other: '# days' })}.`,
  }
}
