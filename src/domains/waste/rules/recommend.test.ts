import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type IngredientPast, type RiskyLot, recommendForIngredients, recommendForLot, suggestLowerPar, wasteTips } from './recommend.ts'
import type { WasteEntry } from './summary.ts'

const lot = (part: Partial<RiskyLot> = {}): RiskyLot => ({
  lotId: 'lot',
  ingredientId: 'stew',
  ingredientName: 'Stew',
  quantity: 2,
  unit: 'l',
  storage: 'FRIDGE',
  dateKind: 'best_before',
  daysLeft: 2,
  freezerDays: 90,
  canBeOffered: false,
  ...part,
})
const kinds = (of: RiskyLot) => recommendForLot(of).map(({ kind }) => kind)

it('recommends freezing only if it gives the lot more time', () => {
  expect(recommendForLot(lot()).map(({ sentence }) => sentence)).toEqual([
    'Use Stew first (expires in 2 days)',
    'Freeze Stew (keeps about 90 days)',
  ])
  expect(kinds(lot({ storage: 'FREEZER' }))).toEqual(['eat_first'])
  expect(kinds(lot({ dateKind: 'use_by' }))).toEqual(['eat_first'])
  expect(kinds(lot({ freezerDays: null }))).toEqual(['eat_first'])
  expect(kinds(lot({ freezerDays: 8 }))).toEqual(['eat_first'])
  expect(kinds(lot({ daysLeft: -1 }))).toEqual([])
})

it('recommends offering a lot if there is a circle', () => {
  expect(kinds(lot({ canBeOffered: true }))).toEqual(['eat_first', 'freeze', 'offer'])
  expect(kinds(lot({ canBeOffered: true, freezerDays: null }))).toEqual(['eat_first', 'offer'])
  expect(kinds(lot({ canBeOffered: true, daysLeft: -1 }))).toEqual([])
})

const wasted = (milli: number, part: Partial<WasteEntry> = {}): WasteEntry => ({
  id: 'x',
  lotId: 'lot',
  ingredientId: 'milk',
  on: '2026-11-01',
  reason: 'expired',
  milli,
  unit: 'l',
  cents: 50,
  ...part,
})
const milk = (part: Partial<IngredientPast> = {}): IngredientPast => ({
  ingredientId: 'milk',
  name: 'Milk',
  defaultUnit: 'l',
  conversions: [],
  par: 4,
  added: [{ unit: 'l', lots: 4, quantity: 8 }],
  wasted: [wasted(1000), wasted(1000)],
  ...part,
})
const sentences = (ingredient: IngredientPast) => recommendForIngredients([ingredient]).map(({ sentence }) => sentence)

it('recommends a lower par level and a smaller pack for repeated waste', () => {
  expect(sentences(milk())).toEqual([
    'Keep less Milk: lower its minimum from 4 l to 3 l',
    'Buy smaller packs of Milk: 25% of each pack of about 2 l went to waste',
  ])
  expect(sentences(milk({ par: null }))).toHaveLength(1)
})

it('recommends nothing for one record, little waste, poor quality or incomparable units', () => {
  expect(sentences(milk({ wasted: [wasted(1000)] }))).toEqual([])
  expect(sentences(milk({ wasted: [wasted(100), wasted(100)] }))).toEqual([])
  expect(sentences(milk({ wasted: [wasted(1000, { reason: 'quality' }), wasted(1000, { reason: 'donated' })] }))).toEqual([])
  expect(sentences(milk({ added: [{ unit: 'each', lots: 2, quantity: 4 }] }))).toEqual([])
})

it('recommends no smaller pack for a single piece', () => {
  const melon = milk({
    par: null,
    defaultUnit: 'each',
    added: [{ unit: 'each', lots: 3, quantity: 3 }],
    wasted: [wasted(1000, { unit: 'each' }), wasted(1000, { unit: 'each' })],
  })
  expect(sentences(melon)).toEqual([])
})

it('lowers a par level to no less than half minus one step, and never to zero', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (milli, share) => {
      const par = milli / 1000
      const to = suggestLowerPar(par, share)
      if (to === null) return
      expect(to).toBeGreaterThan(0)
      expect(to).toBeLessThan(par)
      expect(Math.abs(to * 1000 - Math.round(to * 1000))).toBeLessThan(1e-6)
    }),
  )
})

it('gives the tip for the costliest avoidable reason', () => {
  const byReason = new Map([
    ['quality', { cents: 900, items: 1 }],
    ['forgotten', { cents: 300, items: 1 }],
    ['expired', { cents: 200, items: 5 }],
  ] as const)
  expect(wasteTips({ byReason: new Map(byReason) })[0]).toMatch(/^Most of it was forgotten/)
  expect(wasteTips({ byReason: new Map() })).toEqual([])
})
