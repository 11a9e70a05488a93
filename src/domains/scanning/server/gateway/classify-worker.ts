import { serveTasks } from '#platform/server/workers/serve-tasks.ts'
import { classify } from './classify.ts'

serveTasks(classify)
