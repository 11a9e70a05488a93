import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addLot, getLot } from '#domains/inventory/contract.ts'
import { addIngredient, getIngredient } from '#domains/products/contract.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { atLeast, roles } from '#platform/contract/roles.ts'
import { digestOf, tablesThatDiffer } from '#tests/support/digest.ts'
import { useKitchen } from '#tests/support/kitchen.ts'
import { type IdField, idFieldsOf, nameOf, sampleFor, type TargetKind, withId, wireOf } from '#tests/support/requests.ts'
import { overTheWire } from '#tests/support/sites.ts'
import { freshTargets, secretsOf, seedWorld, type World } from '#tests/support/world.ts'
import { freshSample, guarded, headersOf, leastRole } from './columns.ts'
import { inspect, knock, type Site } from './inspector.ts'

const kitchen = useKitchen()
let world: World
let site: Site
const counted: Record<string, number> = {}
beforeAll(async () => {
  world = await seedWorld(kitchen())
  site = { app: kitchen().larder.app, kitchen: kitchen(), world }
})
afterAll(() => console.log(`access, beside the matrix: ${JSON.stringify(counted)}`))

const rows = () => guarded(kitchen().larder.routes.map(({ endpoint }) => endpoint))
const owner = () => headersOf(world.a.people.OWNER, world.a.id)

describe('M-FK: a place that names something', () => {
  const otherKind: Partial<Record<TargetKind, TargetKind>> = { lot: 'food', food: 'lot', emptyFood: 'lot', household: 'food', person: 'lot' }

  /** What must not be taken in this place, by the reason. */
  function wrongIds({ kind }: IdField): Record<string, unknown> {
    const { a, b } = world
    if (kind === 'change') return { 'nobody’s': 99_999_999 }
    if (kind === 'inviteCode') return { 'of a deleted household': a.gone.inviteCode }
    const other = otherKind[kind]
    return {
      'of B': b.targets[kind],
      deleted: a.gone[kind],
      ...(other ? { [`a ${other}`]: a.targets[other] } : {}),
    }
  }

  it('takes no id of another household, of another kind or of something deleted, and tells no name', async () => {
    const inspector = inspect(site)
    let places = 0
    for (const endpoint of rows()) {
      for (const field of idFieldsOf(endpoint)) {
        places++
        for (const [reason, value] of Object.entries(wrongIds(field))) {
          const column = `${field.part}.${field.path.join('.')} ${reason}`
          const answer = await inspector.refuses(column, endpoint, withId(sampleFor(endpoint, world.a.targets), field, value), owner(), 404, codeFor(field))
          const told = secretsOf(world.b).find((secret) => answer.text.includes(secret))
          if (told) inspector.findings.push(`${nameOf(endpoint)} × ${column}: tells ${told}`)
        }
      }
    }
    counted['places that name something'] = places
    counted['wrong ids'] = inspector.cells()
    expect(places).toBeGreaterThan(25)
    expect(inspector.findings).toEqual([])
  })
  const codeFor = ({ kind }: IdField) => (kind === 'inviteCode' ? 'invite_unknown' : 'not_found')

  it('a new id that another household uses already is ours all the same, and tells nothing', async () => {
    const { a, b } = world
    const before = await b.people.OWNER.must(getLot, { params: { id: b.targets.lot } })
    const made = await a.people.MEMBER.call(addLot, { body: { id: b.targets.lot, ingredientId: a.targets.food, quantity: 3, unit: 'g' } })
    expect(made).toMatchObject({ status: 201, body: { id: b.targets.lot, quantity: 3, ingredient: { id: a.targets.food } } })
    expect(await b.people.OWNER.must(getLot, { params: { id: b.targets.lot } })).toEqual(before)
    const food = await a.people.MEMBER.call(addIngredient, { body: { id: b.targets.food, name: 'Parsnips' } })
    expect(food).toMatchObject({ status: 201, body: { id: b.targets.food, name: 'Parsnips' } })
    expect((await b.people.OWNER.must(getIngredient, { params: { id: b.targets.food } })).name).toContain(b.marker)
  })

  it('a new id that the household uses already is refused', async () => {
    const { lot, food } = world.a.targets
    const { MEMBER } = world.a.people
    expect(await MEMBER.call(addLot, { body: { id: lot, ingredientId: food, quantity: 3, unit: 'g' } })).toMatchObject({ status: 409, body: { code: 'already_exists' } })
    expect(await MEMBER.call(addIngredient, { body: { id: food, name: 'Swedes' } })).toMatchObject({ status: 409, body: { code: 'already_exists' } })
  })
})

describe('M-FIELD: what an answer holds', () => {
  const household = keys('createdAt currency id inviteCode name role timeZone version')
  const member = keys('email firstName joinedAt lastName role userId')
  const history = keys('at canUndo name seq summary', { actor: keys('firstName lastName') })
  const shelfLife = keys('freezerDays fridgeDays openedDays pantryDays')
  const conversions = [keys('factor from to')]
  const ingredient = keys('aliases category createdAt defaultLocation defaultStorage defaultUnit id name parLevel shelfLifeSource updatedAt version', {
    barcodes: [keys('code label packQuantity packUnit')],
    conversions,
    shelfLife,
  })
  const lot = keys(
    `barcode confirmedAt createdAt dateKind effectiveExpiration expirationDate expirationReason id isOpened isShared
     location openedOn purchasePrice quantity reserved state storage unit updatedAt version`,
    { ingredient: keys('category id name parLevel'), user: keys('firstName lastName') },
  )
  const family = keys('precision preferred')
  const preferences = keys('countUnit massUnit volumeUnit', {
    unitDisplay: keys('autoConvert regional showCanonical', { mass: family, volume: family, count: family }),
  })
  const me = keys('avatar createdAt email firstName id lastName updatedAt', { preferences })
  const scan = keys('barcode barcodes confidence error expirationDate extractedText method needsConfirmation success', {
    ingredient: keys('id name'),
    alternatives: [keys('confidence id name')],
  })
  const food = keys('aliases category defaultStorage defaultUnit key name source', { conversions, shelfLife })
  const stats = keys('expiringSoon lowStock lowStockIngredients totalItems', {
    byCategory: [keys('category count')],
    byLocation: [keys('count location')],
  })

  /** Every key an answer may hold, level by level, by row. What is not here is not to leave the server. */
  const documented: Record<string, Keys> = {
    'GET /api/users/me': me,
    'PATCH /api/users/preferences': me,
    'GET /api/households': [household],
    'POST /api/households': household,
    'POST /api/households/join': household,
    'PATCH /api/households/{id}': household,
    'POST /api/households/{id}/invite': keys('inviteCode'),
    'GET /api/households/{id}/members': [member],
    'PATCH /api/households/{id}/members/{userId}': member,
    'GET /api/history': [history],
    'POST /api/history/{seq}/undo': history,
    'GET /api/ingredients': [ingredient],
    'GET /api/ingredients/{id}': ingredient,
    'POST /api/ingredients': ingredient,
    'PATCH /api/ingredients/{id}': ingredient,
    'GET /api/foods': [food],
    'GET /api/inventory': [lot],
    'GET /api/inventory/recent/{count}': [lot],
    'GET /api/inventory/stats': stats,
    'GET /api/inventory/{id}': lot,
    'POST /api/inventory': lot,
    'PATCH /api/inventory/{id}': lot,
    'POST /api/inventory/{id}/open': lot,
    'POST /api/inventory/{id}/use': lot,
    'POST /api/inventory/{id}/move': lot,
    'POST /api/inventory/{id}/split': lot,
    'POST /api/inventory/{id}/correct': lot,
    'POST /api/inventory/{id}/discard': lot,
    'POST /api/ingredients/{id}/use': [lot],
    'POST /api/waste/track': lot,
    'GET /api/analytics/expiration': keys('expired expiringSoon totalActive', { expiringSoonItems: [lot] }),
    'POST /api/scan/photo': scan,
    'POST /api/scan/barcode': scan,
  }
  const mayNameEmails = ['GET /api/users/me', 'PATCH /api/users/preferences', 'GET /api/households/{id}/members', 'PATCH /api/households/{id}/members/{userId}']

  it('is the documented keys, for every role', async () => {
    const { a } = world
    // Nothing that an answer can show may be empty here.
    const [soon, ...full] = [await freshTargets(kitchen(), a, ['lot']), await freshTargets(kitchen(), a, ['food'])]
    await a.people.OWNER.must(addIngredient, { body: { name: 'Ashgrove oats', aliases: ['oatmeal'], conversions: [{ from: 'cup', to: 'g', factor: 90 }], barcodes: [{ code: '4006381333931' }] } })
    await a.people.OWNER.must(addLot, { body: { ingredientId: soon.food, quantity: 1, unit: 'g', expirationDate: new Date().toISOString().slice(0, 10) } })
    expect(full).toHaveLength(1)
    const findings: string[] = []
    let seen = 0
    for (const endpoint of rows()) {
      if (!endpoint.reply) continue
      for (const role of roles.filter((one) => atLeast(one, leastRole(endpoint)))) {
        const sample = await freshSample(site, endpoint, a, role)
        const { status, text } = await knock(site.app, endpoint, wireOf(endpoint, sample, headersOf(a.people[role], a.id)))
        seen++
        const told = (what: string) => findings.push(`${nameOf(endpoint)} for ${role}: ${what}`)
        const answer: unknown = JSON.parse(text)
        if (status !== endpoint.status || text === '[]') told(`${status} ${text.slice(0, 100)}`)
        for (const difference of otherKeys(answer, documented[nameOf(endpoint)] ?? 0)) told(difference)
        if (!mayNameEmails.includes(nameOf(endpoint)) && text.includes('@kitchen.example')) told('an e-mail address')
        for (const code of codesIn(answer)) if (atLeast(role, 'ADMIN') !== (code !== null) && nameOf(endpoint) !== 'POST /api/households') told(`invite code ${code}`)
      }
    }
    counted['answers compared key by key'] = seen
    expect(findings).toEqual([])
  })

  it('has a documented set of keys for every row', () => {
    expect(rows().filter((endpoint) => endpoint.reply).map(nameOf).toSorted()).toEqual(Object.keys(documented).toSorted())
  })

  it('and the comparison sees one key too many or too few, at any level', () => {
    const expected = keys('a', { b: [keys('c')] })
    expect(otherKeys({ a: 1, b: [{ c: null }] }, expected)).toEqual([])
    expect(otherKeys({ a: 1, b: [{ c: null }, { c: 1, hash: 1 }] }, expected)).toEqual(['b.1 also has hash'])
    expect(otherKeys({ a: { email: 1 }, b: [] }, expected)).toEqual(['a also has email'])
    expect(otherKeys({ b: null }, expected)).toEqual([' lacks a'])
  })
})

/** Keys with what is under them; 0 is a plain value or a list of such. */
type Keys = 0 | { [key: string]: Keys } | [Keys]
function keys(plain: string, inside: { [key: string]: Keys } = {}): { [key: string]: Keys } {
  return { ...Object.fromEntries(plain.trim().split(/\s+/).map((key): [string, Keys] => [key, 0])), ...inside }
}

/** Where an answer has other keys than it should; null and empty lists have none to compare. */
function otherKeys(value: unknown, expected: Keys, path = ''): string[] {
  const under = (key: string | number) => (path === '' ? String(key) : `${path}.${key}`)
  if (Array.isArray(value)) return value.flatMap((item, i) => otherKeys(item, Array.isArray(expected) ? expected[0] : 0, under(i)))
  if (typeof value !== 'object' || value === null) return []
  const named = typeof expected === 'object' && !Array.isArray(expected) ? expected : {}
  return [
    ...Object.keys(named).filter((key) => !Object.hasOwn(value, key)).map((key) => `${path} lacks ${key}`),
    ...Object.entries(value).flatMap(([key, inner]) =>
      Object.hasOwn(named, key) ? otherKeys(inner, named[key] ?? 0, under(key)) : [`${path} also has ${key}`],
    ),
  ]
}

function codesIn(answer: unknown): (string | null)[] {
  const rows = Array.isArray(answer) ? answer : [answer]
  return rows.filter((row) => row?.role !== undefined && row.inviteCode !== undefined).map((row) => row.inviteCode)
}

describe('M-METHOD: another way of writing a request', () => {
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

  it('opens nothing that the plain one does not', async () => {
    const { a, b } = world
    const findings: string[] = []
    const { database } = kitchen().larder
    let sent = 0
    const actors = [
      { name: 'anonymous', headers: {}, rows: rows() },
      { name: 'user of B', headers: headersOf(b.people.OWNER, a.id), rows: rows().filter(({ auth }) => auth !== 'person') },
      { name: 'VIEWER', headers: headersOf(a.people.VIEWER, a.id), rows: rows().filter((endpoint) => !atLeast('VIEWER', leastRole(endpoint))) },
    ]
    for (const { name, headers, rows: asked } of actors) {
      for (const endpoint of asked) {
        const before = await digestOf(database)
        const wire = wireOf(endpoint, sampleFor(endpoint, a.targets))
        const answers = await Promise.all(
          variants(endpoint, wire.url).map(async (variant) => {
            const body = variant.method === endpoint.method && wire.payload !== undefined ? { payload: wire.payload } : {}
            const heard = await overTheWire(site.app, { method: variant.method, url: variant.path, headers: { ...wire.headers, ...headers, ...variant.headers }, ...body })
            return { variant, heard }
          }),
        )
        sent += answers.length
        for (const { variant, heard } of answers) {
          const told = name === 'VIEWER' ? undefined : secretsOf(a).find((secret) => heard.text.includes(secret))
          if (told || heard.status >= 500) findings.push(`${variant.method} ${variant.path} as ${name}: ${heard.status} ${told ?? ''}`)
        }
        const changed = tablesThatDiffer(before, await digestOf(database))
        if (changed.length > 0) findings.push(`${nameOf(endpoint)} as ${name}: changed ${changed.join()}`)
      }
    }
    counted['requests written otherwise'] = sent
    expect(findings).toEqual([])
  })
})
