import { parentPort } from 'node:worker_threads'
import type { TaskResult } from '#platform/server/workers/worker.ts'
import { type ReadPage, readPage, readPasted } from '../../rules/plain-recipe.ts'
import type { RecipeText } from './read-page.ts'

/** Worker thread that reads pages and pasted texts, one after another. */
parentPort?.on('message', ({ text, url }: RecipeText) => {
  const answer: TaskResult<ReadPage> = { result: url === null ? readPasted(text) : readPage(text, url) }
  parentPort?.postMessage(answer)
})
