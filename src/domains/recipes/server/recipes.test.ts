import { describe, expect, it } from 'vitest'
import { listHistory, undoChange } from '#domains/households/contract/index.ts'
import { findBuiltInFoodInCurrentLanguage } from '#domains/ingredients/server/index.ts'
import { languages } from '#platform/shared/language.ts'
import { addSomeLot, type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract/index.ts'
import { dishDrawingOf } from '../rules/dish-drawing.ts'
import { parseLine } from '../rules/parse-line.ts'
import { startersIn } from './built-in/starters.ts'

const context = useTestApp()

async function aMember(): Promise<Person> {
  const ana = await context().person('Ana')
  await context().household(ana)
  return ana
}
const names = (cards: readonly { name: string }[]) => cards.map(({ name }) => name)
const soup = {
  name: 'Leek soup',
  description: 'Green and warm',
  ingredients: ['3 leeks, sliced', '1 l vegetable stock', 'Salt'],
  instructions: ['Simmer.'],
}

describe('a new household', () => {
  it.each(languages)(
    'has 26 starter recipes of every cuisine in %s, with all lines parsed surely enough to cook from',
    async (language) => {
      const ana = await aMember()
      const headers = { 'accept-language': language }
      const list = await ana.must(contract.listRecipes, { query: {}, headers })
      const english = new Map((await ana.must(contract.listRecipes, { query: {} })).map((card) => [card.id, card]))
      expect(list.filter(({ name }) => dishDrawingOf(name) === null).map(({ name }) => name)).toEqual([])
      for (const card of list) {
        const other = english.get(card.id)
        expect([card.name, card.ingredients.length, card.instructions.length, card.tags.length]).toEqual([
          card.name,
          other?.ingredients.length,
          other?.instructions.length,
          other?.tags.length,
        ])
      }
      expect(list.length).toBe(26)
      for (const category of contract.recipeCategories.filter((one) => one !== 'other'))
        expect(list.filter((card) => card.category === category).length).toBeGreaterThan(2)
      for (const { id, ingredients, instructions } of list) {
        const { lines } = await ana.must(contract.getRecipe, { params: { id }, headers })
        expect(lines.filter(({ sure }) => !sure).map(({ text }) => text)).toEqual([])
        expect(lines.map(({ text }) => text)).toEqual(ingredients)
        expect(lines.filter(({ food: ingredient }) => ingredient === '')).toEqual([])
        expect(instructions.length).toBeGreaterThan(1)
      }
    },
  )
  it.each(['de', 'fr'] as const)('has the same foods in the starters in %s as in English', (language) => {
    const foodsOf = ({ ingredients }: { ingredients?: string[] | undefined }) =>
      (ingredients ?? []).map((line) => findBuiltInFoodInCurrentLanguage(parseLine(line).food)?.key)
    expect(startersIn(language).map(foodsOf)).toEqual(startersIn('en').map(foodsOf))
  })
  it('gets its own copy of a starter in the reader’s language when they change it', async () => {
    const ana = await aMember()
    const [first] = await ana.must(contract.listRecipes, { query: {} })
    const params = { id: first?.id ?? '' }
    await ana.must(contract.changeRecipe, { params, body: { rating: 5 }, headers: { 'accept-language': 'de' } })
    const english = await ana.must(contract.getRecipe, { params })
    expect(english.name).toBe(startersIn('de').find(({ id }) => id === first?.id)?.name)
  })
  it('gets its own copy of a starter when it changes it, unseen by other households', async () => {
    const [ana, ben] = [await aMember(), await aMember()]
    const [first] = await ana.must(contract.listRecipes, { query: {} })
    const params = { id: first?.id ?? '' }
    expect(await ana.must(contract.changeRecipe, { params, body: { name: 'Ours now' } })).toMatchObject({ name: 'Ours now', version: 2 })
    expect((await ben.must(contract.getRecipe, { params })).name).toBe(first?.name)
    await ana.must(contract.removeRecipe, { params })
    expect(await ana.call(contract.getRecipe, { params })).toMatchObject({ status: 404 })
    expect((await ana.must(contract.listRecipes, { query: {} })).some(({ id }) => id === first?.id)).toBe(false)
    expect((await ben.must(contract.listRecipes, { query: {} })).some(({ id }) => id === first?.id)).toBe(true)
  })
})

describe('a recipe', () => {
  it('is stored as written with its parsed lines', async () => {
    const ana = await aMember()
    const recipe = await ana.must(contract.addRecipe, { body: soup })
    expect(recipe).toMatchObject({ ...soup, category: 'other', servings: 4, rating: null, image: null, version: 1, isStarter: false })
    expect(recipe.lines[0]).toEqual({
      text: '3 leeks, sliced',
      quantity: 3,
      unit: null,
      food: 'leeks',
      preparation: 'sliced',
      sure: true,
      ingredientId: null,
    })
    expect(await ana.must(contract.getRecipe, { params: { id: recipe.id } })).toEqual(recipe)
  })
  it('is found by words in name, description and ingredients, by category and tag', async () => {
    const ana = await aMember()
    await ana.must(contract.addRecipe, { body: { ...soup, category: 'mediterranean', tags: ['Winter'] } })
    const find = async (query: object) => names(await ana.must(contract.listRecipes, { query }))
    expect(await find({ search: 'GREEN leek' })).toEqual(['Leek soup'])
    expect(await find({ search: 'vegetable stock leeks' })).toEqual(['Leek soup'])
    expect(await find({ search: 'leek', category: 'mediterranean' })).toEqual(['Leek soup'])
    expect(await find({ search: 'leek', category: 'italian' })).toEqual([])
    expect(await find({ tag: 'winter' })).toEqual(['Leek soup'])
    expect((await find({ category: 'all' })).length).toBeGreaterThan(20)
  })
  it('B-8: is changed, copied and removed with undo; a stale change is rejected', async () => {
    const ana = await aMember()
    const { id } = await ana.must(contract.addRecipe, { body: soup })
    const changed = await ana.call(contract.changeRecipe, { params: { id }, body: { servings: 2, ingredients: ['1 leek'] } })
    expect(changed.body).toMatchObject({ servings: 2, version: 2, lines: [{ food: 'leek' }] })
    const stale = await ana.call(contract.changeRecipe, { params: { id }, body: { servings: 9 }, headers: { 'if-match': '1' } })
    expect(stale).toMatchObject({ status: 412, body: { code: 'changed_meanwhile', current: { servings: 2 } } })
    const copy = await ana.must(contract.duplicateRecipe, { params: { id }, body: {} })
    expect(copy).toMatchObject({ name: 'Leek soup (copy)', servings: 2 })
    await ana.must(undoChange, { params: { seq: Number(changed.headers['x-change-seq']) } })
    expect(await ana.must(contract.getRecipe, { params: { id } })).toMatchObject({ servings: 4, ingredients: soup.ingredients })
    const removed = await ana.call(contract.removeRecipe, { params: { id } })
    expect(removed.status).toBe(204)
    await ana.must(undoChange, { params: { seq: Number(removed.headers['x-change-seq']) } })
    expect((await ana.must(contract.getRecipe, { params: { id } })).name).toBe('Leek soup')
    const said = (await ana.must(listHistory, { query: {} })).map(({ summary }) => summary)
    expect(said).toContain('Removed the recipe Leek soup')
    expect(said).toContain('Added the recipe Leek soup (copy)')
  })
  it('is created once by a repeated request with its own id', async () => {
    const ana = await aMember()
    const id = '7a1c0000-0000-4000-8000-000000000001'
    await ana.must(contract.addRecipe, { body: { ...soup, id } })
    expect(await ana.call(contract.addRecipe, { body: { ...soup, id } })).toMatchObject({ status: 409, body: { code: 'already_exists' } })
  })
  it('I-06 accepts only web addresses as its source', async () => {
    const ana = await aMember()
    for (const sourceUrl of [
      'javascript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      ' java\tscript:alert(1)',
      'https://u:p@example.org/',
      '//example.org',
      'https:\\\\example.org',
    ]) {
      expect(await ana.call(contract.addRecipe, { body: { ...soup, sourceUrl } })).toMatchObject({ status: 422 })
      expect(await ana.call(contract.addRecipe, { body: { ...soup, imageUrl: sourceUrl } })).toMatchObject({ status: 422 })
    }
    expect(await ana.must(contract.addRecipe, { body: { ...soup, sourceUrl: 'https://example.org/a?b=c#d' } })).toMatchObject({
      sourceUrl: 'https://example.org/a?b=c#d',
    })
  })
})

describe('parsing lines over HTTP', () => {
  it('returns one result per line, as the rules parse it', async () => {
    const ana = await aMember()
    const parsed = await ana.must(contract.parseLines, {
      body: { lines: ['2 x 400 g cans chopped tomatoes', '1 EL Öl', 'salt and pepper'] },
    })
    expect(parsed).toMatchObject([
      { quantity: 800, unit: 'g', food: 'chopped tomatoes' },
      { quantity: 1, unit: 'tbsp', food: 'Öl' },
      { quantity: null, unit: null, food: 'salt' },
    ])
  })
})

describe('a recipe’s stock', () => {
  it('lists what is there, short and missing, from unexpired lots in comparable units', async () => {
    const ana = await aMember()
    await addSomeLot(ana, { ingredient: { name: 'Flour' }, quantity: 1, unit: 'kg' })
    await addSomeLot(ana, { ingredient: { name: 'Milk' }, quantity: 1, unit: 'cup' })
    await addSomeLot(ana, { ingredient: { name: 'Eggs' }, quantity: 6, unit: 'each', expirationDate: '2020-01-01' })
    await addSomeLot(ana, { ingredient: { name: 'Butter' }, quantity: 100, unit: 'g' })
    const { id } = await ana.must(contract.addRecipe, {
      body: {
        name: 'Pancakes',
        servings: 2,
        ingredients: ['2 cups flour', '500 ml milk', '2 eggs', '1 knob of butter', '200 ml water', 'For the top:'],
      },
    })
    const { lines } = await ana.must(contract.getRecipeStock, { params: { id }, query: {} })
    expect(lines.map(({ food: ingredient, state }) => [ingredient, state])).toEqual([
      ['flour', 'have'],
      ['milk', 'short'],
      ['eggs', 'missing'],
      ['butter', 'any'],
      ['water', 'any'],
    ])
    expect(lines[1]).toMatchObject({ available: 236.588, stockUnit: 'ml', take: 236.588 })
    expect(lines[1]?.lacking).toBeCloseTo(263.412)
    const [card] = await ana.must(contract.listRecipes, { query: { search: 'Pancakes 2 cups' } })
    expect(card?.stock).toEqual({ have: 3, short: 1, missing: 1, total: 5 })
    const half = await ana.must(contract.getRecipeStock, { params: { id }, query: { servings: 1 } })
    expect(half.lines[1]).toMatchObject({ quantity: 250, state: 'short' })
    expect(names(await ana.must(contract.listRecipes, { query: { maxMissing: 0 } }))).not.toContain('Pancakes')
    expect(names(await ana.must(contract.listRecipes, { query: { maxMissing: 2 } }))).toContain('Pancakes')
  })
  it('orders recipes by the waste they avoid', async () => {
    const ana = await aMember()
    const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
    await addSomeLot(ana, { ingredient: { name: 'Leek' }, quantity: 3, unit: 'each', expirationDate: day(1) })
    await addSomeLot(ana, { ingredient: { name: 'Ham' }, quantity: 300, unit: 'g', expirationDate: day(12) })
    await ana.must(contract.addRecipe, { body: { name: 'Ham rolls', ingredients: ['300 g ham'] } })
    await ana.must(contract.addRecipe, { body: { name: 'Ham for guests', ingredients: ['2 kg ham'] } })
    await ana.must(contract.addRecipe, { body: { name: 'Leek tart', ingredients: ['3 leeks'] } })
    const [first, second, third] = await ana.must(contract.listRecipes, { query: { sort: 'uses' } })
    expect([first?.name, second?.name, third?.name]).toEqual(['Leek tart', 'Ham rolls', 'Ham for guests'])
    expect(first?.uses).toMatchObject([{ ingredientName: 'Leek', daysLeft: 1, isShort: false }])
    expect(third?.uses).toMatchObject([{ ingredientName: 'Ham', daysLeft: 12, isShort: true }])
    const { id } = await ana.must(contract.addRecipe, { body: { name: 'Leek soup', ingredients: ['3 leeks', '2 leeks, optional'] } })
    const soup = (await ana.must(contract.listRecipes)).find((recipe) => recipe.id === id)
    expect([soup?.uses, soup?.stock]).toMatchObject([[{ ingredientName: 'Leek', isShort: false }], { have: 1, total: 1 }])
    const { id: risotto } = await ana.must(contract.addRecipe, { body: { name: 'Risotto', ingredients: ['9 leeks, optional'] } })
    const optional = (await ana.must(contract.listRecipes)).find((recipe) => recipe.id === risotto)
    expect(optional?.uses).toMatchObject([{ ingredientName: 'Leek', isShort: true }])
  })
  it('is listed in pages that add up to the whole list, also while it changes', async () => {
    const ana = await aMember()
    const leek = await addSomeLot(ana, { ingredient: { name: 'Leek' }, quantity: 3, unit: 'each' })
    const all = await ana.must(contract.listRecipes, { query: { sort: 'rating' } })
    const first = await ana.call(contract.listRecipes, { query: { sort: 'rating', limit: 10 } })
    expect(first.headers).toMatchObject({ 'x-total-count': String(all.length) })
    const cursor = String(first.headers['x-next-cursor'])
    const second = await ana.must(contract.listRecipes, { query: { sort: 'rating', limit: 10, cursor } })
    expect([...(first.body as typeof all), ...second]).toEqual(all.slice(0, 20))
    await ana.must(contract.removeRecipe, { params: { id: all[9]?.id ?? '' } })
    expect((await ana.must(contract.listRecipes, { query: { sort: 'rating', limit: 10, cursor } }))[0]?.id).toBe(all[11]?.id)
    expect(await ana.call(contract.listRecipes, { query: { cursor: 'x' as never } })).toMatchObject({ status: 422 })
    await ana.must(contract.addRecipe, { body: { name: 'Leek tart', ingredients: ['3 leeks'] } })
    const withLeek = names(await ana.must(contract.listRecipes, { query: { ingredientId: leek.ingredient.id } }))
    expect(withLeek).toContain('Leek tart')
    expect(withLeek.length).toBeLessThan(all.length)
  })
  it('can be limited to those that take no more than some time', async () => {
    const ana = await aMember()
    for (const [name, times] of Object.entries({
      Quick: { prepTime: 5, cookTime: 10 },
      Rested: { cookTime: 10, totalTime: 60 },
      Untimed: {},
    }))
      await ana.must(contract.addRecipe, { body: { name, tags: ['own'], ...times } })
    const within = async (maxMinutes: number) => names(await ana.must(contract.listRecipes, { query: { tag: 'own', maxMinutes } }))
    expect(await within(14)).toEqual([])
    expect(await within(15)).toEqual(['Quick'])
    expect(await within(60)).toEqual(['Quick', 'Rested'])
    expect(await ana.call(contract.listRecipes, { query: { maxMinutes: 0 } })).toMatchObject({ status: 422 })
  })
  it('remembers which ingredient a name refers to until it is reset', async () => {
    const ana = await aMember()
    const lot = await addSomeLot(ana, { ingredient: { name: 'Oma Erna’s quark' }, quantity: 500, unit: 'g' })
    const { id } = await ana.must(contract.addRecipe, { body: { name: 'Cake', ingredients: ['250 g topfen'] } })
    const state = async () => (await ana.must(contract.getRecipeStock, { params: { id }, query: {} })).lines[0]
    expect(await state()).toMatchObject({ state: 'missing', ingredientId: null })
    const said = await ana.call(contract.matchLineIngredient, { body: { food: 'Topfen', ingredientId: lot.ingredient.id } })
    expect(await state()).toMatchObject({ state: 'have', ingredientName: 'Oma Erna’s quark', isConfirmed: true })
    await ana.must(undoChange, { params: { seq: Number(said.headers['x-change-seq']) } })
    expect(await state()).toMatchObject({ state: 'missing' })
  })
})
