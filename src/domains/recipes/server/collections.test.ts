import { type Zippable, zipSync } from 'fflate'
import sharp from 'sharp'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { listHistory, undoChange } from '#domains/households/contract/index.ts'
import { DatabaseUnavailableError } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import { addressOf } from '#tests/support/server/http-client.ts'
import { formOf } from '#tests/support/server/requests.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract/index.ts'
import { saveCollection } from './use-cases/import-recipes.ts'
import { maxLines, maxRecipes, maxTextBytes, type ReadCollection, readCollection } from './use-cases/read-collection.ts'
import { linesPerTurn, parseLines } from './use-cases/recipe-lines.ts'
import { encodePhotos } from './use-cases/recipe-photo.ts'

const context = useTestApp()
const limited = useTestApp({ LARDER_RATE_LIMITS: 'on' })

async function aMember(): Promise<Person> {
  const ana = await context().person('Ana')
  await context().household(ana)
  return ana
}
const recipe = (name: string, ingredients: readonly string[] = ['1 g salt']) => ({
  name,
  directions: 'Cook.',
  ingredients: ingredients.join('\n'),
})
const recipes = (count: number, ingredients?: readonly string[]) =>
  Array.from({ length: count }, (_, at) => recipe(`Recipe ${at}`, ingredients))
const json = (data: unknown) => Buffer.from(JSON.stringify(data))
const zipOf = (files: Zippable): Buffer => Buffer.from(zipSync(files))

async function send(person: Person, file: Buffer) {
  const { method, path } = contract.importCollection
  const head = '--form\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n'
  return context().inject({
    method,
    url: addressOf(path, {}, {}),
    headers: {
      authorization: `Bearer ${person.token}`,
      'x-household-id': person.home ?? '',
      'content-type': 'multipart/form-data; boundary=form',
    },
    payload: Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--form--\r\n')]),
  })
}
const refusalOf = async (upload: Buffer) =>
  readCollection(upload).then(
    () => null,
    (error: unknown) => (error as { code: string }).code,
  )

describe('reading a collection', () => {
  afterEach(() => void vi.restoreAllMocks())

  it('parses its lines off the main thread', async () => {
    const ana = await aMember()
    const here: string[] = []
    const note = (text: unknown) => void (String(text).includes('mooncorn') && here.push(String(text)))
    const exec = RegExp.prototype.exec
    vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, text) {
      note(text)
      return exec.call(this, text)
    })
    const normalize = String.prototype.normalize
    vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form) {
      note(this)
      return normalize.call(this, form)
    })
    expect(await send(ana, json(recipes(3, ['2 cups mooncorn, chopped'])))).toMatchObject({ status: 200, body: { imported: 3 } })
    expect(here).toEqual([])
    vi.restoreAllMocks()
    const [card] = await ana.must(contract.listRecipes, { query: { search: 'mooncorn' } })
    expect((await ana.must(contract.getRecipe, { params: { id: card?.id ?? '' } })).lines).toMatchObject([
      { quantity: 2, unit: 'cup', food: 'mooncorn', preparation: 'chopped' },
    ])
  })

  it('accepts the maximum of recipes and lines and rejects one more', async () => {
    expect((await readCollection(json(recipes(maxRecipes)))).recipes).toHaveLength(maxRecipes)
    expect(await refusalOf(json(recipes(maxRecipes + 1)))).toBe('too_many')
    expect(await refusalOf(json([...recipes(maxRecipes), recipe('')]))).toBe('too_many')
    const hundred = Array.from({ length: 100 }, () => '1 egg')
    const max = recipes(maxLines / 100, hundred)
    expect((await readCollection(json(max))).recipes).toHaveLength(maxLines / 100)
    expect(await refusalOf(json([...max, recipe('One more')]))).toBe('too_many_lines')
  })

  it('accepts the maximum of text and rejects more', async () => {
    const directions = Array(10).fill('x'.repeat(3900)).join('\n')
    const long = (count: number) => json(recipes(count).map((one) => ({ ...one, directions })))
    const { recipes: kept } = await readCollection(long(10))
    const each = kept.reduce((sum, { row }) => sum + row.length, 0) / 10
    const fitting = Math.floor(maxTextBytes / (each + 3))
    expect(fitting).toBeLessThan(maxRecipes)
    expect((await readCollection(long(fitting))).recipes).toHaveLength(fitting)
    expect(await refusalOf(long(fitting + 20))).toBe('archive_too_large')
  })

  it('returns 422 with advice for too large a collection', async () => {
    const ana = await aMember()
    expect(await send(ana, json(recipes(maxRecipes + 1)))).toMatchObject({
      status: 422,
      body: { code: 'too_many', detail: 'That’s more than 2000 recipes. Import them in parts.' },
    })
    expect(await send(ana, json(recipes(1 + maxLines / 100, Array<string>(100).fill('1 egg'))))).toMatchObject({
      status: 422,
      body: { code: 'too_many_lines' },
    })
    expect(await ana.must(contract.listRecipes, { query: { search: 'Recipe' } })).toEqual([])
  })

  it('stores a picture once for several recipes, and none for a recipe without a name', async () => {
    const picture = new Uint8Array(
      await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    )
    const file = (name: string) => new Uint8Array(json(recipe(name)))
    const shown = zipOf({ 'a/r.json': file('A'), 'a/1.png': picture, 'b/r.json': file('B'), 'b/2.png': picture })
    const { pictures, recipes: read } = await readCollection(shown)
    expect(pictures).toHaveLength(1)
    expect(read.map((one) => one.picture)).toEqual([0, 0])
    const nameless = zipOf({ 'a/r.json': file('A'), 'b/r.json': file(''), 'b/2.png': picture })
    expect(await readCollection(nameless)).toMatchObject({ pictures: [], nameless: ['1 g salt'] })
  })
})

describe('a preview', () => {
  const preview = async (person: Person, file: Buffer, name = '') => {
    const { method, path } = contract.previewCollection
    const { headers, payload } = formOf('file', file)
    const auth = { authorization: `Bearer ${person.token}`, 'x-household-id': person.home ?? '' }
    return context().inject({ method, url: addressOf(path, {}, name === '' ? {} : { name }), headers: { ...auth, ...headers }, payload })
  }

  it('says that a list is cut and that files hold no recipe', async () => {
    const ana = await aMember()
    const lines = Array.from({ length: 101 }, (_, at) => `- ${at + 1} g flour`).join('\n')
    const text = (content: string) => new TextEncoder().encode(content)
    const recipe = text(`# Bread\n\n## Ingredients\n${lines}\n\n## Method\nBake.`)
    const losses = async (files: Record<string, Uint8Array<ArrayBuffer>>) => {
      const { body } = await preview(ana, zipOf(files))
      return (body as contract.CollectionPreview).losses
    }
    expect(await losses({ 'Bread.md': recipe })).toEqual(['longLists'])
    expect(await losses({ 'Bread.md': text('# Bread\n\n## Ingredients\n- 1 g flour\n\n## Method\nBake.') })).toEqual([])
    const mixed = { 'Bread.md': text('# Bread\n\n## Ingredients\n- 1 g flour\n\n## Method\nBake.'), 'Diary.md': text('Dear diary') }
    expect(await losses(mixed)).toEqual(['otherFiles'])
  })
  it('says what an import would bring and leave out, and stores nothing', async () => {
    const ana = await aMember()
    const red = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const cook = (text: string) => new TextEncoder().encode(text)
    const zip = zipOf({
      'Recipes/Soup.cook': cook('Boil @leeks{2} in a #pot.'),
      'Recipes/Soup.png': new Uint8Array(red),
      'Recipes/Bread.md': cook('# Bread\n\n## Ingredients\n- 500 g flour\n\n## Method\nBake.'),
      'Recipes/README.md': cook('# Ingredients\n- none'),
      'Recipes/Dal/recipe.json': new Uint8Array(
        json({ '@type': 'Recipe', name: 'Moong', recipeIngredient: ['lentils'], recipeInstructions: 'Boil' }),
      ),
      'Recipes/Dal/full.jpg': new Uint8Array(red),
      'Recipes/Dal/thumb16.jpg': cook('x'),
    })
    expect(await preview(ana, zip)).toMatchObject({
      status: 200,
      body: {
        ...{ recipes: 3, nameless: 0, pictures: 1, names: ['Soup', 'Bread', 'Moong'] },
        ...{ formats: ['cooklang', 'markdown', 'schemaOrg'], losses: ['stepAmounts', 'tools'] },
      },
    })
    expect(await ana.must(contract.listRecipes, { query: { search: 'Moong' } })).toEqual([])
  })

  it('names a recipe without a title after its file', async () => {
    const ana = await aMember()
    expect(await preview(ana, Buffer.from('Boil @eggs{2}.'), 'Soft eggs')).toMatchObject({ body: { recipes: 1, names: ['Soft eggs'] } })
    expect(await preview(ana, Buffer.from('Boil @eggs{2}.'))).toMatchObject({ status: 422, body: { code: 'archive_unreadable' } })
  })

  it('rejects what isn’t a collection', async () => {
    const ana = await aMember()
    expect(await preview(ana, Buffer.from('Dear all,\nhello.'))).toMatchObject({ status: 422, body: { code: 'archive_unreadable' } })
  })

  it('reads files of old PCs and of Windows', async () => {
    const meal = (name: string) => `MMMMM----- Meal-Master\n\n      Title: ${name}\n\n      1    Egg\n\nMix.\n\nMMMMM\n`
    const bytes = (text: string, letters: Record<string, number>) =>
      Buffer.from([...text].map((letter) => letters[letter] ?? letter.charCodeAt(0)))
    expect((await readCollection(bytes(meal('Käsespätzle'), { ä: 0x84 }))).names).toEqual(['Käsespätzle'])
    expect((await readCollection(bytes(meal('Crème brûlée'), {}))).names).toEqual(['Crème brûlée'])
  })
})

describe('the pictures of a collection', () => {
  it('are decoded until the upload’s pixel budget is spent', async () => {
    const red = sharp({ create: { width: 20, height: 10, channels: 3, background: 'red' } })
    const [large, small] = [await red.png().toBuffer(), await red.resize(5, 5).png().toBuffer()]
    const photos = await encodePhotos([large, large, Buffer.from('x'), large, small], 2 * 200 + 30)
    expect(photos.map((photo) => photo !== null)).toEqual([true, true, false, false, true])
  })
})

describe('storing a collection', () => {
  /** Stores it as the route does. `before` is called before each transaction with the number of previous ones. */
  async function keep(ana: Person, collection: ReadCollection, before: (count: number) => Promise<void> | void) {
    const householdId = ana.home as HouseholdId
    const member: Member = {
      userId: ana.userId as UserId,
      householdId,
      sessionId: '',
      isToken: false,
      role: 'OWNER',
      timeZone: 'Europe/Berlin',
      today: '2026-11-24' as Member['today'],
      now: new Date(),
    }
    let count = 0
    return saveCollection(collection, context().config.quotas, member, async (work) => {
      await before(count)
      count += 1
      return context().server.database.write(householdId, 'import', work, member.userId)
    })
  }
  const stored = async (ana: Person) => (await ana.must(contract.listRecipes, { query: { search: 'Recipe' } })).length
  const lastEntry = async (ana: Person) => (await ana.must(listHistory, { query: {} }))[0]

  it('takes a transaction per ten recipes and one history entry', async () => {
    const ana = await aMember()
    const counts: number[] = []
    const { seq } = await keep(ana, await readCollection(json(recipes(25))), async () => void counts.push(await stored(ana)))
    expect(counts).toEqual([0, 10, 20])
    expect(await lastEntry(ana)).toMatchObject({ seq, summary: 'Imported 25 recipes', canUndo: true })
    await ana.must(undoChange, { params: { seq } })
    expect(await stored(ana)).toBe(0)
  })

  it('stores whole recipes if interrupted, listed in the history with undo', async () => {
    const ana = await aMember()
    const stopped = keep(ana, await readCollection(json(recipes(25))), (count) => {
      if (count === 2) throw new DatabaseUnavailableError('disk_full', null)
    })
    await expect(stopped).rejects.toThrow(DatabaseUnavailableError)
    const entry = await lastEntry(ana)
    expect(entry).toMatchObject({ summary: 'Imported 20 recipes', canUndo: true })
    expect(await stored(ana)).toBe(20)
    await ana.must(undoChange, { params: { seq: entry?.seq ?? 0 } })
    expect(await stored(ana)).toBe(0)
  })

  it('stops if it is undone before it is complete', async () => {
    const ana = await aMember()
    const takenBack = keep(ana, await readCollection(json(recipes(25))), async (count) => {
      if (count === 1) await ana.must(undoChange, { params: { seq: (await lastEntry(ana))?.seq ?? 0 } })
    })
    await expect(takenBack).rejects.toMatchObject({ status: 409, code: 'import_taken_back' })
    expect(await stored(ana)).toBe(0)
  })

  it('can’t be undone once one of its recipes was removed', async () => {
    const ana = await aMember()
    const { seq } = await keep(ana, await readCollection(json(recipes(2))), () => undefined)
    const [card] = await ana.must(contract.listRecipes, { query: { search: 'Recipe' } })
    await ana.must(contract.removeRecipe, { params: { id: card?.id ?? '' } })
    expect(await ana.call(undoChange, { params: { seq } })).toMatchObject({ status: 409, body: { code: 'undo_in_the_way' } })
  })
})

describe('parsing lines', () => {
  it('yields to other requests after some lines, and runs one request at a time', async () => {
    const order: string[] = []
    const lines = (name: string, count: number) => Array.from({ length: count }, () => `1 g ${name}`)
    const parsing = ['a', 'b'].map(async (name) => {
      const parsed = await parseLines(lines(name, 5 * linesPerTurn))
      order.push(name)
      return parsed
    })
    let turns = 0
    const counting = (async () => {
      while (order.length < 2) {
        await new Promise((next) => setImmediate(next))
        turns += 1
      }
    })()
    expect((await Promise.all(parsing)).map((parsed) => parsed.length)).toEqual([5 * linesPerTurn, 5 * linesPerTurn])
    await counting
    expect(order).toEqual(['a', 'b'])
    expect(turns).toBeGreaterThanOrEqual(10)
  })

  it('is limited to sixty requests a minute per user', async () => {
    const ana = await limited().person('Ana')
    await limited().household(ana)
    const answers = []
    for (let time = 0; time < 61; time += 1) answers.push(await ana.call(contract.parseLines, { body: { lines: ['1 egg'] } }))
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(60).fill(200), 429])
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0)
  })
})
