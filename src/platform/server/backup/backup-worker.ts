import { parentPort, workerData } from 'node:worker_threads'
import { backUp, errorSentences } from './make-backup.ts'

/** Creates a backup in a thread, because reading and compressing everything would block other requests. */
parentPort?.postMessage(
  await backUp(workerData).then(
    () => null,
    (error: unknown) => errorSentences(error),
  ),
)
