import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract/index.ts'
import { readCollection } from './use-cases/read-collection.ts'

const context = useTestApp()

async function zipOf(person: Person): Promise<Buffer> {
  const answer = await context().server.app.inject({
    method: 'GET',
    url: contract.exportRecipes.path,
    headers: { authorization: `Bearer ${person.token}`, 'x-household-id': person.home ?? '' },
  })
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}

it('exports all recipes as pages and as data that a collection import reads', async () => {
  const ana = await context().person('Ana')
  await context().household(ana)
  const body = { name: 'Soup / <b>leeks</b>', ingredients: ['3 leeks'], instructions: ['Simmer.'], totalTime: 90, notes: 'Warm' }
  await ana.must(contract.addRecipe, { body })
  await ana.must(contract.addRecipe, { body })
  const removed = await ana.must(contract.addRecipe, { body: { name: 'Gone', ingredients: ['1 egg'] } })
  await ana.must(contract.removeRecipe, { params: { id: removed.id } })
  const shown = await ana.must(contract.listRecipes)

  const zip = await zipOf(ana)
  const files = new Map(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, strFromU8(bytes)]))
  expect([...files.keys()].filter((name) => name.endsWith('.json'))).toHaveLength(shown.length)
  expect(JSON.parse(files.get('recipes/soup-b-leeks-b.json') ?? '')).toMatchObject({
    '@type': 'Recipe',
    name: body.name,
    recipeIngredient: body.ingredients,
    totalTime: 'PT90M',
  })
  const page = files.get('recipes/soup-b-leeks-b-2.html')
  expect(page).toContain('<h1>Soup / &#60;b&#62;leeks')
  expect(page).toContain('Warm')
  expect(files.get('index.html')).toContain('recipes/soup-b-leeks-b-2.html')
  expect([...files.keys()].some((name) => name.includes('gone'))).toBe(false)

  const { recipes } = await readCollection(zip)
  expect(recipes).toHaveLength(shown.length)
})

it('names files in any script, at most 60 characters long, and unlike Windows devices', async () => {
  const ana = await context().person('Ana')
  await context().household(ana)
  const names = { [`${'a'.repeat(59)}𠮷`]: 'a'.repeat(59), 'हिन्दी खिचड़ी': 'हिन्दी-खिचड़ी', 肉じゃが: '肉じゃが', con: 'recipe-con' }
  for (const name of Object.keys(names)) await ana.must(contract.addRecipe, { body: { name, ingredients: ['1 egg'] } })

  const files = unzipSync(await zipOf(ana))
  const index = strFromU8(files['index.html'] ?? new Uint8Array())
  for (const [name, file] of Object.entries(names)) {
    expect(JSON.parse(strFromU8(files[`recipes/${file.normalize('NFC')}.json`] ?? new Uint8Array()))).toMatchObject({ name })
    expect(index).toContain(encodeURI(`recipes/${file.normalize('NFC')}.html`))
  }
})

it('leaves out another household’s recipes', async () => {
  const [ana, ben] = [await context().person('Ana'), await context().person('Ben')]
  await context().household(ana)
  await context().household(ben)
  await ana.must(contract.addRecipe, { body: { name: 'Elderflower pot', ingredients: ['1 egg'] } })
  expect(Object.keys(unzipSync(await zipOf(ben))).some((name) => name.includes('elderflower'))).toBe(false)
})
