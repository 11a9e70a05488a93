import { currentLocale } from '#platform/web/i18n/language.ts'

const clock = new Intl.DateTimeFormat(currentLocale(), { timeStyle: 'short' })

/** Returns the time of day of an instant on this device's clock. */
export const formatClockTime = (instant: string): string => clock.format(new Date(instant))
