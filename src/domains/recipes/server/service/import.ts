import type { BodyOf } from '#platform/contract/endpoint.ts'
import { invalid, Problem } from '#platform/contract/problem.ts'
import { type importRecipe as importEndpoint, type RecipeDraft, WebAddress } from '../../contract.ts'
import type { ReadPage } from '../../rules/plain-recipe.ts'
import { fetchPage, type Outside } from '../gateway.ts'
import type { PageReader } from './pages.ts'

const sentences = {
  page: /*i18n*/ 'There is no recipe on that page that we can read. You can write it down from here, or paste its text.',
  text: /*i18n*/ 'We could not find a recipe in that text: it needs its ingredients and its steps. You can complete it by hand.',
}

/** Reads a page or a pasted text as a draft. Throws 422 `no_recipe_found` with a `draft` to complete by hand. */
export async function importRecipe(
  { url, text }: BodyOf<typeof importEndpoint>,
  outside: Outside,
  pages: PageReader,
): Promise<{ recipe: RecipeDraft }> {
  const { recipe, draft } = await (url === undefined ? pages.read({ text: text ?? '', url: null }) : readAddress(url, outside, pages))
  if (!recipe) throw new Problem(422, 'no_recipe_found', url === undefined ? sentences.text : sentences.page, { draft })
  return { recipe }
}

async function readAddress(url: string, outside: Outside, pages: PageReader): Promise<ReadPage> {
  if (!WebAddress.safeParse(url).success) throw invalid('fetch_refused', 'That address could not be reached.', 'url')
  const page = await fetchPage(url, outside)
  if (!page.isFound)
    throw new Problem(
      502,
      'fetch_failed',
      'That page does not answer us. Many sites turn programs away: copy the page’s text and paste it here.',
    )
  const isJson = /^\s*[[{]/.test(page.html)
  return pages.read({ text: page.html, url: isJson ? null : page.url })
}
