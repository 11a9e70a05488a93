import { t } from '@lingui/core/macro'
import { z } from 'zod'
import { readNumber, writeNumber } from '#platform/web/ui/field.tsx'
import { type Ingredient, NewIngredient } from '../../contract/index.ts'
import { aisleLabel, aisleOf } from '../../rules/aisle.ts'

/** What the form of a food holds: text as typed. */
export interface IngredientFields {
  name: string
  category: string
  parLevel: string
  defaultUnit: string
  defaultStorage: string
  defaultLocation: string
  aliases: string
  conversions: { from: string; factor: string; to: string }[]
  barcodes: { code: string; label: string; packQuantity: string; packUnit: string }[]
  shelfLife: Record<Life, string>
  isShared: boolean
}

export const lives = ['pantryDays', 'fridgeDays', 'freezerDays', 'openedDays'] as const
export type Life = (typeof lives)[number]

const typed = (value: number | null) => (value === null ? '' : writeNumber(value))

export const fieldsOf = (ingredient: Ingredient | null): IngredientFields => ({
  name: ingredient?.name ?? '',
  category: aisleLabel(ingredient?.category ?? ''),
  parLevel: typed(ingredient?.parLevel ?? null),
  defaultUnit: ingredient?.defaultUnit ?? 'each',
  defaultStorage: ingredient?.defaultStorage ?? 'PANTRY',
  defaultLocation: ingredient?.defaultLocation ?? '',
  aliases: ingredient?.aliases.join(', ') ?? '',
  conversions: ingredient?.conversions.map(({ from, factor, to }) => ({ from, factor: writeNumber(factor), to })) ?? [],
  barcodes:
    ingredient?.barcodes.map(({ code, label, packQuantity, packUnit }) => ({
      code,
      label: label ?? '',
      packQuantity: typed(packQuantity),
      packUnit: packUnit ?? '',
    })) ?? [],
  shelfLife: {
    pantryDays: typed(ingredient?.shelfLife.pantryDays ?? null),
    fridgeDays: typed(ingredient?.shelfLife.fridgeDays ?? null),
    freezerDays: typed(ingredient?.shelfLife.freezerDays ?? null),
    openedDays: typed(ingredient?.shelfLife.openedDays ?? null),
  },
  isShared: ingredient?.isShared ?? false,
})

const listed = (text: string) =>
  text
    .split(/[,;\n]/)
    .map((alias) => alias.trim())
    .filter((alias) => alias !== '')
const digits = (code: string) => code.replace(/[\s-]/g, '')

/** Form → what the contract takes. An untouched row of a list is no row. */
export const IngredientFormSchema = z.preprocess((fields: IngredientFields) => {
  const { shelfLife, conversions, barcodes, aliases, category, ...rest } = fields
  return {
    ...rest,
    ...(category.trim() === '' ? {} : { category: aisleOf(category) }),
    parLevel: readNumber(fields.parLevel),
    aliases: listed(aliases),
    conversions: conversions
      .filter(({ factor }) => factor.trim() !== '')
      .map(({ from, factor, to }) => ({ from, factor: readNumber(factor), to })),
    barcodes: barcodes
      .filter(({ code }) => code.trim() !== '')
      .map(({ code, label, packQuantity, packUnit }) => ({
        code: digits(code),
        label: label.trim() || null,
        packQuantity: readNumber(packQuantity),
        packUnit: packQuantity.trim() === '' ? null : packUnit || null,
      })),
    shelfLife: Object.fromEntries(lives.map((life) => [life, readNumber(shelfLife[life])])),
  }
}, NewIngredient)

export const formErrorMessage: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'invalid_type'
    ? issue.expected === 'number' || issue.expected === 'int'
      ? t`Enter a number.`
      : t`Fill this in.`
    : undefined
