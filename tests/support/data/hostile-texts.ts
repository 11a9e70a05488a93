import type { Page } from 'playwright-core'

const act = 'window.hostile=1'
/** Texts that run a script if set as markup or followed as a link (I-01 to I-06). Each fits into every text field. */
export const hostile = {
  image: `<img src=x onerror="${act}">`,
  quote: `" onmouseover="${act}`,
  drawing: `<svg/onload=${act}>`,
  marquee: `<marquee onstart=${act}>`,
  encoded: `&lt;img src=x onerror=${act}&gt;`,
  address: `javascript:${act}`,
  link: `[soup](javascript:${act})`,
} as const
const all = Object.values(hostile)
/** Returns the hostile texts in turn. */
export const hostileText = (n: number) => all[n % all.length] as string

export type Send = (method: string, path: string, body: object, household?: string) => Promise<Record<string, unknown>>

/** Stores hostile texts in every field of a household that screens show. The ingredients exist already. */
export async function fillWithHostile(send: Send, household: string, lots: readonly string[]): Promise<void> {
  const ours = (method: string, path: string, body: object) => send(method, path, body, household)
  const recipe = await ours('POST', '/api/recipes', {
    name: `Stew ${hostile.image}`,
    description: hostile.drawing,
    tags: [hostile.marquee.slice(0, 40)],
    ingredients: [`2 ${hostile.quote}`, `1 kg ${hostile.image}`],
    instructions: [hostile.link, hostile.encoded, hostile.address],
    notes: hostile.marquee,
    sourceUrl: `https://recipes.example/"onmouseover="${act}`,
  })
  const date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await ours('PUT', '/api/meal-plan', { entries: [{ date, recipeId: recipe['id'] }] })
  for (const [n, text] of all.entries())
    await ours('POST', '/api/shopping-list', {
      ingredientName: `Row ${n} ${text}`,
      category: hostile.drawing,
      suggestedQuantity: 1,
      unit: 'each',
    })
  const [first, second] = lots
  await ours('POST', `/api/inventory/${first}/discard`, { quantity: 1, reason: 'other', notes: hostile.image })
  await ours('POST', `/api/inventory/${second}/discard`, { quantity: 1, reason: 'spoiled', notes: hostile.address })
  await send('POST', '/api/circles', { name: `Ring ${hostile.image}`, description: hostile.link, isPublic: true })
  await ours('POST', `/api/households/${household}/tokens`, { name: hostile.image, scope: 'read' })
}

/** Returns what hostile texts did to a page; empty if they were shown only as text. */
export async function findInjectedContent(page: Page): Promise<string[]> {
  const [ran, marked] = await page.evaluate<[boolean, string[]]>(`[
    window.hostile !== undefined,
    [...document.querySelectorAll('[onerror], [onload], [onmouseover], [onstart], marquee, a[href^="javascript:" i]')].map((element) => element.outerHTML),
  ]`)
  return [...(ran ? [`a script ran at ${page.url()}`] : []), ...marked.map((markup) => `markup at ${page.url()}: ${markup}`)]
}

/** Redirect targets that some program would resolve to another site. */
export const otherSites = [
  'https://evil.example',
  '//evil.example',
  '///evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '/a//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%2e%2f/evil.example',
  '/%2F%2Fevil.example',
  '/%5Cevil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  '/login\r\nLocation: https://evil.example',
  '/\u0000/evil.example',
  '/／evil.example',
  'javascript:alert(1)',
  'evil.example',
  './/evil.example',
] as const
