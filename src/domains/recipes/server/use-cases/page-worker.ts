import { serveTasks } from '#platform/server/workers/worker.ts'
import { readPage, readPasted } from '../../rules/plain-recipe.ts'
import type { RecipeText } from './read-recipe-draft.ts'

serveTasks(({ text, url }: RecipeText) => (url === null ? readPasted(text) : readPage(text, url)))
