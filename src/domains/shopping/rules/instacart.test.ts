import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Unit } from '#platform/shared/units.ts'
import { itemIdOf, lineItem, measurement, productIdOf, productsLink, upcOf } from './instacart.ts'

test('every unit of ours becomes one that Instacart names', () => {
  const named = ['gram', 'ounce', 'pound', 'kilogram', 'milliliter', 'teaspoon', 'tablespoon', 'cup', 'liter', 'gallon', 'each']
  for (const unit of Unit.options) expect(named).toContain(measurement(2, unit).unit)
  expect(measurement(2, 'tbsp')).toEqual({ quantity: 2, unit: 'tablespoon' })
  expect(measurement(2, 'fl_oz')).toEqual({ quantity: 59.147, unit: 'milliliter' })
})

test.each([
  ['0036000291452', '036000291452'],
  ['4006381333931', '4006381333931'],
  ['96385074', null],
  ['2012345678900', null],
  ['9783161484100', null],
])('%s goes as the UPC %s', (code, upc) => {
  expect(upcOf(code)).toBe(upc)
})

test('a line names the product, its measurement and its codes, and nothing that is deprecated', () => {
  expect(lineItem('Milk', 1.5, 'l', ['0036000291452', '96385074'])).toEqual({
    name: 'Milk',
    line_item_measurements: [{ quantity: 1.5, unit: 'liter' }],
    upcs: ['036000291452'],
  })
  expect(lineItem('Salt', 1, 'each', [])).toEqual({ name: 'Salt', line_item_measurements: [{ quantity: 1, unit: 'each' }] })
})

test('the same things in any order are the same page', () => {
  const items = ['Milk', 'Bread', 'Eggs', 'Milk'].map((name, i) => lineItem(name, i + 1, 'each', []))
  fc.assert(
    fc.property(fc.shuffledSubarray(items, { minLength: items.length }), (shuffled) => {
      expect(productsLink(shuffled)).toEqual(productsLink(items))
    }),
  )
})

test('a handle means the row it was made for, and nothing else is one', () => {
  const id = '0198a3c2-1111-7abc-8def-0123456789ab'
  expect(itemIdOf(productIdOf(id))).toBe(id)
  for (const other of [id, '', 'larder-', 'larder-../etc', `larder-${id} `, `x${productIdOf(id)}`]) expect(itemIdOf(other)).toBeNull()
})
