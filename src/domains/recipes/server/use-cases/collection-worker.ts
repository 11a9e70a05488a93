import { parentPort } from 'node:worker_threads'
import type { TaskResult } from '#platform/server/workers/worker.ts'
import { CollectionRefused } from '../gateway/archive.ts'
import { type CollectionAnswer, readCollection } from './read-collection.ts'

async function answerTo(upload: Uint8Array): Promise<TaskResult<CollectionAnswer>> {
  try {
    return { result: { collection: await readCollection(Buffer.from(upload.buffer, upload.byteOffset, upload.byteLength)) } }
  } catch (error) {
    return error instanceof CollectionRefused ? { result: { refused: error.code } } : { failure: String(error) }
  }
}

/** Worker thread that unpacks and parses collections, one after another. */
parentPort?.on('message', async (upload: Uint8Array) => {
  const answer = await answerTo(upload)
  const read = 'result' in answer && 'collection' in answer.result ? answer.result.collection : null
  const moved = read ? [...read.recipes.map(({ row }) => row.buffer), ...read.pictures.map(({ buffer }) => buffer)] : []
  parentPort?.postMessage(answer, moved)
})
