import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createToken } from '#domains/households/contract/access-tokens.ts'
import { addIngredient } from '#domains/ingredients/contract/index.ts'
import { addShoppingItem, changeShoppingItem } from '#domains/shopping/contract/index.ts'
import { addDays } from '#platform/shared/calendar.ts'
import { addSomeLot, type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { summary } from '../contract.ts'

const testApp = useTestApp()
let ana: Person
const today = new Date().toISOString().slice(0, 10)
beforeAll(async () => {
  ana = await testApp().person('Ana')
  await testApp().household(ana)
  await addSomeLot(ana, { ingredient: { name: 'Milk' }, expirationDate: addDays(today, 2) })
  await addSomeLot(ana, {
    ingredient: { name: 'Ham' },
    quantity: 150,
    unit: 'g',
    expirationDate: addDays(today, -1),
    location: 'Fridge',
  })
  await addSomeLot(ana, { ingredient: { name: 'Rice' }, quantity: 1, unit: 'kg', expirationDate: addDays(today, 300) })
  await ana.must(addIngredient, { body: { name: 'Salt', parLevel: 2, defaultUnit: 'each' } })
  const row = (ingredientName: string) => ana.must(addShoppingItem, { body: { ingredientName, suggestedQuantity: 1, unit: 'each' } })
  await row('Plums')
  const { id } = await row('Pears')
  await ana.must(changeShoppingItem, { params: { id }, body: { isChecked: true } })
})

describe('the summary', () => {
  it('counts the stock and lists what to use next, soonest first', async () => {
    expect(await ana.must(summary)).toMatchObject({
      household: { id: ana.home, name: 'Test kitchen' },
      today,
      totalItems: 3,
      expiringSoon: 1,
      expired: 1,
      lowStock: 1,
      shoppingList: { open: 1, checked: 1 },
      useSoon: [
        { name: 'Ham', quantity: 150, unit: 'g', location: 'Fridge', effectiveExpiration: addDays(today, -1), daysLeft: -1 },
        { name: 'Milk', daysLeft: 2 },
      ],
    })
  })

  it('is all zeros for an empty kitchen', async () => {
    const ben = await testApp().person('Ben')
    await testApp().household(ben)
    expect(await ben.must(summary)).toMatchObject({ totalItems: 0, expired: 0, shoppingList: { open: 0, checked: 0 }, useSoon: [] })
  })

  it('responds to the Home Assistant example’s request', async () => {
    const guide = readFileSync(join(import.meta.dirname, '../../../../docs/home-assistant.md'), 'utf8')
    const [, page = ''] = guide.split('\n## REST\n')
    const [resource = ''] = page.match(/(?<=resource: )\S+/) ?? []
    const { token } = await ana.must(createToken, { params: { id: ana.home ?? '' }, body: { name: 'Home Assistant', scope: 'read' } })
    const [headerLines = ''] = page.match(/(?<=headers:\n)(?: {6}\S.*\n)+/) ?? []
    const [bearer = ''] = page.match(/(?<=larder_token: ).+/) ?? []
    const example = '00000000-0000-4000-8000-000000000000'
    const headers = Object.fromEntries(
      headerLines
        .trim()
        .split('\n')
        .map((line) => line.trim().split(': ') as [string, string]),
    )
    expect(headers).toEqual({ Authorization: '!secret larder_token', 'X-Household-Id': example })
    expect(bearer).toMatch(/^Bearer larder_\w{43}$/)
    const answer = await testApp().inject({
      method: 'GET',
      url: new URL(resource).pathname,
      headers: { authorization: `Bearer ${token}`, 'x-household-id': ana.home ?? '' },
    })
    expect(answer.status).toBe(200)
    const at = (path: string) => path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], answer.body)
    const paths = [...page.matchAll(/value_json\.([\w.]+)/g)].map(([, path = '']) => path)
    expect(paths.length).toBeGreaterThan(3)
    for (const path of paths) expect(at(path), path).toEqual(expect.any(Number))
    const attributes = [...page.matchAll(/json_attributes:\n((?: {10}- \w+\n)+)/g)].flatMap(([, lines = '']) => lines.match(/\w+/g) ?? [])
    expect(attributes).toEqual(['useSoon'])
    const table = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, key]) => key)
    expect(table.toSorted()).toEqual(Object.keys(answer.body as object).toSorted())
  })
})
