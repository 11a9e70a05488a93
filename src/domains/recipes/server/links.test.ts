import { describe, expect, it } from 'vitest'
import { listHistory } from '#domains/households/contract/index.ts'
import { httpRequestOf } from '#tests/support/server/requests.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract/index.ts'
import { parseRecipePage } from '../rules/read-recipe.ts'

const context = useTestApp()
const published = useTestApp({ LARDER_PUBLIC_URL: 'https://larder.example' })
const limited = useTestApp({ LARDER_RATE_LIMITS: 'on' })

const soup = {
  name: 'Soup <b>of</b> leeks',
  description: 'Green & warm',
  category: 'asian',
  tags: ['quick', 'winter'],
  prepTime: 10,
  cookTime: 20,
  totalTime: 120,
  servings: 6,
  ingredients: ['3 leeks', '1 l stock </script><script>alert(1)</script>'],
  instructions: ['Slice the leeks.', 'Simmer for 20 minutes.'],
  sourceUrl: 'https://recipes.example/soup',
} as const
const secretNotes = 'Tante Erna must not know'

async function aLink(app = context()): Promise<{ ana: Person; id: string; linkId: string; path: string }> {
  const ana = await app.person('Ana')
  await app.household(ana)
  const body = { ...soup, tags: [...soup.tags], ingredients: [...soup.ingredients], instructions: [...soup.instructions] }
  const { id } = await ana.must(contract.addRecipe, { body: { ...body, notes: secretNotes, rating: 2 } })
  const { id: linkId, path } = await ana.must(contract.createRecipeLink, { params: { id } })
  return { ana, id, linkId, path }
}
const open = (url: string) => context().inject({ method: 'GET', url })

const headersOf = ({ token, home }: Person) => ({ authorization: `Bearer ${token}`, 'x-household-id': home ?? '' })
async function addPhoto(ana: Person, id: string, app = context()): Promise<void> {
  const request = httpRequestOf(contract.setRecipePhoto, { params: { id }, query: {}, body: undefined }, headersOf(ana))
  expect((await app.inject(request)).status).toBe(200)
}
const photoPath = (path: string) => path.replace('?', '/photo?')

describe('a link to a recipe', () => {
  it('shows the recipe to anyone, and nothing else of the household', async () => {
    const { ana, id, path } = await aLink()
    const page = await open(path)
    expect(page.status).toBe(200)
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect(page.text).toContain('Soup &#60;b&#62;of&#60;/b&#62; leeks')
    expect(page.text).toContain('Simmer for 20 minutes.')
    expect(page.text).toContain('6 servings · 2 h')
    expect(page.text).not.toContain('<script>alert')
    for (const hidden of [secretNotes, ana.home ?? '', ana.userId, id, 'Ana']) expect(page.text).not.toContain(hidden)
  })

  it('has data that an app imports unchanged', async () => {
    const { path } = await aLink()
    const { recipe, readFrom } = parseRecipePage((await open(path)).text, 'http://localhost')
    expect(readFrom).toBe('data')
    expect(recipe).toMatchObject({
      description: soup.description,
      category: soup.category,
      prepTime: 10,
      cookTime: 20,
      totalTime: 120,
      servings: 6,
      instructions: soup.instructions,
      sourceUrl: soup.sourceUrl,
      rating: null,
      notes: '',
    })
    expect(recipe?.tags).toEqual(expect.arrayContaining([...soup.tags]))
  })

  it.each([
    ['the public URL', published, 'https://larder.example'],
    ['the requested host without a public URL', context, 'http://kitchen.local:3000'],
  ])('gives apps the photo at %s', async (_, app, origin) => {
    const { ana, id, path } = await aLink(app())
    const imageOf = async () => {
      const page = await app().inject({ method: 'GET', url: path, headers: { host: 'kitchen.local:3000' } })
      return parseRecipePage(page.text, 'http://localhost').recipe?.imageUrl
    }
    expect(await imageOf()).toBeNull()
    await addPhoto(ana, id, app())
    expect(await imageOf()).toBe(`${origin}${photoPath(path)}`)
  })

  it('ends at once, with its photo, and both are in the history', async () => {
    const { ana, id, linkId, path } = await aLink()
    await addPhoto(ana, id)
    const inHousehold = await context().server.app.inject({ url: `/api/recipes/${id}/photo`, headers: headersOf(ana) })
    const shared = await context().server.app.inject({ url: photoPath(path) })
    expect(shared.statusCode).toBe(200)
    expect(shared.rawPayload.equals(inHousehold.rawPayload)).toBe(true)
    const { path: otherPath } = await aLink()
    expect((await open(photoPath(otherPath))).status).toBe(404)
    expect(await ana.must(contract.listRecipeLinks, { params: { id } })).toMatchObject([{ id: linkId }])
    await ana.must(contract.endRecipeLink, { params: { id: linkId } })
    expect((await open(path)).status).toBe(404)
    expect((await open(photoPath(path))).status).toBe(404)
    expect(await ana.must(contract.listRecipeLinks, { params: { id } })).toEqual([])
    expect(await ana.call(contract.endRecipeLink, { params: { id: linkId } })).toMatchObject({ status: 404 })
    const told = (await ana.must(listHistory)).map(({ summary }) => summary)
    for (const line of ['Created a link to', 'Ended a link to']) expect(told).toContain(`${line} ${soup.name}`)
  })

  it('leads nowhere once the recipe is removed, or with another secret', async () => {
    const { ana, id, path } = await aLink()
    for (const odd of ['A'.repeat(22), '', "' or 1=1 --", `${path.split('=')[1]}A`])
      expect((await open(`${contract.showLinkedRecipe.path}?key=${encodeURIComponent(odd)}`)).status).toBe(404)
    await ana.must(contract.removeRecipe, { params: { id } })
    expect((await open(path)).status).toBe(404)
  })

  it('tells people in their language that it no longer works', async () => {
    const { ana, linkId, path } = await aLink()
    await ana.must(contract.endRecipeLink, { params: { id: linkId } })
    const page = await context().inject({ method: 'GET', url: path, headers: { accept: 'text/html,*/*', 'accept-language': 'de' } })
    expect(page.status).toBe(404)
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect(page.text).toContain('<html lang="de">')
    expect(page.text).toContain('<h1>Dieser Link funktioniert nicht mehr.</h1>')
    expect((await open(path)).body).toMatchObject({ code: 'not_found' })
  })

  it('is no one else’s to see or end', async () => {
    const { id, linkId } = await aLink()
    const { ana: other } = await aLink()
    expect(await other.call(contract.listRecipeLinks, { params: { id } })).toMatchObject({ status: 404 })
    expect(await other.call(contract.createRecipeLink, { params: { id } })).toMatchObject({ status: 404 })
    expect(await other.call(contract.endRecipeLink, { params: { id: linkId } })).toMatchObject({ status: 404 })
  })

  it('follows changes of the recipe, and a recipe has at most 20', async () => {
    const { ana, id, path } = await aLink()
    await ana.must(contract.changeRecipe, { params: { id }, body: { name: 'Stew' } })
    expect((await open(path)).text).toContain('<h1>Stew</h1>')
    for (let made = 1; made < contract.maxLinks; made += 1) await ana.must(contract.createRecipeLink, { params: { id } })
    expect(await ana.call(contract.createRecipeLink, { params: { id } })).toMatchObject({ status: 409, body: { code: 'too_many_links' } })
  })

  it('can’t be guessed: so many attempts are refused', async () => {
    const url = `${contract.showLinkedRecipe.path}?key=${'A'.repeat(22)}`
    const statuses: number[] = []
    for (let tries = 0; tries < 61; tries += 1) statuses.push((await limited().inject({ method: 'GET', url })).status)
    expect(statuses.at(0)).toBe(404)
    expect(statuses.at(-1)).toBe(429)
  })
})
