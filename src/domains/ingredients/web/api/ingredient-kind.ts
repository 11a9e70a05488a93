import { versionedKind } from '#platform/web/sync/row-versions.ts'
import { editedIngredient } from './ingredient-intent.ts'

export const ingredientKind = versionedKind(editedIngredient)
