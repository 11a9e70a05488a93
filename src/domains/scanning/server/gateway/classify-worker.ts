import { serveTasks } from '#platform/server/workers/worker.ts'
import { classify } from './classify.ts'

serveTasks(classify)
