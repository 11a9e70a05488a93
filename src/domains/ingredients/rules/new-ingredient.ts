import { firstSupportedLanguage } from '#platform/shared/language.ts'
import { messageLocale } from '#platform/shared/say.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { Ingredient, NewIngredient, ShelfLife } from '../contract/index.ts'
import { findBuiltInFood } from './built-in/find-food.ts'

export const unknownShelfLife: ShelfLife = { pantryDays: null, fridgeDays: null, freezerDays: null, openedDays: null }

/** Returns what adding a lot by name introduces, until the server has it. The built-in food of that name gives the rest. */
export function createProvisionalIngredient(
  { name, category, parLevel }: Pick<NewIngredient, 'name' | 'category' | 'parLevel'>,
  id: string,
  unit: Unit,
  at: string,
): Ingredient {
  const common = findBuiltInFood(name, firstSupportedLanguage([messageLocale()]) ?? 'en')
  return {
    id,
    name,
    category: category ?? common?.category ?? 'Other',
    parLevel: parLevel ?? null,
    defaultUnit: unit,
    defaultStorage: common?.defaultStorage ?? 'PANTRY',
    defaultLocation: '',
    openedStorage: null,
    openedLocation: '',
    aliases: [],
    conversions: common?.conversions ?? [],
    ownUnits: [],
    containers: [],
    shelfLife: common?.shelfLife ?? unknownShelfLife,
    shelfLifeSource: common?.source ?? null,
    isShared: false,
    note: '',
    warningDays: null,
    isFavorite: false,
    parentId: null,
    picture: null,
    barcodes: [],
    createdAt: at,
    updatedAt: at,
    version: 1,
  }
}
