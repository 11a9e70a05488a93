import { expect, it } from 'vitest'
import { planFromText, rejectInvalidRows } from './plan-from-file-text.ts'

const read = (data: unknown) => rejectInvalidRows(planFromText(JSON.stringify(data), 'day first', '2026-11-22'))

const owl = {
  name: 'Elm Street',
  language: 'en',
  planner_feature: true,
  expenses_feature: true,
  member: ['mira'],
  shoppinglists: ['Default'],
  items: [{ name: 'Lentils', icon: 'bean', category: 'Dry goods' }, { name: 'Onion' }, { name: '' }],
  expenses: [{ name: 'Rent', amount: 900 }],
  recipes: [
    {
      name: 'Lentil pot',
      description: '## Method\n1. Fry the **onion**.\n2. Add lentils.',
      time: 45,
      cook_time: null,
      prep_time: 10,
      yields: 4,
      source: 'https://example.org/pot',
      items: [
        { name: 'Lentils', description: '200 g', optional: false },
        { name: 'Onion', description: '', optional: true },
      ],
      tags: ['stew'],
    },
  ],
}

it('KitchenOwl: imports foods with categories and recipes with amounts, and nothing else', () => {
  const { source, rows } = read(owl)
  expect(source).toBe('kitchenowl')
  expect(rows).toMatchObject([
    { kind: 'food', name: 'Lentils', data: { name: 'Lentils', category: 'Dry goods' } },
    { kind: 'food', name: 'Onion' },
    { kind: 'food', place: 'items 3', refused: 'no_name' },
    {
      kind: 'recipe',
      name: 'Lentil pot',
      data: {
        ingredients: ['200 g Lentils', 'Onion (optional)'],
        instructions: ['Method', 'Fry the onion.', 'Add lentils.'],
        prepTime: 10,
        servings: 4,
        sourceUrl: 'https://example.org/pot',
        tags: ['stew'],
      },
    },
  ])
})

it('KitchenOwl: imports list items if the file has them', () => {
  const { rows } = read({ ...owl, recipes: [], shoppinglists: [{ name: 'Default', items: [{ name: 'Onion' }, { name: 'Salt' }] }] })
  expect(rows.filter(({ kind }) => kind === 'list')).toMatchObject([{ data: { food: 'Onion' } }, { data: { food: 'Salt' } }])
})

it('KitchenOwl: reads a list item’s description as its amount if it is one, otherwise as its note', () => {
  const described = (description: unknown) => {
    const { rows } = read({ ...owl, recipes: [], shoppinglists: [{ name: 'Default', items: [{ name: 'Cheese', description }] }] })
    const [row] = rows.filter(({ kind }) => kind === 'list')
    return row && 'data' in row ? row.data : row
  }
  expect(described('500g')).toEqual({ food: 'Cheese', quantity: 500, unit: 'g' })
  expect(described('2')).toEqual({ food: 'Cheese', quantity: 2, unit: 'each' })
  expect(described('2 packs')).toEqual({ food: 'Cheese', quantity: 2, unit: 'each' })
  expect(described('500 g, the mild one')).toEqual({ food: 'Cheese', note: '500 g, the mild one' })
  expect(described('mild')).toEqual({ food: 'Cheese', note: 'mild' })
  expect(described('')).toEqual({ food: 'Cheese' })
  expect(described(null)).toEqual({ food: 'Cheese' })
})

const stew = {
  id: '0f0f',
  slug: 'stew',
  name: 'Stew',
  recipeServings: 6,
  recipeIngredient: [{ quantity: 2, unit: { name: 'kg' }, food: { name: 'turnips' }, note: 'peeled' }],
  recipeInstructions: [{ text: 'Simmer.' }],
}

it('Mealie: imports a recipe, a list of recipes or an API page', () => {
  for (const data of [stew, [stew], { page: 1, items: [stew] }]) {
    const { source, rows } = read(data)
    expect(source).toBe('mealie')
    expect(rows).toMatchObject([
      { kind: 'recipe', name: 'Stew', data: { servings: 6, ingredients: ['2 kg turnips peeled'], instructions: ['Simmer.'] } },
    ])
  }
})

it('Mealie: imports recipes, foods and list items of a backup’s database', () => {
  const { rows } = read({
    recipes: [
      { id: 'r1', slug: 'soup', name: 'Soup', recipe_servings: 2 },
      { id: 'r2', slug: 'nothing', name: 'Nothing' },
    ],
    recipes_ingredients: [
      { recipe_id: 'r1', position: 1, quantity: 0, note: 'salt' },
      { recipe_id: 'r1', position: 0, quantity: 3, unit_id: null, food_id: 'f1', note: '' },
    ],
    recipe_instructions: [{ recipe_id: 'r1', position: 0, text: 'Boil.' }],
    ingredient_foods: [{ id: 'f1', name: 'leek', label_id: 'l1' }],
    ingredient_units: [{ id: 'u1', name: 'gram' }],
    multi_purpose_labels: [{ id: 'l1', name: 'Vegetables' }],
    shopping_list_items: [
      { id: 's1', checked: 0, quantity: 250, unit_id: 'u1', food_id: 'f1', note: 'thin ones' },
      { id: 's3', checked: 0, quantity: 1, note: 'candles' },
      { id: 's2', checked: 1, quantity: 1, note: 'done' },
    ],
  })
  expect(rows).toMatchObject([
    { kind: 'food', name: 'leek', data: { category: 'Vegetables' } },
    { kind: 'list', name: 'leek', data: { food: 'leek', quantity: 250, unit: 'g', note: 'thin ones' } },
    { kind: 'list', name: 'candles', data: { food: 'candles', quantity: 1, unit: 'piece' } },
    { kind: 'recipe', name: 'Soup', data: { ingredients: ['3 leek', 'salt'], instructions: ['Boil.'] } },
    { kind: 'recipe', name: 'Nothing', refused: 'nothing_in_it' },
  ])
})
