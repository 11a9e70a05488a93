import { serveTasks } from '#platform/server/pool/answer-tasks.ts'
import { classify } from './classify.ts'

serveTasks(classify)
