import { t } from '@lingui/core/macro'
import { currentLocale } from '#platform/web/i18n/language.ts'
import type { BorrowRequest } from '../../contract/index.ts'

const moment = new Intl.DateTimeFormat(currentLocale(), { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
const day = new Intl.DateTimeFormat(currentLocale(), { month: 'short', day: 'numeric', year: 'numeric' })

export const formatMoment = (instant: string): string => moment.format(new Date(instant))
const shortDay = new Intl.DateTimeFormat(currentLocale(), { month: 'short', day: 'numeric' })

/** Says when an offer ends: with its last day if that ends at midnight. */
export function formatOfferEnd(instant: string): string {
  const end = new Date(instant)
  const isMidnight = end.getHours() === 0 && end.getMinutes() === 0
  return isMidnight ? t`through ${shortDay.format(new Date(end.getTime() - 1))}` : t`until ${formatMoment(instant)}`
}

export const formatDay = (instant: string): string => day.format(new Date(instant))
export const ingredientOf = (request: Pick<BorrowRequest, 'item'>): string => request.item.ingredient.name

/** Formats an instant for a `datetime-local` field, in the device's time zone. */
export function toDateTimeInput(instant: Date): string {
  const local = new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

const isOpen = ({ status }: BorrowRequest) => status === 'PENDING' || status === 'ACCEPTED'
/** Moves open requests to the front, keeping the order otherwise. */
export const sortOpenFirst = (requests: readonly BorrowRequest[]): BorrowRequest[] =>
  requests.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)))
