import { parentPort, workerData } from 'node:worker_threads'
import { backUp, errorSentences } from './make-backup.ts'

/** The thread in which the server makes a backup: reading and packing everything would hold up whoever else is served. */
parentPort?.postMessage(
  await backUp(workerData).then(
    () => null,
    (error: unknown) => errorSentences(error),
  ),
)
