import { t } from '@lingui/core/macro'
import { z } from 'zod'
import { aisleOf } from '#domains/ingredients/rules/aisle.ts'
import { readNumber } from '#platform/web/ui/field.tsx'
import { LotChange, NewLot } from '../../contract.ts'

/** The values of the add and edit forms, as typed. The contract validates them after `parseTyped`, so form and server accept the same. */
export interface LotFields {
  quantity: string
  unit: string
  location: string
  storage: string
  expirationDate: string
  dateKind: string
  purchasePrice: string
  isOpened: boolean
  isShared: boolean
}

export interface NewLotFields extends Omit<LotFields, 'location'> {
  /** Empty or absent means the ingredient's usual location. */
  location?: string
  ingredientId: string
  ingredient: { name: string; category: string; parLevel: string }
  barcode: string
}

const neverNull = new Set(['quantity', 'unit', 'storage'])
const numbers = new Set(['quantity', 'purchasePrice', 'parLevel'])

function parseTyped(fields: Record<string, unknown>, empty: undefined | null): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value]
      const typed = value.trim()
      if (typed === '') return [name, neverNull.has(name) ? undefined : empty]
      return [name, numbers.has(name) ? readNumber(typed) : value]
    }),
  )
}

/** Parses the add form into a `NewLot`. Identifies an existing ingredient by id and a new one by name; omits empty fields. */
export const NewLotForm = z.preprocess(({ ingredient, ...rest }: NewLotFields) => {
  const lot = withoutGaps(parseTyped(rest, undefined))
  // The kind means nothing without a date.
  if (lot['expirationDate'] === undefined) delete lot['dateKind']
  if (lot['ingredientId'] !== undefined) return lot
  const food = { ...ingredient, category: aisleOf(ingredient.category) }
  return { ...lot, ingredient: withoutGaps(parseTyped(food, undefined)) }
}, NewLot)

/** Parses the edit form into a `LotChange`. An emptied date, kind or price becomes null. */
export const EditLotForm = z.preprocess(
  (fields: LotFields) => {
    const lot: Record<string, unknown> = { ...parseTyped({ ...fields }, null), location: fields.location }
    return lot['expirationDate'] === null ? { ...lot, dateKind: null } : lot
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
