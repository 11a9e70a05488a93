import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import fc, { type Arbitrary } from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { rejectMcpStream, sendMcpMessage } from '#domains/assistant/contract.ts'
import { createToken, removeToken, type TokenScope } from '#domains/households/contract/access-tokens.ts'
import { addLot } from '#domains/inventory/contract.ts'
import { setLabel } from '#domains/labels/contract.ts'
import { addCookbook, addRecipe, putMealPlan } from '#domains/recipes/contract/index.ts'
import { addNamedList, addShoppingItem, getShoppingList, listRecurringItems } from '#domains/shopping/contract/index.ts'
import { addStore } from '#domains/stores/contract.ts'
import { isRoleAtLeast, roles } from '#platform/shared/roles.ts'
import { createPerson } from '#tests/support/data/people.ts'
import { type Home, type SeededHouseholds, secretsOf } from '#tests/support/data/seeded-households.ts'
import { createAppWithContext, endpointContextOf, portOf } from '#tests/support/server/http-app.ts'
import { httpRequestOf, sampleOf } from '#tests/support/server/requests.ts'
import { seededHouseholdsOf, useSeededApp } from '#tests/support/server/seeded-app.ts'
import type { Person } from '#tests/support/server/test-app.ts'
import { headersOf } from './columns.ts'
import { inspect, performRequest, type Received, type Site } from './inspector.ts'

// Routes for access tokens only. Each tool is authorized like the route behind it, which the other columns test.

vi.setConfig({ testTimeout: 120_000 })

const testApp = useSeededApp()
let seeded: SeededHouseholds
let site: Site
beforeAll(async () => {
  seeded = seededHouseholdsOf(testApp())
  site = { app: testApp().server.app, testApp: testApp(), seeded }
})

const make = (person: Person, home: Home, scope: TokenScope) =>
  person.must(createToken, { params: { id: home.id }, body: { name: `an assistant that ${scope}s`, scope } })
/** Headers of an assistant, which names no household. */
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const assistantOf = async (person: Person, home: Home, scope: TokenScope) => bearer((await make(person, home, scope)).token)

type Message = { jsonrpc?: unknown; id?: unknown; method?: unknown; params?: unknown }
const message = (method: string, params: object = {}): Message => ({ jsonrpc: '2.0', id: 1, method, params })
const bare = { params: {}, query: {}, body: undefined }
const tell = (headers: Record<string, string>, body: unknown): Promise<Received> =>
  performRequest(site.app, sendMcpMessage, httpRequestOf(sendMcpMessage, { ...bare, body }, headers))

interface ToolAnswer {
  isError?: boolean
  content: { type: string; text: string }[]
  structuredContent?: Record<string, unknown>
}
async function use(headers: Record<string, string>, name: string, input: object = {}): Promise<ToolAnswer> {
  const { status, text } = await tell(headers, message('tools/call', { name, arguments: input }))
  if (status !== 200) throw new Error(`${name} answered ${status}: ${text}`)
  return JSON.parse(text).result
}
const sentenceOf = ({ isError, content }: ToolAnswer) => (isError ? content[0]?.text : undefined)

const reading = [
  'what_goes_off',
  'what_is_there',
  'what_runs_low',
  'which_places',
  'what_can_be_cooked',
  'show_recipe',
  'meal_plan',
  'shopping_lists',
  'shopping_bundles',
  'shopping_list',
  'compare_stores',
  'better_pack_sizes',
  'what_is_on_label',
]
const writing = [
  'add_to_shopping_list',
  'add_missing_ingredients',
  'plan_meal',
  'move_meal',
  'remove_meal',
  'put_food_in',
  'use_food',
  'put_label_on',
]
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const inputsFor = ({ targets }: Home): Record<string, object> => ({
  plan_meal: { date: inDays(4), recipeId: targets.recipe },
  move_meal: { mealId: targets.planEntry, date: inDays(5) },
  remove_meal: { mealId: targets.planEntry },
  show_recipe: { recipeId: targets.recipe },
  add_missing_ingredients: { recipeId: targets.recipe },
  add_to_shopping_list: { name: 'Sample tomatoes', quantity: 2, unit: 'kg' },
  put_food_in: { food: 'Sample milk', quantity: 1, unit: 'l' },
  what_is_on_label: { code: targets.label },
  put_label_on: { code: targets.label, itemId: targets.lot },
  use_food: { foodId: targets.ingredient, quantity: 1, unit: 'g' },
})

describe('the assistant’s endpoint', () => {
  it('requires an access token, and rejects sessions of any role', async () => {
    const inspector = inspect(site)
    for (const role of roles)
      for (const endpoint of [sendMcpMessage, rejectMcpStream])
        await inspector.refuses(role, endpoint, bare, headersOf(seeded.a.people[role], seeded.a.id), 403, 'token_required')
    await inspector.unchanged()
    expect(inspector.findings).toEqual([])
  })

  it('serves the token’s household without naming it, and no other by any name', async () => {
    const { a, b } = seeded
    const own = await assistantOf(a.people.VIEWER, a, 'read')
    const list = message('tools/list')
    expect((await tell(own, list)).status).toBe(200)
    expect((await tell({ ...own, 'x-household-id': a.id }, list)).status).toBe(200)
    expect((await tell({ ...own, 'x-household-id': b.id }, list)).code).toBe('not_found')
    expect((await tell({ ...own, 'x-household-id': 'Ashgrove' }, list)).code).toBe('household_required')
  })

  it('rejects a revoked token and a former member’s, like a stranger', async () => {
    const { a, exMember } = seeded
    const { id, token } = await make(a.people.ADMIN, a, 'write')
    const list = message('tools/list')
    expect((await tell(bearer(token), list)).status).toBe(200)
    await a.people.ADMIN.must(removeToken, { params: { id: a.id, tokenId: id } })
    const stranger = await tell({}, list)
    expect([stranger.status, stranger.code]).toEqual([401, 'unauthorized'])
    expect((await tell(bearer(token), list)).text).toBe(stranger.text)
    expect((await tell(headersOf(exMember, a.id), list)).code).toBe('token_required')
  })

  it('has no stream, and says so with 405', async () => {
    const own = await assistantOf(seeded.a.people.VIEWER, seeded.a, 'read')
    const answer = await testApp().inject({ method: 'GET', url: rejectMcpStream.path, headers: own })
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'POST'])
    // The protocol's way of subscribing to updates.
    const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} }
    const waits = await tell(
      { ...own, 'mcp-protocol-version': '2026-07-28' },
      message('subscriptions/listen', { notifications: {}, _meta: meta }),
    )
    expect(JSON.parse(waits.text).error).toBeDefined()
  })

  it('accepts one JSON message at a time, up to a megabyte, and none from another origin', async () => {
    const own = await assistantOf(seeded.a.people.OWNER, seeded.a, 'write')
    const call = message('tools/call', { name: 'add_to_shopping_list', arguments: { name: 'Never' } })
    const inspector = inspect(site)
    const refuses = (how: string, body: unknown, headers: object, status: number, code: string) =>
      inspector.refuses(how, sendMcpMessage, { ...bare, body }, { ...own, ...headers }, status, code)
    await refuses(
      'a batch',
      Array.from({ length: 500 }, () => call),
      {},
      422,
      'one_message',
    )
    await refuses('a text', 'tools/list', {}, 422, 'one_message')
    await refuses('nothing', undefined, {}, 422, 'one_message')
    await refuses('too much', { ...call, params: 'x'.repeat(1024 * 1024) }, {}, 413, 'too_large')
    await refuses('a form', call, { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'media_type')
    await refuses('a page', call, { origin: 'https://evil.example' }, 403, 'origin_denied')
    await refuses(
      'a page of a name that was pointed here',
      call,
      { origin: 'http://evil.example', host: 'evil.example' },
      421,
      'unknown_host',
    )
    await inspector.unchanged()
    expect(inspector.findings).toEqual([])
    expect((await tell({ ...own, origin: 'http://localhost:5173', host: 'localhost:3000' }, message('tools/list'))).code).toBe(
      'origin_denied',
    )
    expect((await tell({ ...own, origin: 'http://localhost:3000', host: 'localhost:3000' }, message('tools/list'))).status).toBe(200)
  })
})

/** Plans a meal of a household. */
async function newMeal({ people }: Home): Promise<string> {
  const [meal] = await people.OWNER.must(putMealPlan, { body: { entries: [{ date: inDays(3), text: 'Sample meal' }] } })
  return meal?.id ?? ''
}

describe('the assistant’s tools', () => {
  it('have descriptions and schemas, and are exactly the two lists above', async () => {
    const { text } = await tell(await assistantOf(seeded.a.people.VIEWER, seeded.a, 'read'), message('tools/list'))
    const { tools } = JSON.parse(text).result
    expect(tools.map(({ name }: { name: string }) => name).toSorted()).toEqual([...reading, ...writing].toSorted())
    for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
      expect([name, description.length > 60, title.length > 5, inputSchema.type, outputSchema.type]).toEqual([
        name,
        true,
        true,
        'object',
        'object',
      ])
      expect([name, annotations.readOnlyHint]).toEqual([name, reading.includes(name)])
      expect([name, description.includes('may write')]).toEqual([name, writing.includes(name)])
    }
  })

  it('are allowed by scope and role, tool by tool', async () => {
    const { a } = seeded
    const input = inputsFor(a)
    const inspector = inspect(site)
    for (const role of roles) {
      const [reader, writer] = [await assistantOf(a.people[role], a, 'read'), await assistantOf(a.people[role], a, 'write')]
      const may = isRoleAtLeast(role, 'MEMBER')
      for (const name of reading) {
        expect([role, name, sentenceOf(await use(reader, name, input[name]))]).toEqual([role, name, undefined])
        expect([role, name, sentenceOf(await use(writer, name, input[name]))]).toEqual([role, name, undefined])
      }
      for (const name of writing) {
        // Compares the digest of all tables before and after: a refusal stores nothing.
        await inspector.refuses(role, sendMcpMessage, { ...bare, body: 'x' }, reader, 422, 'one_message')
        expect([role, name, sentenceOf(await use(reader, name, input[name]))]).toEqual([role, name, 'This access token is read-only.'])
        if (!may)
          expect([role, name, sentenceOf(await use(writer, name, input[name]))]).toEqual([
            role,
            name,
            'This needs the role member; yours is viewer.',
          ])
        await inspector.unchanged()
        if (may && name === 'remove_meal') input[name] = { mealId: await newMeal(a) }
        if (may) expect([role, name, sentenceOf(await use(writer, name, input[name]))]).toEqual([role, name, undefined])
      }
    }
    expect(inspector.findings).toEqual([])
  })

  it('reveal nothing about another household: its ids are answered like unknown ones', async () => {
    const { a, b } = seeded
    const own = await assistantOf(b.people.OWNER, b, 'write')
    const theirs = inputsFor(a)
    const inspector = inspect(site)
    await inspector.refuses('before', sendMcpMessage, { ...bare, body: 'x' }, own, 422, 'one_message')
    for (const name of [
      'show_recipe',
      'add_missing_ingredients',
      'plan_meal',
      'move_meal',
      'remove_meal',
      'use_food',
      'what_is_on_label',
      'put_label_on',
    ])
      expect([name, sentenceOf(await use(own, name, theirs[name]))]).toEqual([name, 'Not found. It may have been deleted.'])
    await inspector.unchanged()
    const leaked = JSON.stringify(await Promise.all(reading.map((name) => use(own, name, inputsFor(b)[name]))))
    expect(leaked).toContain(b.marker)
    expect(secretsOf(a).filter((secret) => leaked.includes(secret))).toEqual([])
    expect(inspector.findings).toEqual([])
  })

  it('plan, move and remove a meal', async () => {
    const own = await assistantOf(seeded.a.people.MEMBER, seeded.a, 'write')
    const planned = await use(own, 'plan_meal', {
      date: inDays(6),
      meal: 'lunch',
      ingredientId: seeded.a.targets.ingredient,
      quantity: 2,
      unit: 'each',
    })
    expect(planned.structuredContent).toMatchObject({
      meal: 'lunch',
      recipeId: null,
      quantity: 2,
      unit: 'each',
      storage: null,
      isCooked: false,
    })
    const mealId = planned.structuredContent?.['mealId']
    const moved = await use(own, 'move_meal', { mealId, date: inDays(7) })
    expect(moved.structuredContent).toMatchObject({ mealId, date: inDays(7), meal: 'lunch', quantity: 2 })
    const shown = async () => (await use(own, 'meal_plan', { from: inDays(7), days: 1 })).structuredContent?.['meals']
    expect(await shown()).toMatchObject([{ mealId, meal: 'lunch' }])
    expect(sentenceOf(await use(own, 'plan_meal', { date: inDays(6), text: 'Out', recipeId: seeded.a.targets.recipe }))).toBeDefined()
    expect((await use(own, 'remove_meal', { mealId })).structuredContent).toEqual({ removed: true })
    expect(await shown()).toEqual([])
    expect(sentenceOf(await use(own, 'move_meal', { mealId, date: inDays(8) }))).toBe('Not found. It may have been deleted.')
  })

  it('repeat the amount that was asked for, whatever was on the list', async () => {
    const { a } = seeded
    const [owner, own] = [a.people.OWNER, await assistantOf(a.people.MEMBER, a, 'write')]
    const item = { name: 'Sample oats', quantity: 1, unit: 'kg' }
    await use(own, 'add_to_shopping_list', { ...item, quantity: 2 })
    const added = await use(own, 'add_to_shopping_list', { ...item, repeatEvery: { count: 1, unit: 'week' } })
    expect(added.structuredContent).toMatchObject({ row: { quantity: 3 }, repeats: true })
    const recurring = (await owner.must(listRecurringItems)).filter(({ ingredientName }) => ingredientName === 'Sample oats')
    expect(recurring).toMatchObject([{ suggestedQuantity: 1, unit: 'kg', every: { count: 1, unit: 'week' } }])
  })

  it('read and fill another list by its name, and name the lists there are', async () => {
    const { a } = seeded
    const [owner, own] = [a.people.OWNER, await assistantOf(a.people.MEMBER, a, 'write')]
    const { id } = await owner.must(addNamedList, { body: { name: 'Garden party' } })
    const lists = (await use(own, 'shopping_lists')).structuredContent?.['lists']
    expect(lists).toContainEqual({ name: 'Garden party' })
    await use(own, 'add_to_shopping_list', { name: 'Sample lanterns', list: 'garden party' })
    const { items } = await owner.must(getShoppingList, { query: { list: id } })
    expect(items.map(({ ingredientName }) => ingredientName)).toEqual(['Sample lanterns'])
    expect(JSON.stringify(await use(own, 'shopping_list', { list: 'Garden party' }))).toContain('Sample lanterns')
    expect(JSON.stringify(await use(own, 'shopping_list'))).not.toContain('Sample lanterns')
    expect(sentenceOf(await use(own, 'shopping_list', { list: 'None' }))).toContain('Garden party')
  })

  it('compare what another list costs in each store', async () => {
    const { a } = seeded
    const [owner, own] = [a.people.OWNER, await assistantOf(a.people.VIEWER, a, 'read')]
    const [market, corner] = [
      await owner.must(addStore, { body: { name: 'Fair market' } }),
      await owner.must(addStore, { body: { name: 'Corner' } }),
    ]
    const pay = (name: string, storeId: string, purchasePrice: number) =>
      owner.must(addLot, { body: { ingredient: { name }, quantity: 1, unit: 'kg', storeId, purchasePrice } })
    await pay('Sample barley', market.id, 2)
    await pay('Sample barley', corner.id, 3)
    await pay('Sample lentils', corner.id, 4)
    const { id: listId } = await owner.must(addNamedList, { body: { name: 'Soup' } })
    for (const ingredientName of ['Sample barley', 'Sample lentils'])
      await owner.must(addShoppingItem, { body: { ingredientName, suggestedQuantity: 2, unit: 'kg', listId } })
    const { stores, cheapest } = (await use(own, 'compare_stores', { list: 'soup' })).structuredContent as {
      stores: { store: string }[]
      cheapest: string | null
    }
    expect(cheapest).toBe('Fair market')
    expect(stores.filter(({ store }) => store === 'Fair market' || store === 'Corner')).toEqual([
      { store: 'Fair market', cost: 4, rowsWithPrice: 1, rowsWithoutPrice: 1, moreThanCheapest: null },
      { store: 'Corner', cost: 14, rowsWithPrice: 2, rowsWithoutPrice: 0, moreThanCheapest: 2 },
    ])
  })

  it('say what is on a label, and put it on something else', async () => {
    const { a } = seeded
    const { code } = { code: a.targets.label }
    const own = await assistantOf(a.people.MEMBER, a, 'write')
    const put = await use(own, 'put_label_on', { code, itemId: a.targets.lot })
    expect(put.structuredContent).toMatchObject({ food: { itemId: a.targets.lot }, place: null })
    expect((await use(own, 'what_is_on_label', { code: code.toLowerCase() })).structuredContent).toEqual(put.structuredContent)
    await a.people.OWNER.must(setLabel, { params: { id: code }, body: { lotId: null, location: 'Drawer 2' } })
    expect((await use(own, 'what_is_on_label', { code })).structuredContent).toMatchObject({ food: null, place: 'Drawer 2' })
  })

  it('run once per idempotency key', async () => {
    const { a } = seeded
    const own = { ...(await assistantOf(a.people.MEMBER, a, 'write')), 'idempotency-key': 'assistant-1' }
    const add = () => use(own, 'add_to_shopping_list', { name: 'Sample saffron', quantity: 1, unit: 'g' })
    expect(await add()).toEqual(await add())
    const { items } = await a.people.MEMBER.must(getShoppingList)
    expect(
      items.filter(({ ingredientName }) => ingredientName === 'Sample saffron').map(({ suggestedQuantity }) => suggestedQuantity),
    ).toEqual([1])
  })

  it('respond in the requested language', async () => {
    const own = { ...(await assistantOf(seeded.a.people.VIEWER, seeded.a, 'write')), 'accept-language': 'de' }
    expect(sentenceOf(await use(own, 'add_to_shopping_list', { name: 'Milch' }))).toContain('Rolle')
  })
})

describe('a real client, over HTTP', () => {
  async function connected(headers: Record<string, string>, mode: 'legacy' | 'auto'): Promise<Client> {
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
    const url = new URL(`http://127.0.0.1:${await portOf(site.app)}${sendMcpMessage.path}`)
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
    return client
  }

  it('of the current and last year’s protocol lists what expires, what to cook with it, and adds the rest to the list', async () => {
    for (const mode of ['auto', 'legacy'] as const) {
      const cook = await createPerson(testApp(), 'Mira', 'Context')
      await testApp().household(cook)
      const home = { ...seeded.a, id: cook.home ?? '' }
      const { id: recipeId } = await cook.must(addRecipe, {
        body: { name: 'Quick quince crumble', ingredients: ['2 quinces', '250 ml oat cream'], servings: 2 },
      })
      const client = await connected(await assistantOf(cook, home, 'write'), mode)
      expect((await client.listTools()).tools).toHaveLength(reading.length + writing.length)
      const ask = async (name: string, input: Record<string, unknown> = {}) =>
        (await client.callTool({ name, arguments: input })) as ToolAnswer
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
      await ask('put_food_in', { food: 'Quinces', quantity: 3, unit: 'each', expirationDate: tomorrow, storage: 'PANTRY' })
      expect((await ask('what_goes_off', { days: 2 })).structuredContent).toMatchObject({
        foods: [{ food: 'Quinces', quantity: 3, goesOffOn: tomorrow }],
      })
      expect((await ask('what_can_be_cooked', { maxMissing: 1, search: 'crumble' })).structuredContent).toMatchObject({
        recipes: [{ recipeId, inStock: { have: 1, of: 2 }, usesUp: [{ food: 'Quinces' }] }],
      })
      await cook.must(addCookbook, { body: { name: 'Crumbles', recipeIds: [recipeId] } })
      expect((await ask('what_can_be_cooked', { maxMissing: 9, cookbook: 'crumbles' })).structuredContent).toMatchObject({
        recipes: [{ recipeId }],
      })
      expect(sentenceOf(await ask('what_can_be_cooked', { cookbook: 'Soups' }))).toBe('There is no cookbook Soups. The cookbooks: Crumbles')
      expect((await ask('add_missing_ingredients', { recipeId })).structuredContent).toMatchObject({ added: 1 })
      const elsewhere = await ask('add_missing_ingredients', { recipeId, list: 'Nowhere' })
      expect(sentenceOf(elsewhere)).toMatch(/There is no list Nowhere/)
      expect((await ask('shopping_list')).structuredContent).toMatchObject({ rows: [{ quantity: 250, unit: 'ml', isChecked: false }] })
      const bad = await ask('what_goes_off', { days: -1 }).catch((error: Error) => ({
        isError: true,
        content: [{ type: 'text', text: error.message }],
      }))
      expect(sentenceOf(bad)).toMatch(/days/)
      await client.close()
    }
  })

  it('is rejected immediately without a valid token', async () => {
    await expect(connected({}, 'legacy')).rejects.toThrow()
    await expect(connected(bearer(seeded.a.people.OWNER.token), 'legacy')).rejects.toThrow()
  })
})

describe('hostile messages', () => {
  const cases = Number(process.env['LARDER_FUZZ_CASES'] ?? 12) * 20
  const seed = Number(process.env['LARDER_FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
  const telling = /select |insert |\bat .*\.(ts|js)|node_modules|\/src\/|sqlite|postgres|constraint|stack/i

  it('never cause a server error or reveal another household', async () => {
    const { a, b } = seeded
    const own = await assistantOf(a.people.MEMBER, a, 'write')
    const { tools } = JSON.parse((await tell(own, message('tools/list'))).text).result
    const ids = [a.targets.ingredient, a.targets.recipe, b.targets.ingredient, b.targets.recipe, a.gone.recipe]
    const odd = fc.oneof(
      fc.constantFrom<unknown>(
        '',
        ' ',
        '\u0000',
        '\ud800',
        '../',
        "' or 1=1 --",
        -1,
        0,
        1e308,
        0.0001,
        null,
        true,
        [],
        {},
        'x'.repeat(5000),
      ),
      fc.constantFrom<unknown>(...ids),
      fc.jsonValue({ maxDepth: 1 }),
    )
    const spoilt: Arbitrary<{ name: string; input: unknown }> = fc
      .constantFrom(...tools)
      .chain((tool: { name: string; inputSchema: object }) => {
        const right = sampleOf(tool.inputSchema, {
          foodId: a.targets.ingredient,
          recipeId: a.targets.recipe,
          from: '2026-11-22',
        }) as Record<string, unknown>
        const names = [...Object.keys(right), 'householdId', 'toString']
        return fc
          .oneof(
            fc.tuple(fc.constantFrom(...names), odd).map(([name, value]) => ({ ...right, [name]: value })),
            fc.constantFrom(...ids).map((id) => ({ ...right, foodId: id, recipeId: id })),
            odd,
          )
          .map((input) => ({ name: tool.name, input }))
      })
    const messages: Arbitrary<unknown> = fc.oneof(
      { weight: 8, arbitrary: spoilt.map(({ name, input }) => message('tools/call', { name, arguments: input as object })) },
      {
        weight: 2,
        arbitrary: fc.record(
          {
            jsonrpc: fc.constantFrom<unknown>('2.0', '1.0', 2, null),
            id: fc.oneof(fc.integer(), fc.string(), odd),
            method: fc.constantFrom(
              'initialize',
              'tools/list',
              'tools/call',
              'resources/list',
              'ping',
              'server/discover',
              'notifications/x',
              '',
            ),
            params: odd,
          },
          { requiredKeys: [] },
        ),
      },
    )
    const hidden = [b.marker, ...roles.map((role) => b.people[role].userId)]
    const statusCounts: Record<number, number> = {}
    await fc.assert(
      fc.asyncProperty(messages, fc.constantFrom(undefined, '2026-07-28', '2025-06-18', 'never'), async (body, version) => {
        const { status, text } = await tell({ ...own, ...(version ? { 'mcp-protocol-version': version } : {}) }, body)
        statusCounts[status] = (statusCounts[status] ?? 0) + 1
        const requestText = JSON.stringify(body)
        if (status >= 500) throw new Error(`${requestText}: ${status} ${text}`)
        const response = text.replaceAll(JSON.stringify(requestText).slice(1, -1), '')
        if (telling.test(response) && !telling.test(requestText)) throw new Error(`${requestText} reveals internals: ${text}`)
        if (text.includes('Something went wrong')) throw new Error(`${requestText} causes an internal error: ${text}`)
        const leaked = hidden.find((secret) => text.includes(secret))
        if (leaked) throw new Error(`${requestText} reveals ${leaked}`)
      }),
      { numRuns: cases, seed, endOnFailure: true },
    )
    console.log(`hostile messages: ${cases}, seed ${seed}, answers ${JSON.stringify(statusCounts)}`)
    expect(statusCounts[200]).toBeGreaterThan(cases / 4)
  })
})

describe('these tests fail without a guard', () => {
  it('if a session is accepted as a token', async () => {
    const { identify } = await endpointContextOf(testApp())
    const app = await createAppWithContext(testApp(), {
      identify: async (...args) => {
        const known = await identify(...args)
        return known && { ...known, scope: 'write' }
      },
    })
    const inspector = inspect({ ...site, app })
    const { a } = seeded
    await inspector.refuses(
      'twin',
      sendMcpMessage,
      { ...bare, body: message('tools/list') },
      headersOf(a.people.OWNER, a.id),
      403,
      'token_required',
    )
    await inspector.unchanged()
    expect(inspector.findings.join()).toContain('instead of 403 token_required')
    await app.close()
  })
})
