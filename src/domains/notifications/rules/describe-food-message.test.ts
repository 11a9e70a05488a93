import { expect, test } from 'vitest'
import type { Alert } from '#domains/alerts/contract.ts'
import { findUseSoon } from '#domains/alerts/rules/use-soon.ts'
import { describeFoodMessage, type KitchenToday } from './describe-food-message.ts'

const today = '2026-11-25'
const alert = (name: string, part: Partial<Alert> = {}): Alert => ({
  id: name,
  type: 'expiring_soon',
  severity: 'medium',
  title: `${name} expires tomorrow`,
  message: 'Use by tomorrow.',
  isResolved: false,
  createdAt: '2026-11-25T08:00:00.000Z',
  resolvedAt: null,
  lotId: name,
  storage: 'FRIDGE',
  effectiveExpiration: '2026-11-26',
  snoozedUntil: null,
  worth: 1,
  announcedDays: 0,
  ingredient: { id: name, name, category: 'Produce' },
  ...part,
})
const runningLow = (name: string) => alert(name, { type: 'low_stock', title: `Running low on ${name}`, message: 'None left.', lotId: null })
function kitchen(foods: string[], part: Partial<KitchenToday> = {}): KitchenToday {
  const useSoon = findUseSoon(
    foods.map((name) => alert(name)),
    today,
  )
  return { household: 'Home', today, useSoon, recipe: null, low: [], ...part }
}

test('names several foods, the recipe for them, and what runs low', () => {
  const recipe = { id: 'r', name: 'Quiche', uses: 2 }
  const { title, body, only } = describeFoodMessage([kitchen(['Cream', 'Spinach'], { recipe, low: [runningLow('Milk')] })])
  expect([title, body, only]).toEqual([
    '2 things to use by tomorrow',
    'Cream, Spinach.\nQuiche uses all of them.\nRunning low: Milk.',
    null,
  ])
})

test('says of a single food what its alert says', () => {
  const { title, body, only } = describeFoodMessage([kitchen(['Cream'])])
  expect([title, body, only?.id]).toEqual(['Cream expires tomorrow', 'Use by tomorrow.', 'Cream'])
})

test('adds a line for each other household', () => {
  const { title, body } = describeFoodMessage([kitchen(['Cream']), kitchen(['Ham', 'Peas'], { household: 'Cabin' })])
  expect([title, body]).toEqual(['1 thing to use by tomorrow', 'Cream.\nCabin: Ham, Peas.'])
})

test('says what runs low if there is nothing to use', () => {
  const { title, body, only } = describeFoodMessage([kitchen([], { low: ['Milk', 'Rice'].map(runningLow) })])
  expect([title, body, only]).toEqual(['2 things are running low', 'Milk, Rice.', null])
  const single = describeFoodMessage([kitchen([], { low: [runningLow('Milk')] })])
  expect([single.title, single.body, single.only?.id]).toEqual(['Running low on Milk', 'None left.', 'Milk'])
})

test('adds to the only food what runs low', () => {
  const { title, body } = describeFoodMessage([kitchen(['Cream'], { low: [runningLow('Milk')] })])
  expect([title, body]).toEqual(['Cream expires tomorrow', 'Use by tomorrow.\nRunning low: Milk.'])
})

test('says what runs low in other households too', () => {
  const low = [runningLow('Milk')]
  const others = [kitchen(['Ham'], { household: 'Cabin', low }), kitchen([], { household: 'Boat', low })]
  expect(describeFoodMessage([kitchen(['Cream']), ...others]).body).toBe('Cream.\nCabin: Ham. Running low: Milk.\nBoat: Running low: Milk.')
  const { title, body } = describeFoodMessage([kitchen([], { low }), kitchen([], { household: 'Cabin', low: [runningLow('Oil')] })])
  expect([title, body]).toEqual(['1 thing is running low', 'Milk.\nCabin: Oil.'])
})
