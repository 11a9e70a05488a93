import type { Ingredient, ShelfLife } from '#domains/ingredients/contract/index.ts'
import { categoryLabel } from '#domains/ingredients/rules/category-labels.ts'
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
  /** The name is a guess, to be checked first. */
  edit?: boolean
}

export function initialFieldsOf({ ingredient, name, barcode, date, dateKind, amount, price }: AddStart): NewLotFields {
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
  }
}

/** Returns the values that follow from the chosen ingredient. */
export function ingredientFieldsOf(
  { kind, ingredient }: IngredientChoice,
  barcode?: string,
): Pick<NewLotFields, 'ingredientId' | 'ingredient' | 'quantity' | 'unit' | 'storage' | 'location'> {
  return {
    ingredientId: kind === 'own' ? ingredient.id : '',
    ingredient: { name: ingredient.name, category: categoryLabel(ingredient.category), parLevel: '' },
    ...usualAmount(ingredient.defaultUnit, kind === 'own' ? ingredient : undefined, barcode),
    storage: ingredient.defaultStorage,
    location: kind === 'own' ? ingredient.defaultLocation : '',
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

/** Returns a new item's initial amount: the scanned package's, else a common package size in that unit. */
export function usualAmount(unit: Unit, ingredient?: Ingredient, barcode?: string): { quantity: string; unit: Unit } {
  const pack =
    ingredient?.barcodes.find(({ code }) => code === barcode) ?? ingredient?.barcodes.find(({ packQuantity }) => packQuantity !== null)
  if (pack && pack.packQuantity !== null) return { quantity: formatNumberInput(pack.packQuantity), unit: pack.packUnit ?? unit }
  return { quantity: familyOf(unit) === 'count' ? '1' : String(packs[unit] ?? 1), unit }
}
