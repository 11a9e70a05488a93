import type { Ingredient, ShelfLife } from '#domains/ingredients/contract/index.ts'
import { aisleLabel } from '#domains/ingredients/rules/aisle.ts'
import type { NewLotFields } from '../lot-sheet/lot-form.ts'
import type { IngredientChoice } from './ingredient-picker.tsx'
import { usualAmount } from './usual-amount.ts'

/** What the form starts with: after a scan, the food and what was read of the pack. */
export interface AddStart {
  ingredient?: Ingredient | undefined
  name?: string | undefined
  barcode?: string | undefined
  date?: string | undefined
  /** The name is a guess, to be looked at first. */
  edit?: boolean
}

export const blank: NewLotFields = {
  ingredientId: '',
  ingredient: { name: '', category: '', parLevel: '' },
  quantity: '1',
  unit: 'each',
  location: '',
  storage: 'PANTRY',
  expirationDate: '',
  dateKind: '',
  purchasePrice: '',
  isOpened: false,
  isShared: false,
  barcode: '',
}

export function startOf({ ingredient, name, barcode, date }: AddStart): NewLotFields {
  const scanned = { ...blank, barcode: barcode ?? '', expirationDate: date ?? '', ingredient: { ...blank.ingredient, name: name ?? '' } }
  return ingredient ? { ...scanned, ...filledBy({ kind: 'own', ingredient }, barcode) } : scanned
}

/** What a chosen food says about its lots. */
export function filledBy(
  { kind, ingredient }: IngredientChoice,
  barcode?: string,
): Pick<NewLotFields, 'ingredientId' | 'ingredient' | 'quantity' | 'unit' | 'storage' | 'location'> {
  return {
    ingredientId: kind === 'own' ? ingredient.id : '',
    ingredient: { name: ingredient.name, category: aisleLabel(ingredient.category), parLevel: '' },
    ...usualAmount(ingredient.defaultUnit, kind === 'own' ? ingredient : undefined, barcode),
    storage: ingredient.defaultStorage,
    location: kind === 'own' ? ingredient.defaultLocation : '',
  }
}

export interface KnownLife {
  shelfLife: ShelfLife
  source: string | null
}
export const lifeOf = (choice: IngredientChoice): KnownLife =>
  choice.kind === 'own'
    ? { shelfLife: choice.ingredient.shelfLife, source: choice.ingredient.shelfLifeSource }
    : { shelfLife: choice.ingredient.shelfLife, source: choice.ingredient.source }
