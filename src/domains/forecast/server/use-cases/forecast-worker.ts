import { parentPort } from 'node:worker_threads'
import type { LotHistory } from '#domains/inventory/server/index.ts'
import { loggedError } from '#platform/shared/logged-error.ts'
import { backTest } from '../../rules/backtest.ts'
import { predictWaste } from '../../rules/forecast.ts'
import type { Answer, Message } from './forecast-worker-pool.ts'
import { toHistory } from './history.ts'

/** The thread in which forecasts are reckoned, one household after another: a large one takes hundreds of milliseconds. */
const courses = new Map<number, LotHistory[]>()

parentPort?.on('message', (message: Message) => {
  const known = courses.get(message.job) ?? []
  if (message.type === 'courses') {
    courses.set(message.job, [...known, ...message.courses])
    return
  }
  courses.delete(message.job)
  if (message.type === 'drop') return
  parentPort?.postMessage(answerTo(message, known))
})

function answerTo(message: Extract<Message, { type: 'predict' | 'back-test' }>, known: readonly LotHistory[]): Answer {
  const { job, records } = message
  try {
    const { history, perOwnUnit } = toHistory({ ...records, courses: known })
    if (message.type === 'back-test') return { job, backTest: backTest(history) }
    // What is said in the food's unit is told in the lot's own.
    const forecasts = predictWaste(history).map((forecast) => {
      const factor = perOwnUnit.get(forecast.lotId) ?? 1
      const { why } = forecast
      return {
        ...forecast,
        expectedLeft: forecast.expectedLeft / factor,
        why: { ...why, perUse: why.perUse / factor, ahead: why.ahead / factor },
      }
    })
    return { job, forecasts }
  } catch (error) {
    return { job, failure: loggedError(error).stack }
  }
}
