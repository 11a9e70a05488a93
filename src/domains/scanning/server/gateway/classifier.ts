import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { ColourPicture } from '#platform/server/security/safe-image.ts'
import { type PoolLimits, startPool } from '#platform/server/workers/pool.ts'
import { processWorker } from '#platform/server/workers/worker.ts'
import type { Guess } from '../../rules/fuse.ts'
import { scannerBusy } from './scanner-busy.ts'

/** What a photo shows, best first; the shares leave out the one for nothing. `features`: what the model saw, of length 1, so that photos of the same thing point the same way. */
export interface Classified {
  fine: Guess[]
  coarse: Guess[]
  features: Float32Array
}

/** Says which food a photo shows, in a process of its own that begins with the first photo and ends when idle. */
export interface Classifier {
  /** Null when the photo could not be looked at in time. `longestLook` pixels are enough. Throws 503 `scanner_busy`. */
  classify(picture: ColourPicture, budgetMs?: number): Promise<Classified | null>
  readonly size: number
  close(): Promise<void>
}

const cardFile = new URL('../../model/groceries.json', import.meta.url)

interface Card {
  foods: { fine: string; coarse: string | null }[]
}
let card: { version: string; kinds: Map<string, string> } | undefined
function readCard() {
  card ??= openCard()
  return card
}

function openCard() {
  const text = readFileSync(cardFile, 'utf8')
  const { foods }: Card = JSON.parse(text)
  return {
    version: createHash('sha256').update(text).digest('hex').slice(0, 12),
    kinds: new Map(foods.flatMap(({ fine, coarse }) => (coarse === null ? [] : [[fine, coarse]]))),
  }
}

/** The kind that a sort belongs to, by the model's names. */
export const coarseOf = (fine: string): string => readCard().kinds.get(fine) ?? fine
/** Changes with the model: what one saw of a photo says nothing to the next. */
export const modelVersion = (): string => readCard().version

/** The model sees less: what is larger only takes longer to hand over. */
export const maxClassifySide = 480

/** Null where no model came with the installation. */
export function startClassifier(limits: PoolLimits = {}): Classifier | null {
  if (!existsSync(cardFile)) return null
  const pool = startPool(processWorker<ColourPicture, Classified>(new URL('./classify-worker.ts', import.meta.url)), scannerBusy, {
    maxWorkers: 1,
    idleMs: 30_000,
    graceMs: 20_000,
    ...limits,
  })
  return {
    classify: (picture, budgetMs = 2000) => pool.run(picture, budgetMs),
    get size() {
      return pool.size
    },
    close: () => pool.close(),
  }
}
