import { expect, test } from 'vitest'
import type { Alert, Severity } from '../../contract.ts'
import { groupAlerts, splitSnoozed } from './group-alerts.ts'

const alert = (id: string, name: string, severity: Severity, isResolved = false): Alert => ({
  id,
  type: 'expiring_soon',
  severity,
  title: name,
  message: name,
  isResolved,
  createdAt: '2026-11-20T10:00:00.000Z',
  resolvedAt: null,
  lotId: null,
  storage: null,
  effectiveExpiration: null,
  snoozedUntil: null,
  worth: 0,
  announcedDays: 0,
  ingredient: { id: name, name, category: 'Dairy' },
})

test('puts the alerts about one ingredient on one card, the most urgent card first', () => {
  const alerts = [
    alert('1', 'Milk', 'medium'),
    alert('2', 'Yogurt', 'low'),
    alert('3', 'Cream', 'critical', true),
    alert('4', 'Yogurt', 'critical'),
  ]
  expect(groupAlerts(alerts).map((group) => group.map(({ id }) => id))).toEqual([['4', '2'], ['1'], ['3']])
})

test('orders cards of the same severity by the day of expiry, those without one last', () => {
  const on = (name: string, effectiveExpiration: string | null): Alert => ({ ...alert(name, name, 'high'), effectiveExpiration })
  const alerts = [on('Rice', null), on('Milk', '2026-12-02'), on('Cream', '2026-11-29'), on('Yogurt', '2026-12-01')]
  expect(groupAlerts(alerts).map(([first]) => first?.id)).toEqual(['Cream', 'Yogurt', 'Milk', 'Rice'])
})

test('orders cards of the same severity by what acting is worth, those sent three times last of all', () => {
  const of = (name: string, severity: Severity, worth: number, announcedDays = 0): Alert => ({
    ...alert(name, name, severity),
    worth,
    announcedDays,
  })
  const alerts = [of('Rice', 'high', 0.1), of('Salmon', 'high', 2), of('Ham', 'critical', 0, 3), of('Milk', 'medium', 3)]
  expect(groupAlerts(alerts).map(([first]) => first?.id)).toEqual(['Salmon', 'Rice', 'Milk', 'Ham'])
})

test('separates snoozed alerts', () => {
  const [milk, yogurt] = [alert('1', 'Milk', 'medium'), { ...alert('2', 'Yogurt', 'low'), snoozedUntil: '2026-12-01' }]
  expect(splitSnoozed([milk, yogurt])).toEqual({ shown: [milk], snoozed: [yogurt] })
})
