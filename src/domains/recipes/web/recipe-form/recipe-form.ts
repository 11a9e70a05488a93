import { t } from '@lingui/core/macro'
import { formatNumberInput, parseNumber } from '#platform/web/ui/number-input.tsx'
import { Difficulty, RecipeCategory, type RecipeChange, type RecipeDraft } from '../../contract/index.ts'
import { newRecipeDefaults } from '../../rules/new-recipe.ts'

/** A recipe as typed: one line per ingredient, one paragraph per step. */
export type FormTexts = {
  name: string
  description: string
  category: string
  difficulty: string
  prepTime: string
  cookTime: string
  totalTime: string
  servings: string
  rating: string
  tags: string
  ingredients: string
  instructions: string
  notes: string
  sourceUrl: string
}

export function recipeFormTexts(recipe: Omit<RecipeDraft, 'imageUrl'> | null): FormTexts {
  const time = (minutes: number | undefined) => (minutes ? String(minutes) : '')
  return {
    name: recipe?.name ?? '',
    description: recipe?.description ?? '',
    category: recipe?.category ?? newRecipeDefaults.category,
    difficulty: recipe?.difficulty ?? 'easy',
    prepTime: time(recipe?.prepTime),
    cookTime: time(recipe?.cookTime),
    totalTime: time(recipe?.totalTime),
    servings: String(recipe?.servings ?? newRecipeDefaults.servings),
    rating: recipe?.rating == null ? '' : formatNumberInput(recipe.rating),
    tags: recipe?.tags.join(', ') ?? '',
    ingredients: recipe?.ingredients.join('\n') ?? '',
    instructions: recipe?.instructions.join('\n\n') ?? '',
    notes: recipe?.notes ?? '',
    sourceUrl: recipe?.sourceUrl ?? '',
  }
}

const rows = (text: string) =>
  text
    .split('\n')
    .map((row) => row.trim())
    .filter((row) => row !== '')
/** Steps are separated by empty lines; without any, each line is a step. */
const steps = (text: string) =>
  (/\n\s*\n/.test(text.trim()) ? text.split(/\n\s*\n/).map((step) => step.trim()) : rows(text)).filter((step) => step !== '')

type WrongFields = Partial<Record<keyof FormTexts, string>>

/** Returns what to send, or what is wrong with which fields. */
export function parseRecipeForm(form: FormTexts): { sent: RecipeChange & { name: string } } | { wrong: WrongFields } {
  const wrong: WrongFields = {}
  const whole = (field: 'prepTime' | 'cookTime' | 'totalTime' | 'servings', min: number) => {
    const value = parseNumber(form[field]) ?? (field === 'servings' ? Number.NaN : 0)
    if (!Number.isInteger(value) || value < min)
      wrong[field] = min > 0 ? t`Enter the number of servings as a whole number.` : t`Enter whole minutes.`
    return value
  }
  const rating = parseNumber(form.rating)
  if (rating !== null && !(rating >= 0 && rating <= 5)) wrong.rating = t`From 0 to 5 stars.`
  const name = form.name.trim()
  if (name === '') wrong.name = t`Enter a name.`
  const sent = {
    name,
    description: form.description.trim(),
    category: RecipeCategory.parse(form.category),
    difficulty: Difficulty.parse(form.difficulty),
    prepTime: whole('prepTime', 0),
    cookTime: whole('cookTime', 0),
    totalTime: whole('totalTime', 0),
    servings: whole('servings', 1),
    rating: rating === null ? null : Math.round(rating * 10) / 10,
    tags: [...new Set(form.tags.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== ''),
    ingredients: rows(form.ingredients),
    instructions: steps(form.instructions),
    notes: form.notes.trim(),
    sourceUrl: form.sourceUrl.trim() === '' ? null : form.sourceUrl.trim(),
  }
  return Object.keys(wrong).length > 0 ? { wrong } : { sent }
}
