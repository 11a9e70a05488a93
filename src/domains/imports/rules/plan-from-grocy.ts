import { maxOwnUnits, type OwnUnit, type Storage } from '#domains/ingredients/contract/index.ts'
import { normalizeBarcode } from '#domains/ingredients/rules/barcode.ts'
import { builtInOwnUnitOf } from '#domains/ingredients/rules/own-unit-words.ts'
import { ofOwnUnit } from '#domains/ingredients/rules/own-units.ts'
import { joinMovements, type PastMovement, sumOfMovements } from '#domains/inventory/rules/past-movements.ts'
import { draftOf } from '#domains/recipes/rules/draft-from-parsed-recipe.ts'
import { plainText } from '#domains/recipes/rules/html-text.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { type Conversion, familyOf, type Unit } from '#platform/shared/units.ts'
import { createPlan, type ImportPlan, maxRowsByKind, type PlanData } from './import-plan.ts'
import {
  dateOf,
  guessStorage,
  isYes,
  noteOf,
  numberOf,
  optional,
  type ReadUnit,
  readName,
  roundAmount,
  roundPrice,
  shortName,
  type TableRow,
  textOf,
  unitOf,
} from './parse-cell.ts'
import { type JournalEntry, readJournal } from './read-grocy-journal.ts'

/** Tables read from grocy's database or API, with the columns used. */
export const grocyTables = {
  products:
    'id name description active product_group_id location_id qu_id_stock min_stock_amount default_best_before_days default_best_before_days_after_open default_best_before_days_after_freezing due_type barcode shopping_location_id parent_product_id',
  stock: 'id product_id amount best_before_date purchased_date stock_id price open opened_date location_id note shopping_location_id',
  stock_log:
    'id product_id amount best_before_date purchased_date used_date spoiled stock_id transaction_type price undone opened_date location_id shopping_location_id row_created_timestamp',
  locations: 'id name is_freezer',
  quantity_units: 'id name',
  quantity_unit_conversions: 'id from_qu_id to_qu_id factor product_id',
  product_groups: 'id name',
  product_barcodes: 'id product_id barcode qu_id amount',
  shopping_list: 'id product_id note amount done row_created_timestamp shopping_list_id',
  shopping_lists: 'id name',
  shopping_locations: 'id name',
  recipes: 'id name description base_servings type',
  recipes_pos: 'id recipe_id product_id amount note qu_id ingredient_group variable_amount',
} as const
export type GrocyTable = keyof typeof grocyTables
export type GrocyData = Readonly<Record<GrocyTable, readonly TableRow[]>>

/** Returns an amount in the unit that it is stored in; null if it is none. An own unit is a measure, not a piece. */
function amountOf(count: number, unit: GrocyUnit, ownUnit: OwnUnit | null): { quantity: number; unit: Unit } | null {
  const amount = ownUnit ? ofOwnUnit(count, ownUnit) : { quantity: count * unit.times, unit: unit.unit }
  const quantity = roundAmount(amount.quantity)
  return quantity === null ? null : { ...amount, quantity }
}

const byId = (rows: readonly TableRow[]) => new Map(rows.map((row) => [textOf(row['id']), row]))

/** A unit with its name in grocy. */
interface GrocyUnit extends ReadUnit {
  name: string
}

interface GrocyProduct {
  id: string
  name: string
  unit: GrocyUnit
  /** Its packs and portions, by the ids of their units. */
  ownUnits: ReadonlyMap<string, OwnUnit>
  /** The pack or portion that its stock is counted in; null for a measure or pieces. */
  ownUnit: OwnUnit | null
  row: TableRow
}

type GrocyUnits = ReturnType<typeof createUnits>

/** Returns the name of a unit that is counted, such as a pack or a slice; null for a measure and for pieces. */
function ownUnitWord(unit: GrocyUnit | undefined): string | null {
  if (!unit || unit.name === '' || familyOf(unit.unit) !== 'count') return null
  return !unit.isKnown || builtInOwnUnitOf(unit.name) !== null ? unit.name : null
}

/** Returns how many of unit `to` one of `from` is by one of these conversions, or null. */
function factorIn(rows: readonly TableRow[], from: string, to: string): number | null {
  if (from === to) return 1
  for (const row of rows) {
    const [value, one, other] = [numberOf(row['factor']), textOf(row['from_qu_id']), textOf(row['to_qu_id'])]
    if (value === null || value <= 0) continue
    if (one === from && other === to) return value
    if (one === to && other === from) return 1 / value
  }
  return null
}

/** Returns a function that reads the packs and portions of a product that grocy converts to a measure: a pack is 500 g. By the ids of their units. */
function createOwnUnits(grocy: GrocyData, units: ReadonlyMap<string, GrocyUnit>) {
  const conversionsByProduct = Map.groupBy(grocy.quantity_unit_conversions, (row) => textOf(row['product_id']))
  /** Returns what one of a unit is in a measure, directly or through the stock unit; null if these conversions don't say. */
  const measureOf = (rows: readonly TableRow[], id: string, stockUnit: string): Pick<OwnUnit, 'quantity' | 'unit'> | null => {
    const through = id === stockUnit ? null : factorIn(rows, id, stockUnit)
    for (const [from, times] of [[id, 1] as const, ...(through === null ? [] : [[stockUnit, through] as const])])
      for (const [to, measure] of units) {
        const value = measure.isKnown && familyOf(measure.unit) !== 'count' ? factorIn(rows, from, to) : null
        const quantity = value === null ? null : roundAmount(times * value * measure.times)
        if (quantity !== null) return { quantity, unit: measure.unit }
      }
    return null
  }
  return (productId: string, stockUnit: string): Map<string, OwnUnit> => {
    const rows = [...(conversionsByProduct.get(productId) ?? []), ...(productId === '' ? [] : (conversionsByProduct.get('') ?? []))]
    const ids = new Set([stockUnit, ...rows.flatMap((row) => [textOf(row['from_qu_id']), textOf(row['to_qu_id'])])])
    const found = new Map<string, OwnUnit>()
    for (const id of ids) {
      const word = ownUnitWord(units.get(id))
      const size = word === null ? null : measureOf(rows, id, stockUnit)
      const name = word && (builtInOwnUnitOf(word) ?? shortName(word, 20))
      const isNew = name && ![...found.values()].some((other) => nameKey(other.name) === nameKey(name))
      if (size && isNew && found.size < maxOwnUnits) found.set(id, { name, ...size })
    }
    return found
  }
}

const unknownUnit: GrocyUnit = { name: '', unit: 'piece', times: 1, isKnown: false }

/** Adds the unknown units that are looked up to `pieces`. */
function createUnits(grocy: GrocyData, pieces: Set<string>) {
  const units = new Map<string, GrocyUnit>()
  for (const row of grocy.quantity_units) {
    const name = readName(row['name']) ?? ''
    units.set(textOf(row['id']), { name, ...unitOf(name) })
  }
  const unit = (id: unknown): GrocyUnit => units.get(textOf(id)) ?? unknownUnit
  /** Returns the quantity of `to` in one `from` for a product, or null if grocy has no conversion. */
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
    ownUnitsFor: createOwnUnits(grocy, units),
    conversionsFor: (productId: string, stockUnit: string): Conversion[] =>
      grocy.quantity_unit_conversions
        .filter(
          (row) =>
            textOf(row['product_id']) === productId ||
            (textOf(row['product_id']) === '' && [row['from_qu_id'], row['to_qu_id']].some((id) => textOf(id) === stockUnit)),
        )
        .flatMap((row): Conversion[] => {
          const [from, to, value] = [unit(row['from_qu_id']), unit(row['to_qu_id']), numberOf(row['factor'])]
          const converted = value === null ? 0 : (value * to.times) / from.times
          const isUseful = familyOf(from.unit) !== familyOf(to.unit) && converted > 0 && converted <= 1_000_000
          return isUseful ? [{ from: from.unit, to: to.unit, factor: converted }] : []
        })
        .filter((one, at, all) => all.findIndex((other) => other.from === one.from && other.to === one.to) === at)
        .slice(0, 20),
  }
}

const days = (cell: unknown): number | null => {
  const value = numberOf(cell)
  return value !== null && value > 0 && value <= 7300 ? Math.round(value) : null
}

/** grocy stores “never expires” as 2999-12-31. */
const isNever = (day: string | null) => day === null || day >= '2099-01-01'

interface Context {
  grocy: GrocyData
  today: string
  units: GrocyUnits
  products: ReadonlyMap<string, GrocyProduct>
  locationOf(id: unknown): { location?: string; storage?: Storage }
  /** Returns the name of a list; null for grocy's first one, or an unknown one. */
  listOf(id: unknown): string | null
  /** Returns the name of a store; null for an unknown one. */
  storeOf(id: unknown): string | null
}

/** Plans the import of grocy's products, stock, past stock, barcodes, shopping lists, stores and recipes. The rows of grocy's first list go on the default one. Ignores purchase and opening dates after `today`. */
export function planFromGrocy(grocy: GrocyData, today: string, isJournalMissing = false): ImportPlan {
  const pieces = new Set<string>()
  const units = createUnits(grocy, pieces)
  const locations = byId(grocy.locations)
  const journal = readJournal(grocy.stock_log)
  const ended = [...journal.values()].filter(({ movements }) => movements.length > 0)
  const stocked = new Set([...grocy.stock.map((row) => textOf(row['product_id'])), ...ended.map(({ productId }) => productId)])
  const productRows = grocy.products.filter((row) => textOf(row['active']) !== '0' || stocked.has(textOf(row['id'])))
  const products = new Map<string, GrocyProduct>()
  const ingredients = productRows.map((row) => {
    const [id, name] = [textOf(row['id']), readName(row['name'])]
    if (name === null) return { row, product: null }
    const stockUnit = textOf(row['qu_id_stock'])
    const ownUnits = units.ownUnitsFor(id, stockUnit)
    const product: GrocyProduct = { id, name, unit: units.unit(stockUnit), ownUnits, ownUnit: ownUnits.get(stockUnit) ?? null, row }
    products.set(id, product)
    return { row, product }
  })
  const [firstList, ...otherLists] = grocy.shopping_lists.toSorted((a, b) => (numberOf(a['id']) ?? 0) - (numberOf(b['id']) ?? 0))
  const lists = byId(firstList ? otherLists : [])
  const stores = byId(grocy.shopping_locations)
  const context: Context = {
    grocy,
    today,
    units,
    products,
    locationOf(id) {
      const row = locations.get(textOf(id))
      const location = row ? shortName(row['name'], 60) : null
      if (!row || location === null) return {}
      return { location, storage: isYes(row['is_freezer']) ? 'FREEZER' : guessStorage(location) }
    },
    listOf: (id) => shortName(lists.get(textOf(id))?.['name'], 60),
    storeOf: (id) => shortName(stores.get(textOf(id))?.['name'], 60),
  }
  const groups = byId(grocy.product_groups)
  const rows = [
    ...ingredients.flatMap(({ row, product }) => ingredientRows(row, product, groups, context)),
    ...grocy.product_barcodes.map((row) => barcodeRow(row, context)),
    ...lotRows(journal, context),
    ...pastRows(journal, context),
    ...(isJournalMissing ? [{ kind: 'past', place: 'stock_log', name: '', refused: 'past_not_sent' } as const] : []),
    ...grocy.shopping_list.filter((row) => !isYes(row['done'])).map((row) => listRow(row, context)),
    ...recipeRows(grocy, products, units),
  ]
  return createPlan('grocy', rows, pieces)
}

type PlannedRow = ImportPlan['rows'][number]

/** Returns the ingredient, and the barcodes that grocy before version 3 kept in the product row, separated by commas. */
function ingredientRows(
  row: TableRow,
  product: GrocyProduct | null,
  groups: ReadonlyMap<string, TableRow>,
  { units, products, locationOf }: Context,
): PlannedRow[] {
  const id = textOf(row['id'])
  const place = `products ${id}`
  if (!product) return [{ kind: 'food', place, name: '', refused: 'no_name' }]
  const { name, unit, ownUnit } = product
  const { location, storage } = locationOf(row['location_id'])
  const conversions = units.conversionsFor(id, textOf(row['qu_id_stock']))
  const ownUnits = [...product.ownUnits.values()]
  const shelfLife = shelfLifeOf(row, storage)
  const data: PlanData['food'] = {
    name,
    // A piece may be several own units, such as a pack and a slice.
    defaultUnit: ownUnit?.unit ?? unit.unit,
    ...optional('category', shortName(groups.get(textOf(row['product_group_id']))?.['name'], 40)),
    ...optional('parLevel', amountOf(numberOf(row['min_stock_amount']) ?? 0, unit, ownUnit)?.quantity ?? null),
    ...(storage ? { defaultStorage: storage } : {}),
    ...(location ? { defaultLocation: location } : {}),
    ...(conversions.length > 0 ? { conversions } : {}),
    ...(ownUnits.length > 0 ? { ownUnits } : {}),
    ...(Object.keys(shelfLife).length > 0 ? { shelfLife } : {}),
    ...optional('note', noteOf(plainText(textOf(row['description'])))),
    ...optional('parent', products.get(textOf(row['parent_product_id']))?.name ?? null),
  }
  const codes = textOf(row['barcode']).split(',').filter(Boolean)
  return [
    { kind: 'food', place, name, key: `grocy product ${nameKey(name)}`, data },
    ...codes.map((code, index) => codeRow(`${place} barcode ${index + 1}`, name, code, null)),
  ]
}

function shelfLifeOf(row: TableRow, storage: Storage | undefined): NonNullable<PlanData['food']['shelfLife']> {
  const unopened = days(row['default_best_before_days'])
  const field = storage === 'FREEZER' ? 'freezerDays' : storage === 'FRIDGE' ? 'fridgeDays' : 'pantryDays'
  return {
    ...optional(field, unopened),
    ...optional('openedDays', days(row['default_best_before_days_after_open'])),
    ...optional('freezerDays', days(row['default_best_before_days_after_freezing'])),
  }
}

function barcodeRow(row: TableRow, { products, units }: Context): PlannedRow {
  const [product, place] = [products.get(textOf(row['product_id'])), `product_barcodes ${textOf(row['id'])}`]
  if (!product) return { kind: 'barcode', place, name: textOf(row['barcode']).slice(0, 120), refused: 'unknown_food' }
  const unitId = textOf(row['qu_id'])
  const unit = unitId === '' ? product.unit : units.unit(unitId)
  const ownUnit = unitId === '' ? product.ownUnit : (product.ownUnits.get(unitId) ?? null)
  const pack = amountOf(numberOf(row['amount']) ?? 0, unit, ownUnit)
  return codeRow(place, product.name, textOf(row['barcode']), pack, pack && ownUnit)
}

/** The key of a stock entry once nothing is left of it. */
const pastKey = (stockId: string) => `grocy past ${stockId}`

const movementsIn = ({ unit, ownUnit }: GrocyProduct, entry: JournalEntry | undefined): PastMovement[] =>
  joinMovements(
    (entry?.movements ?? []).flatMap(({ count, ...movement }) => {
      const quantity = amountOf(count, unit, ownUnit)?.quantity
      return quantity === undefined ? [] : { ...movement, quantity }
    }),
  )

/** Returns the price of a lot that grocy has the price of one for. */
function priceOf(row: TableRow, count: number): number | null {
  const unitPrice = numberOf(row['price'])
  return unitPrice === null || unitPrice <= 0 ? null : roundPrice(unitPrice * count)
}

/** Several rows can be of one purchase; what has left it counts for the first. */
function lotRows(journal: ReadonlyMap<string, JournalEntry>, context: Context): PlannedRow[] {
  const seen = new Set<string>()
  return context.grocy.stock.map((row) => {
    const stockId = textOf(row['stock_id'])
    const entry = seen.has(stockId) ? undefined : journal.get(stockId)
    seen.add(stockId)
    return lotRow(row, entry, context)
  })
}

function lotRow(row: TableRow, entry: JournalEntry | undefined, { products, locationOf, storeOf, today }: Context): PlannedRow {
  const [product, place] = [products.get(textOf(row['product_id'])), `stock ${textOf(row['id'])}`]
  if (!product) return { kind: 'lot', place, name: '', refused: 'unknown_food' }
  const { name, unit, ownUnit } = product
  const count = numberOf(row['amount'])
  const amount = count === null ? null : amountOf(count, unit, ownUnit)
  if (count === null || amount === null)
    return { kind: 'lot', place, name, refused: count !== null && count <= 0 ? 'no_amount' : 'amount_unreadable' }
  const [bought, opened, isOpened] = [dateOf(row['purchased_date']), dateOf(row['opened_date']), isYes(row['open'])]
  const movements = movementsIn(product, entry)
  const left = (entry?.movements ?? []).reduce((sum, movement) => sum + movement.count, 0)
  const data: PlanData['lot'] = {
    food: name,
    ...amount,
    quantity: sumOfMovements([amount, ...movements]),
    ...(ownUnit ? { ownUnit: ownUnit.name } : {}),
    ...locationOf(row['location_id'] ?? product.row['location_id']),
    ...expirationIn(row, product),
    ...optional('purchasePrice', priceOf(row, count + left)),
    ...(isOpened ? { isOpened, ...(opened !== null && opened <= today ? { openedOn: opened } : {}) } : {}),
    ...(bought !== null && bought <= today ? { addedOn: bought } : {}),
    ...(movements.length > 0 ? { movements } : {}),
    ...optional('note', noteOf(row['note'])),
    ...optional('store', storeOf(row['shopping_location_id'])),
    ...optional('keyOncePast', entry ? pastKey(textOf(row['stock_id'])) : null),
  }
  return { kind: 'lot', place, name, key: `grocy stock ${textOf(row['id'])} ${textOf(row['stock_id'])}`, data }
}

function expirationIn(row: TableRow, product: GrocyProduct): Pick<PlanData['lot'], 'expirationDate' | 'dateKind'> {
  const date = dateOf(row['best_before_date'])
  if (date === null || isNever(date)) return {}
  return { expirationDate: date, dateKind: textOf(product.row['due_type']) === '2' ? 'use_by' : 'best_before' }
}

/** Returns the stock entries that grocy has in its journal only, the newest first if there are too many. */
function pastRows(journal: ReadonlyMap<string, JournalEntry>, { grocy, products, locationOf, storeOf, today }: Context): PlannedRow[] {
  const inStock = new Set(grocy.stock.map((row) => textOf(row['stock_id'])))
  const rows = [...journal].flatMap(([stockId, entry]): PlannedRow[] => {
    const { row, boughtOn } = entry
    const product = products.get(entry.productId)
    const movements = product && !inStock.has(stockId) ? movementsIn(product, entry) : []
    const quantity = roundAmount(sumOfMovements(movements))
    if (!product || quantity === null) return []
    const { name, unit, ownUnit } = product
    const count = entry.movements.reduce((sum, movement) => sum + movement.count, 0)
    const data: PlanData['past'] = {
      food: name,
      quantity,
      unit: ownUnit?.unit ?? unit.unit,
      ...(ownUnit ? { ownUnit: ownUnit.name } : {}),
      ...locationOf(row['location_id'] ?? product.row['location_id']),
      ...expirationIn(row, product),
      ...optional('purchasePrice', priceOf(row, count)),
      addedOn: [boughtOn, movements[0]?.on, today].flatMap((day) => day ?? []).toSorted()[0] ?? today,
      movements,
      ...optional('store', storeOf(row['shopping_location_id'])),
    }
    return [{ kind: 'past', place: `stock_log ${textOf(row['id'])}`, name, key: pastKey(stockId), data }]
  })
  return rows.slice(-maxRowsByKind.past)
}

function listRow(row: TableRow, { products, listOf, storeOf }: Context): PlannedRow {
  const [product, place] = [products.get(textOf(row['product_id'])), `shopping_list ${textOf(row['id'])}`]
  const lines = textOf(row['note']).split('\n')
  // A row without a product is named by its note.
  const name = product?.name ?? readName(lines[0])
  const note = noteOf((product ? lines : lines.slice(1)).join('\n'))
  if (!name) return { kind: 'list', place, name: '', refused: 'no_name' }
  const amount = amountOf(numberOf(row['amount']) ?? 0, product?.unit ?? unknownUnit, product?.ownUnit ?? null)
  const store = storeOf(product?.row['shopping_location_id'])
  const data: PlanData['list'] = {
    food: name,
    ...amount,
    ...optional('note', note),
    ...optional('list', listOf(row['shopping_list_id'])),
    ...(store === null ? {} : { stores: [store] }),
  }
  return { kind: 'list', place, name, key: `grocy list ${textOf(row['id'])} ${textOf(row['row_created_timestamp'])}`, data }
}

/** `ownUnit` is the one that the pack is. */
function codeRow(
  place: string,
  name: string,
  text: string,
  pack: { quantity: number; unit: Unit } | null,
  ownUnit: OwnUnit | null = null,
): PlannedRow {
  const code = normalizeBarcode(text)?.code
  if (!code) return { kind: 'barcode', place, name, refused: 'barcode_unreadable' }
  const data: PlanData['barcode'] = {
    food: name,
    code,
    packQuantity: pack?.quantity ?? null,
    packUnit: pack?.unit ?? null,
    ...(ownUnit ? { packName: ownUnit.name } : {}),
  }
  return { kind: 'barcode', place, name, key: `grocy code ${code}`, data }
}

const formatNumber = (value: number) => String(Math.round(value * 1000) / 1000)

/** Formats an ingredient line. grocy stores amounts in the product's stock unit and displays them in the line's unit. */
function lineOf(row: TableRow, product: GrocyProduct | undefined, { unit, factor }: GrocyUnits): string {
  const note = textOf(row['note'])
  if (!product) return note
  const shown = textOf(row['qu_id']) || textOf(product.row['qu_id_stock'])
  const perShown = factor(shown, textOf(product.row['qu_id_stock']), product.id)
  const amount = numberOf(row['amount']) ?? 0
  const name = perShown === null ? product.unit.name : unit(shown).name
  const count = textOf(row['variable_amount']) || (amount > 0 ? formatNumber(amount / (perShown ?? 1)) : '')
  return `${[count, count === '' ? '' : name, product.name].filter(Boolean).join(' ')}${note === '' ? '' : `, ${note}`}`
}

/** Leaves out the recipes that grocy generates for its meal plan. */
function recipeRows(grocy: GrocyData, products: ReadonlyMap<string, GrocyProduct>, units: GrocyUnits): PlannedRow[] {
  const lines = Map.groupBy(grocy.recipes_pos, (row) => textOf(row['recipe_id']))
  return grocy.recipes
    .filter((row) => ['', 'normal'].includes(textOf(row['type'])))
    .map((row): PlannedRow => {
      const [id, name] = [textOf(row['id']), readName(row['name'])]
      const place = `recipes ${id}`
      if (name === null) return { kind: 'recipe', place, name: '', refused: 'no_name' }
      const data = draftOf({
        name,
        ingredients: (lines.get(id) ?? []).map((line) => lineOf(line, products.get(textOf(line['product_id'])), units)),
        instructions: plainText(textOf(row['description'])).split('\n'),
        labels: [],
        servings: Math.min(500, Math.max(1, Math.round(numberOf(row['base_servings']) ?? 4))),
      })
      if (data.ingredients.length + data.instructions.length === 0) return { kind: 'recipe', place, name, refused: 'nothing_in_it' }
      return { kind: 'recipe', place, name, key: `grocy recipe ${id} ${name}`, data }
    })
}
