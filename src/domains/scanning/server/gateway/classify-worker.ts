import { answerTasks } from '#platform/server/pool/answer-tasks.ts'
import { classify } from './classify.ts'

answerTasks(classify)
