import { createHash } from 'node:crypto'
import type { Reader } from '#platform/server/database/index.ts'
import { RawResponse, toPictureResponse } from '#platform/server/endpoints/serialize.ts'
import { currentLanguage } from '#platform/server/i18n/current-language.ts'
import { escapeHtml } from '#platform/server/outbox/mailer.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { notFound, Problem } from '#platform/shared/problem.ts'
import { many, say } from '#platform/shared/say.ts'
import { getLinkedPhoto } from '../../contract/index.ts'
import { type PublicRecipe, recipeJsonLd, toScriptJson } from '../../rules/recipe-json-ld.ts'
import { totalMinutes } from '../../rules/recipe-time.ts'
import { findPhoto } from '../store/photos.ts'
import { getRecipeRow } from './recipe-entries.ts'
import { toSyncedRecipe } from './recipe-row.ts'

interface LinkedRecipe {
  scope: HouseholdId
  recipeId: string
}

const style = `:root{color-scheme:light dark;--ink:#22301f;--soft:#5c6656;--paper:#fbf8f2;--line:#ddd6c8}
@media (prefers-color-scheme:dark){:root{--ink:#e9e6dc;--soft:#a9ae9f;--paper:#181c16;--line:#3a4036}}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.55 Georgia,serif}
main{max-width:44rem;margin:0 auto;padding:1.5rem 1.25rem 4rem}
h1{font-size:2rem;line-height:1.2;margin:1rem 0 .5rem}h2{font-size:1.25rem;margin:2rem 0 .5rem}
img{width:100%;max-height:24rem;object-fit:cover;border-radius:1rem}
.facts{color:var(--soft)}.text{white-space:pre-line}
ul{list-style:none;padding:0;margin:0}ul li{padding:.4rem 0;border-bottom:1px solid var(--line)}
ol{padding-inline-start:1.5rem}ol li{padding:.3rem 0;white-space:pre-line}a{color:inherit}
@media print{:root{--paper:#fff;--ink:#000;--soft:#444}main{max-width:none;padding:0}img{max-height:14rem}li{break-inside:avoid}}`
const styleHash = createHash('sha256').update(style).digest('base64')
/** No script runs, nothing is loaded but the photo. */
const policy = `default-src 'none'; img-src 'self'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
export const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
}

/** Returns the page of a link: what others may read of the recipe, for people and, as schema.org data, for other apps. */
export async function showRecipePage(q: Reader, { scope, recipeId }: LinkedRecipe, key: string, origin: string): Promise<RawResponse> {
  const recipe = toSyncedRecipe(await getRecipeRow(q, scope, recipeId))
  const photo = recipe.image === null ? null : `${getLinkedPhoto.path}?key=${key}`
  return new RawResponse(recipePage(recipe, { photo, origin }), pageHeaders)
}

/** Returns what `show` does, or a page that says that the link no longer works in place of a 404. */
export async function orEndedLinkPage(show: () => Promise<RawResponse>): Promise<RawResponse> {
  try {
    return await show()
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 404) throw error
    return new RawResponse(messagePage(say`This link no longer works.`), pageHeaders, 404)
  }
}

/** Returns the photo of a link's recipe. Throws `not_found`. */
export async function showLinkedPhoto(q: Reader, { scope, recipeId }: LinkedRecipe): Promise<RawResponse> {
  await getRecipeRow(q, scope, recipeId)
  const jpeg = await findPhoto(q, scope, recipeId)
  if (jpeg === null) throw notFound()
  return toPictureResponse(Buffer.from(jpeg, 'base64'), 'image/jpeg', 'recipe.jpg', 'no-store')
}

interface Shown {
  /** The photo's address; null if there is none. */
  photo: string | null
  /** Begins the photo's address in the data for other apps; without it, the data has no photo. */
  origin?: string
  /** Omitted for others. */
  notes?: string
  /** The page that lists it. */
  back?: { name: string; path: string }
}

/** Returns a recipe as a page of its own, without scripts. */
export function recipePage(recipe: PublicRecipe, { photo, origin, notes = '', back }: Shown): string {
  const data = toScriptJson(recipeJsonLd(recipe, photo === null || origin === undefined ? null : `${origin}${photo}`))
  const items = (texts: readonly string[]) => texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('')
  const section = (title: string, content: string) => `<h2>${escapeHtml(title)}</h2>${content}`
  const facts = [say`${many(recipe.servings, { one: '# serving', other: '# servings' })}`, timeOf(totalMinutes(recipe))].filter(
    (fact) => fact !== '',
  )
  const content = [
    linkBack(back),
    photo === null ? '' : `<img src="${escapeHtml(photo)}" alt="">`,
    `<h1>${escapeHtml(recipe.name)}</h1>`,
    `<p class="facts">${escapeHtml(facts.join(' · '))}</p>`,
    recipe.description === '' ? '' : `<p class="text">${escapeHtml(recipe.description)}</p>`,
    recipe.ingredients.length === 0 ? '' : section(say`Ingredients`, `<ul>${items(recipe.ingredients)}</ul>`),
    recipe.instructions.length === 0 ? '' : section(say`Instructions`, `<ol>${items(recipe.instructions)}</ol>`),
    notes === '' ? '' : section(say`Notes`, `<p class="text">${escapeHtml(notes)}</p>`),
    recipe.sourceUrl === null
      ? ''
      : `<p><a href="${escapeHtml(recipe.sourceUrl)}" rel="noopener noreferrer nofollow">${escapeHtml(say`Source`)}</a></p>`,
  ]
  return htmlDocument(recipe.name, content.join(''), `<script type="application/ld+json">${data}</script>`)
}

const linkBack = (back: Shown['back']) => (back === undefined ? '' : `<p>← ${linkTo(back)}</p>`)

/** Returns a page with only a message, and a link back if there is one. */
export const messagePage = (message: string, back?: Shown['back']): string =>
  htmlDocument(message, `${linkBack(back)}<h1>${escapeHtml(message)}</h1>`)

const linkTo = ({ name, path }: { name: string; path: string }) => `<a href="${escapeHtml(encodeURI(path))}">${escapeHtml(name)}</a>`

interface PageList {
  title: string
  pages: readonly { name: string; path: string }[]
}

/** Returns a page with lists of links to other pages, each below its title. With an origin, apps find the pages of the first list in its data. */
export function recipeIndexPage(lists: readonly PageList[], origin?: string): string {
  const content = lists.map(({ title, pages }, at) => {
    const heading = at === 0 ? 'h1' : 'h2'
    const items = pages.map((page) => `<li>${linkTo(page)}</li>`)
    const list = items.length > 0 ? `<ul>${items.join('')}</ul>` : `<p class="facts">${escapeHtml(say`No recipes yet`)}</p>`
    return `<${heading}>${escapeHtml(title)}</${heading}>${list}`
  })
  const [first = { title: '', pages: [] }] = lists
  const data = origin === undefined ? '' : `<script type="application/ld+json">${toScriptJson(listJsonLd(first, origin))}</script>`
  return htmlDocument(first.title, content.join(''), data)
}

const listJsonLd = ({ title, pages }: PageList, origin: string) => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  name: title,
  itemListElement: pages.map(({ name, path }, at) => ({ '@type': 'ListItem', position: at + 1, name, url: `${origin}${path}` })),
})

const htmlDocument = (title: string, content: string, head = '') =>
  [
    `<!doctype html><html lang="${currentLanguage()}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<style>${style}</style>${head}</head><body><main>${content}</main></body></html>`,
  ].join('')

function timeOf(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 ? say`${hours} h` : '', rest > 0 ? say`${rest} min` : ''].filter((part) => part !== '').join(' ')
}
