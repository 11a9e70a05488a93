import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type Zippable, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { undoChange } from '#domains/households/contract/index.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { pages } from '#tests/recipes/pages.ts'
import { barcodePicture } from '#tests/support/data/pictures.ts'
import { addressOf } from '#tests/support/server/http-client.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract/index.ts'
import { fetchPage } from './gateway/fetch-recipe-page.ts'

const context = useTestApp()

async function aMember(): Promise<Person> {
  const ana = await context().person('Ana')
  await context().household(ana)
  return ana
}

/** Sends a file as a multipart form. */
async function sendFile(person: Person, endpoint: Endpoint, params: Record<string, unknown>, field: string, file: Buffer) {
  const boundary = 'recipe-form'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="../../x.html"\r\nContent-Type: text/html\r\n\r\n`
  return context().inject({
    method: endpoint.method,
    url: addressOf(endpoint.path, params, {}),
    headers: {
      authorization: `Bearer ${person.token}`,
      'x-household-id': person.home ?? '',
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
}

const zipOf = (files: Zippable, level: 0 | 6 = 6): Buffer => Buffer.from(zipSync(files, { level }))
const json = (data: unknown) => Buffer.from(JSON.stringify(data))

describe('importing a recipe', () => {
  it('returns a draft that can be saved', async () => {
    const ana = await aMember()
    const { recipe } = await ana.must(contract.importRecipe, { body: { text: pages[0]?.html ?? '' } })
    expect(recipe).toMatchObject({ name: 'Leek soup', ingredients: ['3 leeks', '1 l stock'] })
    expect(await ana.must(contract.addRecipe, { body: recipe })).toMatchObject(recipe)
  })
  it('reads pages and pasted texts off the main thread', async () => {
    const ana = await aMember()
    const here: string[] = []
    const exec = RegExp.prototype.exec
    vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, text) {
      if (String(text).includes('mooncorn')) here.push(String(this))
      return exec.call(this, text)
    })
    const text = 'Pudding\nIngredients\n2 cups mooncorn\nMethod\nStir the mooncorn.'
    const { recipe } = await ana.must(contract.importRecipe, { body: { text } })
    vi.restoreAllMocks()
    expect(recipe).toMatchObject({ name: 'Pudding', ingredients: ['2 cups mooncorn'] })
    expect(here).toEqual([])
  })
  it('says that a text has no recipe and returns what could be read', async () => {
    const ana = await aMember()
    const answer = await ana.call(contract.importRecipe, { body: { text: '<html><title>News</title><p>Nothing to eat.</p></html>' } })
    const body = { code: 'no_recipe_found', draft: { name: 'News', ingredients: [] }, hasServings: false }
    expect(answer).toMatchObject({ status: 422, body })
    const served = await ana.call(contract.importRecipe, { body: { text: 'Soup\nServes 6\nJust stir it.' } })
    expect(served).toMatchObject({ status: 422, body: { draft: { servings: 6 }, hasServings: true } })
    const { draft } = answer.body as unknown as { draft: contract.RecipeDraft }
    expect((await ana.call(contract.addRecipe, { body: draft })).status).toBe(201)
    expect(await ana.call(contract.importRecipe, { body: {} })).toMatchObject({ status: 422, body: { code: 'invalid_input' } })
  })
  it('I-30–I-39 never requests an internal address or one that isn’t http, with one response for all', async () => {
    const ana = await aMember()
    const refused = [
      ...[
        'http://127.0.0.1/',
        'http://localhost/',
        'http://[::1]/',
        'http://0.0.0.0/',
        'http://169.254.169.254/latest/',
        'http://10.1.2.3/',
        'http://172.16.0.1/',
      ],
      ...[
        'http://192.168.1.1/',
        'http://100.64.0.1/',
        'http://[::ffff:127.0.0.1]/',
        'http://2130706433/',
        'http://0x7f.1/',
        'http://0177.0.0.1/',
        'http://127.1/',
      ],
      ...[
        'http://[64:ff9b::7f00:1]/',
        'http://[2002:7f00:1::]/',
        'http://[fc00::1]/',
        'file:///etc/passwd',
        'ftp://example.org/',
        'gopher://example.org/',
        'data:text/html,x',
      ],
      ...[
        'http://example.org:22/',
        'http://example.org:6379/',
        'http://a@127.0.0.1/',
        'http://u:p@example.org/',
        'http://metadata.google.internal/',
        'http://printer.local/',
        'http://kitchen/',
      ],
      'javascript:alert(1)',
    ]
    const answers = []
    for (const url of refused) answers.push(await ana.call(contract.importRecipe, { body: { url } }))
    expect(answers.map(({ status }, at) => [refused[at], status]).filter(([, status]) => status !== 422)).toEqual([])
    const told = new Set(answers.map(({ body }) => (body as unknown as { detail: string }).detail))
    expect(told).toEqual(new Set(['Couldn’t reach that address.']))
  })
  it('I-40 fetches a picture only from the open web', async () => {
    const ana = await aMember()
    const { id } = await ana.must(contract.addRecipe, { body: { name: 'Soup', imageUrl: 'http://169.254.169.254/x.png' } })
    expect(await ana.call(contract.fetchRecipePhoto, { params: { id }, body: {} })).toMatchObject({
      status: 422,
      body: { code: 'fetch_refused' },
    })
    const withoutPhoto = await ana.must(contract.addRecipe, { body: { name: 'Soup' } })
    expect(await ana.call(contract.fetchRecipePhoto, { params: { id: withoutPhoto.id }, body: {} })).toMatchObject({ status: 409 })
  })
})

describe('a page behind an address', () => {
  let site: Server
  let origin = ''
  beforeAll(async () => {
    site = createServer((request, response) => {
      if (request.url === '/loop') return void response.writeHead(302, { location: '/loop' }).end()
      if (request.url === '/inside') return void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
      if (request.url === '/large') return void response.writeHead(200, { 'content-type': 'text/html' }).end('x'.repeat(6_000_000))
      const bytes = encoded[request.url ?? '']
      if (bytes) return void response.writeHead(200, { 'content-type': bytes.type }).end(bytes.body)
      if (request.url === '/file') return void response.writeHead(200, { 'content-type': 'application/zip' }).end('PK')
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pages[0]?.html)
    })
    await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
    origin = `http://recipes.example:${(site.address() as AddressInfo).port}`
  })
  afterAll(() => void site.close())
  /** A page with “Crème brûlée” in several encodings. */
  const encoded: Record<string, { type: string; body: Buffer }> = {
    '/header': { type: 'text/html; charset=ISO-8859-1', body: Buffer.from('<p>Crème brûlée', 'latin1') },
    '/meta': { type: 'text/html', body: Buffer.from('<meta charset="windows-1252"><p>Crème brûlée', 'latin1') },
    '/http-equiv': {
      type: 'text/html',
      body: Buffer.from('<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-15"><p>Crème brûlée', 'latin1'),
    },
    '/mark': { type: 'text/html; charset=utf-8', body: Buffer.from('\ufeff<p>Crème brûlée', 'utf16le') },
    '/unknown': { type: 'text/html; charset=klingon', body: Buffer.from('<p>Crème brûlée') },
  }
  it.each(['/header', '/meta', '/http-equiv', '/mark', '/unknown'])('is decoded as %s says', async (path) => {
    expect((await fetchPage(`${origin}${path}`, open())).html).toContain('<p>Crème brûlée')
  })
  const open = () => ({
    rules: { resolve: async () => [{ address: '127.0.0.1', family: 4 as const }], isPublic: () => true, ports: [new URL(origin).port] },
  })

  it('is fetched within limits of time and size', async () => {
    expect(await fetchPage(`${origin}/soup`, open())).toMatchObject({ isFound: true, html: pages[0]?.html })
    for (const path of ['/loop', '/large', '/file'])
      await expect(fetchPage(`${origin}${path}`, open())).rejects.toMatchObject({ status: 502 })
  })
  it('I-36 isn’t followed to internal addresses', async () => {
    const { rules } = open()
    const guarded = { rules: { ...rules, isPublic: (address: string) => address !== '127.0.0.1' } }
    await expect(fetchPage(`${origin}/inside`, guarded)).rejects.toMatchObject({ status: 422, code: 'fetch_refused' })
  })
})

describe('the import limit', () => {
  const limited = useTestApp({ LARDER_RATE_LIMITS: 'on' })
  it('I-44 allows each user ten imports a minute', async () => {
    const ana = await limited().person('Ana')
    await limited().household(ana)
    const answers = []
    for (let time = 0; time < 14; time++) answers.push(await ana.call(contract.importRecipe, { body: { text: pages[0]?.html ?? '' } }))
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(200), ...Array(4).fill(429)])
    const [late] = answers.filter(({ status }) => status === 429)
    expect(Number(late?.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('importing a collection', () => {
  const mealie = {
    slug: 'pea-soup',
    name: 'Pea soup',
    recipeServings: 4,
    prepTime: '10 minutes',
    orgURL: 'https://peas.example/',
    tags: [{ name: 'green' }],
    recipeIngredient: [{ quantity: 500, unit: { name: 'g' }, food: { name: 'peas' }, note: 'frozen' }, { originalText: '1 onion, diced' }],
    recipeInstructions: [{ text: 'Simmer.' }],
  }
  const tandoor = {
    name: 'Bean stew',
    servings: 3,
    working_time: 15,
    waiting_time: 30,
    keywords: [{ name: 'mexican' }],
    steps: [
      {
        instruction: 'Cook all.',
        ingredients: [
          { food: { name: 'beans' }, unit: { name: 'g' }, amount: 400, note: 'soaked' },
          { food: { name: 'salt' }, unit: null, amount: 0, no_amount: true },
        ],
      },
    ],
  }
  const paprika = {
    name: 'Rye bread',
    ingredients: '500 g rye flour\n10 g salt',
    directions: 'Mix.\nBake.',
    servings: '12',
    prep_time: '20 min',
    cook_time: '1 hr',
    rating: 4,
    categories: ['Baking'],
    source_url: 'javascript:alert(1)',
  }
  const ofName = (list: readonly contract.RecipeListItem[], name: string) => list.find((card) => card.name === name)

  it('reads Mealie, Tandoor, Paprika and RecipeSage in one change with one undo', async () => {
    const ana = await aMember()
    const picture = await barcodePicture('4006381333931', {})
    const inner = zipOf({ 'recipe.json': json(tandoor), 'image.jpg': picture })
    const withPhoto = { ...paprika, photo_data: picture.toString('base64') }
    const paprikas = zipOf({ 'Rye bread.paprikarecipe': await promisify(gzip)(json(withPhoto)) }, 0)
    const uploads: [Buffer, string][] = [
      [zipOf({ 'recipes/pea-soup/pea-soup.json': json(mealie), 'recipes/pea-soup/images/original.webp': Buffer.from('x') }), 'Pea soup'],
      [zipOf({ '1.zip': inner }), 'Bean stew'],
      [paprikas, 'Rye bread'],
      [json([{ '@type': 'Recipe', name: 'Sage butter', recipeIngredient: ['100 g butter'] }]), 'Sage butter'],
    ]
    let last: string | undefined
    const left: number[] = []
    for (const [upload] of uploads) {
      const answer = await sendFile(ana, contract.importCollection, {}, 'file', upload)
      expect(answer).toMatchObject({ status: 200, body: { imported: 1, skipped: [] } })
      left.push((answer.body as contract.ImportedCollection).picturesLeftOut)
      last = answer.headers['x-change-seq']
    }
    const list = await ana.must(contract.listRecipes, { query: {} })
    // The file beside Mealie's isn't a picture, so the recipe has none.
    expect(left).toEqual([1, 0, 0, 0])
    expect(['Pea soup', 'Bean stew', 'Rye bread'].map((name) => ofName(list, name)?.image !== null)).toEqual([false, true, true])
    expect(ofName(list, 'Pea soup')).toMatchObject({
      servings: 4,
      prepTime: 10,
      tags: ['green'],
      ingredients: ['500 g peas frozen', '1 onion, diced'],
      sourceUrl: 'https://peas.example/',
    })
    expect(ofName(list, 'Bean stew')).toMatchObject({
      category: 'mexican',
      cookTime: 30,
      ingredients: ['400 g beans, soaked', 'salt'],
      instructions: ['Cook all.'],
    })
    expect(ofName(list, 'Rye bread')).toMatchObject({
      servings: 12,
      cookTime: 60,
      rating: 4,
      instructions: ['Mix.', 'Bake.'],
      sourceUrl: null,
    })
    await ana.must(undoChange, { params: { seq: Number(last) } })
    expect(ofName(await ana.must(contract.listRecipes, { query: {} }), 'Sage butter')).toBeUndefined()
  })
  it('rejects what is no export, damaged, or too large unpacked', async () => {
    const ana = await aMember()
    const send = async (file: Buffer) => {
      const { status, body } = await sendFile(ana, contract.importCollection, {}, 'file', file)
      return [status, (body as { code: string }).code]
    }
    const whole = zipOf({ 'a.json': json(mealie) })
    const bomb = zipOf({ 'a.json': Buffer.alloc(9 * 1024 * 1024, 32) })
    expect(await send(Buffer.from('hello'))).toEqual([422, 'archive_unreadable'])
    expect(await send(whole.subarray(0, whole.length - 30))).toEqual([422, 'archive_unreadable'])
    expect(await send(Buffer.concat([whole.subarray(0, 60), Buffer.alloc(20), whole.subarray(80)]))).toEqual([422, 'archive_unreadable'])
    expect(await send(bomb)).toEqual([422, 'archive_too_large'])
    // Searching all files for each picture would take minutes.
    const many = zipOf(Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`${at}.json`, Buffer.from('{}')])), 0)
    expect(await send(many)).toEqual([422, 'archive_too_large'])
  })
})

describe('a photo', () => {
  it('is stored re-encoded, served only as a picture, and can be removed', async () => {
    const ana = await aMember()
    const { id } = await ana.must(contract.addRecipe, { body: { name: 'Soup' } })
    const picture = Buffer.concat([await barcodePicture('4006381333931', {}), Buffer.from('<script>alert(1)</script>')])
    expect(await sendFile(ana, contract.setRecipePhoto, { id }, 'image', picture)).toMatchObject({
      status: 200,
      body: { image: `/api/recipes/${id}/photo?v=2` },
    })
    const served = await context().server.app.inject({
      method: 'GET',
      url: `/api/recipes/${id}/photo`,
      headers: { authorization: `Bearer ${ana.token}`, 'x-household-id': ana.home ?? '' },
    })
    expect(served.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    expect(served.headers['content-disposition']).toContain('recipe.jpg')
    expect(served.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    expect(served.rawPayload.includes('<script>')).toBe(false)
    expect((await ana.call(contract.removeRecipePhoto, { params: { id } })).status).toBe(204)
    expect((await ana.must(contract.getRecipe, { params: { id } })).image).toBeNull()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    expect(await sendFile(ana, contract.setRecipePhoto, { id }, 'image', svg)).toMatchObject({ status: 415 })
    expect(await sendFile(ana, contract.setRecipePhoto, { id }, 'image', Buffer.from('<html>'))).toMatchObject({ status: 415 })
  })
})
