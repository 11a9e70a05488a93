import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { listEaters } from '#domains/diets/contract.ts'
import { getIngredient } from '#domains/ingredients/contract/index.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { freshTargets, type SeededHouseholds } from '#tests/support/data/seeded-households.ts'
import { changedTables, columnsOf, digestOf, tablesOf } from '#tests/support/database/digest.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import {
  at,
  type Field,
  httpRequestOf,
  idFieldsOf,
  inputSchema,
  nameOf,
  notSetUp,
  requestFieldsOf,
  type Sample,
  sampleFor,
  speaksJson,
  withId,
} from '#tests/support/server/requests.ts'
import { createServerAdmin, seededHouseholdsOf, useSeededApp } from '#tests/support/server/seeded-app.ts'
import type { Person } from '#tests/support/server/test-app.ts'
import { guarded, headersOf } from './columns.ts'
import { performRequest, type Received, type Site } from './inspector.ts'

// Any value in any field of a writing request is either rejected with a stable code and no change, or stored exactly.

// Thousands of requests on a busy machine take a while.
vi.setConfig({ testTimeout: 600_000 })

const testApp = useSeededApp()
let seeded: SeededHouseholds
let site: Site
let overseer: Person
let sent = 0
let count = 0
beforeAll(async () => {
  seeded = seededHouseholdsOf(testApp())
  site = { app: testApp().server.app, testApp: testApp(), seeded }
  overseer = await createServerAdmin(testApp())
})
afterAll(() => console.log(`input rows: ${sent} requests into ${new Set(fields().map(({ endpoint }) => endpoint)).size} writing rows`))

type Place = { endpoint: Endpoint; field: Field }
const writing = () =>
  guarded(
    testApp()
      .server.routes.map(({ endpoint }) => endpoint)
      .filter(speaksJson),
  ).filter(({ method, body }) => method !== 'GET' && body !== null)
const fields = (...kinds: Field['kind'][]): Place[] =>
  writing().flatMap((endpoint) =>
    requestFieldsOf(endpoint)
      .filter(({ part, kind }) => part === 'body' && (kinds.length === 0 || kinds.includes(kind)))
      .map((field) => ({ endpoint, field })),
  )

const headers = ({ auth }: Endpoint) =>
  auth === 'administrator' ? headersOf(overseer, null) : headersOf(seeded.a.people.OWNER, seeded.a.id)
// These end their row; the others can be repeated.
const spends = (endpoint: Endpoint) =>
  [
    '/api/waste/track',
    '/api/shopping-list/put-away',
    '/api/borrow/{id}',
    '/api/debts/settle',
    '/api/offers',
    '/api/waste/actions/offer',
    '/api/recipes/{id}/cook',
  ].includes(endpoint.path)

/** Creates requests on separate rows, so that fields don't affect each other. */
async function samplesOf(endpoint: Endpoint): Promise<() => Sample | Promise<Sample>> {
  const fresh = () =>
    freshTargets(
      testApp(),
      seeded.a,
      idFieldsOf(endpoint).map(({ kind }) => kind),
    )
  if (spends(endpoint)) return async () => sampleFor(endpoint, await fresh())
  const targets = await fresh()
  return () => sampleFor(endpoint, targets)
}

/**
 * A new lot references or describes its ingredient: when a field of the description is tested, it has only that and a name. A label is on a
 * lot or marks a location. A day of the plan has a recipe, an item or a text.
 */
function sampleWith(sample: Sample, { endpoint, field }: Place, value: unknown): Sample {
  const describes = nameOf(endpoint) === 'POST /api/inventory' && ['ingredient', 'newOwnUnit'].includes(String(field.path[0]))
  const marks = nameOf(endpoint) === 'PUT /api/labels/{id}' && field.path[0] === 'location'
  const isPlanText = nameOf(endpoint) === 'PUT /api/meal-plan' && field.path.at(-1) === 'text'
  const { ingredientId: _id, ...rest } = sample.body as Record<string, unknown>
  const described = { ...rest, ingredient: { name: `Described ${++count}` } }
  const body = describes ? described : marks ? {} : isPlanText ? { entries: [{ date: '2027-05-06' }] } : sample.body
  return withId({ ...sample, body }, { part: 'body', path: field.path }, value)
}

const send = (endpoint: Endpoint, sample: Sample, raw?: (text: string) => string): Promise<Received> => {
  sent++
  const wire = httpRequestOf(endpoint, sample, headers(endpoint))
  return performRequest(site.app, endpoint, raw ? { ...wire, payload: raw(String(wire.payload)) } : wire)
}

let turn = 0
/**
 * Contracts reject values before any query: on SQLite every field gets every value, on PostgreSQL each field gets the next sixth of them.
 */
function inTurn(values: readonly unknown[]): readonly unknown[] {
  if (process.env['LARDER_TEST_ENGINE'] !== 'postgres') return values
  turn++
  return values.filter((_value, i) => (i + turn) % 6 === 0)
}

/** Sends values that no field accepts. Returns those not rejected with this status, or that changed something. */
async function refusals(
  places: readonly Place[],
  values: (place: Place) => readonly unknown[],
  status: number[] = [422],
): Promise<string[]> {
  const findings: string[] = []
  const before = await digestOf(testApp().server.database)
  for (const place of places) {
    const sample = sampleFor(place.endpoint, seeded.a.targets)
    for (const value of inTurn(values(place))) {
      const answer = await send(place.endpoint, sampleWith(sample, place, value))
      if (status.includes(answer.status) && answer.code) continue
      const where = `${nameOf(place.endpoint)} ${place.field.path.join('.')} = ${JSON.stringify(value)?.slice(0, 60)}`
      findings.push(`${where}: ${answer.status} ${answer.text.slice(0, 120)}`)
    }
  }
  const changed = changedTables(before, await digestOf(testApp().server.database))
  if (changed.length > 0) findings.push(`one of them changed ${changed.join()}`)
  return findings
}

/** Names are unique in a household: a number is appended. */
const isName = ({ path }: Field) => path.at(-1) === 'name' || path.at(-1) === 'ingredientName'
/** Where a response shows a field, if not under its own name. */
const shownUnder: Record<string, (path: Field['path']) => Field['path']> = {
  'PUT /api/shopping-list/{id}': (path) => ['item', ...path],
  'POST /api/shopping-list/put-away': ([_items, ...path]) => ['lots', ...path],
  'POST /api/inventory': ([first, ...path]) => (first === 'newOwnUnit' ? ['ingredient', 'ownUnits', 0, ...path] : [first ?? '', ...path]),
  'POST /api/inventory/bulk': ([_edit, ...path]) => ['lots', 0, ...path],
  'PUT /api/meal-plan': ([_entries, ...path]) => path,
  'PUT /api/place-order': ([_places, ...path]) => path,
}
/** They take days but store none. */
const keepsNoDay = new Set([
  'POST /api/meal-plan/add-missing',
  'POST /api/meal-plan/propose',
  'POST /api/recipes/{id}/cook cookedOn',
  'PUT /api/meal-plan entries.0.copiedFrom',
])
/** Returns the stored value of a field; reads it from the database if no response shows it. */
async function keptOf({ endpoint, field }: Place, { body }: Sample, answer: Received): Promise<unknown> {
  const { path } = field
  if (endpoint.path.startsWith('/api/eaters')) {
    const { id } = JSON.parse(answer.text) as { id: string }
    const eaters = await seeded.a.people.MEMBER.must(listEaters)
    return at(
      eaters.find((eater) => eater.id === id),
      path,
    )
  }
  if (nameOf(endpoint) === 'POST /api/ingredients/bulk') {
    const id = String(at(body, ['ids', 0]))
    return at(await seeded.a.people.MEMBER.must(getIngredient, { params: { id } }), path.slice(2))
  }
  if (path.at(-1) !== 'notes' || /^\/api\/(?:recipes|cookings)\b/.test(endpoint.path))
    return at(JSON.parse(answer.text), shownUnder[nameOf(endpoint)]?.(path) ?? path)
  const [last] = await asOwner<{ notes: string }>(
    testApp().server.database,
    `select notes from ledger where household_id = '${seeded.a.id}' order by seq desc limit 1`,
  )
  return last?.notes
}

/** Text fields with a format, which aren't free text. */
const ofForm = new Set([
  'timeZone',
  'currency',
  'inviteCode',
  'code',
  // Only a name that the ingredient knows is kept.
  'ownUnit',
  'productId',
  'file',
  'email',
  'url',
  'server',
  'topic',
  'token',
  'expiresAt',
  'startedAt',
  // Names a location whose items move.
  'from',
  'password',
  'currentPassword',
  'newPassword',
  'sourceUrl',
  'imageUrl',
  'endpoint',
  'scanId',
  'p256dh',
  'auth',
])
/** Ids of people aren't texts. */
const freeTexts = () => fields('text').filter(({ field }) => !ofForm.has(String(field.path.at(-1))) && !field.path.includes('eaterIds'))
/** Parsed, not stored; or the route isn't set up. */
const onlyRead = new Set(['/api/shopping-list/paste', '/api/commands', '/api/recipes/parse', '/api/recipes/import', '/api/receipts/names'])
const keptTexts = () => freeTexts().filter(({ endpoint }) => !onlyRead.has(endpoint.path) && !(nameOf(endpoint) in notSetUp))

/** Returns these values in as few texts as the field allows, joined. */
function packed(values: readonly string[], max: number): string[] {
  const texts: string[] = []
  for (const value of values.filter(({ length }) => length <= max)) {
    const joined = `${texts.at(-1)} ${value}`
    if (texts.length > 0 && joined.length <= max) texts[texts.length - 1] = joined
    else texts.push(value)
  }
  return texts
}

async function roundTrips(values: readonly string[]): Promise<string[]> {
  const findings: string[] = []
  // Stored texts share a column type: on PostgreSQL every other field gets them.
  const places = keptTexts().filter((_place, i) => process.env['LARDER_TEST_ENGINE'] !== 'postgres' || i % 2 === turn % 2)
  turn++
  for (const place of places) {
    const next = await samplesOf(place.endpoint)
    // A name gets a number, to be unique.
    const max = (place.field.schema.maxLength ?? 0) - (isName(place.field) ? 6 : 0)
    for (const plain of packed(values, max)) {
      const value = isName(place.field) ? `${plain} ${++count}` : plain
      const sample = sampleWith(await next(), place, value)
      const answer = await send(place.endpoint, sample)
      const where = `${nameOf(place.endpoint)} ${place.field.path.join('.')} = ${JSON.stringify(value)}`
      if (answer.status !== place.endpoint.status) findings.push(`${where}: ${answer.status} ${answer.code}`)
      else {
        const kept = await keptOf(place, sample, answer)
        if (kept !== value) findings.push(`${where}: kept as ${JSON.stringify(kept)}`)
      }
    }
  }
  return findings
}

describe('text', () => {
  it('I-16: rejects NUL, lone surrogates, direction overrides, a thousand combining marks, and one character too many', async () => {
    const bad = [
      'a\u0000b',
      '\u0000',
      'a\ud800b',
      '\udfff',
      'a\u202eb',
      '\u2066x',
      '\u0007',
      `a${'\u0301'.repeat(9)}`,
      `a${'\u0301'.repeat(10_000)}`,
    ]
    const tooLong = ({ field }: Place) => ['x'.repeat((field.schema.maxLength ?? 60) + 1), 'x'.repeat(100_000)]
    expect(await refusals(freeTexts(), (place) => [...bad, ...tooLong(place)])).toEqual([])
  })
  it('I-16: rejects an invisible name', async () => {
    const names = freeTexts().filter(({ endpoint, field }) => isName(field) && nameOf(endpoint) !== 'POST /api/households')
    expect(names.length).toBeGreaterThan(3)
    expect(await refusals(names, () => ['', '   ', '\u200b', '\u200d\u2060', '\u00ad', '\ufeff', '\u0301', '\u3164'.repeat(0)])).toEqual([])
  })
  it('rejects a number, list, object or nothing in place of text', async () => {
    const values = ({ field }: Place) => [5, true, ['x'], { x: 1 }, [], ...(field.isNullable ? [] : [null])]
    expect(await refusals(fields('text', 'digits'), values)).toEqual([])
  })
  it('I-63: rejects an unknown time zone or currency', async () => {
    const zones = fields('text').filter(({ field }) => field.path.at(-1) === 'timeZone')
    expect(
      await refusals(zones, () => [
        '../../etc/passwd',
        'Etc/GMT+99',
        'Mars/Olympus',
        '',
        '+02:00',
        'Europe/Berlin\u0000',
        'UTC;',
        'x'.repeat(65),
      ]),
    ).toEqual([])
    const currencies = fields('text').filter(({ field }) => field.path.at(-1) === 'currency')
    expect(await refusals(currencies, () => ['eur', 'EU', 'EURO', '', '€', 'E\u0000R', '12$'])).toEqual([])
    expect(zones.length * currencies.length).toBeGreaterThan(3)
  })
})

describe('numbers', () => {
  it('I-15: rejects numbers out of range, with too many decimals or as text', async () => {
    const values = ({ field }: Place) => [
      -1,
      -0.001,
      1e308,
      1e21,
      2 ** 53 + 1,
      -(2 ** 53),
      1_000_000.001,
      '5',
      '',
      '1e3',
      true,
      [1],
      {},
      ...(field.isNullable ? [] : [null]),
    ]
    const factor = ({ field }: Place) => field.path.at(-1) === 'factor'
    expect(
      await refusals(
        fields('number').filter((place) => !factor(place)),
        (place) => [...values(place), 0.0001, 0.12345678901234568],
      ),
    ).toEqual([])
    expect(await refusals(fields('number').filter(factor), (place) => [...values(place), 0])).toEqual([])
    expect(await refusals(fields('integer'), (place) => [...values(place), 1.5, 0.1, 1e7])).toEqual([])
  })
  it('I-15: treats less than a thousandth as zero, and rejects it where a quantity is required', async () => {
    const amounts = fields('number').filter(
      ({ field, endpoint }) => field.path.at(-1) === 'quantity' && !/correct|PATCH/.test(nameOf(endpoint)),
    )
    expect(amounts.length).toBeGreaterThan(4)
    expect(await refusals(amounts, () => [0, -0, 1e-10, 5e-324, 0.0004])).toEqual([])
  })
  it('I-15: rejects values that aren’t JSON numbers', async () => {
    const findings: string[] = []
    for (const place of fields('number', 'integer')) {
      const sample = sampleWith(sampleFor(place.endpoint, seeded.a.targets), place, 987_654)
      for (const text of ['NaN', 'Infinity', '-Infinity', '1e400', '0x10', '01', '1_000', '+1', '.5', '5.']) {
        const answer = await send(place.endpoint, sample, (json) => json.replace('987654', text))
        if (![400, 422].includes(answer.status))
          findings.push(`${nameOf(place.endpoint)} ${place.field.path.join('.')} = ${text}: ${answer.status}`)
      }
    }
    expect(findings).toEqual([])
  })
})

describe('dates, codes, choices and shapes', () => {
  it('I-18: rejects an invalid calendar date, and a date with a time', async () => {
    const bad = [
      '2027-02-30',
      '2027-02-29',
      '2027-13-01',
      '2027-00-10',
      '2027-01-00',
      '0000-01-01',
      '9999-12-31',
      '1899-12-31',
      '2200-01-01',
      '2027-1-1',
      '20270101',
      '2027-01-01T00:00:00Z',
      '2027-01-01T02:30:00+14:00',
      '2027-03-28 02:30',
      ' 2027-01-01',
      '2027-01-01 ',
      '2027/01/01',
      '-2027-01-01',
      '+002027-01-01',
      '２０２７-01-01',
      '2027-01-01\u0000',
      '',
      'tomorrow',
      20_270_101,
      0,
      true,
      {},
      ['2027-01-01'],
    ]
    expect(fields('date').length).toBeGreaterThan(1)
    expect(await refusals(fields('date'), () => bad)).toEqual([])
  })
  it('I-65: rejects an invalid barcode', async () => {
    const bad = [
      '4006381333932',
      '4006381333930',
      '9'.repeat(10_000),
      '../../etc',
      'https://evil.example/qr',
      '',
      '1234567',
      '123456789',
      '40063813 3931',
      '４００６３８１３３３９３１',
      '4006381333931\n',
      "4006381333931' OR 1=1",
    ]
    const codes = [
      ...fields('digits'),
      ...fields('text').filter(({ endpoint, field }) => field.path.at(-1) === 'code' && !/circles|two-factor/.test(endpoint.path)),
    ]
    expect(codes.length).toBeGreaterThan(3)
    expect(
      await refusals(
        codes.filter(({ endpoint }) => !endpoint.path.includes('scan')),
        () => bad,
      ),
    ).toEqual([])
    // Scanners may add surrounding spaces.
    expect(
      await refusals(
        codes.filter(({ endpoint }) => endpoint.path.includes('scan')),
        () => bad.filter((code) => !/[ \n]/.test(code)),
      ),
    ).toEqual([])
  })
  it('rejects a choice that isn’t exactly one of the options', async () => {
    const values = ({ field: { schema, isNullable } }: Place) => {
      const first = String(schema.enum?.[0])
      const other = first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase()
      return [...(other === first ? [] : [other]), ` ${first}`, '', 'superuser', 0, true, [first], {}, ...(isNullable ? [] : [null])]
    }
    expect(await refusals(fields('choice'), values)).toEqual([])
  })
  it('rejects booleans other than true and false', async () => {
    expect(await refusals(fields('boolean'), () => ['true', 'false', 1, 0, 'on', '', null, [], {}])).toEqual([])
  })
  it('rejects a malformed id', async () => {
    const bad = [
      '',
      'x',
      '../',
      '0',
      'null',
      '{}',
      "' or ''='",
      5,
      true,
      [],
      {},
      '00000000-0000-0000-0000-00000000000g',
      `${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(13)}`,
    ]
    const values = ({ field }: Place) => [...bad, ...(field.isNullable ? [] : [null])]
    expect(await refusals(fields('id'), values, [404, 422])).toEqual([])
  })
  it('rejects other types in place of lists and objects, and lists that are too long', async () => {
    const wrong = ({ field }: Place) => [...(field.isNullable ? [] : [null]), 'x', 5, true, field.kind === 'list' ? {} : [], [[]], [null]]
    expect(await refusals(fields('list', 'object'), wrong)).toEqual([])
    const lists = fields('list')
    const many = (place: Place) => {
      const [one] = (at(sampleFor(place.endpoint, seeded.a.targets).body, place.field.path) ?? ['x']) as unknown[]
      return [Array(1 + (place.field.schema.maxItems ?? 0)).fill(one)]
    }
    expect(lists.every(({ field }) => field.schema.maxItems !== undefined)).toBe(true)
    expect(await refusals(lists, many)).toEqual([])
  })
})

describe('unknown keys', () => {
  it('I-12: can’t set any column of any table, or anything else', async () => {
    const { database } = testApp().server
    const columns = (await Promise.all((await tablesOf(database)).map((table) => columnsOf(database, table)))).flat()
    const others = [
      'role',
      'householdId',
      'userId',
      'ownerId',
      'isAdmin',
      'id',
      'createdAt',
      'status',
      'quantity',
      'version',
      'state',
      'addedBy',
      'milli',
      'admin',
    ]
    const findings: string[] = []
    const before = await digestOf(database)
    for (const endpoint of writing()) {
      const sample = sampleFor(endpoint, seeded.a.targets)
      const schema = inputSchema(endpoint.body ?? endpoint.query)
      const allowed = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(({ properties = {} }) => Object.keys(properties))
      const unasked = [...new Set([...columns, ...others])].filter((key) => !allowed.includes(key))
      // The contract gets each alone, an HTTP request gets all of them, and the likeliest alone.
      for (const key of unasked) {
        if (endpoint.body?.safeParse({ ...(sample.body as object), [key]: 'OWNER' }).success)
          findings.push(`${nameOf(endpoint)} takes ${key}`)
      }
      const all = Object.fromEntries(unasked.map((key) => [key, 'OWNER']))
      for (const more of [all, ...unasked.filter((key) => /role|household|user|version/i.test(key)).map((key) => ({ [key]: 'OWNER' }))]) {
        const answer = await send(endpoint, { ...sample, body: { ...(sample.body as object), ...more } })
        if (answer.status !== 422 || answer.code !== 'invalid_input')
          findings.push(`${nameOf(endpoint)} ${Object.keys(more)}: ${answer.status}`)
      }
    }
    expect(changedTables(before, await digestOf(database))).toEqual([])
    expect(findings).toEqual([])
  })
  it('I-12: are rejected inside objects of a body', async () => {
    const inner = fields('object')
    expect(inner.length).toBeGreaterThan(4)
    const withMore = ({ endpoint, field }: Place) => [
      { ...(at(sampleFor(endpoint, seeded.a.targets).body, field.path) as object), householdId: seeded.b.id },
    ]
    expect(await refusals(inner, withMore)).toEqual([])
  })
  it('I-12: are rejected in a request without a body', async () => {
    const findings: string[] = []
    const bare = guarded(
      testApp()
        .server.routes.map(({ endpoint }) => endpoint)
        .filter(speaksJson),
    ).filter(({ method, body, media }) => method !== 'GET' && body === null && media === null)
    expect(bare.length).toBeGreaterThan(4)
    for (const endpoint of bare) {
      for (const body of [{ role: 'OWNER' }, [1], 'x', 5]) {
        const before = await digestOf(testApp().server.database)
        const answer = await send(endpoint, { ...sampleFor(endpoint, seeded.a.targets), body })
        const changed = changedTables(before, await digestOf(testApp().server.database))
        if (answer.status !== 422 || changed.length > 0)
          findings.push(`${nameOf(endpoint)} ${JSON.stringify(body)}: ${answer.status} ${changed}`)
      }
    }
    expect(findings).toEqual([])
  })
})

// Last: stored values slow down every later comparison of all tables.
describe('accepted values are stored exactly', () => {
  it('I-01…I-05 I-07: markup, encoded or not', async () => {
    expect(
      await roundTrips([
        '<img src=x onerror=alert(1)>',
        '" onmouseover="x',
        '<svg/onload=x>',
        '<marquee onstart=x>',
        '&lt;img src=x&gt;',
        '&amp;lt;img',
        '%3Cimg%3E',
        '</script><b>x',
      ]),
    ).toEqual([])
  })
  it('I-08 I-09: markdown and templates', async () => {
    expect(await roundTrips(['[x](javascript:alert(1))', '{{7*7}}', ['$', '{7*7}'].join(''), '<%= 7*7 %>', '#{7*7}', '{%x%}'])).toEqual([])
  })
  it('I-10 I-11: SQL', async () => {
    expect(await roundTrips([`' OR 1=1--`, '0) UNION SELECT 1', `"; drop table lots;--`, '100% \\_x_', `x'; --`])).toEqual([])
  })
  it('I-16: scripts, emoji, direction marks and unusual spaces', async () => {
    expect(
      await roundTrips([
        'Crème brûlée',
        'Cre\u0300me',
        '東京ばな奈',
        'قهوة',
        'עוגה',
        '👩‍👩‍👧‍👦 🍕',
        'a\u00a0b\u2003c',
        'a\u200bb',
        'ﬁg',
        'İıſ',
        '\u{1f600}'.repeat(10),
      ]),
    ).toEqual([])
  })
  it('I-16: the longest accepted text', async () => {
    const findings: string[] = []
    for (const place of keptTexts()) {
      const max = place.field.schema.maxLength ?? 0
      const next = await samplesOf(place.endpoint)
      // Characters of one, two and three bytes.
      const value = `${isName(place.field) ? ++count : ''}`.padEnd(max, 'xß字')
      const sample = sampleWith(await next(), place, value)
      const answer = await send(place.endpoint, sample)
      if (answer.status !== place.endpoint.status || (await keptOf(place, sample, answer)) !== value)
        findings.push(`${nameOf(place.endpoint)} ${place.field.path.join('.')}: ${answer.status}`)
    }
    expect(findings).toEqual([])
  })
  it('I-15: decimals', async () => {
    const findings: string[] = []
    for (const place of fields('number').filter(({ endpoint }) =>
      /^(POST|PATCH) \/api\/(inventory|ingredients)(\/\{id\})?$/.test(nameOf(endpoint)),
    )) {
      const next = await samplesOf(place.endpoint)
      const [max, places] = place.field.path.at(-1) === 'purchasePrice' ? [1_000_000, 2] : [1_000_000, 3]
      for (const value of [
        0.1 + 0.2,
        0.07,
        1.1,
        4.35,
        0.29,
        999_999.99,
        max,
        ...(places === 3 ? [0.001, 1.005, 4.035, 2.675, 999_999.999] : []),
      ]) {
        const sample = sampleWith(await next(), place, value)
        const answer = await send(place.endpoint, sample)
        const kept = await keptOf(place, sample, answer)
        const expected = place.field.path.at(-1) === 'factor' ? value : Number(value.toFixed(places))
        if (kept !== expected) findings.push(`${nameOf(place.endpoint)} ${place.field.path.join('.')} = ${value}: ${answer.status} ${kept}`)
      }
    }
    expect(findings).toEqual([])
  })
  it('I-18: any valid date', async () => {
    const findings: string[] = []
    const isKept = ({ endpoint, field }: Place) =>
      !keepsNoDay.has(nameOf(endpoint)) && !keepsNoDay.has(`${nameOf(endpoint)} ${field.path.join('.')}`)
    for (const place of fields('date').filter(isKept)) {
      const next = await samplesOf(place.endpoint)
      for (const day of ['2028-02-29', '1900-01-01', '2199-12-31', '2027-03-28', '2027-12-31']) {
        const sample = sampleWith(await next(), place, day)
        const answer = await send(place.endpoint, sample)
        if ((await keptOf(place, sample, answer)) !== day) findings.push(`${nameOf(place.endpoint)} ${day}: ${answer.text.slice(0, 100)}`)
      }
    }
    expect(findings).toEqual([])
  })
})
