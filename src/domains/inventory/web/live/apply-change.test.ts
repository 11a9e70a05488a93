import { describe, expect, test } from 'vitest'
import { lot } from '#tests/support/data/api-samples.ts'
import type { LotFilters } from '../../rules/list-lots.ts'
import { applyChange, type LotList } from './apply-change.ts'

const byDate: LotFilters = { sort: 'expirationDate', order: 'asc' }
const list = (...pages: ReturnType<typeof lot>[][]): LotList => ({
  pages: pages.map((lots, index) => ({ lots, next: index === pages.length - 1 ? null : `page ${index + 1}` })),
  pageParams: pages.map((_, index) => (index === 0 ? null : `page ${index}`)),
})
const names = (shown: LotList) => shown.pages.map((page) => page.lots.map((one) => one.ingredient.name))

const eggs = lot({ name: 'Eggs', effectiveExpiration: '2026-11-22' })
const milk = lot({ name: 'Milk', effectiveExpiration: '2026-11-26' })
const flour = lot({ name: 'Flour', effectiveExpiration: null })

describe('a live change', () => {
  test('INSERT adds the lot in order', () => {
    const bread = lot({ name: 'Bread', effectiveExpiration: '2026-11-24' })
    expect(names(applyChange(list([eggs, milk, flour]), byDate, { type: 'INSERT', data: bread }))).toEqual([
      ['Eggs', 'Bread', 'Milk', 'Flour'],
    ])
  })

  test('INSERT adds a lot without a date at the end, in both directions', () => {
    const rice = lot({ name: 'Rice', effectiveExpiration: null })
    for (const order of ['asc', 'desc'] as const) {
      const before = order === 'asc' ? list([eggs, milk]) : list([milk, eggs])
      expect(
        names(applyChange(before, { ...byDate, order }, { type: 'INSERT', data: rice }))
          .flat()
          .at(-1),
      ).toBe('Rice')
    }
  })

  test('INSERT is ignored if the lot belongs to a page not loaded yet', () => {
    const loaded: LotList = { pages: [{ lots: [eggs], next: 'more' }], pageParams: [null] }
    expect(applyChange(loaded, byDate, { type: 'INSERT', data: milk })).toBe(loaded)
  })

  test('INSERT is ignored if the filters exclude the lot', () => {
    const before = list([eggs])
    expect(applyChange(before, { ...byDate, search: 'bread' }, { type: 'INSERT', data: milk })).toBe(before)
    expect(applyChange(before, { ...byDate, location: 'Cellar' }, { type: 'INSERT', data: milk })).toBe(before)
  })

  test('INSERT matches a search by name, ignoring accents and case, as the server does', () => {
    const creme = lot({ name: 'Crème fraîche', location: 'Bread bin', ingredient: { category: 'Bread' } })
    const shown = (search: string) => names(applyChange(list([]), { ...byDate, search }, { type: 'INSERT', data: creme })).flat()
    expect(shown('bread')).toEqual([])
    expect(shown(' CREME  FRAI')).toEqual(['Crème fraîche'])
    expect(shown(' ')).toEqual(['Crème fraîche'])
  })

  test('INSERT replaces a lot that is already shown', () => {
    const again = { ...milk, quantity: 9, version: 2 }
    expect(applyChange(list([eggs, milk]), byDate, { type: 'INSERT', data: again }).pages[0]?.lots.map((one) => one.quantity)).toEqual([
      2, 9,
    ])
  })

  test('UPDATE replaces by id and leaves the other rows the same objects', () => {
    const changed = applyChange(list([eggs, milk], [flour]), byDate, { type: 'UPDATE', data: { ...milk, quantity: 1, version: 2 } })
    expect(changed.pages[0]?.lots[1]?.quantity).toBe(1)
    expect(changed.pages[0]?.lots[0]).toBe(eggs)
    expect(changed.pages[1]?.lots[0]).toBe(flour)
  })

  test('UPDATE with an older version changes nothing', () => {
    const before = list([{ ...milk, version: 3 }])
    expect(applyChange(before, byDate, { type: 'UPDATE', data: { ...milk, quantity: 1, version: 2 } })).toBe(before)
  })

  test('UPDATE removes a lot that no longer matches the filters', () => {
    const filters: LotFilters = { ...byDate, location: 'Fridge' }
    expect(names(applyChange(list([eggs, milk]), filters, { type: 'UPDATE', data: { ...milk, location: 'Freezer', version: 2 } }))).toEqual(
      [['Eggs']],
    )
  })

  test('DELETE removes by id on any page', () => {
    expect(names(applyChange(list([eggs, milk], [flour]), byDate, { type: 'DELETE', data: { ...flour, version: 2 } }))).toEqual([
      ['Eggs', 'Milk'],
      [],
    ])
  })
})
