import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Unit } from '#platform/shared/units.ts'
import { buildProductsLinkRequest, gtinToUpc, itemIdOf, lineItem, measurement, productIdOf } from './instacart.ts'

test('converts every unit to one of Instacart’s', () => {
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
])('converts code %s to UPC %s', (code, upc) => {
  expect(gtinToUpc(code)).toBe(upc)
})

test('a line item has a name, measurement and codes, without deprecated keys', () => {
  expect(lineItem('Milk', 1.5, 'l', ['0036000291452', '96385074'])).toEqual({
    name: 'Milk',
    line_item_measurements: [{ quantity: 1.5, unit: 'liter' }],
    upcs: ['036000291452'],
  })
  expect(lineItem('Salt', 1, 'each', [])).toEqual({ name: 'Salt', line_item_measurements: [{ quantity: 1, unit: 'each' }] })
})

test('the same items in any order give the same page', () => {
  const items = ['Milk', 'Bread', 'Eggs', 'Milk'].map((name, i) => lineItem(name, i + 1, 'each', []))
  fc.assert(
    fc.property(fc.shuffledSubarray(items, { minLength: items.length }), (shuffled) => {
      expect(buildProductsLinkRequest(shuffled)).toEqual(buildProductsLinkRequest(items))
    }),
  )
})

test('a product id resolves to its row and anything else is rejected', () => {
  const id = '0198a3c2-1111-7abc-8def-0123456789ab'
  expect(itemIdOf(productIdOf(id))).toBe(id)
  for (const other of [id, '', 'larder-', 'larder-../etc', `larder-${id} `, `x${productIdOf(id)}`]) expect(itemIdOf(other)).toBeNull()
})
