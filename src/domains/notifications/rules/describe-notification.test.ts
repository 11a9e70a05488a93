import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultNotificationSettings, type NotificationSettings, notificationKinds, notificationTypes } from '../contract/index.ts'
import { describeNotification } from './describe-notification.ts'
import { isEnabled, isQuiet, kindOf } from './notification-preferences.ts'

const anyTime = fc
  .integer({ min: 0, max: 1439 })
  .map((m) => `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`)

test('inverts quiet hours when their begin and end are swapped', () => {
  fc.assert(
    fc.property(anyTime, anyTime, anyTime, (begin, end, time) => {
      fc.pre(begin !== end)
      expect(isQuiet({ isOn: true, begin, end }, time)).toBe(!isQuiet({ isOn: true, begin: end, end: begin }, time))
    }),
  )
})

test('includes the begin of quiet hours and excludes their end', () => {
  const night = { isOn: true, begin: '22:00', end: '07:00' }
  expect(['21:59', '22:00', '00:00', '06:59', '07:00'].map((time) => isQuiet(night, time))).toEqual([false, true, true, true, false])
  expect(isQuiet({ ...night, isOn: false }, '23:00')).toBe(false)
})

test('enables a type if any channel of its kind is on', () => {
  const flags = fc.record({ bell: fc.boolean(), mail: fc.boolean(), push: fc.boolean(), apps: fc.boolean() })
  const kinds = fc.record(
    Object.fromEntries(notificationKinds.map((kind) => [kind, flags])) as Record<(typeof notificationKinds)[number], typeof flags>,
  )
  fc.assert(
    fc.property(kinds, fc.constantFrom(...notificationTypes), (chosen, type) => {
      const settings: NotificationSettings = { ...defaultNotificationSettings, kinds: chosen }
      const { bell, mail, push, apps } = chosen[kindOf(type)]
      expect(isEnabled(settings, type)).toBe([bell, mail, push, apps].includes(true))
    }),
  )
})

test('describes every notification about members, with or without a name', () => {
  for (const type of ['role_changed', 'member_joined', 'member_removed'] as const)
    for (const who of [null, 'Ida']) {
      const { title, message } = describeNotification(
        type,
        { people: { role: 'OWNER', name: 'Elm Street' } },
        { today: '2026-11-21', who, household: 'Elm Street' },
      )
      expect(`${title} ${message}`).not.toMatch(/null|undefined/)
    }
})
