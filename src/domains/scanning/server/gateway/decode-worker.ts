import { parentPort } from 'node:worker_threads'
import type { GreyPicture } from '#platform/server/safe-image.ts'
import type { DecodeAnswer } from './decode.ts'
import { readCodes } from './decode-cascade.ts'

/** The thread in which pictures are searched for codes, one after another: both decoders hold up whoever runs them. */
parentPort?.on('message', async ({ picture, budgetMs }: { picture: GreyPicture; budgetMs: number }) => {
  const answer: DecodeAnswer = await readCodes(picture, performance.now() + budgetMs).then(
    (codes) => ({ codes }),
    (error: unknown) => ({ failure: String(error) }),
  )
  parentPort?.postMessage(answer)
})
