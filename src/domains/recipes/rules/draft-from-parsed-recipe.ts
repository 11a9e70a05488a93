import { nameKey } from '#platform/shared/name-key.ts'
import { maxLines, type RecipeCategory, type RecipeDraft, WebAddress } from '../contract/recipe.ts'
import { plainLine, plainText } from './html-text.ts'

/** What a parser found; any field may be missing. */
export interface ParsedRecipe {
  name?: string
  description?: string
  ingredients: readonly string[]
  instructions: readonly string[]
  /** Cuisine, category and keywords as in the source. */
  labels: readonly string[]
  prepTime?: number | null
  cookTime?: number | null
  servings?: number | null
  rating?: number | null
  notes?: string
  sourceUrl?: string | null
  imageUrl?: string | null
  difficulty?: RecipeDraft['difficulty']
}

const cuisines: readonly [RecipeCategory, RegExp][] = [
  ['italian', /ital|pasta|pizza|risott|tuscan|sicil|roman\b|gnocchi|lasagn|toskan/],
  [
    'asian',
    /asia|chin|japan|thai|korea|vietnam|india|indones|malays|curry|ramen|sushi|wok|szechuan|sichuan|teriyaki|noodle soup|pho\b|dal\b/,
  ],
  ['mexican', /mexi|tex-mex|taco|burrito|enchilada|quesadilla|salsa|guacamole|latin|tortilla/],
  [
    'mediterranean',
    /mediter|mittelmeer|greek|griech|grec|turk|leban|libanes|morocc|marokk|maroc|spani|spanish|espagn|hummus|falafel|french|franz|francais|provenc|middle east|israel|persian|north african/,
  ],
  ['american', /americ|amerik|southern|bbq|barbecue|burger|cajun|creole|pancake|british|comfort/],
]

/** Returns one of the spec's five cuisines, by the source's labels, then by the name; American by default. */
function categoryOf(labels: readonly string[], name: string): RecipeCategory {
  for (const text of [...labels, name].map(nameKey)) {
    const fit = cuisines.find(([, words]) => words.test(text))
    if (fit) return fit[0]
  }
  return 'american'
}

const web = (address: string | null | undefined) => {
  const parsed = WebAddress.safeParse(address ?? '')
  return parsed.success ? parsed.data : null
}

const visible = /[\p{L}\p{N}]/u
const lines = (texts: readonly string[], max: number) =>
  texts
    .slice(0, 3 * maxLines)
    .map((text) => plainLine(text, max))
    .filter((text) => visible.test(text))
    .slice(0, maxLines)

/** Returns a draft that `POST /api/recipes` accepts: plain text within every limit. */
export function draftOf(found: ParsedRecipe): RecipeDraft {
  const name = plainLine(found.name ?? '', 160)
  const tags = [...new Set(found.labels.slice(0, 300).map((label) => plainLine(label, 40)))].filter(
    (label) => visible.test(label) && label.length > 1,
  )
  const [prep, cook] = [found.prepTime ?? 0, found.cookTime ?? 0]
  return {
    name: visible.test(name) ? name : 'Untitled recipe',
    description: plainText(found.description ?? '')
      .slice(0, 2000)
      .toWellFormed()
      .trim(),
    category: categoryOf(found.labels, name),
    tags: tags.slice(0, 20),
    difficulty: found.difficulty ?? (found.ingredients.length > 14 || prep + cook > 120 ? 'medium' : 'easy'),
    prepTime: prep,
    cookTime: cook,
    servings: found.servings ?? 4,
    rating: found.rating ?? null,
    ingredients: lines(found.ingredients, 400),
    instructions: lines(found.instructions, 4000),
    notes: plainText(found.notes ?? '')
      .slice(0, 4000)
      .toWellFormed()
      .trim(),
    sourceUrl: web(found.sourceUrl),
    imageUrl: web(found.imageUrl),
  }
}
