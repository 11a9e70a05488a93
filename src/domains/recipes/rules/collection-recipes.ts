import type { CollectionFormat, CollectionLoss } from '../contract/import.ts'
import type { RecipeDraft } from '../contract/recipe.ts'

/** A recipe of a collection, before it is stored. */
export interface CollectionRecipe {
  draft: RecipeDraft
  /** The name of its picture in the archive, relative to the file; null if the file names none. */
  picture: string | null
}

/** The recipes of one file, and what of them has no place in Larder. */
export interface CollectionRecipes {
  format: CollectionFormat
  recipes: CollectionRecipe[]
  losses: ReadonlySet<CollectionLoss>
}

export const withoutPicture = (draft: RecipeDraft): CollectionRecipe => ({ draft, picture: null })

/** Returns the lines of a text. */
export const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/)
export const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim()
