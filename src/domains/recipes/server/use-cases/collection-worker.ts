import { serveTasks } from '#platform/server/workers/task-worker.ts'
import { CollectionRefusedError } from '../gateway/unpack-collection.ts'
import { type CollectionResult, type CollectionTask, readCollection } from './read-collection.ts'

async function answerTo({ upload, name }: CollectionTask): Promise<CollectionResult> {
  try {
    return { collection: await readCollection(Buffer.from(upload.buffer, upload.byteOffset, upload.byteLength), name) }
  } catch (error) {
    if (error instanceof CollectionRefusedError) return { refused: error.code }
    throw error
  }
}

serveTasks(answerTo, (answer) => {
  if ('refused' in answer) return []
  const { recipes, pictures } = answer.collection
  return [...recipes.map(({ row }) => row.buffer), ...pictures.map(({ buffer }) => buffer)]
})
