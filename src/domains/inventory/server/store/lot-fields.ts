import type { IngredientRow } from '#domains/ingredients/server/index.ts'
import { fromCents, toCents } from '#platform/shared/quantity-and-money.ts'
import type { Lot, LotChange } from '../../contract.ts'
import type { InventoryTables } from '../tables.ts'

type LotTable = InventoryTables['lots']

/** The fields that the API stores in one column each. A quantity changes through the ledger, and an ingredient is checked first. */
type FieldName = Exclude<keyof LotChange, 'quantity' | 'ingredientId'>

type IngredientDefaults = Pick<IngredientRow, 'default_unit' | 'default_storage' | 'is_shared'>

interface LotField<Value, Column extends keyof LotTable> {
  column: Column
  toColumn(value: Value): LotTable[Column]
  toWire(stored: LotTable[Column]): Value
  /** Returns the value of a new lot that doesn't specify one. */
  initial(ingredient: IngredientDefaults): LotTable[Column]
  /** Whether a lot received from another household keeps the lender's value. */
  isLent: boolean
}
type FieldOf<Value> = { [Column in keyof LotTable]: LotField<Value, Column> }[keyof LotTable]

const unchanged = { toColumn: <T>(value: T): T => value, toWire: <T>(stored: T): T => stored }
const flag = { toColumn: (value: boolean): 0 | 1 => (value ? 1 : 0), toWire: (stored: 0 | 1): boolean => stored === 1 }
const price = {
  toColumn: (value: number | null): number | null => (value === null ? null : toCents(value)),
  toWire: (stored: number | null): number | null => (stored === null ? null : fromCents(stored)),
}

/** Maps the API's fields to columns. Rules that go beyond this, such as for dates and barcodes, are in the use cases. */
const lotFields = {
  unit: { column: 'unit', ...unchanged, initial: ({ default_unit }) => default_unit, isLent: true },
  // What the lender calls a can may be another size in the other kitchen.
  ownUnit: { column: 'own_unit', ...unchanged, initial: () => null, isLent: false },
  location: { column: 'location', ...unchanged, initial: () => '', isLent: false },
  storage: { column: 'storage', ...unchanged, initial: ({ default_storage }) => default_storage, isLent: true },
  isOpened: { column: 'is_opened', ...flag, initial: () => 0, isLent: true },
  isShared: { column: 'is_shared', ...flag, initial: ({ is_shared }) => is_shared, isLent: false },
  expirationDate: { column: 'expiration_date', ...unchanged, initial: () => null, isLent: true },
  dateKind: { column: 'date_kind', ...unchanged, initial: () => null, isLent: true },
  purchasePrice: { column: 'price_cents', ...price, initial: () => null, isLent: false },
  barcode: { column: 'barcode', ...unchanged, initial: () => null, isLent: false },
  note: { column: 'note', ...unchanged, initial: () => '', isLent: false },
  storeId: { column: 'store_id', ...unchanged, initial: () => null, isLent: false },
} satisfies { [Name in FieldName]: FieldOf<Lot[Name]> }

type FieldColumn = (typeof lotFields)[keyof typeof lotFields]['column']
type FieldColumns = Pick<LotTable, FieldColumn>

/** The columns that users set, directly or through a rule. Undo restores them; the expiration columns are derived from them. */
export type LotColumns = Pick<
  LotTable,
  FieldColumn | 'ingredient_id' | 'added_on' | 'opened_on' | 'frozen_on' | 'frozen_days_left' | 'thawed_on' | 'whole_milli' | 'confirmed_at'
>

// Without the types of the values, for the loops below.
interface AnyField {
  column: FieldColumn
  toColumn(value: unknown): unknown
  toWire(stored: unknown): unknown
  initial(ingredient: IngredientDefaults): unknown
  isLent: boolean
}
const fields = Object.entries(lotFields) as [FieldName, AnyField][]

export const lotColumnNames: readonly FieldColumn[] = fields.map(([, { column }]) => column)

/** Converts the given fields to columns. Skips undefined ones. */
export function toColumns(values: { readonly [Name in FieldName]?: Lot[Name] | undefined }): Partial<FieldColumns> {
  const given = fields.filter(([name]) => values[name] !== undefined)
  return Object.fromEntries(given.map(([name, { column, toColumn }]) => [column, toColumn(values[name])]))
}

/** Converts columns to the API's fields. */
export function toFields(row: FieldColumns): Pick<Lot, FieldName> {
  const values: Partial<Record<FieldName, unknown>> = {}
  for (const [name, { column, toWire }] of fields) values[name] = toWire(row[column])
  return values as Pick<Lot, FieldName>
}

/** Returns the columns of a new lot of an ingredient. */
export const initialColumns = (ingredient: IngredientDefaults): FieldColumns =>
  Object.fromEntries(fields.map(([, { column, initial }]) => [column, initial(ingredient)])) as unknown as FieldColumns

/** Returns the columns of a lot received from another household: `from` is the lender's lot. */
export function receivedLotColumns(from: Partial<FieldColumns>, ingredient: IngredientDefaults): FieldColumns {
  const lent = fields.filter(([, { isLent }]) => isLent).map(([, { column }]) => [column, from[column]])
  return { ...initialColumns(ingredient), ...Object.fromEntries(lent) }
}
