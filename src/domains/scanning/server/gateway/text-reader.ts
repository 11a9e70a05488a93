import type { ColorPicture } from '#platform/server/security/safe-image.ts'
import { type PoolLimits, startPool } from '#platform/server/workers/pool.ts'
import { startProcess } from '#platform/server/workers/task-worker.ts'
import type { Box } from './barcode-readers.ts'
import { scannerBusy } from './scanner-busy.ts'

/** A line of print; `box` is its bounding box in pixels of the picture. */
export interface TextLine {
  text: string
  /** 0 to 1, averaged over the letters. */
  confidence: number
  box: Box
}

export interface ReadTextOptions {
  /** How many lines to read at most, largest first. */
  maxLines?: number
  /** No line is started after this long; startup doesn't count. */
  budgetMs?: number
}

export interface ReadTextTask extends Required<ReadTextOptions> {
  picture: ColorPicture
}

/** Reads Latin print, without accents, in a child process that starts with the first picture and ends when idle. */
export interface TextReader {
  /**
   * Returns the lines in reading order; none if there are none or time ran out. The picture must be upright and have at most
   * `maxTextSide`² pixels. Throws 503 `scanner_busy`.
   */
  read(picture: ColorPicture, options?: ReadTextOptions): Promise<TextLine[]>
  readonly size: number
  close(): Promise<void>
}

/** Memory and time grow with the area; `safeImage(…).toColor(maxTextSide)` returns a picture that fits. */
export const maxTextSide = 960
const maxPixels = maxTextSide * maxTextSide

export function startTextReader(limits: PoolLimits = {}): TextReader {
  const pool = startPool(() => startProcess<ReadTextTask, TextLine[]>(new URL('./text-reader-worker.ts', import.meta.url)), {
    refuse: scannerBusy,
    maxWorkers: 1,
    idleMs: 30_000,
    // A busy machine needs that long to start the process and load its model.
    graceMs: 60_000,
    ...limits,
  })
  return {
    async read(picture, { maxLines = 40, budgetMs = 5000 } = {}) {
      if (picture.width * picture.height > maxPixels) throw new RangeError('The picture is too large to be read for text.')
      const outcome = await pool.run({ picture, maxLines, budgetMs }, budgetMs)
      return 'result' in outcome ? outcome.result : []
    },
    get size() {
      return pool.size
    },
    close: () => pool.close(),
  }
}
