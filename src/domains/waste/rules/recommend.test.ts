import fc from 'fast-check'
import { expect, it } from 'vitest'
import { forIngredients, forLot, type IngredientPast, lessPar, type RiskyLot, tips } from './recommend.ts'
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
const kinds = (of: RiskyLot) => forLot(of).map(({ kind }) => kind)

it('offers the freezer only where it gives a lot time', () => {
  expect(forLot(lot()).map(({ sentence }) => sentence)).toEqual([
    'Eat Stew first: it expires in 2 days',
    'Freeze Stew: it keeps about 90 days frozen',
  ])
  expect(kinds(lot({ storage: 'FREEZER' }))).toEqual(['eat_first'])
  expect(kinds(lot({ dateKind: 'use_by' }))).toEqual(['eat_first'])
  expect(kinds(lot({ freezerDays: null }))).toEqual(['eat_first'])
  expect(kinds(lot({ freezerDays: 8 }))).toEqual(['eat_first'])
  expect(kinds(lot({ daysLeft: -1 }))).toEqual([])
})

it('offers a lot to a circle where there is one', () => {
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
  brought: [{ unit: 'l', lots: 4, quantity: 8 }],
  wasted: [wasted(1000), wasted(1000)],
  ...part,
})
const said = (ingredient: IngredientPast) => forIngredients([ingredient]).map(({ sentence }) => sentence)

it('proposes a lower target and a smaller pack for what goes to waste again and again', () => {
  expect(said(milk())).toEqual([
    'Keep less Milk: lower its minimum from 4 l to 3 l',
    'Buy smaller packs of Milk: 25% of each pack of about 2 l went to waste',
  ])
  expect(said(milk({ par: null }))).toHaveLength(1)
})

it('says nothing of what happened once, of little, of poor quality, or of what cannot be compared', () => {
  expect(said(milk({ wasted: [wasted(1000)] }))).toEqual([])
  expect(said(milk({ wasted: [wasted(100), wasted(100)] }))).toEqual([])
  expect(said(milk({ wasted: [wasted(1000, { reason: 'quality' }), wasted(1000, { reason: 'donated' })] }))).toEqual([])
  expect(said(milk({ brought: [{ unit: 'each', lots: 2, quantity: 4 }] }))).toEqual([])
})

it('knows no smaller pack of a single one', () => {
  const melon = milk({
    par: null,
    defaultUnit: 'each',
    brought: [{ unit: 'each', lots: 3, quantity: 3 }],
    wasted: [wasted(1000, { unit: 'each' }), wasted(1000, { unit: 'each' })],
  })
  expect(said(melon)).toEqual([])
})

it('lowers a target, never below half of it less a step, never to nothing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (milli, share) => {
      const par = milli / 1000
      const to = lessPar(par, share)
      if (to === null) return
      expect(to).toBeGreaterThan(0)
      expect(to).toBeLessThan(par)
      expect(Math.abs(to * 1000 - Math.round(to * 1000))).toBeLessThan(1e-6)
    }),
  )
})

it('names the habit behind the costliest avoidable reason', () => {
  const byReason = new Map([
    ['quality', { cents: 900, items: 1 }],
    ['forgotten', { cents: 300, items: 1 }],
    ['expired', { cents: 200, items: 5 }],
  ] as const)
  expect(tips({ byReason: new Map(byReason) })[0]).toMatch(/^Most waste was forgotten/)
  expect(tips({ byReason: new Map() })).toEqual([])
})
