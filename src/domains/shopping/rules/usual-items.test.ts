import { expect, test } from 'vitest'
import { type Bought, findUsualItems } from './usual-items.ts'

const bought = (name: string, times: number, lastOn: string, part: Partial<Bought> = {}): Bought => ({
  ingredientId: null,
  ingredientKey: name.toLowerCase(),
  name,
  category: 'Other',
  times,
  lastOn,
  milli: 1000,
  unit: 'each',
  ...part,
})

test('usual items are sorted by frequency, need two purchases and add up sources', () => {
  const shown = findUsualItems(
    [
      bought('Milk', 3, '2026-11-01', { ingredientId: 'm' }),
      bought('Salt', 1, '2026-11-01'),
      bought('Bread', 3, '2026-11-09'),
      bought('Milk', 1, '2026-11-12', { milli: 2000, unit: 'l' }),
    ],
    [{ ingredientId: 'm', ingredientKey: 'whole milk' }],
  )
  expect(shown).toMatchObject([
    {
      ingredientName: 'Milk',
      ingredientId: 'm',
      timesBought: 4,
      lastBoughtOn: '2026-11-12',
      suggestedQuantity: 2,
      unit: 'l',
      isOnList: true,
    },
    { ingredientName: 'Bread', timesBought: 3, isOnList: false },
  ])
  expect(shown).toHaveLength(2)
})
