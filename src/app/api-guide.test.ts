import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTestApp, registerTestApp } from '#tests/support/server/test-app.ts'

// Sends every `http` example of docs/api.md in order and checks that each response contains what the guide prints.

const guide = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'api.md'), 'utf8')
const blocks = [...guide.matchAll(/^```http\n(.*?)^```$/gms)].map(([, text = '']) => {
  const [head = '', body = ''] = text.split(/\n\n(.*)/s)
  const [first = '', ...headers] = head.trimEnd().split('\n')
  return { first, headers: headers.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]), body: body.trim() }
})

const names = ['TOKEN', 'ANA', 'HOUSEHOLD', 'CODE', 'KEY', 'LOT', 'MILK', 'ROW', 'ADDED', 'USED', 'NEXT', 'TARGET']
/** The values of the guide's placeholders, learned from responses. */
const known = new Map<string, string>()
const fill = (text: string) => text.replace(/\b[A-Z]{3,}\b/g, (word) => known.get(word) ?? word)
const isName = (text: unknown): text is string => typeof text === 'string' && names.includes(text)

const omitted = 'and more'
/** Parses the guide's JSON, in which `, …` stands for more members and a lone `…` for any value. */
const printed = (text: string): unknown => JSON.parse(text.replace(/(, |\{ )…/g, `$1"${omitted}": true`).replace(/: …/g, ': "…"'))

/** Lists by path where a response differs from the guide. Learns the values of unknown uppercase placeholders. */
function differences(shown: unknown, real: unknown, path = '$'): string[] {
  if (shown === '…') return real === undefined ? [`${path} is missing`] : []
  if (isName(shown) && !known.has(shown) && typeof real === 'string') {
    known.set(shown, real)
    return []
  }
  if (typeof shown === 'string') return fill(shown) === real ? [] : [`${path} is ${JSON.stringify(real)}, not ${shown}`]
  if (typeof shown !== 'object' || shown === null) return Object.is(shown, real) ? [] : [`${path} is ${JSON.stringify(real)}, not ${shown}`]
  if (typeof real !== 'object' || real === null) return [`${path} is ${JSON.stringify(real)}`]
  const { [omitted]: more, ...members } = shown as Record<string, unknown>
  const others = more ? [] : Object.keys(real).filter((key) => !(key in members))
  return [
    ...others.map((key) => `${path}.${key} is not in the guide`),
    ...Object.entries(members).flatMap(([key, value]) => differences(value, (real as Record<string, unknown>)[key], `${path}.${key}`)),
  ]
}

const testApp = registerTestApp(() => openTestApp())
let url = ''
beforeAll(async () => {
  // The guide's dates are in one winter.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-01-02T12:00:00Z') })
  url = await testApp().server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => void vi.useRealTimers())

/** Reads as many events of a stream as the guide prints. */
async function events(answer: Response, count: number): Promise<string[]> {
  let text = ''
  for await (const chunk of answer.body ?? []) {
    text += new TextDecoder().decode(chunk)
    const whole = text.split('\n\n').slice(0, -1)
    if (whole.length >= count) return whole.slice(0, count)
  }
  throw new Error(`the stream ended: ${text}`)
}

const fieldsOf = (event: string) => event.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string])

async function sendAndCompare(request: (typeof blocks)[number], shown: (typeof blocks)[number]): Promise<string[]> {
  const [method = '', path = ''] = fill(request.first).split(' ')
  const stop = new AbortController()
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...Object.fromEntries(request.headers.map(([name, value]) => [name, fill(value)])),
      ...(request.body === '' ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(request.body === '' ? {} : { body: request.body }),
    signal: stop.signal,
  })
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(shown.first)?.[1])
  const wrong = answer.status === status ? [] : [`status is ${answer.status}, not ${status}: ${await answer.clone().text()}`]
  for (const [name, value] of shown.headers) {
    // Every sign-in returns a new token.
    if (isName(value) && (!known.has(value) || name === 'set-auth-token')) known.set(value, answer.headers.get(name) ?? `no ${name}`)
    else if (!answer.headers.get(name)?.startsWith(fill(value))) wrong.push(`${name} is ${answer.headers.get(name)}`)
  }
  if (!shown.headers.some(([, value]) => value === 'text/event-stream')) {
    const text = await answer.text()
    return [...wrong, ...differences(printed(shown.body), text === '' ? undefined : JSON.parse(text))]
  }
  const expected = shown.body.split('\n\n')
  const received = await Promise.race([events(answer, expected.length), pause(10_000, [], { ref: false })])
  stop.abort()
  return [
    ...wrong,
    ...expected.flatMap((event, i) => {
      const real = new Map(fieldsOf(received[i] ?? ''))
      return fieldsOf(event).flatMap(([name, value]) =>
        name === 'data' ? differences(printed(value), JSON.parse(real.get(name) ?? 'null')) : differences(value, real.get(name), name),
      )
    }),
  ]
}

it('returns what the API guide prints for each of its examples', async () => {
  expect(blocks.length).toBeGreaterThan(30)
  expect(blocks.length % 2).toBe(0)
  for (let i = 0; i < blocks.length; i += 2) {
    const [request, shown] = [blocks[i], blocks[i + 1]]
    if (request && shown) expect(await sendAndCompare(request, shown), `${i / 2 + 1}. ${request.first}`).toEqual([])
  }
})

it('detects a response that differs from the guide (twin)', () => {
  known.set('LOT', '7')
  const shown = printed('{ "id": "LOT", "quantity": 2, "user": { "name": "…", … } }')
  expect(differences(shown, { id: '7', quantity: 2, user: { name: 'Ana', age: 3 } })).toEqual([])
  expect(differences(shown, { id: '8', quantity: 1, user: {}, more: 1 })).toEqual([
    '$.more is not in the guide',
    '$.id is "8", not LOT',
    '$.quantity is 1, not 2',
    '$.user.name is missing',
  ])
})
