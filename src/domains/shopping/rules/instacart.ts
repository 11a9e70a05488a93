import { codeKind } from '#domains/ingredients/rules/barcode.ts'
import { convert, type Unit } from '#platform/shared/units.ts'

/** A line item of Instacart's API. Its `quantity` and `unit` keys are deprecated and therefore omitted. */
export interface LineItem {
  name: string
  line_item_measurements: { quantity: number; unit: string }[]
  upcs?: string[]
}

/** The body of `POST /idp/v1/products/products_link`. */
export interface ProductsLinkRequest {
  title: string
  link_type: 'shopping_list'
  line_items: LineItem[]
}

// Instacart's unit names; it has no fluid ounce.
const units: Record<Exclude<Unit, 'fl_oz'>, string> = {
  g: 'gram',
  oz: 'ounce',
  lb: 'pound',
  kg: 'kilogram',
  ml: 'milliliter',
  tsp: 'teaspoon',
  tbsp: 'tablespoon',
  cup: 'cup',
  l: 'liter',
  gal: 'gallon',
  each: 'each',
  piece: 'each',
  item: 'each',
  unit: 'each',
}

const threeDecimals = (value: number) => Math.max(0.001, Math.round(value * 1000) / 1000)

/** Converts a quantity to one of Instacart's units. */
export function measurement(quantity: number, unit: Unit): { quantity: number; unit: string } {
  if (unit === 'fl_oz') return { quantity: threeDecimals(convert(quantity, 'fl_oz', 'ml') ?? quantity), unit: 'milliliter' }
  return { quantity: threeDecimals(quantity), unit: units[unit] }
}

/** Converts a GTIN-13 to a UPC; with a leading 0 it becomes a 12-digit UPC-A. Returns null for EAN-8 and non-product codes. */
export function gtinToUpc(code: string): string | null {
  if (code.length !== 13 || codeKind(code) !== 'product') return null
  return code.startsWith('0') ? code.slice(1) : code
}

const maxUpcs = 10

export function lineItem(name: string, quantity: number, unit: Unit, codes: readonly string[]): LineItem {
  const upcs = codes.map(gtinToUpc).filter((upc) => upc !== null)
  return { name, line_item_measurements: [measurement(quantity, unit)], ...(upcs.length > 0 && { upcs: upcs.slice(0, maxUpcs) }) }
}

/** Builds the request body for a page, with sorted items so that their order doesn't matter. */
export function buildProductsLinkRequest(items: readonly LineItem[]): ProductsLinkRequest {
  const keyed = items.map((item) => ({ item, key: JSON.stringify(item) }))
  return {
    title: 'Shopping list',
    link_type: 'shopping_list',
    line_items: keyed.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ item }) => item),
  }
}

const prefix = 'larder-'
/** Returns the product id of a row for `create-instacart-cart`; Instacart itself has none. */
export const productIdOf = (itemId: string) => `${prefix}${itemId}`
/** Returns the row id in a product id, or null if it isn't one of Larder's. */
export function itemIdOf(productId: string): string | null {
  const id = productId.startsWith(prefix) ? productId.slice(prefix.length) : ''
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : null
}
