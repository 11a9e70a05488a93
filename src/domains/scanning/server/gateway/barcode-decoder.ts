import type { GrayPicture } from '#platform/server/security/safe-image.ts'
import { type PoolLimits, startPool } from '#platform/server/workers/pool.ts'
import { startThread } from '#platform/server/workers/task-worker.ts'
import type { BarcodeSearch } from './barcode-worker.ts'
import type { FoundBarcode } from './merge-barcode-readings.ts'
import { scannerBusy } from './scanner-busy.ts'

export interface DecodeTask {
  picture: GrayPicture
  budgetMs: number
}

/** Searches pictures for retail codes in worker threads. */
export interface Decoder {
  /**
   * Returns the best corroborated code first; none if there are none or time ran out. No pass starts after `budgetMs`. Transfers the
   * picture's bytes. Throws 503 `scanner_busy`.
   */
  search(picture: GrayPicture, budgetMs?: number): Promise<BarcodeSearch>
  /** Returns the codes of `search`. */
  decode(picture: GrayPicture, budgetMs?: number): Promise<FoundBarcode[]>
  /** Number of running threads. */
  readonly threads: number
  close(): Promise<void>
}

interface Options extends PoolLimits {
  worker?: URL
}

/** About what a user at a shelf accepts. */
const defaultBudgetMs = 1500

export function startDecoder(options: Options = {}): Decoder {
  const file = options.worker ?? new URL('./barcode-worker.ts', import.meta.url)
  const pool = startPool(() => startThread<DecodeTask, BarcodeSearch>(file, { transferables: ({ picture }) => [picture.data.buffer] }), {
    refuse: scannerBusy,
    ...options,
  })
  const search: Decoder['search'] = async ({ data, width, height }, budgetMs = defaultBudgetMs) => {
    const outcome = await pool.run({ picture: { data, width, height }, budgetMs }, budgetMs)
    return 'result' in outcome ? outcome.result : { codes: [], gs1Texts: [], bars: [] }
  }
  return {
    search,
    decode: async (picture, budgetMs) => (await search(picture, budgetMs)).codes,
    get threads() {
      return pool.size
    },
    close: () => pool.close(),
  }
}
