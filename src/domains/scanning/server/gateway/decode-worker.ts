import { parentPort } from 'node:worker_threads'
import type { TaskResult } from '#platform/server/workers/worker.ts'
import type { DecodeTask } from './decode.ts'
import { readCodes, type Search } from './decode-cascade.ts'

/** Searches pictures one after another in a thread, because both decoders block it. */
parentPort?.on('message', async ({ picture, budgetMs }: DecodeTask) => {
  const answer: TaskResult<Search> = await readCodes(picture, performance.now() + budgetMs).then(
    (result) => ({ result }),
    (error: unknown) => ({ failure: String(error) }),
  )
  parentPort?.postMessage(answer)
})
