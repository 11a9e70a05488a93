import { serveTasks } from '#platform/server/workers/worker.ts'
import { classify } from './classify.ts'

serveTasks((picture: Parameters<typeof classify>[0]) => classify(picture))
