import { normalizeBarcode } from '#domains/ingredients/rules/barcode.ts'
import { type CsvRow, parseCsv, unescapeFormula } from '#platform/shared/csv.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import type { DecimalMark } from '#platform/shared/normalize-decimal.ts'
import type { RejectReason } from '../contract.ts'
import { createPlan, type ImportPlan, type PlanData, UnreadableFileError } from './import-plan.ts'
import {
  type DateOrder,
  dateOf,
  dateOrderOf,
  decimalMarkOf,
  guessStorage,
  isAmbiguousNumber,
  isYes,
  noteOf,
  numberOf,
  optional,
  readName,
  roundAmount,
  roundPrice,
  shortName,
  storageNamed,
  unitOf,
} from './parse-cell.ts'

/** English, German and French headings, folded by `nameKey`. The first one found in the file is the column. */
const headings = {
  name: 'name|item|food|product|product name|ingredient|ingredient name|item name|artikel|produkt|lebensmittel|zutat|bezeichnung|nom|produit|aliment|article|ingredient_name|product_name|ingredientname|title',
  quantity: 'quantity|amount|qty|count|stock|menge|anzahl|bestand|quantite|nombre|suggestedquantity',
  unit: 'unit|units|uom|einheit|unite|measure',
  location: 'location|place|shelf|ort|lagerort|standort|platz|lieu|emplacement|place name|location_name',
  storage: 'storage|storage type|lagerung|stockage',
  date: 'expiration date|expirationdate|expiry|expiry date|expires|expiration|best before|best before date|best_before_date|expiration_date|expiry_date|use by|due date|mhd|haltbar bis|ablaufdatum|mindesthaltbarkeit|mindesthaltbarkeitsdatum|date de peremption|peremption|dlc|ddm|a consommer avant',
  category: 'category|group|product group|aisle|kategorie|gruppe|warengruppe|categorie|rayon|groupe',
  price: 'price|cost|purchase price|purchaseprice|purchase_price|preis|kaufpreis|prix',
  barcode: 'barcode|ean|gtin|upc|code|strichcode|code-barres|code barre',
  opened: 'opened|open|is opened|isopened|is_opened|offen|geoffnet|ouvert',
  par: 'par|par level|parlevel|par_level|minimum|min|min stock|minimum stock|sollbestand|mindestbestand|mindestmenge|minimum souhaite',
  note: 'note|notes|comment|comments|remark|remarks|notiz|notizen|bemerkung|anmerkung|kommentar|commentaire|remarque',
  bought: 'purchased|purchase date|purchased_date|bought|bought on|gekauft|kaufdatum|gekauft am|achete|achete le|date d’achat|added_on',
} as const
type Column = keyof typeof headings

const separators = [',', ';', '\t', '|'] as const
const maxRows = 10_000
/** Maximum length of the heading row, in characters. */
const maxHeadLength = 100_000

type ColumnIndexes = Partial<Record<Column, number>>
function columnIndexesOf(cells: readonly string[]): ColumnIndexes {
  const keys = cells.map((cell) =>
    nameKey(cell)
      .replace(/\s*[([].*$/, '')
      .replace(/[:*]$/, ''),
  )
  const indexes = (Object.keys(headings) as Column[]).flatMap((column) => {
    const index = headings[column]
      .split('|')
      .map((heading) => keys.indexOf(heading))
      .find((found) => found >= 0)
    return index === undefined ? [] : [[column, index] as const]
  })
  return Object.fromEntries(indexes)
}

/** Throws `UnreadableFileError` if no separator yields a name column. */
function detectColumns(text: string): { separator: string; indexes: ColumnIndexes } {
  const head = text.slice(0, maxHeadLength)
  for (const separator of separators) {
    const indexes = columnIndexesOf(parseCsv(head, separator, 1)[0]?.cells ?? [])
    if (indexes.name !== undefined) return { separator, indexes }
  }
  throw new UnreadableFileError('no_name_column')
}

/**
 * Plans the import of a table with a heading row. A row with a quantity is a lot, one without is an ingredient. `defaultOrder` decides how
 * 03/04/2026 and 1.500 are read if the file is ambiguous; rows with such a number are marked `isDoubtful`.
 */
export function planFromCsv(text: string, defaultOrder: DateOrder): ImportPlan {
  const { separator, indexes } = detectColumns(text)
  const [, ...rows] = parseCsv(text, separator, maxRows + 2)
  if (rows.length > maxRows) throw new UnreadableFileError('too_many')
  const cellOf = (row: CsvRow, column: Column) => unescapeFormula(row.cells[indexes[column] ?? -1] ?? '').trim()
  const order = dateOrderOf(
    rows.map((row) => cellOf(row, 'date')),
    defaultOrder,
  )
  const marks = Object.fromEntries(
    numeric.map((column) => [column, decimalMarkOf(rows.map((row) => withoutCurrency(cellOf(row, column))))]),
  ) as Marks
  // For an ambiguous column, the other columns are a better guess than the language.
  const guess = numeric.map((column) => marks[column]).find((mark) => mark !== null) ?? (defaultOrder === 'month first' ? '.' : ',')
  const plan: ImportPlan['rows'] = []
  const [ingredients, codes, seen, pieces] = [new Set<string>(), new Set<string>(), new Map<string, number>(), new Set<string>()]

  for (const row of rows) {
    const place = `line ${row.line}`
    const name = readName(cellOf(row, 'name'))
    const hasAmount = cellOf(row, 'quantity') !== ''
    const refuse = (refused: RejectReason) =>
      plan.push({ kind: hasAmount ? 'lot' : 'food', place, name: name ?? cellOf(row, 'name').slice(0, 120), refused })
    if (name === null) {
      refuse('no_name')
      continue
    }
    const read = readRow(
      (column) => cellOf(row, column),
      name,
      order,
      (column) => marks[column] ?? guess,
    )
    if (typeof read === 'string') {
      refuse(read)
      continue
    }
    const { food: ingredient, lot, barcode, unknownUnit } = read
    const isAmbiguous = (column: Numeric) => marks[column] === null && isAmbiguousNumber(withoutCurrency(cellOf(row, column)))
    const doubt = (...columns: Numeric[]) => (columns.some(isAmbiguous) ? { isAmbiguousNumber: true } : {})
    if (unknownUnit) pieces.add(unknownUnit)
    if (!ingredients.has(nameKey(name)))
      plan.push({ kind: 'food', place, name, key: `csv food ${nameKey(name)}`, data: ingredient, ...doubt('par') })
    ingredients.add(nameKey(name))
    if (barcode && !codes.has(barcode.code)) plan.push({ kind: 'barcode', place, name, key: `csv code ${barcode.code}`, data: barcode })
    if (barcode) codes.add(barcode.code)
    if (!lot) continue
    // Equal lines are separate lots, and keep their keys when the file is imported again, also by releases that read no notes.
    const { note: _note, ...lotWithoutNote } = lot
    const content = JSON.stringify(lotWithoutNote)
    const occurrence = (seen.get(content) ?? 0) + 1
    seen.set(content, occurrence)
    plan.push({ kind: 'lot', place, name, key: `csv lot ${occurrence} ${content}`, data: lot, ...doubt('quantity', 'price') })
  }
  return createPlan('csv', plan, pieces)
}

const numeric = ['quantity', 'price', 'par'] as const
type Numeric = (typeof numeric)[number]
type Marks = Record<Numeric, DecimalMark | null>
const withoutCurrency = (text: string) => text.replace(/[€$£]|[A-Z]{3}/gi, '')

interface ReadRow {
  food: PlanData['food']
  lot: PlanData['lot'] | null
  barcode: PlanData['barcode'] | null
  unknownUnit: string | null
}

function readRow(
  cell: (column: Column) => string,
  name: string,
  order: DateOrder,
  markIn: (column: Numeric) => DecimalMark,
): ReadRow | RejectReason {
  const value = numberOf(cell('quantity'), markIn('quantity'))
  const unit = unitOf(cell('unit'))
  const unknownUnit = cell('unit') !== '' && !unit.isKnown ? cell('unit').slice(0, 40) : null
  const amount = value === null ? null : roundAmount(value * unit.times)
  if (cell('quantity') !== '' && amount === null) return value !== null && value <= 0 ? 'no_amount' : 'amount_unreadable'
  const date = dateOf(cell('date'), order)
  if (cell('date') !== '' && date === null) return 'date_unreadable'
  const paid = numberOf(withoutCurrency(cell('price')), markIn('price'))
  const price = paid === null ? null : roundPrice(paid)
  if (cell('price') !== '' && price === null) return 'price_unreadable'
  const code = normalizeBarcode(cell('barcode'))?.code ?? null
  if (cell('barcode') !== '' && code === null) return 'barcode_unreadable'

  const location = shortName(cell('location'), 60)
  const storage = storageNamed(cell('storage')) ?? (location === null ? null : guessStorage(location))
  const category = shortName(cell('category'), 40)
  const target = numberOf(cell('par'), markIn('par'))
  const par = target === null ? null : roundAmount(target * unit.times)
  const bought = dateOf(cell('bought'), order)
  const note = noteOf(cell('note'))
  const where = { ...(location === null ? {} : { location }), ...(storage === null ? {} : { storage }) }
  const ingredient: PlanData['food'] = {
    name,
    ...(category === null ? {} : { category }),
    ...(par === null ? {} : { parLevel: par }),
    ...(cell('unit') === '' && value === null ? {} : { defaultUnit: unit.unit }),
    ...(storage === null ? {} : { defaultStorage: storage }),
    ...(location === null ? {} : { defaultLocation: location }),
    ...optional('note', amount === null ? note : null),
  }
  const lot: PlanData['lot'] | null =
    amount === null
      ? null
      : {
          food: name,
          quantity: amount,
          unit: unit.unit,
          ...where,
          ...(date === null ? {} : { expirationDate: date }),
          ...(price === null ? {} : { purchasePrice: price }),
          ...(isYes(cell('opened')) ? { isOpened: true } : {}),
          ...(bought === null ? {} : { addedOn: bought }),
          ...optional('note', note),
        }
  const barcode = code === null ? null : { food: name, code, packQuantity: amount, packUnit: amount === null ? null : unit.unit }
  return { food: ingredient, lot, barcode, unknownUnit }
}
