import type { Storage } from '#domains/ingredients/contract/index.ts'
import { normaliseBarcode } from '#domains/ingredients/rules/barcode.ts'
import { nameKey } from '#platform/shared/text.ts'
import { type Conversion, familyOf } from '#platform/shared/units.ts'
import { recipesOfGrocy } from './grocy-recipes.ts'
import { type Plan, type PlanData, planOf } from './plan.ts'
import {
  amountOf,
  dateOf,
  isYes,
  numberOf,
  optional,
  priceOf,
  type ReadUnit,
  readName,
  shortName,
  storageOf,
  type TableRow,
  textOf,
  unitOf,
} from './read-value.ts'

/** What is read of grocy, from its database or its API: tables and the columns that are looked at. */
export const grocyTables = {
  products:
    'id name active product_group_id location_id qu_id_stock min_stock_amount default_best_before_days default_best_before_days_after_open default_best_before_days_after_freezing due_type barcode',
  stock: 'id product_id amount best_before_date purchased_date stock_id price open opened_date location_id',
  locations: 'id name is_freezer',
  quantity_units: 'id name',
  quantity_unit_conversions: 'id from_qu_id to_qu_id factor product_id',
  product_groups: 'id name',
  product_barcodes: 'id product_id barcode qu_id amount',
  shopping_list: 'id product_id note amount done row_created_timestamp',
  recipes: 'id name description base_servings type',
  recipes_pos: 'id recipe_id product_id amount note qu_id ingredient_group variable_amount',
} as const
export type GrocyTable = keyof typeof grocyTables
export type Grocy = Readonly<Record<GrocyTable, readonly TableRow[]>>

const byId = (rows: readonly TableRow[]) => new Map(rows.map((row) => [textOf(row['id']), row]))

/** One of a product's units: what it is called there and what it means here. */
export interface GrocyUnit extends ReadUnit {
  name: string
}

export interface GrocyProduct {
  id: string
  name: string
  unit: GrocyUnit
  row: TableRow
}

/** Units and what they are worth in each other. */
export function unitsOf(grocy: Grocy, pieces: Set<string>) {
  const units = new Map<string, GrocyUnit>()
  for (const row of grocy.quantity_units) {
    const name = readName(row['name']) ?? ''
    units.set(textOf(row['id']), { name, ...unitOf(name) })
  }
  const unknown: GrocyUnit = { name: '', unit: 'piece', times: 1, isKnown: false }
  const unit = (id: unknown): GrocyUnit => units.get(textOf(id)) ?? unknown
  /** How many of the second are one of the first, for a product; null: grocy does not say. */
  const factor = (from: string, to: string, productId: string): number | null => {
    if (from === to) return 1
    for (const own of [productId, ''])
      for (const row of grocy.quantity_unit_conversions) {
        const value = numberOf(row['factor'])
        if (textOf(row['product_id']) !== own || value === null || value <= 0) continue
        if (textOf(row['from_qu_id']) === from && textOf(row['to_qu_id']) === to) return value
        if (textOf(row['from_qu_id']) === to && textOf(row['to_qu_id']) === from) return 1 / value
      }
    return null
  }
  return {
    unit(id: unknown): GrocyUnit {
      const one = unit(id)
      if (!one.isKnown && one.name !== '') pieces.add(one.name)
      return one
    },
    factor,
    conversionsFor: (productId: string, stockUnit: string): Conversion[] =>
      grocy.quantity_unit_conversions
        .filter(
          (row) =>
            textOf(row['product_id']) === productId ||
            (textOf(row['product_id']) === '' && [row['from_qu_id'], row['to_qu_id']].some((id) => textOf(id) === stockUnit)),
        )
        .flatMap((row): Conversion[] => {
          const [from, to, value] = [unit(row['from_qu_id']), unit(row['to_qu_id']), numberOf(row['factor'])]
          const worth = value === null ? 0 : (value * to.times) / from.times
          const says = familyOf(from.unit) !== familyOf(to.unit) && worth > 0 && worth <= 1_000_000
          return says ? [{ from: from.unit, to: to.unit, factor: worth }] : []
        })
        .filter((one, at, all) => all.findIndex((other) => other.from === one.from && other.to === one.to) === at)
        .slice(0, 20),
  }
}

const days = (cell: unknown): number | null => {
  const value = numberOf(cell)
  return value !== null && value > 0 && value <= 7300 ? Math.round(value) : null
}

/** grocy's word for a day that never comes. */
const isNever = (day: string | null) => day === null || day >= '2099-01-01'

/** A household that kept house with grocy. `today`: nothing was bought or opened after it. */
export function planOfGrocy(grocy: Grocy, today: string): Plan {
  const pieces = new Set<string>()
  const units = unitsOf(grocy, pieces)
  const [locations, groups] = [byId(grocy.locations), byId(grocy.product_groups)]
  const stocked = new Set(grocy.stock.map((row) => textOf(row['product_id'])))
  const rows: Plan['rows'] = []
  const products = new Map<string, GrocyProduct>()

  const placeOf = (id: unknown): { location?: string; storage?: Storage } => {
    const row = locations.get(textOf(id))
    const location = row ? shortName(row['name'], 60) : null
    if (!row || location === null) return {}
    return { location, storage: isYes(row['is_freezer']) ? 'FREEZER' : storageOf(location) }
  }

  for (const row of grocy.products) {
    const id = textOf(row['id'])
    // What is switched off there and of which nothing is left is of the past.
    if (textOf(row['active']) === '0' && !stocked.has(id)) continue
    const [name, place] = [readName(row['name']), `products ${id}`]
    if (name === null) {
      rows.push({ kind: 'food', place, name: '', refused: 'no_name' })
      continue
    }
    const unit = units.unit(row['qu_id_stock'])
    products.set(id, { id, name, unit, row })
    const { location, storage } = placeOf(row['location_id'])
    const category = shortName(groups.get(textOf(row['product_group_id']))?.['name'], 40)
    const par = amountOf((numberOf(row['min_stock_amount']) ?? 0) * unit.times)
    const conversions = units.conversionsFor(id, textOf(row['qu_id_stock']))
    const keeps = days(row['default_best_before_days'])
    const shelfLife = {
      ...(keeps === null
        ? {}
        : storage === 'FREEZER'
          ? { freezerDays: keeps }
          : storage === 'FRIDGE'
            ? { fridgeDays: keeps }
            : { pantryDays: keeps }),
      ...optional('openedDays', days(row['default_best_before_days_after_open'])),
      ...optional('freezerDays', days(row['default_best_before_days_after_freezing'])),
    }
    const data: PlanData['food'] = {
      name,
      defaultUnit: unit.unit,
      ...optional('category', category),
      ...optional('parLevel', par),
      ...(storage ? { defaultStorage: storage } : {}),
      ...(location ? { defaultLocation: location } : {}),
      ...(conversions.length > 0 ? { conversions } : {}),
      ...(Object.keys(shelfLife).length > 0 ? { shelfLife } : {}),
    }
    rows.push({ kind: 'food', place, name, key: `grocy product ${nameKey(name)}`, data })
    // Before its third version codes stood with the product, with commas between them.
    for (const [at, code] of textOf(row['barcode']).split(',').filter(Boolean).entries())
      rows.push(codeRow(`${place} barcode ${at + 1}`, name, code, null, null))
  }

  for (const row of grocy.product_barcodes) {
    const [product, place] = [products.get(textOf(row['product_id'])), `product_barcodes ${textOf(row['id'])}`]
    if (!product) {
      rows.push({ kind: 'barcode', place, name: textOf(row['barcode']).slice(0, 120), refused: 'unknown_food' })
      continue
    }
    const unit = textOf(row['qu_id']) === '' ? product.unit : units.unit(row['qu_id'])
    rows.push(codeRow(place, product.name, textOf(row['barcode']), amountOf((numberOf(row['amount']) ?? 0) * unit.times), unit))
  }

  for (const row of grocy.stock) {
    const [product, place] = [products.get(textOf(row['product_id'])), `stock ${textOf(row['id'])}`]
    if (!product) {
      rows.push({ kind: 'lot', place, name: '', refused: 'unknown_food' })
      continue
    }
    const { name, unit } = product
    const count = numberOf(row['amount'])
    const quantity = count === null ? null : amountOf(count * unit.times)
    if (count === null || quantity === null) {
      rows.push({ kind: 'lot', place, name, refused: count !== null && count <= 0 ? 'no_amount' : 'amount_unreadable' })
      continue
    }
    const [date, bought, opened] = [dateOf(row['best_before_date']), dateOf(row['purchased_date']), dateOf(row['opened_date'])]
    const paid = numberOf(row['price'])
    const price = paid === null || paid <= 0 ? null : priceOf(paid * count)
    const isOpened = isYes(row['open'])
    const data: PlanData['lot'] = {
      food: name,
      quantity,
      unit: unit.unit,
      ...placeOf(row['location_id'] ?? product.row['location_id']),
      ...(date === null || isNever(date)
        ? {}
        : { expirationDate: date, dateKind: textOf(product.row['due_type']) === '2' ? 'use_by' : 'best_before' }),
      ...optional('purchasePrice', price),
      ...(isOpened ? { isOpened, ...(opened !== null && opened <= today ? { openedOn: opened } : {}) } : {}),
      ...(bought !== null && bought <= today ? { addedOn: bought } : {}),
    }
    rows.push({ kind: 'lot', place, name, key: `grocy stock ${textOf(row['id'])} ${textOf(row['stock_id'])}`, data })
  }

  for (const row of grocy.shopping_list) {
    if (isYes(row['done'])) continue
    const [product, place] = [products.get(textOf(row['product_id'])), `shopping_list ${textOf(row['id'])}`]
    const name = product?.name ?? readName(textOf(row['note']).split('\n')[0])
    if (!name) {
      rows.push({ kind: 'list', place, name: '', refused: 'no_name' })
      continue
    }
    const quantity = amountOf((numberOf(row['amount']) ?? 0) * (product?.unit.times ?? 1))
    const data = { food: name, ...(quantity === null ? {} : { quantity, unit: product?.unit.unit ?? ('piece' as const) }) }
    rows.push({ kind: 'list', place, name, key: `grocy list ${textOf(row['id'])} ${textOf(row['row_created_timestamp'])}`, data })
  }
  rows.push(...recipesOfGrocy(grocy, products, units))
  return planOf('grocy', rows, pieces)
}

function codeRow(place: string, name: string, text: string, packQuantity: number | null, unit: GrocyUnit | null): Plan['rows'][number] {
  const code = normaliseBarcode(text)?.code
  if (!code) return { kind: 'barcode', place, name, refused: 'barcode_unreadable' }
  const data = { food: name, code, packQuantity, packUnit: packQuantity === null || !unit ? null : unit.unit }
  return { kind: 'barcode', place, name, key: `grocy code ${code}`, data }
}
