import { readCollectionFile } from './collection-files.ts'
import { type CollectionRecipes, withoutPicture } from './collection-recipes.ts'
import { isCooklang, readCooklang } from './cooklang.ts'
import { looseJson } from './json-ld.ts'
import { readMarkdown } from './markdown-recipe.ts'
import { isMasterCookText, isMasterCookXml, readMasterCookText, readMasterCookXml } from './master-cook.ts'
import { isMealMaster, readMealMaster } from './meal-master.ts'
import { parseRecipePage } from './read-recipe.ts'
import { isRecipeKeeper, readRecipeKeeper } from './recipe-keeper.ts'

const none: CollectionRecipes = { format: 'json', recipes: [], losses: new Set() }

/** A page that someone saved: only its recipe data counts, since other pages are no recipes. */
function readPage(text: string): CollectionRecipes {
  const { recipe, readFrom } = parseRecipePage(text, null)
  const isRecipe = recipe !== null && readFrom !== 'headings'
  return isRecipe ? { format: 'schemaOrg', recipes: [withoutPicture(recipe)], losses: new Set() } : none
}

/**
 * Returns at most `max` recipes of a file, whose format its text tells. `name`: the file’s name without its extension, for a recipe that
 * has no title of its own.
 */
export function readCollectionText({ text, name }: { text: string; name: string }, max: number): CollectionRecipes & { data?: unknown } {
  const start = text.slice(0, 1000).trimStart()
  if (/^[[{]/.test(start)) {
    const data = looseJson(text)
    return { ...readCollectionFile(data, max), data }
  }
  if (isMasterCookXml(text)) return readMasterCookXml(text, max)
  if (isRecipeKeeper(text)) return readRecipeKeeper(text, max)
  if (start.startsWith('<')) return readPage(text)
  if (isMasterCookText(text)) return readMasterCookText(text, max)
  if (isMealMaster(text)) return readMealMaster(text, max)
  return isCooklang(text) ? readCooklang(text, name) : readMarkdown(text, name)
}
