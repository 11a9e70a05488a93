import { versionedKind } from '#platform/web/sync/row-versions.ts'
import { editedRecipe } from './recipe-intent.ts'

export const recipeKind = versionedKind(editedRecipe)
