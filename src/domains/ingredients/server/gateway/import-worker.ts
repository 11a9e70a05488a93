import { parentPort, workerData } from 'node:worker_threads'
import { importDump } from './import-dump.ts'

/** Asked with `{file, dataDir}`; tells `{share, products}` as it goes. What goes wrong ends the thread with its sentence. */
const { file, dataDir } = workerData as { file: string; dataDir: string }
await importDump(file, dataDir, new Date(), (share, products) => parentPort?.postMessage({ share, products }))
