import { serveTasks } from '#platform/server/workers/task-worker.ts'
import { classify } from './classify.ts'

serveTasks((picture: Parameters<typeof classify>[0]) => classify(picture))
