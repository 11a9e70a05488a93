import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withLanguage } from '#platform/server/i18n/current-language.ts'
import { addDays } from '#platform/shared/calendar.ts'
import { alertTypes } from '../contract.ts'
import { alertForDate, wasteRiskSeverity } from './alert-severity.ts'
import { type AlertFacts, describeAlert } from './alert-today.ts'

const today = '2026-11-21'
const anyDate = fc.record({
  expirationDate: fc.constantFrom(null, '2026-11-21'),
  dateKind: fc.constantFrom(null, 'use_by', 'best_before', 'estimate'),
})

test('never lowers the severity as the date comes closer', () => {
  const weight = { critical: 3, high: 2, medium: 1, low: 0 }
  fc.assert(
    fc.property(fc.integer({ min: -400, max: 400 }), (left) => {
      const safe = { expirationDate: today, dateKind: 'use_by' as const }
      const [now, next] = [alertForDate(addDays(today, left), safe, today), alertForDate(addDays(today, left), safe, addDays(today, 1))]
      expect(next === null ? 0 : weight[next.severity]).toBeGreaterThanOrEqual(now === null ? 0 : weight[now.severity])
    }),
  )
})

test('rates an expired lot critical only if its date is about safety', () => {
  fc.assert(
    fc.property(anyDate, fc.integer({ min: 1, max: 500 }), (facts, ago) => {
      const cause = alertForDate(addDays(today, -ago), facts, today)
      const isSafety = facts.dateKind === 'use_by' || (facts.dateKind === null && facts.expirationDate !== null)
      expect(cause).toEqual({ kind: 'expired', severity: isSafety ? 'critical' : 'medium' })
    }),
  )
})

test.each([
  ['usual', null, [['expired', 'critical'], ['expiring_soon', 'high'], ['expiring_soon', 'high'], ['expiring_soon', 'medium'], null, null]],
  [
    'a week before',
    7,
    [
      ['expired', 'critical'],
      ['expiring_soon', 'high'],
      ['expiring_soon', 'high'],
      ['expiring_soon', 'medium'],
      ['expiring_soon', 'medium'],
      null,
    ],
  ],
  ['on the day', 0, [['expired', 'critical'], ['expiring_soon', 'high'], null, null, null, null]],
  ['never', -1, [null, null, null, null, null, null]],
] as const)('warns as the ingredient says: %s', (_what, warningDays, expected) => {
  const facts = { expirationDate: today, dateKind: 'use_by' as const }
  const alerts = [-1, 0, 1, 3, 7, 8].map((left) => alertForDate(addDays(today, left), facts, today, warningDays))
  expect(alerts.map((alert) => alert && [alert.kind, alert.severity])).toEqual(expected)
})

test('raises a waste risk from a chance of 0.3, and a high one from 0.6', () => {
  expect([0.29, 0.3, 0.59, 0.6, 1].map(wasteRiskSeverity)).toEqual([null, 'medium', 'medium', 'high', 'high'])
})

const facts = (part: Partial<AlertFacts>): AlertFacts => ({
  kind: 'expired',
  food: 'Milk',
  dueOn: '2026-11-20',
  milli: 2000,
  unit: 'l',
  location: 'Fridge',
  parMilli: null,
  expirationDate: '2026-11-20',
  dateKind: 'use_by',
  isOpen: true,
  ...part,
})

test.each([
  [facts({}), 'Milk has expired', '2 l (Fridge). Expired yesterday.'],
  [facts({ dueOn: '2026-11-17' }), 'Milk has expired', '2 l (Fridge). Expired 4 days ago.'],
  [facts({ dueOn: '2026-10-21' }), 'Milk has expired', '2 l (Fridge). The date was Oct 21.'],
  [
    facts({ dateKind: 'best_before' }),
    'Milk has expired',
    '2 l (Fridge). Expired yesterday. It may still be fine: check before throwing it away.',
  ],
  [facts({ dueOn: '2025-12-31', location: '' }), 'Milk has expired', '2 l. The date was Dec 31, 2025.'],
  [facts({ isOpen: false, milli: null }), 'Milk has expired', 'Expired yesterday.'],
  [facts({ kind: 'expiring_soon', dueOn: today }), 'Milk expires today', '2 l (Fridge). Use it today.'],
  [facts({ kind: 'expiring_soon', dueOn: '2026-11-22' }), 'Milk expires tomorrow', '2 l (Fridge). Use by tomorrow.'],
  [facts({ kind: 'expiring_soon', dueOn: '2026-11-23' }), 'Milk expires in 2 days', '2 l (Fridge). Use by Monday.'],
  [facts({ kind: 'waste_risk', dueOn: '2026-11-24' }), 'Milk may go to waste', '2 l (Fridge). You probably won’t finish it by Tuesday.'],
  [
    facts({ kind: 'waste_risk', dueOn: '2026-12-24' }),
    'Milk may go to waste',
    '2 l (Fridge). At your usual pace you won’t finish it by Dec 24.',
  ],
  [facts({ kind: 'low_stock', milli: 500, parMilli: 2000, location: '' }), 'Milk is running low', '0.5 l left, minimum 2 l.'],
  [facts({ kind: 'low_stock', milli: 0, parMilli: 2000, unit: 'each' }), 'Milk has run out', 'None left, minimum 2.'],
])('describes %o in a sentence', (input, title, message) => {
  expect(describeAlert(input, today)).toEqual({ title, message })
})

test.each([
  ['Strawberries', 'Strawberries have expired'],
  ['Eggs', 'Eggs have expired'],
  ['Hummus', 'Hummus has expired'],
  ['Watercress', 'Watercress has expired'],
])('chooses singular or plural for %s', (ingredient, title) => {
  expect(describeAlert(facts({ food: ingredient }), today).title).toBe(title)
})

test('describes an alert without null or undefined, whatever facts are missing', () => {
  const any = fc.record({
    kind: fc.constantFrom(...alertTypes),
    dueOn: fc.constantFrom(null, today),
    milli: fc.constantFrom(null, 0, 1, 1500),
    unit: fc.constantFrom(null, 'l' as const, 'each' as const),
    parMilli: fc.constantFrom(null, 1000),
    isOpen: fc.boolean(),
    location: fc.constantFrom('', 'Fridge'),
  })
  fc.assert(
    fc.property(any, (part) => {
      const { title, message } = describeAlert(facts(part), today)
      expect(`${title} ${message}`).not.toMatch(/null|undefined|NaN|\. \.|\s\./)
      expect(message.length).toBeGreaterThan(0)
    }),
  )
})

test('starts a sentence with a capital letter in every language', () => {
  const low = facts({ kind: 'low_stock', milli: 1000, unit: 'l', parMilli: 2000 })
  withLanguage('de', () => expect(describeAlert(low, today).message).toBe('Noch 1 l da, Mindestbestand 2 l.'))
})

test('translates the default locations and keeps others', () => {
  withLanguage('de', () => {
    expect(describeAlert(facts({}), today).message).toMatch(/^2 l \(Kühlschrank\)\./)
    expect(describeAlert(facts({ location: 'Keller' }), today).message).toMatch(/^2 l \(Keller\)\./)
  })
})
