import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { changePreferences, defaultPreferences } from '#domains/account/contract/index.ts'
import { reopenAlerts } from '#domains/alerts/contract.ts'
import { setMealEaters } from '#domains/diets/contract.ts'
import { restoreHousehold } from '#domains/households/contract/index.ts'
import { addIngredient, getIngredient } from '#domains/ingredients/contract/index.ts'
import { addLot, getLot } from '#domains/inventory/contract.ts'
import { setLabel } from '#domains/labels/contract.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { isRoleAtLeast, roles } from '#platform/shared/roles.ts'
import { createMessageTarget } from '#tests/support/data/personal-data.ts'
import { freshTargets, type SeededHouseholds, secretsOf } from '#tests/support/data/seeded-households.ts'
import { changedTables, digestOf } from '#tests/support/database/digest.ts'
import { sendRaw } from '#tests/support/server/http-app.ts'
import {
  httpRequestOf,
  type IdField,
  idFieldsOf,
  nameOf,
  notSetUp,
  sampleFor,
  speaksJson,
  type TargetKind,
  withId,
} from '#tests/support/server/requests.ts'
import { createServerAdmin, seededHouseholdsOf, useSeededApp } from '#tests/support/server/seeded-app.ts'
import { freshSample, guarded, headersOf, minRole } from './columns.ts'
import { documentedKeys, keys, otherKeys } from './documented-keys.ts'
import { inspect, performRequest, type Site } from './inspector.ts'

// Thousands of requests on a busy machine take a while.
vi.setConfig({ testTimeout: 600_000 })

const testApp = useSeededApp()
let seeded: SeededHouseholds
let site: Site
const counted: Record<string, number> = {}
beforeAll(async () => {
  seeded = seededHouseholdsOf(testApp())
  site = { app: testApp().server.app, testApp: testApp(), seeded }
})
afterAll(() => console.log(`access, beside the matrix: ${JSON.stringify(counted)}`))

const rows = () =>
  guarded(
    testApp()
      .server.routes.map(({ endpoint }) => endpoint)
      .filter(speaksJson),
  )
const owner = () => headersOf(seeded.a.people.OWNER, seeded.a.id)

describe('M-FK: an id field', () => {
  const otherKind: Partial<Record<TargetKind, TargetKind>> = {
    lot: 'ingredient',
    ingredient: 'lot',
    unusedIngredient: 'lot',
    household: 'ingredient',
    person: 'lot',
    listItem: 'lot',
    alert: 'lot',
    notification: 'alert',
    recipe: 'lot',
    planEntry: 'recipe',
    cooking: 'recipe',
    store: 'listItem',
    place: 'listItem',
    list: 'listItem',
    bundle: 'listItem',
    label: 'listItem',
    labelSheet: 'listItem',
    guest: 'ingredient',
    recurring: 'listItem',
    trip: 'listItem',
    recipeLink: 'recipe',
    cookbook: 'recipe',
    cookbookLink: 'cookbook',
    guestLink: 'listItem',
    device: 'notification',
    messageTarget: 'device',
    circle: 'household',
    circleMember: 'lot',
    asker: 'person',
    circleInvite: 'circle',
    peerLot: 'lot',
    request: 'lot',
    peerOffer: 'request',
    ownOffer: 'peerOffer',
    debt: 'lot',
  }

  /** Returns ids that must be rejected in this field, by reason. */
  function wrongIds({ kind }: IdField): Record<string, unknown> {
    const { a, b } = seeded
    if (kind === 'change') return { 'nobody’s': 99_999_999 }
    if (kind === 'inviteCode' || kind === 'circleCode') return { 'of what was deleted': a.gone[kind] }
    if (kind === 'openCircle') return { 'private, of B': b.targets.circle, deleted: a.gone.openCircle }
    const other = otherKind[kind]
    return {
      'of B': b.targets[kind],
      deleted: a.gone[kind],
      ...(other ? { [`a ${other}`]: a.targets[other] } : {}),
    }
  }

  it('rejects ids of another household, of another kind and of deleted rows, and reveals no name', async () => {
    const inspector = inspect(site)
    let places = 0
    // Server admins may use everyone's ids: those routes have no household.
    for (const endpoint of rows().filter(({ auth }) => auth !== 'administrator')) {
      for (const field of idFieldsOf(endpoint)) {
        places++
        for (const [reason, value] of Object.entries(wrongIds(field))) {
          // These routes are for what was deleted.
          if (reason === 'deleted' && (endpoint === restoreHousehold || endpoint === reopenAlerts)) continue
          // A device may name a store or a list before it knows that it was removed.
          if (reason === 'deleted' && (field.kind === 'store' || field.kind === 'list') && field.part === 'body') continue
          // A device may say that a guest eats before it knows that they were removed.
          if (reason === 'deleted' && endpoint === setMealEaters) continue
          // A device may put a label on what was used up or deleted since; the label is free then.
          if (reason === 'deleted' && field.kind === 'lot' && endpoint === setLabel) continue
          const column = `${field.part}.${field.path.join('.')} ${reason}`
          const sample = withId(sampleFor(endpoint, seeded.a.targets), field, value)
          const [status, code] = (reason === 'deleted' ? endings[field.kind]?.[nameOf(endpoint)] : undefined) ?? [404, codeFor(field)]
          const answer = await inspector.refuses(column, endpoint, sample, owner(), status, code)
          await inspector.unchanged()
          const leaked = secretsOf(seeded.b).find((secret) => answer.text.includes(secret))
          if (leaked) inspector.findings.push(`${nameOf(endpoint)} × ${column}: tells ${leaked}`)
        }
      }
    }
    counted['places that name something'] = places
    counted['wrong ids'] = inspector.cells()
    expect(places).toBeGreaterThan(25)
    expect(inspector.findings).toEqual([])
  })
  type Endings = Record<string, [status: number, code: string | undefined]>
  /** Ended rows are still visible to the parties. */
  const endings: Partial<Record<TargetKind, Endings>> = {
    request: { 'PATCH /api/borrow/{id}': [409, 'borrow_state'] },
    peerOffer: { 'POST /api/offers/{id}/take': [409, 'offer_over'] },
    ownOffer: { 'DELETE /api/offers/{id}': [409, 'offer_over'] },
    // A deleted lot still has a history.
    lot: { 'GET /api/history': [200, undefined] },
    debt: { 'POST /api/debts/settle': [409, 'already_settled'] },
    guest: { 'DELETE /api/eaters/{id}': [204, undefined] },
    store: { 'DELETE /api/stores/{id}': [204, undefined] },
    place: { 'DELETE /api/places/{id}': [204, undefined] },
    list: { 'DELETE /api/shopping-list/lists/{id}': [204, undefined] },
    bundle: { 'DELETE /api/shopping-list/bundles/{id}': [204, undefined] },
    cookbook: { 'DELETE /api/cookbooks/{id}': [204, undefined] },
    labelSheet: { 'DELETE /api/label-sheets/{id}': [204, undefined] },
    recurring: { 'DELETE /api/shopping-list/recurring/{id}': [204, undefined] },
    trip: { 'PATCH /api/shopping-list/trips/{id}': [200, undefined], 'DELETE /api/shopping-list/trips/{id}': [204, undefined] },
    get listItem() {
      return offList
    },
  }
  /** Two phones delete the same rows: a missing row is usually no error, and never comes back. */
  const offList: Endings = {
    'PUT /api/shopping-list/{id}': [409, 'item_gone'],
    'DELETE /api/shopping-list/{id}': [204, undefined],
    'POST /api/shopping-list/clear-checked': [200, undefined],
    'POST /api/shopping-list/put-away': [200, undefined],
    'POST /api/shopping-list/recurring': [409, 'item_gone'],
  }
  const codeFor = ({ kind }: IdField) => (kind === 'inviteCode' || kind === 'circleCode' ? 'invite_unknown' : 'not_found')

  it('accepts a new id that another household uses, and reveals nothing', async () => {
    const { a, b } = seeded
    const before = await b.people.OWNER.must(getLot, { params: { id: b.targets.lot } })
    const made = await a.people.MEMBER.call(addLot, {
      body: { id: b.targets.lot, ingredientId: a.targets.ingredient, quantity: 3, unit: 'g' },
    })
    expect(made).toMatchObject({ status: 201, body: { id: b.targets.lot, quantity: 3, ingredient: { id: a.targets.ingredient } } })
    expect(await b.people.OWNER.must(getLot, { params: { id: b.targets.lot } })).toEqual(before)
    const ingredient = await a.people.MEMBER.call(addIngredient, { body: { id: b.targets.ingredient, name: 'Parsnips' } })
    expect(ingredient).toMatchObject({ status: 201, body: { id: b.targets.ingredient, name: 'Parsnips' } })
    expect((await b.people.OWNER.must(getIngredient, { params: { id: b.targets.ingredient } })).name).toContain(b.marker)
  })

  it('rejects a new id that the household already uses', async () => {
    const { lot, ingredient } = seeded.a.targets
    const { MEMBER } = seeded.a.people
    expect(await MEMBER.call(addLot, { body: { id: lot, ingredientId: ingredient, quantity: 3, unit: 'g' } })).toMatchObject({
      status: 409,
      body: { code: 'already_exists' },
    })
    expect(await MEMBER.call(addIngredient, { body: { id: ingredient, name: 'Swedes' } })).toMatchObject({
      status: 409,
      body: { code: 'already_exists' },
    })
  })
})

describe('M-FIELD: a response', () => {
  // Filled only after repeated purchases, long past a date, or where much isn't recorded.
  const mayBeEmpty = [
    'GET /api/auth/connected-providers',
    'GET /api/catalogue',
    'GET /api/passkeys',
    'GET /api/households/deleted',
    'GET /api/households/{id}/tokens',
    'GET /api/inventory/past-due',
    'GET /api/ingredients/{id}/suggested-shelf-life',
    'GET /api/offers/suggestions',
    'GET /api/shopping-list/usual',
    'GET /api/pack-advice',
    'GET /api/stock-doubts',
    'GET /api/stock-questions',
  ]
  const mayNameEmails = [
    'GET /api/users/me',
    'PATCH /api/users/preferences',
    'PATCH /api/users/profile',
    'PUT /api/users/avatar',
    'GET /api/admin/users',
    'PATCH /api/admin/users/{userId}',
    'GET /api/households/{id}/members',
    'PATCH /api/households/{id}/members/{userId}',
    // Shown by requester and lender to each other.
    'GET /api/borrow',
    'POST /api/borrow',
    'PATCH /api/borrow/{id}',
    'POST /api/offers/{id}/take',
  ]

  it('has the documented keys, for every role', async () => {
    const { a } = seeded
    // No list in a response may be empty here.
    const [soon, ...full] = [await freshTargets(testApp(), a, ['lot']), await freshTargets(testApp(), a, ['ingredient'])]
    await a.people.OWNER.must(addIngredient, {
      body: {
        name: 'Ashgrove oats',
        aliases: ['oatmeal'],
        conversions: [{ from: 'cup', to: 'g', factor: 90 }],
        barcodes: [{ code: '4006381333931' }],
      },
    })
    await a.people.OWNER.must(addLot, {
      body: {
        ingredientId: soon.ingredient,
        quantity: 1,
        unit: 'g',
        expirationDate: new Date().toISOString().slice(0, 10),
        purchasePrice: 1,
        storeId: a.targets.store,
      },
    })
    expect(full).toHaveLength(1)
    for (const person of Object.values(a.people)) {
      await person.must(changePreferences, { body: { preferences: { ...defaultPreferences, language: 'fr' } } })
      await createMessageTarget(person, 'Ashgrove phone')
    }
    const overseer = await createServerAdmin(testApp())
    const findings: string[] = []
    let seen = 0
    for (const endpoint of rows()) {
      if (!endpoint.reply) continue
      const isServers = endpoint.auth === 'administrator'
      for (const role of isServers ? (['OWNER'] as const) : roles.filter((one) => isRoleAtLeast(one, minRole(endpoint)))) {
        const sample = await freshSample(site, endpoint, a, role)
        const headers = headersOf(isServers ? overseer : a.people[role], a.id)
        const { status, text } = await performRequest(site.app, endpoint, httpRequestOf(endpoint, sample, headers))
        seen++
        const report = (what: string) => findings.push(`${nameOf(endpoint)} for ${role}: ${what}`)
        if (notSetUp[nameOf(endpoint)]) continue
        if (status !== endpoint.status || (text === '[]' && !mayBeEmpty.includes(nameOf(endpoint))))
          report(`${status} ${text.slice(0, 100)}`)
        const answer: unknown = JSON.parse(text)
        for (const difference of otherKeys(answer, documentedKeys[nameOf(endpoint)] ?? 0)) report(difference)
        if (!mayNameEmails.includes(nameOf(endpoint)) && text.includes('@kitchen.example')) report('an e-mail address')
        const othersAddresses = text.replaceAll(a.people.VIEWER.email, '')
        if (role === 'VIEWER' && othersAddresses.includes('@kitchen.example')) report('another person’s e-mail address')
        for (const code of codesIn(answer))
          if (isRoleAtLeast(role, 'ADMIN') !== (code !== null) && nameOf(endpoint) !== 'POST /api/households') report(`invite code ${code}`)
      }
    }
    counted['answers compared key by key'] = seen
    expect(findings).toEqual([])
  })

  it('has documented keys for every route', () => {
    expect(
      rows()
        .filter((endpoint) => endpoint.reply)
        .map(nameOf)
        .toSorted(),
    ).toEqual(Object.keys(documentedKeys).toSorted())
  })

  it('is rejected with one key too many or too few, at any level (twin)', () => {
    const expected = keys('a', { b: [keys('c')] })
    expect(otherKeys({ a: 1, b: [{ c: null }] }, expected)).toEqual([])
    expect(otherKeys({ a: 1, b: [{ c: null }, { c: 1, hash: 1 }] }, expected)).toEqual(['b.1 also has hash'])
    expect(otherKeys({ a: { email: 1 }, b: [] }, expected)).toEqual(['a also has email'])
    expect(otherKeys({ b: null }, expected)).toEqual([' lacks a'])
  })
})

function codesIn(answer: unknown): (string | null)[] {
  const rows = Array.isArray(answer) ? answer : [answer]
  return rows.filter((row) => row?.role !== undefined && row.inviteCode !== undefined).map((row) => row.inviteCode)
}

// Addresses and methods are parsed before a database query, so one engine is enough.
if (process.env['LARDER_TEST_ENGINE'] === 'sqlite')
  describe('M-METHOD: another spelling of a request', () => {
    const override = ['x-http-method-override', 'x-http-method', 'x-method-override']
    const overrides = (method: string) => Object.fromEntries(override.map((name) => [name, method]))
    const variants = ({ method }: Endpoint, path: string): { method: string; path: string; headers?: Record<string, string> }[] => [
      ...['HEAD', 'OPTIONS', 'TRACE'].map((other) => ({ method: other, path })),
      { method: 'GET', path, headers: overrides(method) },
      { method: 'POST', path, headers: overrides(method) },
      { method, path: `${path}/` },
      { method, path: `/${path}` },
      { method, path: path.replace('/api/', '/api//') },
      { method, path: path.replace('/api/', '/api/%2e/') },
      { method, path: path.replace('/api/', '/x/%2e%2e/api/') },
      { method, path: path.replace('/api/', '/API/') },
      { method, path: path.toUpperCase() },
      { method, path: path.replace(/\/api\/(.)/, (_all, letter: string) => `/api/%${letter.charCodeAt(0).toString(16)}`) },
      { method, path: `${path}.json` },
      { method, path: `${path};x=1` },
      { method, path: `http://127.0.0.1${path}` },
    ]

    it('grants nothing more than the plain one', async () => {
      const { a, b } = seeded
      const findings: string[] = []
      const { database } = testApp().server
      let sent = 0
      const actors = [
        { name: 'anonymous', headers: {}, rows: rows() },
        { name: 'user of B', headers: headersOf(b.people.OWNER, a.id), rows: rows().filter(({ auth }) => auth !== 'person') },
        {
          name: 'VIEWER',
          headers: headersOf(a.people.VIEWER, a.id),
          rows: rows().filter((endpoint) => !isRoleAtLeast('VIEWER', minRole(endpoint))),
        },
      ]
      for (const { name, headers, rows: asked } of actors) {
        for (const endpoint of asked) {
          const before = await digestOf(database)
          const wire = httpRequestOf(endpoint, sampleFor(endpoint, a.targets))
          const answers = await Promise.all(
            variants(endpoint, wire.url).map(async (variant) => {
              const body = variant.method === endpoint.method && wire.payload !== undefined ? { payload: wire.payload } : {}
              const response = await sendRaw(site.app, {
                method: variant.method,
                url: variant.path,
                headers: { ...wire.headers, ...headers, ...variant.headers },
                ...body,
              })
              return { variant, heard: response }
            }),
          )
          sent += answers.length
          for (const { variant, heard: response } of answers) {
            const leaked = name === 'VIEWER' ? undefined : secretsOf(a).find((secret) => response.text.includes(secret))
            if (leaked || response.status >= 500)
              findings.push(`${variant.method} ${variant.path} as ${name}: ${response.status} ${leaked ?? ''}`)
          }
          const changed = changedTables(before, await digestOf(database))
          if (changed.length > 0) findings.push(`${nameOf(endpoint)} as ${name}: changed ${changed.join()}`)
        }
      }
      counted['requests written otherwise'] = sent
      expect(findings).toEqual([])
    })
  })
