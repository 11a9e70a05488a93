import { describe, expect, it } from 'vitest'
import type { Unit } from '#platform/shared/units.ts'
import { matchReceiptLines, type ReceiptLine, readPurchases } from './match-receipt.ts'

const line = (name: string, price: number | null, part: Partial<ReceiptLine> = {}): ReceiptLine => ({
  text: name.toUpperCase(),
  name,
  ingredientId: null,
  learned: false,
  quantity: 1,
  unit: 'each',
  price,
  storeId: null,
  ...part,
})
const bought = (ingredientName: string, unit: Unit = 'each', ingredientId: string | null = null, suggestedQuantity = 1) => ({
  id: ingredientName,
  ingredientName,
  unit,
  ingredientId,
  suggestedQuantity,
})

describe('lines of a receipt', () => {
  it('are about the row of their ingredient, else of their name', () => {
    const rows = [bought('Semi-skimmed', 'l', 'milk'), bought('Tomatoes'), bought('Butter')]
    const lines = [line('Milk', 1.2, { ingredientId: 'milk' }), line('tomato', 2), line('Newspaper', 3)]
    expect(matchReceiptLines(lines, rows)).toEqual(['Semi-skimmed', 'Tomatoes', null])
  })

  it('add up for their row, in cents, at the store of the receipt', () => {
    const rows = [bought('Milk', 'l'), bought('Bread', 'l')]
    const lines = [line('Milk', 1.1, { storeId: 'market' }), line('Milk', 2.2), line('Bread', null), line('Newspaper', 3)]
    expect(readPurchases(lines, ['Milk', 'Milk', 'Bread', null], rows)).toEqual(
      new Map([
        ['Milk', { price: 3.3, quantity: null, storeId: 'market' }],
        ['Bread', { price: null, quantity: null, storeId: null }],
      ]),
    )
  })

  it('say how much was weighed or poured, and how many packs of a row of one', () => {
    const rows = [bought('Apples', 'g'), bought('Milk', 'l'), bought('Juice'), bought('Eggs', 'each', null, 6), bought('Cheese', 'g')]
    const lines = [
      line('Apples', 1.8, { quantity: 0.482, unit: 'kg' }),
      line('Milk', 1.1, { quantity: 500, unit: 'ml' }),
      line('Milk', 1.1, { quantity: 1, unit: 'l' }),
      line('Juice', 2.58, { quantity: 2 }),
      line('Eggs', 2.9, { quantity: 2 }),
      line('Cheese', 4, { quantity: 2 }),
    ]
    const purchases = readPurchases(lines, ['Apples', 'Milk', 'Milk', 'Juice', 'Eggs', 'Cheese'], rows)
    expect([...purchases].map(([id, { quantity }]) => [id, quantity])).toEqual([
      ['Apples', 482],
      ['Milk', 1.5],
      ['Juice', 2],
      ['Eggs', null],
      ['Cheese', null],
    ])
  })
})
