import { expect, test } from 'vitest'
import { isTapWater } from './match-line.ts'
import { isStaple } from './staples.ts'

test.each(['salt', 'Sea salt', 'freshly ground black pepper', 'water', 'Extra virgin olive oil', 'Öl', 'Salz', 'eau', "huile d'olive"])(
  'takes %s for granted',
  (food) => expect(isStaple(food)).toBe(true),
)
test.each([
  ...['boiling water', 'ice-cold water', 'ice water', 'ice cubes', 'pasta water'],
  ...['kochendes Wasser', 'lauwarmes Wasser', 'Leitungswasser', 'Nudelwasser', 'Eiswürfel'],
  ...['eau bouillante', 'eau tiède', 'eau du robinet', 'glaçons'],
])('has %s from the tap', (food) => expect(isTapWater(food) && isStaple(food)).toBe(true))
test.each(['rose water', 'coconut water', 'Mineralwasser', 'eau de rose', 'ice cream', 'watermelon'])('has no %s from the tap', (food) =>
  expect(isTapWater(food)).toBe(false),
)
test.each(['salted butter', 'bell pepper', 'watermelon', 'sesame oil', 'Salat', 'milk'])('does not take %s for granted', (food) =>
  expect(isStaple(food)).toBe(false),
)
