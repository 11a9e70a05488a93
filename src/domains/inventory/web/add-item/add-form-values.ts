import type { Ingredient, OwnUnit, ShelfLife } from '#domains/ingredients/contract/index.ts'
import { categoryLabel } from '#domains/ingredients/rules/category-labels.ts'
import { translateLocation } from '#domains/ingredients/rules/location-names.ts'
import { optionOfAmount } from '#domains/ingredients/rules/own-unit-option.ts'
import { ownUnitOf } from '#domains/ingredients/rules/own-units.ts'
import { familyOf, type Unit } from '#platform/shared/units.ts'
import { formatNumberInput } from '#platform/web/ui/number-input.tsx'
import { blankLot, type NewLotFields } from '../lot-sheet/lot-form.ts'
import type { IngredientChoice } from './ingredient-picker.tsx'

/** The form's initial values. After a scan: the ingredient and what was read from the package. */
export interface AddStart {
  ingredient?: Ingredient | undefined
  name?: string | undefined
  barcode?: string | undefined
  date?: string | undefined
  dateKind?: string | undefined
  /** Of a package that was weighed in the store. */
  amount?: { quantity: number; unit: Unit } | undefined
  price?: number | undefined
  /** Where it was seen. */
  location?: string | undefined
  /** The name is a guess, to be checked first. */
  edit?: boolean
}

export function initialFieldsOf({ ingredient, name, barcode, date, dateKind, amount, price, location }: AddStart): NewLotFields {
  const scanned = {
    ...blankLot,
    barcode: barcode ?? '',
    expirationDate: date ?? '',
    dateKind: dateKind ?? '',
    purchasePrice: price === undefined ? '' : formatNumberInput(price),
    ingredient: { ...blankLot.ingredient, name: name ?? '' },
  }
  return {
    ...scanned,
    ...(ingredient && ingredientFieldsOf({ kind: 'own', ingredient }, barcode)),
    ...(amount && { quantity: formatNumberInput(amount.quantity), unit: amount.unit }),
    ...(location === undefined ? {} : { location: translateLocation(location) }),
  }
}

/** Returns the values that follow from the chosen ingredient. */
export function ingredientFieldsOf(
  { kind, ingredient }: IngredientChoice,
  barcode?: string,
): Pick<NewLotFields, 'ingredientId' | 'ingredient' | 'quantity' | 'unit' | 'storage' | 'location'> {
  const usual = usualAmount(ingredient.defaultUnit, kind === 'own' ? ingredient : undefined, barcode)
  const shown = optionOfAmount(usual.quantity, usual.unit, usual.ownUnit)
  return {
    ingredientId: kind === 'own' ? ingredient.id : '',
    ingredient: { name: ingredient.name, category: categoryLabel(ingredient.category), parLevel: '' },
    quantity: formatNumberInput(shown.quantity),
    unit: shown.option,
    storage: ingredient.defaultStorage,
    location: kind === 'own' ? translateLocation(ingredient.defaultLocation) : '',
  }
}

export interface SourcedShelfLife {
  shelfLife: ShelfLife
  source: string | null
}
export const shelfLifeOf = (choice: IngredientChoice): SourcedShelfLife =>
  choice.kind === 'own'
    ? { shelfLife: choice.ingredient.shelfLife, source: choice.ingredient.shelfLifeSource }
    : { shelfLife: choice.ingredient.shelfLife, source: choice.ingredient.source }

const packs: Partial<Record<Unit, number>> = { g: 500, ml: 500, oz: 8, fl_oz: 12 }

interface UsualAmount {
  quantity: number
  unit: Unit
  /** The own unit that it is a package of. */
  ownUnit: OwnUnit | null
}

/** Returns a new item's initial amount: the scanned package's, else a common package size in that unit. */
export function usualAmount(unit: Unit, ingredient?: Ingredient, barcode?: string): UsualAmount {
  const pack =
    ingredient?.barcodes.find(({ code }) => code === barcode) ?? ingredient?.barcodes.find(({ packQuantity }) => packQuantity !== null)
  if (pack && pack.packQuantity !== null)
    return { quantity: pack.packQuantity, unit: pack.packUnit ?? unit, ownUnit: ownUnitOf(ingredient?.ownUnits, pack.packName) }
  return { quantity: familyOf(unit) === 'count' ? 1 : (packs[unit] ?? 1), unit, ownUnit: null }
}
