import type { ColourPicture } from '#platform/server/security/safe-image.ts'
import { type PoolLimits, startPool } from '#platform/server/workers/pool.ts'
import { processWorker } from '#platform/server/workers/worker.ts'
import type { Box } from './decode-readers.ts'
import { scannerBusy } from './scanner-busy.ts'

/** A line of print; `box` is the upright rectangle around it, in pixels of the picture. */
export interface TextLine {
  text: string
  /** 0 to 1: how sure the reader was of the letters, on average. */
  confidence: number
  box: Box
}

export interface ReadTextOptions {
  /** The largest lines are read first, so many at most. */
  maxLines?: number
  /** After so long no further line is begun; getting ready does not count. */
  budgetMs?: number
}

export interface ReadTextTask extends Required<ReadTextOptions> {
  picture: ColourPicture
}

/** Reads Latin print, without accents, in a process of its own that begins with the first picture and ends when idle. */
export interface TextReader {
  /**
   * The lines of print in reading order; none when there is none or the picture could not be read in time. Pictures are upright, with
   * at most `longestTextSide` pixels along the longer side or as many in all. Throws 503 `scanner_busy`.
   */
  read(picture: ColourPicture, options?: ReadTextOptions): Promise<TextLine[]>
  readonly size: number
  close(): Promise<void>
}

/** Larger pictures take memory and time by their area; `safeImage(…).toColour(longestTextSide)` makes one that fits. */
export const longestTextSide = 960
const maxPixels = longestTextSide * longestTextSide

export function startTextReader(limits: PoolLimits = {}): TextReader {
  const pool = startPool(processWorker<ReadTextTask, TextLine[]>(new URL('./read-text-worker.ts', import.meta.url)), scannerBusy, {
    maxWorkers: 1,
    idleMs: 30_000,
    graceMs: 20_000,
    ...limits,
  })
  return {
    async read(picture, { maxLines = 40, budgetMs = 5000 } = {}) {
      if (picture.width * picture.height > maxPixels) throw new RangeError('The picture is too large to be read for text.')
      return (await pool.run({ picture, maxLines, budgetMs }, budgetMs)) ?? []
    },
    get size() {
      return pool.size
    },
    close: () => pool.close(),
  }
}
