import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { ColorPicture } from '#platform/server/security/safe-image.ts'
import { type PoolLimits, startPool } from '#platform/server/workers/pool.ts'
import { startProcess } from '#platform/server/workers/task-worker.ts'
import { once } from '#platform/shared/once.ts'
import type { LabelProbability } from '../../rules/rank-candidates.ts'
import { scannerBusy } from './scanner-busy.ts'

/**
 * What a photo shows, most likely first, without the probability of nothing. `features` has length 1; photos of the same food point in
 * similar directions.
 */
export interface Classified {
  fine: LabelProbability[]
  coarse: LabelProbability[]
  features: Float32Array
}

/** Classifies photos in a child process that starts with the first photo and ends when idle. */
export interface Classifier {
  /** Null if time ran out. `maxClassifySide` pixels are enough. Throws 503 `scanner_busy`. */
  classify(picture: ColorPicture, budgetMs?: number): Promise<Classified | null>
  readonly size: number
  close(): Promise<void>
}

const cardFile = new URL('../../model/groceries.json', import.meta.url)

interface Card {
  foods: { fine: string; coarse: string | null }[]
}

const readCard = once(() => {
  const text = readFileSync(cardFile, 'utf8')
  const { foods }: Card = JSON.parse(text)
  return {
    version: createHash('sha256').update(text).digest('hex').slice(0, 12),
    kinds: new Map(foods.flatMap(({ fine, coarse }) => (coarse === null ? [] : [[fine, coarse]]))),
  }
})

/** Returns the kind of a variety, both as labels of the model. */
export const coarseOf = (fine: string): string => readCard().kinds.get(fine) ?? fine
/** Changes with the model: features of different versions aren't comparable. */
export const modelVersion = (): string => readCard().version

/** The model uses less; larger pictures only take longer to transfer. */
export const maxClassifySide = 480

/** Returns null if the installation has no model. */
export function startClassifier(limits: PoolLimits = {}): Classifier | null {
  if (!existsSync(cardFile)) return null
  const pool = startPool(() => startProcess<ColorPicture, Classified>(new URL('./classify-worker.ts', import.meta.url)), {
    refuse: scannerBusy,
    maxWorkers: 1,
    idleMs: 30_000,
    // A busy machine needs that long to start the process and load its model.
    graceMs: 60_000,
    ...limits,
  })
  return {
    async classify(picture, budgetMs = 2000) {
      const outcome = await pool.run(picture, budgetMs)
      return 'result' in outcome ? outcome.result : null
    },
    get size() {
      return pool.size
    },
    close: () => pool.close(),
  }
}
