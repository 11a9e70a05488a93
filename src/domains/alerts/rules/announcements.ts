import type { CalendarDate } from '#platform/shared/calendar.ts'
import { type Severity, severities } from '../contract.ts'

/** On how many days an alert was sent to members, when last, and how severe it was and which version its lot had then. */
export interface Announcements {
  days: number
  on: CalendarDate | null
  severity: Severity | null
  /** Null for an alert without a lot. */
  lotVersion: number | null
}

/** What an alert is about today. */
export type AlertNow = Pick<Announcements, 'lotVersion'> & { severity: Severity }

/** On so many days an alert is sent without anyone acting on it. After that it is quiet: listed last, and not sent until it changes. */
export const maxAnnouncedDays = 3

/** Whether the alert says what it said when it was last sent: it isn't more severe, and no one changed its lot. */
const isUnchanged = (last: Announcements, now: AlertNow): boolean =>
  last.severity !== null && severities.indexOf(now.severity) >= severities.indexOf(last.severity) && last.lotVersion === now.lotVersion

/** Whether an alert was sent as it is now, today's message included. */
export const isAnnounced = (last: Announcements, now: AlertNow): boolean => last.days > 0 && isUnchanged(last, now)

/** Returns on how many days before today an alert was sent as it is now. Today's message doesn't change what screens show today. */
export function announcedBefore(last: Announcements, now: AlertNow, today: CalendarDate): number {
  if (!isUnchanged(last, now)) return 0
  return last.on === today ? Math.max(0, last.days - 1) : last.days
}

/** Returns the announcements after one on `today`. Several on a day count once. */
export const afterMessage = (last: Announcements, now: AlertNow, today: CalendarDate): Announcements => ({
  days: announcedBefore(last, now, today) + 1,
  on: today,
  ...now,
})

export const isQuiet = ({ announcedDays }: { announcedDays: number }): boolean => announcedDays >= maxAnnouncedDays
