import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findBuiltInFoodInCurrentLanguage } from '#domains/ingredients/server/use-cases/search-built-in-foods.ts'
import { ingredientNameOfLabel } from '../../rules/rank-candidates.ts'

const card: { foods: { fine: string; coarse: string | null }[] } = JSON.parse(
  readFileSync(new URL('../../model/groceries.json', import.meta.url), 'utf8'),
)
const kinds = [...new Set(card.foods.flatMap(({ coarse }) => (coarse === null ? [] : [coarse])))]

test('distinguishes 81 foods of 43 kinds, and nothing', () => {
  expect([card.foods.filter(({ coarse }) => coarse !== null).length, kinds.length, card.foods.length]).toEqual([81, 43, 82])
})

test('maps every kind except plant yogurts to a built-in ingredient', () => {
  const without = kinds
    .map(ingredientNameOfLabel)
    .filter((name) => findBuiltInFoodInCurrentLanguage(name) === undefined || findBuiltInFoodInCurrentLanguage(name) === null)
  expect(without.toSorted()).toEqual(['Oat yogurt', 'Soy yogurt'])
})
