import type { ColourPicture } from '#platform/server/safe-image.ts'
import { answerTasks } from './answer-tasks.ts'
import type { Classified } from './look.ts'

const { classify }: { classify(picture: ColourPicture): Promise<Classified> } = await import(new URL('./classify.ts', import.meta.url).href)

answerTasks(classify)
