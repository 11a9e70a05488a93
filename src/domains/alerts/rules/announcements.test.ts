import { expect, test } from 'vitest'
import { type AlertNow, type Announcements, afterMessage, announcedBefore, isQuiet } from './announcements.ts'

const never: Announcements = { days: 0, on: null, severity: null, lotVersion: null }
const milk: AlertNow = { severity: 'medium', lotVersion: 4 }
const days = ['2026-11-25', '2026-11-26', '2026-11-27'] as const
const sentOn = (...on: string[]) => on.reduce((last, day) => afterMessage(last, milk, day), never)
const quietOn = (last: Announcements, now: AlertNow, today: string) => isQuiet({ announcedDays: announcedBefore(last, now, today) })

test('is quiet from the day after the third one on', () => {
  const last = sentOn(...days)
  expect(announcedBefore(last, milk, '2026-11-27')).toBe(2)
  expect(quietOn(last, milk, '2026-11-27')).toBe(false)
  expect(quietOn(last, milk, '2026-11-28')).toBe(true)
})

test('counts several messages on a day once', () => {
  expect(sentOn('2026-11-25', '2026-11-25', '2026-11-25').days).toBe(1)
})

test('starts again once it is more severe or its lot changes', () => {
  const last = sentOn(...days)
  expect(quietOn(last, { ...milk, severity: 'high' }, '2026-11-28')).toBe(false)
  expect(quietOn(last, { ...milk, severity: 'low' }, '2026-11-28')).toBe(true)
  expect(quietOn(last, { ...milk, lotVersion: 5 }, '2026-11-28')).toBe(false)
  expect(afterMessage(last, { ...milk, lotVersion: 5 }, '2026-11-28').days).toBe(1)
})
