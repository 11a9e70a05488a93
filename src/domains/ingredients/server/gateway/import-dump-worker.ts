import { serveTasks } from '#platform/server/workers/task-worker.ts'
import { importDump } from './import-dump.ts'

export interface ImportTask {
  file: string
  dataDir: string
}
export interface ImportProgress {
  share: number
  products: number
}

serveTasks(async ({ file, dataDir }: ImportTask, sendPart: (progress: ImportProgress) => void): Promise<void> => {
  await importDump(file, dataDir, new Date(), (share, products) => sendPart({ share, products }))
})
