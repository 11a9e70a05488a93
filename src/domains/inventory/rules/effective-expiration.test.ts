import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ShelfLife } from '#domains/ingredients/contract/index.ts'
import { addDays, daysBetween } from '#platform/shared/calendar.ts'
import {
  describeReason,
  type ExpirationFacts,
  ExpirationReason,
  expirationOf,
  fieldsAfterDateCorrection,
  fieldsAfterStorageMove,
} from './effective-expiration.ts'
import { daysLeft, expirySentence, expiryStatusOf } from './expiry-status.ts'

const today = '2026-11-21'
const milk: ShelfLife = { pantryDays: null, fridgeDays: 7, freezerDays: 90, openedDays: 5 }
const unknown: ShelfLife = { pantryDays: null, fridgeDays: null, freezerDays: null, openedDays: null }

const lot = (changes: Partial<ExpirationFacts> = {}): ExpirationFacts => ({
  storage: 'FRIDGE',
  expirationDate: null,
  dateKind: null,
  addedOn: today,
  openedOn: null,
  frozenOn: null,
  frozenDaysLeft: null,
  thawedOn: null,
  shelfLife: milk,
  ...changes,
})
const dateOf = (facts: ExpirationFacts) => expirationOf(facts)?.date ?? null
const moved = (facts: ExpirationFacts, to: ExpirationFacts['storage'], day: string) => ({
  ...facts,
  ...fieldsAfterStorageMove(facts, to, day),
})
const why = (facts: ExpirationFacts, day = today) => {
  const expiration = expirationOf(facts)
  return expiration && describeReason(expiration.reason, day)
}

test.each([
  [-1, 'expired', 'Expired'],
  [0, 'expiring', 'Today'],
  [1, 'expiring', 'Tomorrow'],
  [3, 'expiring', '3 days left'],
  [4, 'good', '4 days left'],
] as const)('food with %d days left is %s and says "%s"', (days, status, sentence) => {
  const date = addDays(today, days)
  expect([daysLeft(date, today), expiryStatusOf(date, today), expirySentence(date, today)]).toEqual([days, status, sentence])
})

test('treats a lot without a date as good', () => {
  expect([daysLeft(null, today), expiryStatusOf(null, today), expirySentence(null, today)]).toEqual([null, 'good', 'No expiration'])
})

test('uses the printed date', () => {
  const facts = lot({ expirationDate: '2026-12-01', dateKind: 'best_before' })
  expect(expirationOf(facts)).toEqual({
    date: '2026-12-01',
    reason: { kind: 'printed', dateKind: 'best_before' },
    isEstimate: false,
  })
  expect(why(facts)).toBe('Best-before date on the package')
})

test('shortens the date on opening, and gives the reason', () => {
  const facts = lot({ expirationDate: '2026-12-01', openedOn: '2026-11-18' })
  expect(dateOf(facts)).toBe('2026-11-23')
  expect(why(facts)).toBe('Opened 3 days ago, keeps 5 days')
  expect(why(facts, '2026-11-19')).toBe('Opened yesterday, keeps 5 days')
  expect(why(facts, '2026-11-18')).toBe('Opened today, keeps 5 days')
})

test('never extends the date on opening', () => {
  expect(dateOf(lot({ expirationDate: '2026-11-22', openedOn: today }))).toBe('2026-11-22')
})

test('estimates from the day added if there is no printed date', () => {
  const expiration = expirationOf(lot({ addedOn: '2026-11-20' }))
  expect([expiration?.date, expiration?.isEstimate]).toEqual(['2026-11-27', true])
  expect(why(lot({ addedOn: '2026-11-20' }))).toBe('Estimate: bought yesterday, keeps about 7 days in the fridge')
})

test('returns null without a printed date or a shelf life', () => {
  expect(expirationOf(lot({ shelfLife: unknown }))).toBeNull()
  expect(expirationOf(lot({ storage: 'PANTRY' }))).toBeNull()
})

test('uses the freezer life after freezing', () => {
  const frozen = moved(lot({ expirationDate: '2026-11-25', dateKind: 'best_before' }), 'FREEZER', today)
  expect(frozen).toMatchObject({ storage: 'FREEZER', frozenOn: today, frozenDaysLeft: 4, thawedOn: null })
  expect(dateOf(frozen)).toBe('2027-02-19')
  expect(why(frozen, '2026-12-03')).toBe('Frozen 12 days ago, keeps about 90 days in the freezer')
})

test('keeps the days left at freezing after thawing', () => {
  const frozen = moved(lot({ expirationDate: '2026-11-25', dateKind: 'best_before' }), 'FREEZER', today)
  const thawed = moved(frozen, 'FRIDGE', '2027-01-10')
  expect(dateOf(thawed)).toBe('2027-01-14')
  expect(why(thawed, '2027-01-11')).toBe('Thawed yesterday with 4 days left')
})

test('limits the date after thawing by the fridge life', () => {
  const frozen = moved(lot({ expirationDate: '2026-12-20', dateKind: 'best_before' }), 'FREEZER', today)
  expect(dateOf(moved(frozen, 'FRIDGE', '2026-12-01'))).toBe('2026-12-08')
})

test('keeps a use-by date in the freezer and after', () => {
  const frozen = moved(lot({ expirationDate: '2026-11-25', dateKind: 'use_by' }), 'FREEZER', today)
  expect([dateOf(frozen), why(frozen)]).toEqual(['2026-11-25', 'Use-by date on the package'])
  expect(dateOf(moved(frozen, 'FRIDGE', '2027-01-10'))).toBe('2026-11-25')
})

test('keeps a passed date when frozen', () => {
  const frozen = moved(lot({ expirationDate: '2026-11-20', dateKind: 'best_before' }), 'FREEZER', today)
  expect([dateOf(frozen), why(frozen)]).toEqual(['2026-11-20', 'Frozen today, already past its date'])
})

test('keeps the date when the freezer life is unknown', () => {
  const frozen = moved(lot({ expirationDate: '2026-11-25', shelfLife: unknown }), 'FREEZER', today)
  expect([dateOf(frozen), why(frozen)]).toEqual(['2026-11-25', 'Frozen today; freezer life unknown'])
  expect(dateOf(moved(lot({ shelfLife: unknown }), 'FREEZER', today))).toBeNull()
})

test('uses the printed date or the freezer life for a lot bought frozen', () => {
  expect(dateOf(lot({ storage: 'FREEZER', expirationDate: '2028-01-01', dateKind: 'best_before' }))).toBe('2028-01-01')
  expect(dateOf(lot({ storage: 'FREEZER' }))).toBe('2027-02-19')
  expect(dateOf(moved(lot({ storage: 'FREEZER' }), 'FRIDGE', '2026-12-01'))).toBe('2026-12-08')
})

test('counts an opening in the freezer from the thaw, and an earlier one not again', () => {
  const came = lot({ storage: 'FREEZER', openedOn: '2026-11-25' })
  expect(dateOf(moved(came, 'FRIDGE', '2026-12-01'))).toBe('2026-12-06')
  const opened = moved(lot({ expirationDate: '2026-12-20', openedOn: '2026-11-18' }), 'FREEZER', today)
  expect(opened.frozenDaysLeft).toBe(2)
  expect(dateOf(moved(opened, 'FRIDGE', '2026-12-01'))).toBe('2026-12-03')
})

test('changes only an estimate on a move between pantry and fridge', () => {
  const bread: ShelfLife = { pantryDays: 14, fridgeDays: 20, freezerDays: 90, openedDays: null }
  expect(dateOf(moved(lot({ storage: 'PANTRY', shelfLife: bread }), 'FRIDGE', today))).toBe('2026-12-11')
  expect(dateOf(moved(lot({ storage: 'PANTRY', shelfLife: bread, expirationDate: '2026-11-30' }), 'FRIDGE', today))).toBe('2026-11-30')
})

test('uses a date entered while frozen or after thawing as entered', () => {
  const frozen = moved(lot({ expirationDate: '2026-11-25', dateKind: 'best_before' }), 'FREEZER', today)
  const corrected = { ...frozen, ...fieldsAfterDateCorrection('2027-01-05', null) }
  expect(dateOf(corrected)).toBe('2027-01-05')
  expect(dateOf(moved(corrected, 'FRIDGE', '2027-01-04'))).toBe('2027-01-05')
})

const anyDays = fc.option(fc.integer({ min: 0, max: 400 }), { nil: null })
const anyDay = fc.integer({ min: -200, max: 200 }).map((days) => addDays(today, days))
const anyFresh = fc.record({
  storage: fc.constantFrom('PANTRY' as const, 'FRIDGE' as const),
  expirationDate: fc.option(anyDay, { nil: null }),
  dateKind: fc.option(fc.constantFrom('use_by' as const, 'best_before' as const, 'estimate' as const), { nil: null }),
  addedOn: anyDay,
  openedOn: fc.option(anyDay, { nil: null }),
  shelfLife: fc.record({ pantryDays: anyDays, fridgeDays: anyDays, freezerDays: anyDays, openedDays: anyDays }),
  stays: fc.integer({ min: 0, max: 300 }),
})

test('never extends a use-by or passed date through freezing, and describes every reason', () => {
  fc.assert(
    fc.property(anyFresh, ({ stays, ...fresh }) => {
      const start = lot(fresh)
      const before = dateOf(start)
      const frozen = moved(start, 'FREEZER', today)
      const out = addDays(today, stays)
      const thawed = moved(frozen, 'FRIDGE', out)
      for (const facts of [start, frozen, thawed, moved(thawed, 'FREEZER', addDays(out, 1))]) {
        const expiration = expirationOf(facts)
        if (expiration) {
          expect(ExpirationReason.parse(expiration.reason)).toEqual(expiration.reason)
          expect(describeReason(expiration.reason, out)).toMatch(/^[A-Z].*[a-z]$/)
        }
        if (start.dateKind === 'use_by' && start.expirationDate !== null) {
          expect((expiration?.date ?? '9999') <= start.expirationDate).toBe(true)
        }
        if (before !== null && before < today) expect((expiration?.date ?? '9999') <= before).toBe(true)
      }
    }),
  )
})

test('never extends a date by thawing, and never leaves more days than before', () => {
  fc.assert(
    fc.property(anyFresh, ({ stays, ...fresh }) => {
      const frozen = moved(lot(fresh), 'FREEZER', today)
      const out = addDays(today, stays)
      const [inside, outside] = [dateOf(frozen), dateOf(moved(frozen, 'FRIDGE', out))]
      if (inside !== null) expect((outside ?? '9999') <= inside).toBe(true)
      if (frozen.frozenDaysLeft !== null && outside !== null) expect(daysBetween(out, outside)).toBeLessThanOrEqual(frozen.frozenDaysLeft)
    }),
  )
})
