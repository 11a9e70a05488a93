import { t } from '@lingui/core/macro'
import { z } from 'zod'
import { aisleOf } from '#domains/ingredients/rules/aisle.ts'
import { readNumber } from '#platform/web/ui/field.tsx'
import { LotChange, NewLot } from '../../contract.ts'

/**
 * What the add and edit forms hold: text as typed. The contract judges it after `asWritten` has read it,
 * so a form can refuse nothing the server would take, and the other way round.
 */
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
  /** Empty or absent: the food's usual place. */
  location?: string
  ingredientId: string
  ingredient: { name: string; category: string; parLevel: string }
  barcode: string
}

const neverNull = new Set(['quantity', 'unit', 'storage'])
const numbers = new Set(['quantity', 'purchasePrice', 'parLevel'])

function asWritten(fields: Record<string, unknown>, empty: undefined | null): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value]
      const typed = value.trim()
      if (typed === '') return [name, neverNull.has(name) ? undefined : empty]
      return [name, numbers.has(name) ? readNumber(typed) : value]
    }),
  )
}

/** Add form → `NewLot`: a known food goes by its id, a new one by its name; empty fields are left out. */
export const NewLotForm = z.preprocess(({ ingredient, ...rest }: NewLotFields) => {
  const lot = withoutGaps(asWritten(rest, undefined))
  // Without a date its kind says nothing.
  if (lot['expirationDate'] === undefined) delete lot['dateKind']
  if (lot['ingredientId'] !== undefined) return lot
  const food = { ...ingredient, category: aisleOf(ingredient.category) }
  return { ...lot, ingredient: withoutGaps(asWritten(food, undefined)) }
}, NewLot)

/** Edit form → `LotChange`: an emptied date, kind or price is taken away. */
export const EditLotForm = z.preprocess(
  (fields: LotFields) => {
    const lot: Record<string, unknown> = { ...asWritten({ ...fields }, null), location: fields.location }
    return lot['expirationDate'] === null ? { ...lot, dateKind: null } : lot
  },
  LotChange.required({ quantity: true, unit: true }),
)

const withoutGaps = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** What a form says where the contract has no words of its own. */
export const inWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type' && issue.expected === 'number')
    return issue.input === undefined ? t`Enter an amount.` : t`Enter a number.`
  if (issue.code === 'invalid_type') return t`Fill this in.`
  return undefined
}
