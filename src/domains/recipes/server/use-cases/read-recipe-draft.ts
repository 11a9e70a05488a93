import type { BodyOf } from '#platform/shared/endpoint.ts'
import { invalid, Problem } from '#platform/shared/problem.ts'
import { type importRecipe as importEndpoint, type RecipeDraft, WebAddress } from '../../contract/index.ts'
import type { ReadPage } from '../../rules/plain-recipe.ts'
import { fetchPage, type Outside } from '../gateway/index.ts'
import type { PageReader } from './page-reader.ts'

const sentences = {
  page: /*i18n*/ 'No recipe found on that page. Enter it by hand or paste its text.',
  text: /*i18n*/ 'No recipe found in that text; it needs ingredients and steps. You can complete it by hand.',
}

/** Reads a page or pasted text as a draft. Throws 422 `no_recipe_found` with a `draft` to complete by hand. */
export async function readRecipeDraft(
  { url, text }: BodyOf<typeof importEndpoint>,
  outside: Outside,
  pages: PageReader,
): Promise<{ recipe: RecipeDraft }> {
  const { recipe, draft } = await (url === undefined ? pages.read({ text: text ?? '', url: null }) : readAddress(url, outside, pages))
  if (!recipe) throw new Problem(422, 'no_recipe_found', url === undefined ? sentences.text : sentences.page, { draft })
  return { recipe }
}

async function readAddress(url: string, outside: Outside, pages: PageReader): Promise<ReadPage> {
  if (!WebAddress.safeParse(url).success) throw invalid('fetch_refused', 'Couldn’t reach that address.', 'url')
  const page = await fetchPage(url, outside)
  if (!page.isFound)
    throw new Problem(
      502,
      'fetch_failed',
      'Couldn’t open that page; many sites block automated access. Copy the page’s text and paste it here instead.',
    )
  const isJson = /^\s*[[{]/.test(page.html)
  return pages.read({ text: page.html, url: isJson ? null : page.url })
}
