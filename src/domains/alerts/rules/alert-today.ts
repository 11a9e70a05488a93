import { translateLocation } from '#domains/ingredients/rules/location-names.ts'
import { type CalendarDate, daysBetween } from '#platform/shared/calendar.ts'
import { formatDate, formatDay, formatNearDay } from '#platform/shared/format-date.ts'
import { fromMilli } from '#platform/shared/quantity-and-money.ts'
import { formatNumber, many, say } from '#platform/shared/say.ts'
import { formatAmount } from '#platform/shared/unit-display.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { AlertType, Severity } from '../contract.ts'
import { alertForDate, type DateFacts, isAboutSafety } from './alert-severity.ts'

/** What the text of an alert is built from; amounts in thousandths of the unit. */
export interface AlertFacts extends DateFacts {
  kind: AlertType
  food: string
  /** When the lot expires. Stored in notifications, so it keeps this name. */
  dueOn: CalendarDate | null
  /** Quantity in stock; null once the lot is gone. */
  milli: number | null
  unit: Unit | null
  location: string
  parMilli: number | null
  isOpen: boolean
}

const amount = (milli: number, unit: Unit | null): string => {
  const quantity = fromMilli(milli)
  return unit === null ? formatNumber(quantity) : formatAmount(quantity, unit)
}

/** Guesses from its ending whether a name is plural: strawberries, but not hummus or watercress. */
const isPluralName = (ingredient: string) => /(?<![su])s$/i.test(ingredient)

function inDays(days: number): string {
  if (days <= 0) return say`today`
  return days === 1 ? say`tomorrow` : say`in ${many(days, { one: '# day', other: '# days' })}`
}

// A part may start in lowercase, and a short month may already end in a period.
const sentence = (...parts: string[]) =>
  parts
    .filter((part) => part !== '')
    .map((part) => part.charAt(0).toLocaleUpperCase() + part.slice(1))
    .map((part) => (part.endsWith('.') ? part : `${part}.`))
    .join(' ')

interface AlertTexts {
  title: string
  message: string
}
/** The facts of an alert, formatted for its text. */
interface FormattedFacts extends AlertFacts {
  isPlural: boolean
  /** Quantity and location; empty if nothing is left. */
  there: string
  today: CalendarDate
}

/** Beyond this many days the date says more than their number. */
const maxDaysAgo = 30

function sinceWhen(dueOn: CalendarDate | null, today: CalendarDate): string {
  if (dueOn === null) return say`It’s past its date`
  const ago = daysBetween(dueOn, today)
  if (ago === 1) return say`Expired yesterday`
  if (ago < 1 || ago > maxDaysAgo) return say`The date was ${formatDate(dueOn, today)}`
  return say`Expired ${many(ago, { one: '# day ago', other: '# days ago' })}`
}

function describeExpired({ food, isPlural, there, dueOn, today, isOpen, expirationDate, dateKind }: FormattedFacts): AlertTexts {
  const advice = !isOpen || isAboutSafety({ expirationDate, dateKind }) ? '' : say`It may still be fine: check before throwing it away`
  return {
    title: isPlural ? say`${food} have expired` : say`${food} has expired`,
    message: sentence(there, sinceWhen(dueOn, today), advice),
  }
}

function useBy(dueOn: CalendarDate | null, today: CalendarDate): string {
  if (dueOn === null) return say`Use it soon`
  if (dueOn === today) return say`Use it today`
  const day = formatNearDay(dueOn, today)
  return day === null ? say`Use it by ${formatDate(dueOn, today)}` : say`Use by ${day}`
}

function describeExpiringSoon({ food, isPlural, there, isOpen, dueOn, today }: FormattedFacts): AlertTexts {
  const when = inDays(dueOn === null ? 0 : daysBetween(today, dueOn))
  if (!isOpen)
    return {
      title: say`${food} needed using soon`,
      message: sentence(there, dueOn === null ? say`It was close to its date` : say`Date: ${formatDay(dueOn, today)}`),
    }
  return {
    title: isPlural ? say`${food} expire ${when}` : say`${food} expires ${when}`,
    message: sentence(there, useBy(dueOn, today)),
  }
}

function describeLowStock({ food, isPlural, milli, unit, parMilli }: FormattedFacts): AlertTexts {
  const isOut = milli === null || milli <= 0
  const left = isOut ? say`None left` : say`${amount(milli, unit)} left`
  const ranOut = isPlural ? say`${food} have run out` : say`${food} has run out`
  const isLow = isPlural ? say`${food} are running low` : say`${food} is running low`
  return {
    title: isOut ? ranOut : isLow,
    message: sentence(parMilli === null ? left : say`${left}, minimum ${amount(parMilli, unit)}`),
  }
}

function tooMuchBy(dueOn: CalendarDate | null, today: CalendarDate): string {
  if (dueOn === null) return say`At your usual pace you won’t finish it before it expires`
  const day = formatNearDay(dueOn, today)
  return day === null
    ? say`At your usual pace you won’t finish it by ${formatDate(dueOn, today)}`
    : say`You probably won’t finish it by ${day}`
}

const describeWasteRisk = ({ food, there, dueOn, today }: FormattedFacts): AlertTexts => ({
  title: say`${food} may go to waste`,
  message: sentence(there, tooMuchBy(dueOn, today)),
})

interface AlertTypeFacts {
  subject: 'lot' | 'ingredient'
  /** Whether the date of its lot raises and ends it. Other alerts about a lot end at the latest when the lot expires. */
  isByDate: boolean
  describe: (facts: FormattedFacts) => AlertTexts
}
/** What differs between the alert types, for code that handles all of them alike. */
export const alertTypeFacts: Readonly<Record<AlertType, AlertTypeFacts>> = {
  expired: { subject: 'lot', isByDate: true, describe: describeExpired },
  expiring_soon: { subject: 'lot', isByDate: true, describe: describeExpiringSoon },
  low_stock: { subject: 'ingredient', isByDate: false, describe: describeLowStock },
  waste_risk: { subject: 'lot', isByDate: false, describe: describeWasteRisk },
}

function whatIsWhere(milli: number | null, unit: Unit | null, location: string): string {
  if (milli === null || milli <= 0) return ''
  return location === '' ? amount(milli, unit) : say`${amount(milli, unit)} (${translateLocation(location)})`
}

/** Returns the title and message of an alert as of `today`; for an ended alert, what it was about. */
export function describeAlert(facts: AlertFacts, today: CalendarDate): AlertTexts {
  const { kind, food, milli, unit, location } = facts
  return alertTypeFacts[kind].describe({
    ...facts,
    isPlural: isPluralName(food),
    there: whatIsWhere(milli, unit, location),
    today,
  })
}

/** An open alert is within its ingredient's days of warning, which are at most these. */
const longestWarning = 60

/** Returns how severe an open alert is today: by its lot's date if that raised it, otherwise as it was. */
export function severityToday(
  { kind, severity }: { kind: AlertType; severity: Severity },
  expiresOn: CalendarDate | null,
  facts: DateFacts,
  today: CalendarDate,
): Severity {
  const dated = expiresOn !== null && alertTypeFacts[kind].isByDate ? alertForDate(expiresOn, facts, today, longestWarning) : null
  return dated?.kind === kind ? dated.severity : severity
}

/** Returns the day until which an alert is snoozed; null if it isn't any more. */
export const snoozedUntil = (until: CalendarDate | null | undefined, today: CalendarDate): CalendarDate | null =>
  until && until > today ? until : null
