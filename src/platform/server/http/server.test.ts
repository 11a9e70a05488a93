import { connect } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { createHousehold } from '#domains/households/contract/index.ts'
import { addIngredient, listIngredients } from '#domains/ingredients/contract/index.ts'
import { listLots } from '#domains/inventory/contract.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { createPerson } from '#tests/support/data/people.ts'
import type { SeededHouseholds } from '#tests/support/data/seeded-households.ts'
import { createAppWithContext, portOf, sendRaw } from '#tests/support/server/http-app.ts'
import { httpRequestOf, nameOf, notSetUp, sampleFor } from '#tests/support/server/requests.ts'
import { createServerAdmin, seededHouseholdsOf, useSeededApp } from '#tests/support/server/seeded-app.ts'
import { openTestApp, type Person, type TestResponse } from '#tests/support/server/test-app.ts'
import { DatabaseUnavailableError } from '../database/index.ts'

const testApp = useSeededApp()
let seeded: SeededHouseholds
let ana: Person
beforeAll(async () => {
  seeded = seededHouseholdsOf(testApp())
  ana = seeded.a.people.OWNER
  overseer = await createServerAdmin(testApp())
})

let overseer: Person
const headersFor = ({ auth }: Endpoint) => (auth === 'administrator' ? { authorization: `Bearer ${overseer.token}` } : signedIn())
const signedIn = () => ({ authorization: `Bearer ${ana.token}`, 'x-household-id': seeded.a.id })
const asJson = () => ({ ...signedIn(), 'content-type': 'application/json' })
const post = (
  payload: string | Buffer,
  headers: Record<string, string> = asJson(),
  url = addIngredient.path,
): Promise<TestResponse<unknown>> => testApp().inject({ method: 'POST', url, headers, payload })
const ingredientNames = async () => (await ana.must(listIngredients)).map(({ name }) => name)
const codeOf = ({ body }: TestResponse<unknown>) => (body as { code?: string } | undefined)?.code

describe('a request body', () => {
  it('I-13: is refused with a key that reaches a prototype, at any depth', async () => {
    const before = await ingredientNames()
    const poisoned = [
      '{"__proto__":{"role":"OWNER"},"name":"Poison"}',
      '{"name":"Poison","constructor":{"prototype":{"role":"OWNER"}}}',
      '{"name":"Poison","prototype":{}}',
      '{"name":"Poison","\\u005f_proto__":{"role":"OWNER"}}',
      '{"name":"Poison","shelfLife":{"__proto__":{"role":"OWNER"}}}',
      '[{"a":[{"__proto__":1}]}]',
    ]
    for (const payload of poisoned) expect(await post(payload)).toMatchObject({ status: 400, body: { code: 'bad_json' } })
    for (const key of [
      '__proto__',
      '__proto__[role]',
      'constructor',
      'constructor.prototype.role',
      'constructor[prototype][role]',
      'prototype',
    ]) {
      const answer = await testApp().inject({
        method: 'GET',
        url: `${listLots.path}?${encodeURIComponent(key)}=OWNER`,
        headers: signedIn(),
      })
      expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_input' } })
    }
    expect(({} as Record<string, unknown>)['role']).toBeUndefined()
    expect(await ingredientNames()).toEqual(before)
  })

  it('I-14: is refused unless it is strict JSON in UTF-8 of limited depth', async () => {
    const before = await ingredientNames()
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
    const bad: (string | Buffer)[] = [
      nested(1000),
      `{"name":"Deep","aliases":${nested(100)}}`,
      '{"name":"A","name":"B"}',
      '{"name":"A","\\u006eame":"B"}',
      '{"name":NaN}',
      '{"name":Infinity}',
      '{"name":"A",}',
      "{'name':'A'}",
      '{"name":"A"} {}',
      '{"name":"A"',
      '{"name":"\\x"}',
      '// no\n{"name":"A"}',
      'undefined',
      ' ',
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('{"name":"A"}')]),
      Buffer.from('{"name":"A"}', 'utf16le'),
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('{"name":"A"}', 'utf16le')]),
      Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d]),
    ]
    for (const payload of bad)
      expect([await post(payload), String(payload).slice(0, 40)]).toMatchObject([{ status: 400, body: { code: 'bad_json' } }, {}])
    expect(await ingredientNames()).toEqual(before)
  })

  it('I-14: is validated with many elements, and isn’t read beyond a megabyte', async () => {
    expect(await post(`[${'0,'.repeat(400_000)}0]`)).toMatchObject({ status: 422 })
    expect(await post(`{"name":"A","aliases":[${'"x",'.repeat(200_000)}"x"]}`)).toMatchObject({ status: 422 })
    expect(await post(`{${Array.from({ length: 60_000 }, (_, i) => `"k${i}":1`).join()}}`)).toMatchObject({ status: 422 })
    const padded = (bytes: number) => `{"name":"${'x'.repeat(bytes - 11)}"}`
    expect(await post(padded(1024 * 1024))).toMatchObject({ status: 422 })
    expect(await post(padded(1024 * 1024 + 1))).toMatchObject({ status: 413, body: { code: 'too_large' } })
  })

  it('I-14: isn’t decompressed', async () => {
    const before = await ingredientNames()
    const packed = gzipSync(`{"name":"${'x'.repeat(100)}"}${' '.repeat(900_000)}`)
    for (const encoding of ['gzip', 'deflate', 'br']) {
      const answer = await post(packed, { ...asJson(), 'content-encoding': encoding })
      expect([encoding, answer.status]).toEqual([encoding, 400])
    }
    expect(await ingredientNames()).toEqual(before)
  })

  it('I-14: isn’t read without a session', async () => {
    for (const payload of ['{bad', `"${'x'.repeat(1024 * 1024)}"`, '{"__proto__":1}'])
      expect(await post(payload, { 'content-type': 'application/json' })).toMatchObject({ status: 401 })
    expect(await post('{bad', { ...asJson(), 'x-household-id': seeded.b.id })).toMatchObject({ status: 404 })
    const viewer = { ...asJson(), authorization: `Bearer ${seeded.a.people.VIEWER.token}` }
    expect(await post('{bad', viewer)).toMatchObject({ status: 403 })
  })

  it('I-51 I-55: is refused with another content type, so a form on another site changes nothing', async () => {
    const before = await ingredientNames()
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'text/json',
      'application/jsonp',
      'application/json-patch+json',
      '*/*',
    ]
    for (const type of types) {
      const answer = await post('{"name":"Smuggled"}', { ...signedIn(), 'content-type': type })
      expect([type, answer.status]).toEqual([type, type.startsWith('multipart') ? 422 : 415])
    }
    expect(await post('{"name":"Smuggled"}', signedIn())).toMatchObject({ status: 415, body: { code: 'media_type' } })
    // A browser's form can't send a token.
    expect(
      await post('name=Smuggled', { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' }),
    ).toMatchObject({ status: 401 })
    expect(await ingredientNames()).toEqual(before)
  })

  it('may be absent or empty if none is needed', async () => {
    for (const options of [
      { headers: signedIn() },
      { headers: asJson() },
      { headers: asJson(), payload: '{}' },
      { headers: asJson(), payload: '' },
    ]) {
      const url = `/api/households/${seeded.a.id}/invite`
      expect((await testApp().inject({ method: 'POST', url, ...options })).status).toBe(200)
    }
  })
})

describe('request headers', () => {
  it('I-51: are refused with two tokens or a malformed one', async () => {
    const ask = (authorization: string | string[]) =>
      sendRaw(testApp().server.app, { method: 'GET', url: listLots.path, headers: { authorization, 'x-household-id': seeded.a.id } })
    const token = `Bearer ${ana.token}`
    expect((await ask(token)).status).toBe(200)
    const wrong = [
      [token, token],
      [token, 'Bearer x'],
      [`Bearer ${seeded.b.people.OWNER.token}`, token],
      `${token}, ${token}`,
      `bearer${ana.token}`,
      `Bearer  ${ana.token}`,
      ana.token,
      `Token ${ana.token}`,
      `Bearer ${'x'.repeat(2000)}`,
    ]
    for (const authorization of wrong) expect((await ask(authorization)).status).toBe(401)
  })

  it('I-51: are refused with an 8 KB household id, and beyond 16 KB in all', async () => {
    const ask = (headers: Record<string, string>) =>
      sendRaw(testApp().server.app, { method: 'GET', url: listLots.path, headers: { ...signedIn(), ...headers } })
    expect(await ask({ 'x-household-id': seeded.a.id.repeat(220) })).toMatchObject({ status: 400 })
    const answer = await ask({ 'x-filler': 'x'.repeat(17_000) })
    expect(answer.status).toBe(431)
    expect(JSON.parse(answer.text)).toMatchObject({ status: 431, code: 'headers_too_large' })
    expect(answer.headers).toMatchObject({ 'content-type': 'application/problem+json', 'x-content-type-options': 'nosniff' })
  })

  it('I-54: never enable CORS for another origin', async () => {
    for (const origin of [
      'https://evil.example',
      'null',
      'http://localhost:3000.evil.example',
      'https://evil-larder.example',
      'http://127.0.0.1',
    ])
      for (const method of ['OPTIONS', 'GET', 'POST']) {
        const headers = {
          ...signedIn(),
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization',
        }
        const answer = await testApp().inject({ method, url: listLots.path, headers })
        for (const name of Object.keys(answer.headers))
          if (name !== 'access-control-expose-headers') expect(name).not.toMatch(/^access-control/)
      }
  })
})

describe('I-52: an ambiguous request (request smuggling)', () => {
  /** Returns what the server sends for these bytes until it closes the connection. */
  async function converse(lines: string[], body = ''): Promise<string> {
    const socket = connect(await portOf(testApp().server.app), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
    return readAll(socket)
  }
  const head = (method: string) => [
    `${method} /api/ingredients HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${ana.token}`,
    `X-Household-Id: ${seeded.a.id}`,
    'Content-Type: application/json',
  ]

  it.each([
    ['both a length and chunks', ['Content-Length: 17', 'Transfer-Encoding: chunked'], '11\r\n{"name":"Smug 1"}\r\n0\r\n\r\n'],
    ['two lengths', ['Content-Length: 17', 'Content-Length: 18'], '{"name":"Smug 2"}'],
    ['two kinds of chunks', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], '11\r\n{"name":"Smug 3"}\r\n0\r\n\r\n'],
    ['chunks with a space before the colon', ['Transfer-Encoding : chunked'], '11\r\n{"name":"Smug 4"}\r\n0\r\n\r\n'],
    ['a folded header', ['X-Folded: one', ' two', 'Content-Length: 17'], '{"name":"Smug 5"}'],
    ['a length that is no number', ['Content-Length: 1e1'], '{"name":"Smug 6"}'],
    ['a chunk size that is none', ['Transfer-Encoding: chunked'], 'zz\r\n{"name":"Smug 7"}\r\n0\r\n\r\n'],
    ['a header split by a bare line feed', ['X-Odd: a\nX-Household-Id: b', 'Content-Length: 17'], '{"name":"Smug 8"}'],
  ])('with %s is refused and its connection closed', async (_name, lines, body) => {
    const before = await ingredientNames()
    const answer = await converse([...head('POST'), ...lines], body)
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(answer).toContain('application/problem+json')
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
    expect(await ingredientNames()).toEqual(before)
  })

  // RFC 9112, 3.2.2, requires servers to accept this form. The host in it is ignored.
  it('with an absolute URL is served by its path', async () => {
    const answer = await converse(['GET http://evil.example/api/ingredients HTTP/1.1', ...head('GET').slice(1), 'Connection: close'])
    expect(answer).toMatch(/^HTTP\/1\.1 (200|404) /)
    expect(answer).not.toContain('evil.example')
  })
})

it('serves the files of the API docs with HEAD, and a problem document for a missing one', async () => {
  const { app } = testApp().server
  const get = (method: string, name: string) => sendRaw(app, { method, url: `/api/docs/static/${name}`, headers: {} })
  const [whole, head, missing] = [await get('GET', 'index.css'), await get('HEAD', 'index.css'), await get('GET', 'missing.css')]
  expect([whole.status, whole.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
  expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', String(whole.text.length)])
  expect([missing.status, missing.headers['content-type'], JSON.parse(missing.text).code]).toEqual([
    404,
    'application/problem+json',
    'not_found',
  ])
})

describe('I-56: the headers of every kind of response', () => {
  it('prevent framing, sniffing, inline scripts and referrers', async () => {
    const { app } = testApp().server
    const kinds: Record<string, { method: string; url: string; headers: Record<string, string>; payload?: string }> = {
      'a read': { method: 'GET', url: listLots.path, headers: signedIn() },
      'a creation': { method: 'POST', url: addIngredient.path, headers: asJson(), payload: '{"name":"Headers"}' },
      'no content': {
        method: 'DELETE',
        url: `/api/ingredients/${(await ana.must(addIngredient, { body: { name: 'Gone soon' } })).id}`,
        headers: signedIn(),
      },
      '400': { method: 'POST', url: addIngredient.path, headers: asJson(), payload: '{' },
      '401': { method: 'GET', url: listLots.path, headers: {} },
      '403': {
        method: 'POST',
        url: addIngredient.path,
        headers: { ...asJson(), authorization: `Bearer ${seeded.a.people.VIEWER.token}` },
        payload: '{"name":"No"}',
      },
      '404': { method: 'GET', url: '/api/nothing', headers: signedIn() },
      '413': { method: 'POST', url: addIngredient.path, headers: asJson(), payload: 'x'.repeat(1024 * 1024 + 1) },
      '415': { method: 'POST', url: addIngredient.path, headers: { ...signedIn(), 'content-type': 'text/plain' }, payload: 'x' },
      '422': { method: 'POST', url: addIngredient.path, headers: asJson(), payload: '{}' },
      'an address that cannot be decoded': { method: 'GET', url: '/api/inventory/%E0%A4%A', headers: signedIn() },
      'a description': { method: 'GET', url: '/api/openapi.json', headers: {} },
      'a page of the description': { method: 'GET', url: '/api/docs/', headers: {} },
      'a path of the web app': { method: 'GET', url: '/inventory', headers: {} },
      'a file that is not there': { method: 'GET', url: '/missing.js', headers: {} },
    }
    const findings: string[] = []
    for (const [kind, request] of Object.entries(kinds)) {
      const { headers } = await sendRaw(app, request)
      const policy = String(headers['content-security-policy'])
      const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? /default-src ([^;]*)/.exec(policy)?.[1] ?? `'unsafe-inline'`
      if (!policy.includes(`frame-ancestors 'none'`)) findings.push(`${kind} may be framed`)
      if (/'unsafe-inline'|'unsafe-eval'/.test(scripts)) findings.push(`${kind} may run ${scripts}`)
      const styles = (/style-src ([^;]*)/.exec(policy) ?? /default-src ([^;]*)/.exec(policy))?.[1] ?? `'unsafe-inline'`
      if (/'unsafe-inline'/.test(styles) && !request.url.startsWith('/api/docs')) findings.push(`${kind} may be styled by ${styles}`)
      if (headers['x-content-type-options'] !== 'nosniff') findings.push(`${kind} may be sniffed`)
      if (headers['referrer-policy'] !== 'no-referrer') findings.push(`${kind} sends referrers`)
      if (!headers['x-request-id']) findings.push(`${kind} has no request id`)
      if (headers['x-powered-by'] ?? headers['server']) findings.push(`${kind} names the server’s parts`)
      if (
        request.url.startsWith('/api/') &&
        !/^no-(store|cache)/.test(String(headers['cache-control'])) &&
        !request.url.startsWith('/api/docs')
      )
        findings.push(`${kind} may be cached: ${headers['cache-control']}`)
    }
    expect(findings).toEqual([])
  })

  it('set HSTS for a year if the public address is https, and not otherwise', async () => {
    const { testApp: secure, close } = await openTestApp({ LARDER_PUBLIC_URL: 'https://larder.example' })
    try {
      for (const url of ['/api/health', '/api/nothing', '/api/inventory', '/api/inventory/%E0%A4%A']) {
        const { headers } = await secure.inject({ method: 'GET', url })
        expect(Number(/max-age=(\d+)/.exec(String(headers['strict-transport-security']))?.[1])).toBeGreaterThanOrEqual(31_536_000)
      }
    } finally {
      await close()
    }
    expect((await testApp().inject({ method: 'GET', url: '/api/health' })).headers['strict-transport-security']).toBeUndefined()
  })
})

describe('I-66: on an internal error', () => {
  const telling =
    /select |insert |update |\bat .*\.(ts|js)|node_modules|\/src\/|sqlite|postgres|pg_|relation|constraint|SECRET|stack|errno/i
  // The identity library reads sessions and second factors over a connection of its own, which isn't broken here.
  const ofTheLibrary = /^\/api\/(sessions|users\/two-factor)/
  // Routes that need only their input, built-in foods or the catalog file; test notifications, outgoing messages and forecasts have
  // their own database handle.
  // Backups and catalog imports only start here; their result is shown in the overview.
  const untested = new Set([
    '/api/admin/backups',
    '/api/catalogue/imports',
    '/api/foods',
    '/api/catalogue',
    '/api/recipes/parse',
    '/api/recipes/import',
    '/api/notifications/test',
    '/api/deliveries',
    '/api/waste/back-test',
    '/api/pack-advice',
  ])
  const secretText = 'SQLITE_IOERR at /var/lib/larder: select token from sessions; SECRET=42'

  async function answersOf(
    failure: Error,
  ): Promise<{ name: string; status: number; body: Record<string, unknown>; text: string; retry: unknown }[]> {
    const fail = () => Promise.reject(failure)
    const context = { isServerAdmin: async () => true, database: { ...testApp().server.database, read: fail, write: fail } }
    const app = await createAppWithContext(testApp(), context)
    try {
      const answers = []
      for (const { endpoint } of testApp().server.routes) {
        // Public routes and routes that aren't set up don't use the database; other tests cover streams, files and pictures.
        if (ofTheLibrary.test(endpoint.path)) continue
        if (endpoint.auth === 'public' || endpoint.media || untested.has(endpoint.path) || notSetUp[nameOf(endpoint)]) continue
        const { method, url, headers, payload } = httpRequestOf(endpoint, sampleFor(endpoint, seeded.a.targets), headersFor(endpoint))
        const answer = await app.inject({ method: method as 'GET', url, headers, ...(payload === undefined ? {} : { payload }) })
        answers.push({
          name: nameOf(endpoint),
          status: answer.statusCode,
          body: answer.json(),
          text: answer.body,
          retry: answer.headers['retry-after'],
        })
      }
      return answers
    } finally {
      await app.close()
    }
  }

  it('every route sends a problem document with a request id and without internal details', async () => {
    const answers = await answersOf(Object.assign(new Error(secretText), { detail: secretText, query: secretText }))
    expect(answers.length).toBeGreaterThan(30)
    expect(answers.filter(({ name }) => name.includes(' /api/admin'))).not.toEqual([])
    expect(answers.map(({ name, status, body }) => [name, status, body['code']])).toEqual(
      answers.map(({ name }) => [name, 500, 'internal']),
    )
    for (const { body, text } of answers) {
      expect(Object.keys(body).toSorted()).toEqual(['code', 'detail', 'requestId', 'status', 'title', 'type'])
      expect(text).not.toMatch(telling)
    }
  })

  it('every route sends Retry-After if the database is down or the disk fails or is full', async () => {
    const away = await answersOf(new DatabaseUnavailableError('connection', new Error(secretText)))
    expect(away.map(({ name, status, body, retry }) => [name, status, body['code'], Number(retry)])).toEqual(
      away.map(({ name }) => [name, 503, 'unavailable', 2]),
    )
    for (const { text } of away) expect(text).not.toMatch(telling)
    const failing = await answersOf(new DatabaseUnavailableError('disk_failed', new Error(secretText)))
    expect(failing.map(({ name, status, body, retry }) => [name, status, body['code'], Number(retry)])).toEqual(
      failing.map(({ name }) => [name, 503, 'disk_failed', 5]),
    )
    const full = await answersOf(new DatabaseUnavailableError('disk_full', new Error(secretText)))
    expect(full.map(({ name, status, retry }) => [name, status, Number(retry)])).toEqual(full.map(({ name }) => [name, 507, 5]))
  })

  it('a failing session check sends a problem document, even if it throws something that isn’t an error', async () => {
    for (const thrown of [
      new Error(secretText),
      secretText,
      null,
      { statusCode: 200, message: secretText },
      Object.assign(new Error(secretText), { statusCode: 404 }),
    ]) {
      const app = await createAppWithContext(testApp(), { identify: () => Promise.reject(thrown) })
      const answer = await app.inject({ method: 'GET', url: listLots.path, headers: signedIn() })
      await app.close()
      expect(answer.statusCode).toBeGreaterThanOrEqual(400)
      expect(answer.body).not.toMatch(telling)
      expect(answer.headers['content-type']).toContain('problem+json')
    }
  })

  it('a closed database makes writes fail and the server not ready', async () => {
    const { testApp: broken, close } = await openTestApp()
    const person = await createPerson(broken)
    await broken.server.database.close()
    const answer = await person.call(createHousehold, { body: {} })
    expect(answer.status).toBeGreaterThanOrEqual(500)
    expect(answer.text).not.toMatch(telling)
    expect(codeOf(answer)).toMatch(/^(internal|unavailable)$/)
    const ready = await broken.inject({ method: 'GET', url: '/api/ready' })
    expect(ready).toMatchObject({ status: 503, body: { code: 'not_ready' } })
    await close().catch(() => {})
  })
})
