import { type CalendarDate, daysBetween } from '#platform/shared/calendar.ts'
import type { AlertType } from '../contract.ts'
import { type DateFacts, isAboutSafety } from './alert-severity.ts'
import { alertTypeFacts } from './alert-today.ts'

/** What the worth of acting on an alert about a lot is built from. */
export interface WorthFacts extends DateFacts {
  kind: AlertType
  expiresOn: CalendarDate | null
  isFrozen: boolean
  /** What is left of the lot, and what its price was paid for, in thousandths of its unit. */
  milli: number
  wholeMilli: number
  /** What the lot cost, in cents; null if unknown. */
  cents: number | null
  /** What a lot of the household costs on average, in cents; null if no price is known. */
  usualCents: number | null
  /** Probability (0 to 1) that some is left when it expires; null if there is no forecast. */
  chance: number | null
}

/** The probability that food is wasted without a forecast, by the days that are left. */
const chanceByDaysLeft = [0.6, 0.45, 0.35, 0.3] as const

/** What is left to do with food past its date: nothing if it is about safety, else check it and use what is fine. */
const pastDate = { forSafety: 0, toCheck: 0.5 } as const
/** Frozen food is still fine for a while after its date. */
const frozen = 0.5

/**
 * Returns what acting on an alert is worth: money at stake × probability of waste × what can still be done, in units of an average lot of the
 * household. 0 if nothing can be saved, and for an alert about an ingredient, such as low stock.
 */
export function alertWorth(facts: WorthFacts, today: CalendarDate): number {
  const { kind, expiresOn, milli, wholeMilli, cents, usualCents } = facts
  if (alertTypeFacts[kind].subject === 'ingredient' || milli <= 0) return 0
  const daysLeft = expiresOn === null ? 0 : daysBetween(today, expiresOn)
  const share = Math.min(1, milli / Math.max(1, wholeMilli))
  const price = cents === null || usualCents === null || usualCents === 0 ? 1 : cents / usualCents
  const chance = daysLeft < 0 ? 1 : (facts.chance ?? chanceByDaysLeft[daysLeft] ?? chanceByDaysLeft[3])
  return Math.round(share * price * chance * whatCanBeDone(facts, daysLeft) * 1000) / 1000
}

function whatCanBeDone(facts: WorthFacts, daysLeft: number): number {
  if (daysLeft < 0 && isAboutSafety(facts)) return pastDate.forSafety
  if (facts.isFrozen) return frozen
  return daysLeft < 0 ? pastDate.toCheck : 1
}
