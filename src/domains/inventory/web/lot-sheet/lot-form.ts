import { t } from '@lingui/core/macro'
import { z } from 'zod'
import '#platform/shared/input-error-message.ts'
import { OwnUnit } from '#domains/ingredients/contract/index.ts'
import { categoryOf } from '#domains/ingredients/rules/category-labels.ts'
import { storedLocation, translateLocation } from '#domains/ingredients/rules/location-names.ts'
import { convertToOption, optionOfAmount, ownUnitOption, readOwnUnitOption } from '#domains/ingredients/rules/own-unit-option.ts'
import { ofOwnUnit, ownUnitName } from '#domains/ingredients/rules/own-units.ts'
import { formatNumberInput, parseNumber } from '#platform/web/ui/number-input.tsx'
import { type Lot, LotChange, NewLot } from '../../contract.ts'
import { ownUnitOfLot } from '../../rules/lot-amount.ts'

interface FormField<Value> {
  /** The value in an empty form. */
  blank: Value
  fromLot: (lot: Lot) => Value
  /** Whether screens show an edit before the server responds. */
  isOptimistic: boolean
}
type TextField = FormField<string>
type Checkbox = FormField<boolean>
const text = (field: TextField) => field
const checkbox = (field: Checkbox) => field

const shownAmount = (lot: Lot) => optionOfAmount(lot.quantity, lot.unit, ownUnitOfLot(lot))

const lotFields = {
  quantity: text({ blank: '1', fromLot: (lot) => formatNumberInput(shownAmount(lot).quantity), isOptimistic: true }),
  // A unit, or the option of an own unit.
  unit: text({ blank: 'each', fromLot: (lot) => shownAmount(lot).option, isOptimistic: true }),
  // Items stored by an earlier release have none.
  ownUnit: text({ blank: '', fromLot: (lot) => lot.ownUnit ?? '', isOptimistic: true }),
  location: text({ blank: '', fromLot: (lot) => translateLocation(lot.location), isOptimistic: true }),
  storage: text({ blank: 'PANTRY', fromLot: (lot) => lot.storage, isOptimistic: true }),
  expirationDate: text({ blank: '', fromLot: (lot) => lot.expirationDate ?? '', isOptimistic: false }),
  dateKind: text({ blank: '', fromLot: (lot) => lot.dateKind ?? '', isOptimistic: false }),
  purchasePrice: text({
    blank: '',
    fromLot: ({ purchasePrice }) => (purchasePrice === null ? '' : formatNumberInput(purchasePrice)),
    isOptimistic: false,
  }),
  // Items stored by an earlier release have none.
  note: text({ blank: '', fromLot: (lot) => lot.note ?? '', isOptimistic: true }),
  storeId: text({ blank: '', fromLot: (lot) => lot.storeId ?? '', isOptimistic: true }),
  isOpened: checkbox({ blank: false, fromLot: (lot) => lot.isOpened, isOptimistic: true }),
  isShared: checkbox({ blank: false, fromLot: (lot) => lot.isShared, isOptimistic: true }),
} satisfies Record<Exclude<keyof LotChange, 'ingredientId' | 'barcode'>, TextField | Checkbox>

type LotFieldName = keyof typeof lotFields

/** The values of the add and edit forms, as typed. The contract validates them after `parseTyped`, so form and server accept the same. */
export type LotFields = { [Name in LotFieldName]: (typeof lotFields)[Name]['blank'] }

export interface NewLotFields extends LotFields {
  ingredientId: string
  ingredient: { name: string; category: string; parLevel: string }
  barcode: string
  /** What one of a can, pack or slice is. Used if `unit` is `newOwnUnitChoice`. */
  newOwnUnit: { name: string; quantity: string; unit: string }
}

export const lotFieldNames = Object.keys(lotFields) as LotFieldName[]

const mapFields = <Value>(read: (field: TextField | Checkbox) => Value) =>
  Object.fromEntries(lotFieldNames.map((name) => [name, read(lotFields[name])]))

/** Returns the edit form's values for a lot. */
export const lotFieldsOf = (lot: Lot) => mapFields((field) => field.fromLot(lot)) as LotFields

export const blankLot: NewLotFields = {
  ...(mapFields((field) => field.blank) as LotFields),
  ingredientId: '',
  ingredient: { name: '', category: '', parLevel: '' },
  barcode: '',
  newOwnUnit: { name: '', quantity: '', unit: 'g' },
}

/** Returns the lot with an edit applied, or null if nothing is left. The ingredient and the expiration date come from the server. */
export function withEdit(lot: Lot, change: LotChange): Lot | null {
  if (change.quantity === 0) return null
  const edited = lotFieldNames.filter((name) => lotFields[name].isOptimistic && change[name] !== undefined)
  return { ...lot, ...Object.fromEntries(edited.map((name) => [name, change[name]])) }
}

const neverNull = new Set(['quantity', 'unit', 'storage'])
const numbers = new Set(['quantity', 'purchasePrice', 'parLevel'])

function parseTyped(fields: Record<string, unknown>, empty: undefined | null): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value]
      const typed = value.trim()
      if (typed === '') return [name, neverNull.has(name) ? undefined : empty]
      return [name, numbers.has(name) ? parseNumber(typed) : value]
    }),
  )
}

/** The option of an own unit that is entered with the item. */
export const newOwnUnitChoice = 'new'

/** Returns a quantity as typed for the same amount in another option; null if it isn't a number or doesn't convert. */
export function convertTyped(quantity: string, from: string, to: string): string | null {
  const typed = parseNumber(quantity)
  const converted = typed === null || Number.isNaN(typed) ? null : convertToOption(typed, from, to)
  return converted === null ? null : formatNumberInput(converted)
}

/** Replaces cans, packs or slices by what they are. */
function withChosenUnit(lot: Record<string, unknown>): Record<string, unknown> {
  const { quantity, unit } = lot
  const ownUnit = typeof unit === 'string' ? readOwnUnitOption(unit) : null
  if (!ownUnit) return lot
  return { ...lot, ...(typeof quantity === 'number' ? ofOwnUnit(quantity, ownUnit) : { unit: ownUnit.unit }), ownUnit: ownUnit.name }
}

/** Parses the add form into a `NewLot`. Identifies an existing ingredient by id and a new one by name; omits empty fields. */
export const NewLotFormSchema = z.preprocess(({ ingredient, newOwnUnit: typedOwnUnit, ...rest }: NewLotFields) => {
  const newOwnUnit = { name: ownUnitName(typedOwnUnit.name), quantity: parseNumber(typedOwnUnit.quantity), unit: typedOwnUnit.unit }
  const isNewUnit = rest.unit === newOwnUnitChoice
  const unit = isNewUnit && OwnUnit.safeParse(newOwnUnit).success ? ownUnitOption(newOwnUnit as OwnUnit) : rest.unit
  const typed = withChosenUnit(parseTyped({ ...rest, location: storedLocation(rest.location), unit }, undefined))
  const lot = withoutGaps(isNewUnit ? { ...typed, unit: newOwnUnit.unit, newOwnUnit } : typed)
  // The kind means nothing without a date.
  if (lot['expirationDate'] === undefined) delete lot['dateKind']
  if (lot['ingredientId'] !== undefined) return lot
  const food = { ...ingredient, category: categoryOf(ingredient.category) }
  return { ...lot, ingredient: withoutGaps(parseTyped(food, undefined)) }
}, NewLot)

/** Parses the edit form into a `LotChange`. An emptied date, kind or price becomes null. */
export const EditLotFormSchema = z.preprocess(
  (fields: LotFields) => {
    const lot = { ...withChosenUnit(parseTyped({ ...fields }, null)), location: storedLocation(fields.location), note: fields.note }
    return fields.expirationDate.trim() === '' ? { ...lot, dateKind: null } : lot
  },
  LotChange.required({ quantity: true, unit: true }),
)

const withoutGaps = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Messages for issues that have no message in the contract. */
export const formErrorMap: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type' && issue.expected === 'number')
    return issue.input === undefined ? t`Enter an amount.` : t`Enter a number.`
  if (issue.code === 'invalid_type') return t`Fill this in.`
  return undefined
}
