import { expect, it } from 'vitest'
import type { Lot } from '../contract.ts'
import { groupLots, rowsOfGroups, sortGroups } from './group-lots.ts'
import type { LotFilters } from './list-lots.ts'

const part = (name: string, quantity: number, unit: Lot['unit'], effectiveExpiration: string | null, location = 'Shelf') =>
  ({
    id: `${name} ${quantity} ${unit}`,
    ingredient: { id: name, name, category: 'Dairy', parLevel: null },
    quantity,
    reserved: 0,
    unit,
    effectiveExpiration,
    location,
    storage: 'FRIDGE',
    createdAt: '2030-12-01T10:00:00.000Z',
  }) as Lot
const old = part('Milk', 1, 'l', '2031-01-05')
const eggs = part('Eggs', 6, 'each', '2031-01-06')
const fresh = part('Milk', 500, 'ml', '2031-01-01', 'Door')

it('groups lots of an ingredient where its first one is, with the sum and the one to use first', () => {
  const [milk, six] = groupLots([old, eggs, fresh])
  expect(milk).toMatchObject({ lots: [old, fresh], first: fresh, total: { quantity: 1500, unit: 'ml' }, isInOnePlace: false })
  expect(six).toMatchObject({ lots: [eggs], first: eggs, total: { quantity: 6, unit: 'each' }, isInOnePlace: true })
})

it('sorts groups by the sum or date that they show', () => {
  const few = part('Rice', 3, 'l', '2031-01-03')
  const [first, second] = [part('Milk', 2, 'l', '2031-01-02'), part('Milk', 2, 'l', '2031-01-09', 'Cellar')]
  const named = (lots: Lot[], filters: LotFilters) => sortGroups(groupLots(lots), filters).map((group) => group.first.ingredient.name)
  expect(named([few, first, second], { sort: 'quantity', order: 'desc' })).toEqual(['Milk', 'Rice'])
  expect(named([first, second, few], { sort: 'quantity', order: 'asc' })).toEqual(['Rice', 'Milk'])
  expect(named([second, few, first], { sort: 'expirationDate', order: 'desc' })).toEqual(['Rice', 'Milk'])
  expect(named([first, few, second], { sort: 'expirationDate', order: 'asc' })).toEqual(['Milk', 'Rice'])
})

it('leaves a lot alone that is reserved, unless all are', () => {
  const kept = { ...fresh, reserved: 500 }
  expect(groupLots([old, fresh])[0]?.toUse).toBe(fresh)
  expect(groupLots([old, kept])[0]).toMatchObject({ first: kept, toUse: old })
  expect(groupLots([{ ...old, reserved: 1 }, kept])[0]?.toUse).toBe(kept)
})

it('uses undated lots last, and has no sum of units that don’t convert', () => {
  const undated = part('Flour', 1, 'kg', null)
  const counted = part('Flour', 2, 'each', '2031-05-01')
  expect(groupLots([undated, counted])).toMatchObject([{ first: counted, total: null }])
})

it('returns the same group while its lots are the same', () => {
  const [before] = groupLots([old, fresh, eggs])
  const [after, other] = groupLots([old, fresh, { ...eggs, quantity: 5 }])
  expect(after).toBe(before)
  expect(other?.total?.quantity).toBe(5)
  expect(groupLots([old, { ...fresh, quantity: 250 }])[0]).not.toBe(before)
})

it('has a row for each lot of an expanded group, and no group of one', () => {
  const groups = groupLots([old, eggs, fresh])
  const shown = (expanded: string[]) =>
    rowsOfGroups(groups, new Set(expanded)).map(({ lot: { id }, group, isPart }) => [id, group !== null, isPart])
  expect(shown([])).toEqual([
    [fresh.id, true, false],
    [eggs.id, false, false],
  ])
  expect(shown(['Milk', 'Eggs'])).toEqual([
    [fresh.id, true, false],
    [old.id, false, true],
    [fresh.id, false, true],
    [eggs.id, false, false],
  ])
})
