import { describe, expect, it } from 'vitest'
import { addInterval, planRecurring, type RecurringThing } from './plan-recurring.ts'

const today = '2026-11-27'
const thing = (over: Partial<RecurringThing> = {}): RecurringThing => ({
  id: 'r1',
  ingredientId: null,
  ingredientKey: 'milk',
  every: { count: 2, unit: 'week' },
  dueOn: today,
  monthDay: null,
  itemId: null,
  ...over,
})
const row = (id: string, ingredientKey = 'milk') => ({ id, ingredientId: null, ingredientKey })
const isBought = (id: string) => id.startsWith('bought')
const plan = (things: RecurringThing[], rows: ReturnType<typeof row>[] = []) => planRecurring(things, rows, isBought, today)

describe('planRecurring', () => {
  it('adds what is due, once, however long it has been due', () => {
    expect(plan([thing()])).toEqual({ add: ['r1'], change: [] })
    expect(plan([thing({ dueOn: '2026-01-01' })])).toEqual({ add: ['r1'], change: [] })
    expect(plan([thing({ dueOn: '2026-11-28' })])).toEqual({ add: [], change: [] })
  })

  it('takes a row about the same thing as its own, due or not', () => {
    expect(plan([thing()], [row('typed')])).toMatchObject({ add: [], change: [{ id: 'r1', dueOn: today, itemId: 'typed' }] })
    expect(plan([thing({ dueOn: '2026-12-24' })], [row('typed')]).change).toMatchObject([
      { id: 'r1', dueOn: '2026-12-24', itemId: 'typed' },
    ])
    expect(plan([thing()], [row('other', 'bread')]).add).toEqual(['r1'])
  })

  it('waits an interval from the purchase', () => {
    expect(plan([thing({ dueOn: '2026-11-01', itemId: 'bought' })])).toMatchObject({
      add: [],
      change: [{ id: 'r1', dueOn: '2026-12-11', itemId: null }],
    })
  })

  it('waits for the next due date once a person took the row off', () => {
    expect(plan([thing({ dueOn: '2026-11-20', itemId: 'removed' })]).change).toMatchObject([
      { id: 'r1', dueOn: '2026-12-04', itemId: null },
    ])
    expect(plan([thing({ dueOn: '2026-10-01', itemId: 'removed' })]).change).toMatchObject([
      { id: 'r1', dueOn: '2026-12-10', itemId: null },
    ])
    expect(plan([thing({ dueOn: '2026-12-24', itemId: 'removed' })]).change).toMatchObject([
      { id: 'r1', dueOn: '2026-12-24', itemId: null },
    ])
  })

  it('counts the purchase of one row and follows another about the same thing', () => {
    expect(plan([thing({ itemId: 'bought' })], [row('other')])).toMatchObject({
      add: [],
      change: [{ id: 'r1', dueOn: '2026-12-11', itemId: 'other' }],
    })
  })

  it('follows its row also when that was renamed', () => {
    expect(plan([thing({ itemId: 'renamed' })], [row('renamed', 'oat milk')])).toEqual({ add: [], change: [] })
  })

  it('adds one row for two that became the same thing', () => {
    expect(plan([thing(), thing({ id: 'r2' })]).add).toEqual(['r1'])
  })
})

describe('an interval of months', () => {
  const monthly = { count: 1, unit: 'month' } as const
  const changeOn = (dueOn: string, itemId: string, on: string, over: Partial<RecurringThing> = {}) =>
    planRecurring([thing({ every: monthly, dueOn, itemId, ...over })], [], isBought, on).change[0]

  it.each([
    ['2026-01-31', ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    ['2027-12-30', ['2028-01-30', '2028-02-29', '2028-03-30']],
    ['2026-01-15', ['2026-02-15', '2026-03-15']],
  ])('keeps the day of the month of %s through short months', (first, then) => {
    let [dueOn, monthDay]: [string, number | null] = [first, null]
    const seen = then.map(() => {
      const next = changeOn(dueOn, 'removed', dueOn, { monthDay })
      ;[dueOn, monthDay] = [next?.dueOn ?? '', next?.monthDay ?? null]
      return dueOn
    })
    expect(seen).toEqual(then)
  })

  it('counts from the day of a purchase, and keeps that', () => {
    expect(changeOn('2026-01-15', 'bought', '2026-01-31', { monthDay: 15 })).toMatchObject({ dueOn: '2026-02-28', monthDay: 31 })
    expect(changeOn('2026-02-28', 'bought', '2026-02-28', { monthDay: 31 })).toMatchObject({ dueOn: '2026-03-28', monthDay: 28 })
  })
})

it('addInterval counts days, weeks and months, also backwards', () => {
  expect(addInterval(today, { count: 3, unit: 'day' })).toBe('2026-11-30')
  expect(addInterval(today, { count: 4, unit: 'week' })).toBe('2026-12-25')
  expect(addInterval('2026-01-31', { count: 1, unit: 'month' })).toBe('2026-02-28')
  expect(addInterval('2026-01-31', { count: 1, unit: 'month' }, 2)).toBe('2026-03-31')
  expect(addInterval(today, { count: 2, unit: 'week' }, -1)).toBe('2026-11-13')
})
