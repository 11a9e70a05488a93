import { serveTasks } from '#platform/server/workers/serve-tasks.ts'
import { readPage, readPasted } from '../../rules/plain-recipe.ts'
import type { RecipeText } from './read-page.ts'

serveTasks(({ text, url }: RecipeText) => (url === null ? readPasted(text) : readPage(text, url)))
