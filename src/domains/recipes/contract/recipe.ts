import { z } from 'zod'
import { Id } from '#platform/shared/ids.ts'
import { Name, Text } from '#platform/shared/text.ts'
import { ParsedLine } from './line.ts'

/** The spec's cuisines. */
export const recipeCategories = ['italian', 'asian', 'mexican', 'mediterranean', 'american'] as const
export const RecipeCategory = z.enum(recipeCategories)
export type RecipeCategory = z.infer<typeof RecipeCategory>
export const difficulties = ['easy', 'medium', 'hard'] as const
export const Difficulty = z.enum(difficulties)
export type Difficulty = z.infer<typeof Difficulty>

export const maxLines = 100
/** A week: longer than any ham. */
const Minutes = z.int().min(0).max(10_080)
export const Servings = z.int().min(1).max(500)

/** No names or passwords in it, and no sign that two readers take for different things. */
const webAddress = /^https?:\/\/[^\s/?#@\\]+(?:[/?#][^\s\\]*)?$/i
/** An address people may follow: http or https, nothing else. */
export const WebAddress = Text(2000).refine((text) => webAddress.test(text), 'Use an address that starts with http:// or https://.')

const fields = {
  name: Name(160),
  description: Text(2000),
  category: RecipeCategory,
  tags: z.array(Name(40)).max(20),
  difficulty: Difficulty,
  /** In minutes; 0: not said. */
  prepTime: Minutes,
  cookTime: Minutes,
  servings: Servings,
  /** 0 to 5; null: not rated. */
  rating: z
    .number()
    .min(0)
    .max(5)
    .refine((stars) => Math.abs(stars * 10 - Math.round(stars * 10)) < 1e-6, 'Use at most one decimal place.')
    .nullable(),
  /** One line each, as written. */
  ingredients: z.array(Name(400)).max(maxLines),
  instructions: z.array(Name(4000)).max(maxLines),
  notes: Text(4000),
  /** Where it was found. */
  sourceUrl: WebAddress.nullable(),
  /** A picture elsewhere; `POST /api/recipes/{id}/photo/fetch` brings it here. */
  imageUrl: WebAddress.nullable(),
}

/** A new recipe; what is left out is empty, easy, for four. */
export const NewRecipe = z
  .object({ ...fields, id: Id })
  .partial()
  .required({ name: true })
  .strict()
export type NewRecipe = z.infer<typeof NewRecipe>

export const RecipeChange = z.object(fields).partial().strict()
export type RecipeChange = z.infer<typeof RecipeChange>

/** An unsaved recipe in the shape that `POST /api/recipes` takes. */
export const RecipeDraft = z.object(fields)
export type RecipeDraft = z.infer<typeof RecipeDraft>

/** What a recipe and its card share. */
const shown = {
  id: z.string(),
  ...fields,
  /** Where its photo is served; null: none. */
  image: z.string().nullable(),
  /** Came with the household and was not changed. */
  isStarter: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
}
export const RecipeLine = ParsedLine.extend({
  /** The household's food it means; null: none of them. */
  ingredientId: z.string().nullable(),
})
export type RecipeLine = z.infer<typeof RecipeLine>

/** The spec's recipe, with what was understood of its lines. */
export const Recipe = z.object({ ...shown, lines: z.array(RecipeLine) })
export type Recipe = z.infer<typeof Recipe>

/** How much of a recipe is in the kitchen, counted in lines that name a food. */
export const StockCount = z.object({ have: z.int(), short: z.int(), missing: z.int(), total: z.int() })
export type StockCount = z.infer<typeof StockCount>

/** A recipe in the list. */
export const RecipeCard = z.object({
  ...shown,
  stock: StockCount,
  /** Foods it would use that go off soon, soonest first; days left from today. */
  uses: z.array(z.object({ ingredientId: z.string(), ingredientName: z.string(), daysLeft: z.int() })),
  /** How much it saves from going off, 0 and up: the list's order "uses up soonest". */
  saves: z.number(),
})
export type RecipeCard = z.infer<typeof RecipeCard>
