import type { DateKind } from '#domains/inventory/contract.ts'
import { expiryStatus } from '#domains/inventory/rules/expiry-status.ts'
import { type CalendarDate, daysBetween } from '#platform/shared/calendar.ts'
import { fromMilli } from '#platform/shared/quantity.ts'
import { figure, many, say, shortDay } from '#platform/shared/say.ts'
import { amountWords } from '#platform/shared/unit-display.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { AlertType, Severity } from './contract.ts'

/** What a lot's date is worth: a day by which food must be eaten, or a hint to look at it. */
export interface DateFacts {
  /** What the label or a person said; null: only a rule's estimate. */
  expirationDate: CalendarDate | null
  dateKind: DateKind | null
}

/** A use-by date, or a date nobody said the kind of, is about safety; best-before dates and estimates say 'check it'. */
export const isAboutSafety = ({ expirationDate, dateKind }: DateFacts): boolean =>
  dateKind === 'use_by' || (dateKind === null && expirationDate !== null)

/** Which alert a lot's date calls for on this day; null: none. */
export function dateCause(expiresOn: CalendarDate, facts: DateFacts, today: CalendarDate): { kind: AlertType; severity: Severity } | null {
  switch (expiryStatus(expiresOn, today)) {
    case 'expired':
      return { kind: 'expired', severity: isAboutSafety(facts) ? 'critical' : 'medium' }
    case 'expiring':
      return { kind: 'expiring_soon', severity: daysBetween(today, expiresOn) <= 1 ? 'high' : 'medium' }
    case 'good':
      return null
  }
}

/** Running low is for the next shopping; having none left is for today. */
export const lowStockSeverity = (totalMilli: number): Severity => (totalMilli <= 0 ? 'high' : 'medium')

/** `chance`: that some of it is left when it goes off, 0 to 1. Below medium there is no alert. */
export const wasteRiskSeverity = (chance: number): Severity | null => (chance >= 0.6 ? 'high' : chance >= 0.3 ? 'medium' : null)

/** What an alert says is made of this; amounts in thousandths of the unit. */
export interface AlertFacts extends DateFacts {
  kind: AlertType
  food: string
  /** The lot's day. */
  /** Stored in notifications, so it keeps this name. */
  dueOn: CalendarDate | null
  /** What there is of it, and where; null once it is gone. */
  milli: number | null
  unit: Unit | null
  location: string
  parMilli: number | null
  isOpen: boolean
}

const amount = (milli: number, unit: Unit | null): string => {
  const quantity = fromMilli(milli)
  return unit === null ? figure(quantity) : amountWords(quantity, unit)
}

/** Whether a food is spoken of in the plural, strawberries and not hummus or watercress: as the end of its name says, nearly always. */
const isMany = (ingredient: string) => /(?<![su])s$/i.test(ingredient)

function inDays(days: number): string {
  if (days <= 0) return say`today`
  return days === 1 ? say`tomorrow` : say`in ${many(days, { one: '# day', other: '# days' })}`
}

/** Title and message of an alert as it stands on this day; of one that is over, what it was about. */
export function describeAlert(facts: AlertFacts, today: CalendarDate): { title: string; message: string } {
  const { kind, food, dueOn: expiresOn, milli, unit, location, parMilli, isOpen } = facts
  const on = expiresOn === null ? '' : shortDay(expiresOn, today)
  const there = milli === null || milli <= 0 ? '' : location === '' ? amount(milli, unit) : say`${amount(milli, unit)} (${location})`
  const isPlural = isMany(food)
  // A day's short month may end in the full stop already.
  const sentence = (...parts: string[]) =>
    parts
      .filter((part) => part !== '')
      .map((part) => (part.endsWith('.') ? part : `${part}.`))
      .join(' ')
  switch (kind) {
    case 'expired': {
      const advice = !isOpen || isAboutSafety(facts) ? '' : say`It may still be fine: check before throwing it away`
      return {
        title: isPlural ? say`${food} have expired` : say`${food} has expired`,
        message: sentence(there, on === '' ? say`It’s past its date` : say`The date was ${on}`, advice),
      }
    }
    case 'expiring_soon': {
      const when = inDays(expiresOn === null ? 0 : daysBetween(today, expiresOn))
      if (!isOpen)
        return {
          title: say`${food} needed using soon`,
          message: sentence(there, on === '' ? say`It was close to its date` : say`Date: ${on}`),
        }
      return {
        title: isPlural ? say`${food} expire ${when}` : say`${food} expires ${when}`,
        message: sentence(there, on === '' ? say`Use it soon` : say`Use it by ${on}`),
      }
    }
    case 'low_stock': {
      const isOut = milli === null || milli <= 0
      const left = isOut ? say`None left` : say`${amount(milli, unit)} left`
      const ranOut = isPlural ? say`${food} have run out` : say`${food} has run out`
      const isLow = isPlural ? say`${food} are running low` : say`${food} is running low`
      return {
        title: isOut ? ranOut : isLow,
        message: sentence(parMilli === null ? left : say`${left}, minimum ${amount(parMilli, unit)}`),
      }
    }
    case 'waste_risk':
      return {
        title: say`${food} may go to waste`,
        message: sentence(
          there,
          on === '' ? say`At your usual pace you won’t finish it before it expires` : say`At your usual pace you won’t finish it by ${on}`,
        ),
      }
  }
}
