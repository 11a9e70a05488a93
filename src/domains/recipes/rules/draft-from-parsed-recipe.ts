import { nameKey } from '#platform/shared/name-key.ts'
import { maxLines, type RecipeCategory, type RecipeDraft, WebAddress } from '../contract/recipe.ts'
import { plainLine, plainText } from './html-text.ts'
import { newRecipeDefaults } from './new-recipe.ts'

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
  totalTime?: number | null
  servings?: number | null
  rating?: number | null
  notes?: string
  sourceUrl?: string | null
  imageUrl?: string | null
  difficulty?: RecipeDraft['difficulty']
}

/** Words and beginnings of words (ending in `*`) of each cuisine, in three languages. */
const cuisines: readonly [RecipeCategory, RegExp][] = (
  [
    ['italian', 'ital* pasta pizza risott* tuscan* sicil* roman gnocchi lasagn* toskan* spaghetti'],
    [
      'asian',
      'asia* chinese chines* chine chinois* japan* japon* thai* korea* core* vietnam* india indian indisch* indien* indones* malays* curry curries ramen sushi wok szechuan sichuan teriyaki pho dal dhal bibimbap kimchi',
    ],
    ['mexican', 'mexi* tex-mex texmex taco tacos burrito* enchilada* quesadilla* salsa guacamole latin tortilla*'],
    [
      'mediterranean',
      'mediter* mittelmeer* greek griech* grec grecque turkish turkei turkisch* turc turque turkiye leban* liban* morocc* marokk* maroc* spain spani* espagn* hummus falafel french franz* franca* provenc* israel* persian persisch* north-african shakshuka',
    ],
    ['american', 'america* amerik* usa cajun creole'],
  ] as const
).map(([cuisine, words]) => [
  cuisine,
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${words
      .split(' ')
      .map((word) => word.replace('*', '\\p{L}*'))
      .join('|')})(?![\\p{L}\\p{N}])`,
    'u',
  ),
])

/** Returns the cuisine that the source's labels name, then its name; `other` if neither does. */
function categoryOf(labels: readonly string[], name: string): RecipeCategory {
  for (const text of [...labels, name].map(nameKey)) {
    const fit = cuisines.find(([, words]) => words.test(text))
    if (fit) return fit[0]
  }
  return 'other'
}

const web = (address: string | null | undefined) => {
  const parsed = WebAddress.safeParse(address ?? '')
  return parsed.success ? parsed.data : null
}

const visible = /[\p{L}\p{N}]/u
/** Repairs what plug-ins write when a note or an amount is empty: `((optional))`, `salt , ground`, `1 onion ()`. */
const tidy = (text: string) =>
  text
    .replace(/\(\s*\(([^()]*)\)\s*\)/g, '($1)')
    .replace(/\(\s*\)/g, '')
    .replace(/ +([,;])/g, '$1')
    .replace(/ {2,}/g, ' ')
    .trim()
const lines = (texts: readonly string[], max: number) =>
  texts
    .slice(0, 3 * maxLines)
    .map((text) => tidy(plainLine(text, max)))
    .filter((text) => visible.test(text))
    .slice(0, maxLines)

/** A draft, and whether the source says for how many it is. */
export type ReadRecipe = RecipeDraft & { readonly hasServings: boolean }
export const toDraftFromSource = (found: ParsedRecipe): ReadRecipe => ({ ...draftOf(found), hasServings: found.servings != null })

export const untitled = 'Untitled recipe'

/** Returns a draft that `POST /api/recipes` accepts: plain text within every limit. */
export function draftOf(found: ParsedRecipe): RecipeDraft {
  const name = plainLine(found.name ?? '', 160)
  const tags = [...new Set(found.labels.slice(0, 300).map((label) => plainLine(label, 40)))].filter(
    (label) => visible.test(label) && label.length > 1,
  )
  const [prep, total] = [found.prepTime ?? 0, found.totalTime ?? 0]
  const cook = found.cookTime ?? Math.max(0, total - prep)
  return {
    name: visible.test(name) ? name : untitled,
    description: plainText(found.description ?? '')
      .slice(0, 2000)
      .toWellFormed()
      .trim(),
    category: categoryOf(found.labels, name),
    tags: tags.slice(0, 20),
    difficulty: found.difficulty ?? (found.ingredients.length > 14 || prep + cook > 120 ? 'medium' : 'easy'),
    prepTime: prep,
    cookTime: cook,
    totalTime: total > prep + cook ? total : 0,
    servings: found.servings ?? newRecipeDefaults.servings,
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
