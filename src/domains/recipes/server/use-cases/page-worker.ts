import { serveTasks } from '#platform/server/workers/worker.ts'
import { readPage, readPastedRecipe } from '../../rules/read-recipe.ts'
import type { RecipeText } from './read-recipe-draft.ts'

serveTasks(({ text, url }: RecipeText) => (url === null ? readPastedRecipe(text) : readPage(text, url)))
