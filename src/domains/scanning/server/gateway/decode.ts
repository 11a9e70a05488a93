import type { GreyPicture } from '#platform/server/security/safe-image.ts'
import { type PoolLimits, startPool } from '#platform/server/workers/pool.ts'
import { threadWorker } from '#platform/server/workers/worker.ts'
import type { Search } from './decode-cascade.ts'
import type { FoundCode } from './decode-findings.ts'
import { scannerBusy } from './scanner-busy.ts'

export interface DecodeTask {
  picture: GreyPicture
  budgetMs: number
}

/** Searches pictures for retail codes in threads of its own. */
export interface Decoder {
  /**
   * Best witnessed code first; no codes when there are none, or when the picture could not be searched in time.
   * `budgetMs`: after so long no further pass is begun. Takes the picture's bytes over. Throws 503 `scanner_busy`.
   */
  search(picture: GreyPicture, budgetMs?: number): Promise<Search>
  /** The codes of `search`. */
  decode(picture: GreyPicture, budgetMs?: number): Promise<FoundCode[]>
  /** How many threads live. */
  readonly threads: number
  close(): Promise<void>
}

interface Options extends PoolLimits {
  worker?: URL
}

/** About what a person waits for at a shelf. */
const usualBudgetMs = 1500

export function startDecoder(options: Options = {}): Decoder {
  const file = options.worker ?? new URL('./decode-worker.ts', import.meta.url)
  const pool = startPool(
    threadWorker<DecodeTask, Search>(file, ({ picture }) => [picture.data.buffer]),
    scannerBusy,
    options,
  )
  const search: Decoder['search'] = async ({ data, width, height }, budgetMs = usualBudgetMs) =>
    (await pool.run({ picture: { data, width, height }, budgetMs }, budgetMs)) ?? { codes: [], bars: [] }
  return {
    search,
    decode: async (picture, budgetMs) => (await search(picture, budgetMs)).codes,
    get threads() {
      return pool.size
    },
    close: () => pool.close(),
  }
}
