import { t } from '@lingui/core/macro'
import { z } from 'zod'
import '#platform/shared/input-error-message.ts'
import { Conversion, convert, isUnit } from '#platform/shared/units.ts'
import { formatNumberInput, parseNumber } from '#platform/web/ui/number-input.tsx'
import { type Ingredient, NewIngredient } from '../../contract/index.ts'
import { categoryLabel, categoryOf } from '../../rules/category-labels.ts'
import { storedLocation, translateLocation } from '../../rules/location-names.ts'
import { optionOfAmount, readOwnUnitOption } from '../../rules/own-unit-option.ts'
import { ofOwnUnit, ownUnitLabel, ownUnitName, ownUnitOf } from '../../rules/own-units.ts'

interface NamedAmount {
  name: string
  quantity: string
  unit: string
}

/** Form values as text. */
export interface IngredientFields {
  name: string
  category: string
  parLevel: string
  /** The option of an own unit that `parLevel` counts; empty for the default unit. */
  parUnit: string
  defaultUnit: string
  defaultStorage: string
  defaultLocation: string
  /** Where it goes once it is opened: a storage, or a location; both empty to stay. */
  openedStorage: string
  openedLocation: string
  aliases: string
  /** Stored aliases that contain a separator, such as the name of a merged ingredient. They aren't split. */
  wholeAliases: string[]
  conversions: { from: string; factor: string; to: string }[]
  ownUnits: NamedAmount[]
  containers: NamedAmount[]
  /** `packUnit` is a unit, or the option of an own unit. */
  barcodes: { code: string; label: string; packQuantity: string; packUnit: string }[]
  shelfLife: Record<ShelfLifeKey, string>
  isShared: boolean
  note: string
  /** A number of days, `never`, or empty for the usual ones. */
  warningDays: string
  isFavorite: boolean
  /** The id of what it is a kind of; empty for none. */
  parentId: string
}

export const shelfLifeKeys = ['pantryDays', 'fridgeDays', 'freezerDays', 'openedDays'] as const
export type ShelfLifeKey = (typeof shelfLifeKeys)[number]

const separators = /[,;\n]/

const textOf = (value: number | null) => (value === null ? '' : formatNumberInput(value))

/** Shows a minimum in the first own unit that it is whole in. */
function parFieldsOf(ingredient: Ingredient | null): Pick<IngredientFields, 'parLevel' | 'parUnit'> {
  const { parLevel = null, defaultUnit = 'each', ownUnits = [] } = ingredient ?? {}
  if (parLevel === null) return { parLevel: '', parUnit: '' }
  const shown = ownUnits.map((one) => optionOfAmount(parLevel, defaultUnit, one)).find(({ option }) => option !== defaultUnit)
  return { parLevel: textOf(shown?.quantity ?? parLevel), parUnit: shown?.option ?? '' }
}

/** Returns a minimum in the default unit; null for none, `NaN` for what isn't a number. */
function readPar(
  { parLevel, parUnit, defaultUnit }: Pick<IngredientFields, 'parLevel' | 'parUnit' | 'defaultUnit'>,
  conversions: readonly Conversion[],
) {
  const typed = parseNumber(parLevel)
  const ownUnit = readOwnUnitOption(parUnit)
  if (typed === null || ownUnit === null || !isUnit(defaultUnit)) return typed
  const { quantity, unit } = ofOwnUnit(typed, ownUnit)
  const par = convert(quantity, unit, defaultUnit, conversions)
  return par === null ? Number.NaN : Math.round(par * 1000) / 1000
}

/** Returns the conversions of the form that are complete. */
export const conversionsIn = (rows: IngredientFields['conversions']): Conversion[] =>
  rows.flatMap(({ from, factor, to }) => Conversion.safeParse({ from, factor: parseNumber(factor), to }).data ?? [])

export const fieldsOf = (ingredient: Ingredient | null): IngredientFields => ({
  name: ingredient?.name ?? '',
  category: categoryLabel(ingredient?.category ?? ''),
  ...parFieldsOf(ingredient),
  defaultUnit: ingredient?.defaultUnit ?? 'each',
  defaultStorage: ingredient?.defaultStorage ?? 'PANTRY',
  defaultLocation: translateLocation(ingredient?.defaultLocation ?? ''),
  openedStorage: ingredient?.openedStorage ?? '',
  openedLocation: ingredient?.openedLocation ?? '',
  aliases: ingredient?.aliases.join(', ') ?? '',
  wholeAliases: ingredient?.aliases.filter((alias) => separators.test(alias)) ?? [],
  conversions: ingredient?.conversions.map(({ from, factor, to }) => ({ from, factor: formatNumberInput(factor), to })) ?? [],
  ownUnits:
    ingredient?.ownUnits?.map(({ name, quantity, unit }) => ({ name: ownUnitLabel(name), quantity: formatNumberInput(quantity), unit })) ??
    [],
  // Ingredients stored by an earlier release have none.
  containers: ingredient?.containers?.map((one) => ({ ...one, quantity: formatNumberInput(one.quantity) })) ?? [],
  barcodes:
    ingredient?.barcodes.map(({ code, label, packQuantity, packUnit, packName }) => {
      const shown =
        packQuantity === null || packUnit === null
          ? { quantity: packQuantity, option: packUnit ?? '' }
          : optionOfAmount(packQuantity, packUnit, ownUnitOf(ingredient.ownUnits, packName))
      return { code, label: label ?? '', packQuantity: textOf(shown.quantity), packUnit: shown.option }
    }) ?? [],
  shelfLife: {
    pantryDays: textOf(ingredient?.shelfLife.pantryDays ?? null),
    fridgeDays: textOf(ingredient?.shelfLife.fridgeDays ?? null),
    freezerDays: textOf(ingredient?.shelfLife.freezerDays ?? null),
    openedDays: textOf(ingredient?.shelfLife.openedDays ?? null),
  },
  isShared: ingredient?.isShared ?? false,
  // Ingredients stored by an earlier release have none.
  note: ingredient?.note ?? '',
  warningDays: String(ingredient?.warningDays ?? ''),
  isFavorite: ingredient?.isFavorite ?? false,
  parentId: ingredient?.parentId ?? '',
})

function splitAliases(text: string, wholeAliases: readonly string[]): string[] {
  const whole = wholeAliases.filter((alias) => text.includes(alias))
  const others = whole.reduce((rest, alias) => rest.replace(alias, ''), text).split(separators)
  return [...whole, ...others.map((alias) => alias.trim()).filter((alias) => alias !== '')]
}
function packOf(packQuantity: string, packUnit: string) {
  const ownUnit = readOwnUnitOption(packUnit)
  const quantity = parseNumber(packQuantity)
  if (ownUnit && quantity !== null) {
    const of = ofOwnUnit(quantity, ownUnit)
    return { packQuantity: of.quantity, packUnit: of.unit, packName: ownUnit.name }
  }
  return { packQuantity: quantity, packUnit: quantity === null ? null : packUnit || null, packName: null }
}
const digits = (code: string) => code.replace(/[\s-]/g, '')

const amountsIn = (rows: readonly NamedAmount[]) =>
  rows
    .filter(({ name, quantity }) => name.trim() !== '' || quantity.trim() !== '')
    .map(({ name, quantity, unit }) => ({ name, quantity: parseNumber(quantity), unit }))

/** Converts the form to `NewIngredient`, without empty rows of lists. */
export const IngredientFormSchema = z.preprocess((fields: IngredientFields) => {
  const {
    shelfLife,
    conversions,
    ownUnits,
    containers,
    barcodes,
    aliases,
    wholeAliases,
    category,
    warningDays,
    parentId,
    openedStorage,
    parUnit: _,
    ...others
  } = fields
  return {
    ...others,
    ...(category.trim() === '' ? {} : { category: categoryOf(category) }),
    parLevel: readPar(fields, conversionsIn(conversions)),
    warningDays: warningDays === '' ? null : warningDays === 'never' ? warningDays : Number(warningDays),
    defaultLocation: storedLocation(fields.defaultLocation.trim()),
    parentId: parentId || null,
    openedStorage: openedStorage || null,
    aliases: splitAliases(aliases, wholeAliases),
    conversions: conversions
      .filter(({ factor }) => factor.trim() !== '')
      .map(({ from, factor, to }) => ({ from, factor: parseNumber(factor), to })),
    ownUnits: amountsIn(ownUnits).map((one) => ({ ...one, name: ownUnitName(one.name) })),
    containers: amountsIn(containers),
    barcodes: barcodes
      .filter(({ code }) => code.trim() !== '')
      .map(({ code, label, packQuantity, packUnit }) => ({
        code: digits(code),
        label: label.trim() || null,
        ...packOf(packQuantity, packUnit),
      })),
    shelfLife: Object.fromEntries(shelfLifeKeys.map((key) => [key, parseNumber(shelfLife[key])])),
  }
}, NewIngredient)

export const formErrorMessage: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'invalid_type'
    ? issue.expected === 'number' || issue.expected === 'int'
      ? t`Enter a number.`
      : t`Fill this in.`
    : undefined
