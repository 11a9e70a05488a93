import { parentPort, workerData } from 'node:worker_threads'
import { importDump } from './import-dump.ts'

/** Imports `{ file, dataDir }` and posts `{ share, products }`. An error ends the thread with its message. */
const { file, dataDir } = workerData as { file: string; dataDir: string }
await importDump(file, dataDir, new Date(), (share, products) => parentPort?.postMessage({ share, products }))
