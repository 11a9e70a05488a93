import { serveTasks } from '#platform/server/workers/worker.ts'
import { readCodes } from './decode-cascade.ts'
import type { DecodeTask } from './decoder.ts'

serveTasks(({ picture, budgetMs }: DecodeTask) => readCodes(picture, performance.now() + budgetMs))
