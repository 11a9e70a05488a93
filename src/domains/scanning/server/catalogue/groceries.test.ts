import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findFood } from '#domains/products/server/service/foods.ts'
import { foodOfLabel } from './groceries.ts'

const card: { foods: { fine: string; coarse: string | null }[] } = JSON.parse(
  readFileSync(new URL('../../model/groceries.json', import.meta.url), 'utf8'),
)
const labels = card.foods.flatMap(({ fine, coarse }) => (coarse === null ? [] : [{ fine, coarse }]))

test('the model knows 81 foods of 43 kinds, and nothing as one more', () => {
  expect([labels.length, new Set(labels.map(({ coarse }) => coarse)).size, card.foods.length]).toEqual([81, 43, 82])
})

test('every label means a built-in food by the name it has there; only sour milk and plant yogurt have none', () => {
  const without = new Set<string>()
  for (const { fine, coarse } of labels) {
    for (const name of [foodOfLabel(coarse), foodOfLabel(coarse, fine)]) {
      if (name === null) without.add(coarse)
      else expect([fine, findFood(name)?.name]).toEqual([fine, name])
    }
  }
  expect([...without].toSorted()).toEqual(['Oatghurt', 'Sour-Milk', 'Soyghurt'])
})

test('a fine label that is a food of its own is not called by its kind', () => {
  expect(foodOfLabel('Melon', 'Watermelon')).toBe('Watermelon')
  expect(foodOfLabel('Melon', 'Galia-Melon')).toBe('Melon')
  expect(foodOfLabel('Potato', 'Sweet-Potato')).toBe('Sweet potato')
  expect(foodOfLabel('Potato')).toBe('Potato')
})
