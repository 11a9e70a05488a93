import { parentPort } from 'node:worker_threads'
import type { TaskResult } from '#platform/server/workers/worker.ts'
import type { DecodeTask } from './decode.ts'
import { readCodes, type Search } from './decode-cascade.ts'

/** The thread in which pictures are searched for codes, one after another: both decoders hold up whoever runs them. */
parentPort?.on('message', async ({ picture, budgetMs }: DecodeTask) => {
  const answer: TaskResult<Search> = await readCodes(picture, performance.now() + budgetMs).then(
    (result) => ({ result }),
    (error: unknown) => ({ failure: String(error) }),
  )
  parentPort?.postMessage(answer)
})
