import type { DateKind } from '#domains/inventory/contract.ts'
import { daysLeft, expiringDays } from '#domains/inventory/rules/expiry-status.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { AlertType, Severity } from '../contract.ts'

/** The stored days of warning of an ingredient without alerts about dates. */
export const neverWarned = -1

/** Says what kind of date a lot has: a limit for safety, or a hint to check the food. */
export interface DateFacts {
  /** The date printed or entered; null if the lot has only an estimate. */
  expirationDate: CalendarDate | null
  dateKind: DateKind | null
}

/** Returns true for a use-by date and for an entered date of unknown kind; best-before dates and estimates only mean 'check it'. */
export const isAboutSafety = ({ expirationDate, dateKind }: DateFacts): boolean =>
  dateKind === 'use_by' || (dateKind === null && expirationDate !== null)

/**
 * Returns the alert that a lot's date requires today; null for none. `warningDays` are the ingredient's, as stored: -1 for no alert about
 * dates at all, null for the usual days.
 */
export function alertForDate(
  expiresOn: CalendarDate,
  facts: DateFacts,
  today: CalendarDate,
  warningDays: number | null = null,
): { kind: AlertType; severity: Severity } | null {
  const left = daysLeft(expiresOn, today)
  if (left === null || left > (warningDays ?? expiringDays) || warningDays === neverWarned) return null
  if (left < 0) return { kind: 'expired', severity: isAboutSafety(facts) ? 'critical' : 'medium' }
  return { kind: 'expiring_soon', severity: left <= 1 ? 'high' : 'medium' }
}

export const lowStockSeverity = (totalMilli: number): Severity => (totalMilli <= 0 ? 'high' : 'medium')

/** `chance` is the probability (0 to 1) that some of the lot is left when it expires. Returns null if it is too low for an alert. */
export const wasteRiskSeverity = (chance: number): Severity | null => (chance >= 0.6 ? 'high' : chance >= 0.3 ? 'medium' : null)
