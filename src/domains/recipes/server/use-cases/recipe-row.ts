import { randomUUIDv7 } from 'node:crypto'
import { perLanguage } from '#platform/server/i18n/current-language.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import type { Recipe, SyncedRecipe } from '../../contract/index.ts'
import type { NewRecipe, ParsedLine, RecipeChange } from '../../contract/recipe.ts'
import { matchedRecipe } from '../../rules/compare-lines-with-stock.ts'
import type { LineMatcher } from '../../rules/match-line.ts'
import { newRecipeDefaults } from '../../rules/new-recipe.ts'
import { parseLine } from '../../rules/parse-line.ts'
import { startersIn } from '../built-in/starters.ts'
import type { RecipeFields, RecipeRow } from '../store/recipes.ts'

type KeptLine = Omit<ParsedLine, 'text'>

/** Parses a line for storage beside its text. */
const keptLine = (text: string): KeptLine => {
  const { text: _text, ...line } = parseLine(text)
  return line
}

/** Returns the columns of the given fields. */
export function toColumns(input: RecipeChange): Partial<RecipeRow> {
  const columns: Partial<RecipeRow> = {}
  if (input.name !== undefined) columns.name = input.name
  if (input.description !== undefined) columns.description = input.description
  if (input.category !== undefined) columns.category = input.category
  if (input.tags !== undefined) columns.tags = JSON.stringify([...new Set(input.tags)])
  if (input.difficulty !== undefined) columns.difficulty = input.difficulty
  if (input.prepTime !== undefined) columns.prep_minutes = input.prepTime
  if (input.cookTime !== undefined) columns.cook_minutes = input.cookTime
  if (input.totalTime !== undefined) columns.total_minutes = input.totalTime
  if (input.servings !== undefined) columns.servings = input.servings
  if (input.rating !== undefined) columns.rating_tenths = input.rating === null ? null : Math.round(input.rating * 10)
  if (input.ingredients !== undefined) {
    columns.ingredients = JSON.stringify(input.ingredients)
    columns.lines = JSON.stringify(input.ingredients.map(keptLine))
  }
  if (input.instructions !== undefined) columns.instructions = JSON.stringify(input.instructions)
  if (input.notes !== undefined) columns.notes = input.notes
  if (input.sourceUrl !== undefined) columns.source_url = input.sourceUrl
  if (input.imageUrl !== undefined) columns.image_url = input.imageUrl
  if (input.isFavorite !== undefined) columns.is_favorite = input.isFavorite ? 1 : 0
  return columns
}

export const searchKeyOf = ({ name, description, ingredients }: Pick<RecipeRow, 'name' | 'description' | 'ingredients'>) =>
  nameKey([name, description, ...readJsonLines(ingredients)].join(' '))

export const readJsonLines = (text: string) => JSON.parse(text) as string[]
export const keptLinesOf = (row: Pick<RecipeRow, 'lines'>) => JSON.parse(row.lines) as KeptLine[]

export function newRow(input: NewRecipe, at: string): RecipeFields {
  const row: RecipeFields = {
    id: input.id ?? randomUUIDv7(),
    name: input.name,
    description: '',
    ...newRecipeDefaults,
    tags: '[]',
    prep_minutes: 0,
    cook_minutes: 0,
    total_minutes: 0,
    rating_tenths: null,
    ingredients: '[]',
    instructions: '[]',
    lines: '[]',
    notes: '',
    source_url: null,
    image_url: null,
    photo: null,
    is_starter: 0,
    is_favorite: 0,
    search_key: '',
    version: 1,
    created_at: at,
    updated_at: at,
    removed_at: null,
    ...toColumns(input),
  }
  return { ...row, search_key: searchKeyOf(row) }
}

/** When the starters were written. */
const writtenAt = '2026-11-01T00:00:00.000Z'

/** Returns the starters in the reader's language, as rows without a household. */
export const starterRows = perLanguage((language): readonly RecipeFields[] =>
  startersIn(language).map((starter) => ({ ...newRow(starter, writtenAt), is_starter: 1 })),
)

export const starterRow = (id: string): RecipeFields | undefined => starterRows().find((row) => row.id === id)

const imageOf = ({ id, photo }: RecipeFields) => (photo === null ? null : `/api/recipes/${id}/photo?v=${photo}`)
const ratingOf = ({ rating_tenths }: RecipeFields) => (rating_tenths === null ? null : rating_tenths / 10)

/** Columns returned as stored, by their wire names. */
const plainOf = (row: RecipeFields) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  category: row.category,
  difficulty: row.difficulty,
  prepTime: row.prep_minutes,
  cookTime: row.cook_minutes,
  totalTime: row.total_minutes,
  servings: row.servings,
  rating: ratingOf(row),
  notes: row.notes,
  sourceUrl: row.source_url,
  imageUrl: row.image_url,
  image: imageOf(row),
  isStarter: row.is_starter === 1,
  isFavorite: row.is_favorite === 1,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  version: row.version,
})

/** Returns a recipe without what depends on the household's ingredients. */
export const toSyncedRecipe = (row: RecipeFields): SyncedRecipe => ({
  ...plainOf(row),
  tags: JSON.parse(row.tags) as string[],
  ingredients: readJsonLines(row.ingredients),
  instructions: readJsonLines(row.instructions),
  lines: keptLinesOf(row),
})

/** Returns a recipe's response with its lines matched to the household's ingredients. */
export const toRecipe = (row: RecipeFields, match: LineMatcher): Recipe => matchedRecipe(toSyncedRecipe(row), match)

/** Returns a card as JSON text without the stock and the closing brace; avoids parsing stored JSON. */
export const toUnclosedCardJson = (row: RecipeFields): string =>
  `${JSON.stringify(plainOf(row)).slice(0, -1)},"tags":${row.tags},"ingredients":${row.ingredients},"instructions":${row.instructions}`
