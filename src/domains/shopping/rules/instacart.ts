import { codeKind } from '#domains/ingredients/rules/barcode.ts'
import { convert, type Unit } from '#platform/shared/units.ts'

/** What Instacart is told of one thing to buy. No other keys: bare `quantity` and `unit` on the item are deprecated there. */
export interface LineItem {
  name: string
  line_item_measurements: { quantity: number; unit: string }[]
  upcs?: string[]
}

/** The body of `POST /idp/v1/products/products_link`. */
export interface ProductsLink {
  title: string
  link_type: 'shopping_list'
  line_items: LineItem[]
}

// Of the units Instacart names; it has no `tbsp` and no plain `fl oz`.
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

/** A quantity in one of Instacart's units. */
export function measurement(quantity: number, unit: Unit): { quantity: number; unit: string } {
  if (unit === 'fl_oz') return { quantity: threeDecimals(convert(quantity, 'fl_oz', 'ml') ?? quantity), unit: 'milliliter' }
  return { quantity: threeDecimals(quantity), unit: units[unit] }
}

/** A code in normal form as a UPC: GTIN-13 with a leading 0 is a UPC-A of twelve digits. Null for EAN-8 and for what names no product. */
export function upcOf(code: string): string | null {
  if (code.length !== 13 || codeKind(code) !== 'product') return null
  return code.startsWith('0') ? code.slice(1) : code
}

const maxUpcs = 10

export function lineItem(name: string, quantity: number, unit: Unit, codes: readonly string[]): LineItem {
  const upcs = codes.map(upcOf).filter((upc) => upc !== null)
  return { name, line_item_measurements: [measurement(quantity, unit)], ...(upcs.length > 0 && { upcs: upcs.slice(0, maxUpcs) }) }
}

/** The page for these things; the same things in any order are the same page. */
export function productsLink(items: readonly LineItem[]): ProductsLink {
  const keyed = items.map((item) => ({ item, key: JSON.stringify(item) }))
  return {
    title: 'Shopping list',
    link_type: 'shopping_list',
    line_items: keyed.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ item }) => item),
  }
}

const prefix = 'larder-'
/** Our handle for a row at `create-instacart-cart`; Instacart itself gives no product ids. */
export const productIdOf = (itemId: string) => `${prefix}${itemId}`
/** The row that a handle means; null for anything that is none of ours. */
export function itemIdOf(productId: string): string | null {
  const id = productId.startsWith(prefix) ? productId.slice(prefix.length) : ''
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : null
}
