import { answerTasks } from './answer-tasks.ts'
import { classify } from './classify.ts'

answerTasks(classify)
