import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { openApiDocument } from '#platform/shared/system-endpoints.ts'
import type { SeededHouseholds } from '#tests/support/data/seeded-households.ts'
import { httpRequestOf, nameOf, notSetUp, speaksJson } from '#tests/support/server/requests.ts'
import { createServerAdmin, seededHouseholdsOf, useSeededApp } from '#tests/support/server/seeded-app.ts'
import type { Person } from '#tests/support/server/test-app.ts'
import { freshSample } from './columns.ts'
import { performRequest } from './inspector.ts'

vi.setConfig({ testTimeout: 600_000 })

const testApp = useSeededApp()
let seeded: SeededHouseholds
let overseer: Person
let offered: Record<string, Record<string, { parameters: { name: string }[] }>>
beforeAll(async () => {
  seeded = seededHouseholdsOf(testApp())
  overseer = await createServerAdmin(testApp())
  const { body } = await testApp().inject({ method: 'GET', url: openApiDocument.path })
  offered = (body as { paths: typeof offered }).paths
})

const rows = () =>
  testApp()
    .server.routes.map(({ endpoint }) => endpoint)
    .filter(speaksJson)
const offers = ({ method, path }: Endpoint, header: string) =>
  offered[path]?.[method.toLowerCase()]?.parameters.some(({ name }) => name === header) === true

/** Sends an accepted request with one more header. */
async function ask(endpoint: Endpoint, more: Record<string, string>) {
  const { a } = seeded
  const sample = await freshSample({ testApp: testApp() }, endpoint, a, 'OWNER')
  const person = endpoint.auth === 'administrator' ? overseer : a.people.OWNER
  const headers = { authorization: `Bearer ${person.token}`, 'x-household-id': a.id, ...more }
  return performRequest(testApp().server.app, endpoint, httpRequestOf(endpoint, sample, headers))
}

describe('the description of the API', () => {
  it('documents If-Match exactly where another version is rejected with 412', async () => {
    const taking = rows().filter(
      (endpoint) => endpoint.auth !== 'public' && (/^P(?:ATCH|UT)$/.test(endpoint.method) || offers(endpoint, 'If-Match')),
    )
    const refusing: string[] = []
    for (const endpoint of taking) if ((await ask(endpoint, { 'if-match': '"987654"' })).status === 412) refusing.push(nameOf(endpoint))
    expect(
      rows()
        .filter((endpoint) => offers(endpoint, 'If-Match'))
        .map(nameOf)
        .toSorted(),
    ).toEqual(refusing.toSorted())
    expect(refusing).toContain('PUT /api/shopping-list/{id}')
  })

  it('documents Idempotency-Key exactly where the response is stored under it', async () => {
    const { database } = testApp().server
    // A route that isn't set up has no response to store.
    const taking = rows().filter((endpoint) => offers(endpoint, 'Idempotency-Key') && !notSetUp[nameOf(endpoint)])
    const careless: string[] = []
    for (const [i, endpoint] of taking.entries()) {
      const { status } = await ask(endpoint, { 'idempotency-key': `described-${i}` })
      const kept = await database.read({ crossHousehold: 'jobs' }, (q) =>
        q
          .on<{ answers: { idempotency_key: string } }>()
          .selectFrom('answers')
          .select('idempotency_key')
          .where('idempotency_key', '=', `described-${i}`)
          .execute(),
      )
      if (kept.length === 0) careless.push(`${nameOf(endpoint)} (${status})`)
    }
    expect(careless).toEqual([])
    expect(taking.length).toBeGreaterThan(50)
  })
})
