import { startPool } from '#platform/server/workers/pool.ts'
import { startThread } from '#platform/server/workers/task-worker.ts'
import type { BodyOf, ReplyOf } from '#platform/shared/endpoint.ts'
import { invalid, Problem } from '#platform/shared/problem.ts'
import { type importRecipe as importEndpoint, WebAddress } from '../../contract/index.ts'
import type { ParsedPage } from '../../rules/read-recipe.ts'
import { type ExternalFetchOptions, fetchPage } from '../gateway/fetch-recipe-page.ts'

export interface RecipeText {
  text: string
  /** The page's address; null for pasted text. */
  url: string | null
}

/** Reads recipes from pages and pasted texts in a worker thread, which starts on demand and ends when idle. */
export interface PageReader {
  /** Throws 429 `busy` if too many wait, and 503 `recipe_unread` after a timeout. */
  read(page: RecipeText): Promise<ParsedPage>
  close(): Promise<void>
}

/** The worst accepted text takes about a second. */
const maxReadMs = 20_000
const heapMb = 256

export function openPageReader(log: (message: string) => void): PageReader {
  const begin = () => startThread<RecipeText, ParsedPage>(new URL('./page-worker.ts', import.meta.url), { heapMb })
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

const sentences = {
  page: /*i18n*/ 'No recipe found on that page. Enter it by hand or paste its text.',
  text: /*i18n*/ 'No recipe found in that text; it needs ingredients and steps. You can complete it by hand.',
}

/** Reads a page or pasted text as a draft. Throws 422 `no_recipe_found` with a `draft` to complete by hand. */
export async function readRecipeDraft(
  { url, text }: BodyOf<typeof importEndpoint>,
  outside: ExternalFetchOptions,
  pages: PageReader,
): Promise<ReplyOf<typeof importEndpoint>> {
  const {
    recipe,
    readFrom,
    hasServings = false,
    draft,
  } = await (url === undefined ? pages.read({ text: text ?? '', url: null }) : readAddress(url, outside, pages))
  if (!recipe || !readFrom)
    throw new Problem(422, 'no_recipe_found', url === undefined ? sentences.text : sentences.page, { draft, hasServings })
  return { recipe, readFrom, hasServings }
}

async function readAddress(url: string, outside: ExternalFetchOptions, pages: PageReader): Promise<ParsedPage> {
  if (!WebAddress.safeParse(url).success) throw invalid('fetch_refused', 'Couldn’t reach that address.', 'url')
  const page = await fetchPage(url, outside)
  if (!page.isFound) throw blocked()
  const isJson = /^\s*[[{]/.test(page.html)
  const outcome = await pages.read({ text: page.html, url: isJson ? null : page.url })
  if (outcome.isWall) throw blocked()
  return outcome
}

const blocked = () =>
  new Problem(
    502,
    'fetch_failed',
    'Couldn’t open that page; many sites block automated access. Copy the page’s text and paste it here instead.',
  )
