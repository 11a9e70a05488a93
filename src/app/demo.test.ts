import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '#domains/account/contract/index.ts'
import { listAlerts } from '#domains/alerts/contract.ts'
import { listMembers } from '#domains/households/contract/index.ts'
import { readDemoLots } from '#domains/imports/server/built-in/demo-lots.ts'
import { findBuiltInFood } from '#domains/ingredients/rules/built-in/find-food.ts'
import { listLots } from '#domains/inventory/contract.ts'
import { getMealPlan } from '#domains/recipes/contract/index.ts'
import { listBorrow } from '#domains/sharing/contract/borrow.ts'
import { getShoppingList } from '#domains/shopping/contract/index.ts'
import { wastePredictions, wasteTrends } from '#domains/waste/contract.ts'
import { addDays, daysBetween } from '#platform/shared/calendar.ts'
import { type Language, languages } from '#platform/shared/language.ts'
import { asOwner, brokenInvariants } from '#tests/support/database/invariants.ts'
import { openTestApp, type Person, personOf } from '#tests/support/server/test-app.ts'
import { type Demo, makeDemo } from '../../scripts/demo/make.ts'
import { type Step, stepsUntil } from '../../scripts/demo/past.ts'
import { recipesIn } from '../../scripts/demo/recipes.ts'

// The household of `npm run demo`, which is also used for screenshots.

let opened: Awaited<ReturnType<typeof openTestApp>>
let demo: Demo
let maya: Person
beforeAll(async () => {
  opened = await openTestApp()
  const { testApp } = opened
  demo = await makeDemo(testApp.server, 'Europe/Berlin')
  const { password } = demo
  const { email } = demo.maya
  const answer = await testApp.inject({
    method: 'POST',
    url: signIn.path,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ email, password }),
  })
  maya = personOf(testApp, { email, userId: '', firstName: 'Maya', token: answer.headers['set-auth-token'] ?? '' })
  maya.home = demo.householdId
})
afterAll(() => opened.close())

describe('demo household', () => {
  it('signs in and has data for every part of the product', async () => {
    const params = { id: demo.householdId }
    expect((await maya.must(listMembers, { params })).map(({ firstName, role }) => `${firstName} ${role}`).toSorted()).toEqual([
      'Jonas MEMBER',
      'Lea VIEWER',
      'Maya OWNER',
    ])
    const { items } = await maya.must(getShoppingList)
    expect(items.length).toBeGreaterThan(6)
    expect((await maya.must(getMealPlan)).map(({ state }) => state)).toEqual(['planned', 'planned', 'planned', 'planned'])
    expect((await maya.must(listBorrow)).map(({ status, side }) => `${side} ${status}`).toSorted()).toEqual([
      'lender PENDING',
      'requester ACCEPTED',
    ])
    const alerts = await maya.must(listAlerts, { query: { resolved: 'false' } })
    expect(alerts.map(({ type }) => type)).toEqual(expect.arrayContaining(['expired', 'expiring_soon', 'low_stock']))
  })

  it('has sixty lots in three places with the seeded dates', async () => {
    const lots = await maya.must(listLots)
    if (!Array.isArray(lots)) throw new Error('lots come as a list')
    expect(lots).toHaveLength(60)
    expect(Object.entries(Object.groupBy(lots, ({ storage }) => storage)).map(([storage, those]) => [storage, those.length])).toEqual(
      expect.arrayContaining([
        ['FRIDGE', 28],
        ['PANTRY', 24],
        ['FREEZER', 8],
      ]),
    )
    const today = daysOf(lots)
    expect(today.filter((days) => days !== null && days < 0).length).toBeGreaterThan(1)
    expect(today.filter((days) => days !== null && days >= 0 && days <= 3).length).toBeGreaterThan(4)
    for (const { ingredient, quantity, unit } of readDemoLots())
      expect(
        lots.some((lot) => lot.ingredient.name === ingredient && lot.quantity === quantity && lot.unit === unit),
        ingredient,
      ).toBe(true)
  })

  it('has half a year of history whose ledger adds up to the stock', async () => {
    expect(await brokenInvariants(opened.testApp.server.database)).toEqual([])
    const kinds = await asOwner<{ kind: string; count: number }>(
      opened.testApp.server.database,
      `select kind, count(*) as count from ledger where household_id = '${demo.householdId}' group by kind`,
    )
    const counts = Object.fromEntries(kinds.map(({ kind, count }) => [kind, Number(count)]))
    expect(counts['add']).toBeGreaterThan(400)
    expect(counts['use']).toBeGreaterThan(700)
    expect(counts['discard']).toBeGreaterThan(30)
    const trends = await maya.must(wasteTrends)
    expect(trends.filter(({ items }) => items > 0).length).toBeGreaterThan(5)
    expect((await maya.must(wastePredictions)).some(({ enoughData }) => enoughData)).toBe(true)
  })

  it.each(languages)('has the same stock and history in %s', (language) => {
    const [own, english] = [stepsUntil('2026-11-22', language), stepsUntil('2026-11-22')]
    const plain = (step: Step) => ({ ...step, notes: null, what: null })
    expect(own.map(plain)).toEqual(english.map(plain))
    const isKnown = (step: Step, spoken: Language) =>
      step.does === 'buy' && findBuiltInFood(step.what.ingredient?.name ?? '', spoken) !== null
    expect(own.map((step) => isKnown(step, language))).toEqual(english.map((step) => isKnown(step, 'en')))
    const sizes = (of: Language) => recipesIn(of).map(({ ingredients, instructions }) => [ingredients?.length, instructions?.length])
    expect(sizes(language)).toEqual(sizes('en'))
  })

  it('is the same on any day, with dates relative to it', () => {
    const [one, other] = [stepsUntil('2026-11-22'), stepsUntil('2027-03-01')]
    const days = daysBetween('2026-11-22', '2027-03-01')
    const moved = one.map((step) =>
      step.does === 'buy' && step.what.expirationDate
        ? { ...step, what: { ...step.what, expirationDate: addDays(step.what.expirationDate, days) } }
        : step,
    )
    expect(moved).toEqual(other)
  })
})

function daysOf(lots: readonly { effectiveExpiration: string | null }[]): (number | null)[] {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(new Date())
  return lots.map(({ effectiveExpiration }) => (effectiveExpiration === null ? null : daysBetween(today, effectiveExpiration)))
}
