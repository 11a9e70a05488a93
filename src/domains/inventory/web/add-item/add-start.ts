import type { Ingredient, ShelfLife } from '#domains/ingredients/contract/index.ts'
import { aisleLabel } from '#domains/ingredients/rules/aisle.ts'
import type { NewLotFields } from '../lot-sheet/lot-form.ts'
import type { IngredientChoice } from './ingredient-picker.tsx'
import { usualAmount } from './usual-amount.ts'

/** What the form starts with: after a scan, the food and what was read of the pack. */
export interface AddStart {
  food?: Ingredient | undefined
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

export function startOf({ food, name, barcode, date }: AddStart): NewLotFields {
  const scanned = { ...blank, barcode: barcode ?? '', expirationDate: date ?? '', ingredient: { ...blank.ingredient, name: name ?? '' } }
  return food ? { ...scanned, ...filledBy({ kind: 'own', food }, barcode) } : scanned
}

/** What a chosen food says about its lots. */
export function filledBy(
  { kind, food }: IngredientChoice,
  barcode?: string,
): Pick<NewLotFields, 'ingredientId' | 'ingredient' | 'quantity' | 'unit' | 'storage' | 'location'> {
  return {
    ingredientId: kind === 'own' ? food.id : '',
    ingredient: { name: food.name, category: aisleLabel(food.category), parLevel: '' },
    ...usualAmount(food.defaultUnit, kind === 'own' ? food : undefined, barcode),
    storage: food.defaultStorage,
    location: kind === 'own' ? food.defaultLocation : '',
  }
}

export interface KnownLife {
  shelfLife: ShelfLife
  source: string | null
}
export const lifeOf = (choice: IngredientChoice): KnownLife =>
  choice.kind === 'own'
    ? { shelfLife: choice.food.shelfLife, source: choice.food.shelfLifeSource }
    : { shelfLife: choice.food.shelfLife, source: choice.food.source }
