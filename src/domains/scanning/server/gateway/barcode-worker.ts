import { serveTasks } from '#platform/server/workers/worker.ts'
import type { DecodeTask } from './barcode-decoder.ts'
import { readBarcodes } from './read-barcodes.ts'

serveTasks(({ picture, budgetMs }: DecodeTask) => readBarcodes(picture, performance.now() + budgetMs))
