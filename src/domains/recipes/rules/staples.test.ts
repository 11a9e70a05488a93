import { expect, test } from 'vitest'
import { isStaple } from './staples.ts'

test.each(['salt', 'Sea salt', 'freshly ground black pepper', 'water', 'Extra virgin olive oil', 'Öl', 'Salz', 'eau', "huile d'olive"])(
  'takes %s for granted',
  (food) => expect(isStaple(food)).toBe(true),
)
test.each(['salted butter', 'bell pepper', 'watermelon', 'sesame oil', 'Salat', 'milk'])('does not take %s for granted', (food) =>
  expect(isStaple(food)).toBe(false),
)
