import { z } from 'zod'
import { Id } from '#platform/shared/ids.ts'
import { Name, Text } from '#platform/shared/text-schemas.ts'
import { countUnits, massUnits, volumeUnits } from '#platform/shared/units.ts'

/** Units of recipes besides those of stock: foreign measures, natural portions and packs. */
export const kitchenUnits = [
  ...['dl', 'cl', 'pint', 'quart'],
  ...['clove', 'pinch', 'bunch', 'handful', 'dash', 'drop', 'drizzle', 'knob', 'sprig', 'leaf', 'slice', 'stalk', 'stick', 'head', 'ear'],
  ...['can', 'jar', 'bottle', 'package', 'bag', 'tub', 'box', 'glass', 'cube', 'roll', 'loaf', 'block', 'sheet', 'bar', 'ball', 'ladle'],
] as const
export const lineUnits: readonly string[] = [...massUnits, ...volumeUnits, ...countUnits, ...kitchenUnits]

/** An ingredient line, parsed; `text` is the line as written. */
export const ParsedLine = z.object({
  text: z.string(),
  /** The lower end of a range; null if there is no quantity. */
  quantity: z.number().nullable(),
  /** Null if counted or without a quantity. */
  unit: z.string().nullable(),
  /** As written, without amount and preparation; empty if the line names no food (a heading). */
  food: z.string(),
  /** How to prepare it and other remarks; empty if there are none. */
  preparation: z.string(),
  /** False if a part was guessed, left out or ambiguous. */
  sure: z.boolean(),
})
export type ParsedLine = z.infer<typeof ParsedLine>

export const path = '/api/recipes'
export const readAccess = { auth: 'household' } as const
export const writeAccess = { auth: 'household', role: 'MEMBER' } as const

/** The spec's cuisines, and `other` for what names none of them. */
export const recipeCategories = ['italian', 'asian', 'mexican', 'mediterranean', 'american', 'other'] as const
export const RecipeCategory = z.enum(recipeCategories)
export type RecipeCategory = z.infer<typeof RecipeCategory>
export const difficulties = ['easy', 'medium', 'hard'] as const
export const Difficulty = z.enum(difficulties)
export type Difficulty = z.infer<typeof Difficulty>

export const maxLines = 100
/** At most a week. */
const Minutes = z.int().min(0).max(10_080)
export const Servings = z.int().min(1).max(500)

/** No user names or passwords, and no characters that parsers read differently. */
const webAddress = /^https?:\/\/[^\s/?#@\\]+(?:[/?#][^\s\\]*)?$/i
/** An address that is safe to open: http or https only. */
export const WebAddress = Text(2000).refine((text) => webAddress.test(text), 'Use an address that starts with http:// or https://.')

/** A rating of 0 to 5 stars, in tenths. */
export const Stars = z
  .number()
  .min(0)
  .max(5)
  .refine((stars) => Math.abs(stars * 10 - Math.round(stars * 10)) < 1e-6, 'Use at most one decimal place.')

const fields = {
  name: Name(160),
  description: Text(2000),
  category: RecipeCategory,
  tags: z.array(Name(40)).max(20),
  difficulty: Difficulty,
  /** In minutes; 0 if unknown. */
  prepTime: Minutes,
  cookTime: Minutes,
  /** With resting and waiting; 0 if it is no more than `prepTime` and `cookTime`. */
  totalTime: Minutes,
  servings: Servings,
  /** 0 to 5; null if not rated. */
  rating: Stars.nullable(),
  /** One line each, as written. */
  ingredients: z.array(Name(400)).max(maxLines),
  instructions: z.array(Name(4000)).max(maxLines),
  notes: Text(4000),
  /** The page it was imported from. */
  sourceUrl: WebAddress.nullable(),
  /** A picture elsewhere; `POST /api/recipes/{id}/photo/fetch` imports it. */
  imageUrl: WebAddress.nullable(),
}

/** Fields that only the household sets. */
const ownFields = { ...fields, isFavorite: z.boolean() }

/** A new recipe. Omitted fields are empty; the default is easy, for four. */
export const NewRecipe = z
  .object({ ...ownFields, id: Id })
  .partial()
  .required({ name: true })
  .strict()
export type NewRecipe = z.infer<typeof NewRecipe>

export const RecipeChange = z.object(ownFields).partial().strict()
export type RecipeChange = z.infer<typeof RecipeChange>

/** An unsaved recipe in the shape that `POST /api/recipes` accepts. */
export const RecipeDraft = z.object(fields)
export type RecipeDraft = z.infer<typeof RecipeDraft>

/**
 * What a draft was read from, surest first: the page's recipe data; the elements of a recipe plug-in or the headings of a pasted text;
 * lists on a page that stand below a heading such as "Ingredients".
 */
export const ReadFrom = z.enum(['data', 'markup', 'headings'])
export type ReadFrom = z.infer<typeof ReadFrom>

/** Common fields of a recipe and its card. */
const shown = {
  id: z.string(),
  ...ownFields,
  /** The photo's address; null if there is none. */
  image: z.string().nullable(),
  /** A starter recipe that the household hasn't changed. */
  isStarter: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
}
export const RecipeLine = ParsedLine.extend({
  /** The household's ingredient it refers to; null if there is none. */
  ingredientId: z.string().nullable(),
})
export type RecipeLine = z.infer<typeof RecipeLine>

/** The spec's recipe with its parsed lines. */
export const Recipe = z.object({ ...shown, lines: z.array(RecipeLine) })
export type Recipe = z.infer<typeof Recipe>

/** A recipe in the browser's copy; which ingredients its lines refer to is found there. */
export const SyncedRecipe = z.object({ ...shown, lines: z.array(ParsedLine.omit({ text: true })) })
export type SyncedRecipe = z.infer<typeof SyncedRecipe>

/** The ingredient that a user matched to a name in recipes; its id is the name's key. */
export const SyncedRecipeMatch = z.object({ id: z.string(), ingredientId: z.string().nullable() })
export type SyncedRecipeMatch = z.infer<typeof SyncedRecipeMatch>

/** How much of a recipe is in stock, in lines that name a food. */
export const StockCount = z.object({ have: z.int(), short: z.int(), missing: z.int(), total: z.int() })
export type StockCount = z.infer<typeof StockCount>

/** A recipe in the list. */
export const RecipeListItem = z.object({
  ...shown,
  stock: StockCount,
  /** Ingredients it uses that expire soon, soonest first. `isShort`: there is less of it than the recipe needs. */
  uses: z.array(z.object({ ingredientId: z.string(), ingredientName: z.string(), daysLeft: z.int(), isShort: z.boolean() })),
  /** How much waste it avoids, 0 and up; the list's order "uses up soonest". */
  saves: z.number(),
  /** How often it was made, as far as noted. */
  timesCooked: z.int(),
  /** The day it was last made; null if never. */
  lastCookedOn: z.string().nullable(),
})
export type RecipeListItem = z.infer<typeof RecipeListItem>
