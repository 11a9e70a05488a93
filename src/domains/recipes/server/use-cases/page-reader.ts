import { startPool } from '#platform/server/workers/pool.ts'
import { startThread } from '#platform/server/workers/worker.ts'
import { Problem } from '#platform/shared/problem.ts'
import type { ReadPage } from '../../rules/plain-recipe.ts'

export interface RecipeText {
  text: string
  /** The page's address; null for pasted text. */
  url: string | null
}

/** Reads recipes from pages and pasted texts in a worker thread, which starts on demand and ends when idle. */
export interface PageReader {
  /** Throws 429 `busy` if too many wait, and 503 `recipe_unread` after a timeout. */
  read(page: RecipeText): Promise<ReadPage>
  close(): Promise<void>
}

/** The worst accepted text takes about a second. */
const maxReadMs = 20_000
const heapMb = 256

export function openPageReader(log: (message: string) => void): PageReader {
  const begin = () => startThread<RecipeText, ReadPage>(new URL('./page-worker.ts', import.meta.url), { heapMb })
  const pool = startPool(begin, { graceMs: 0, onTrouble: (what) => log(`a recipe page was not read: ${what}`) })
  return {
    async read(page) {
      const outcome = await pool.run(page, maxReadMs)
      if ('result' in outcome) return outcome.result
      throw new Problem(503, 'recipe_unread', 'Reading that recipe took too long. Try again, or enter it by hand.', {
        retryAfterSeconds: 60,
      })
    },
    close: () => pool.close(),
  }
}
