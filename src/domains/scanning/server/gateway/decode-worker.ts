import { serveTasks } from '#platform/server/workers/worker.ts'
import type { DecodeTask } from './decode.ts'
import { readCodes } from './decode-cascade.ts'

serveTasks(({ picture, budgetMs }: DecodeTask) => readCodes(picture, performance.now() + budgetMs))
