import { serveTasks } from '#platform/server/workers/task-worker.ts'
import { parseRecipePage, readPastedRecipe } from '../../rules/read-recipe.ts'
import type { RecipeText } from './read-recipe-draft.ts'

serveTasks(({ text, url }: RecipeText) => (url === null ? readPastedRecipe(text) : parseRecipePage(text, url)))
