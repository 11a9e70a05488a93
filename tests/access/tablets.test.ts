import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import type { SeededHouseholds } from '#tests/support/data/seeded-households.ts'
import { createAppWithContext, endpointContextOf } from '#tests/support/server/http-app.ts'
import { idFieldsOf, nameOf, sampleFor, speaksJson } from '#tests/support/server/requests.ts'
import { seededHouseholdsOf, useSeededApp } from '#tests/support/server/seeded-app.ts'
import { type PairedTablet, pairedTablet } from '#tests/support/server/tablet.ts'
import { freshSample } from './columns.ts'
import { inspect, type Site } from './inspector.ts'

// A paired tablet as an actor of the matrix: it has no person, and opens nothing but what is listed here.

vi.setConfig({ testTimeout: 600_000 })

/** Written by hand: a new endpoint must not be in it by accident. */
const allowed = [
  'GET /api/ingredients',
  'GET /api/inventory',
  'GET /api/inventory/{id}',
  'GET /api/live/signals',
  'GET /api/meal-plan',
  'GET /api/places',
  'GET /api/shopping-list',
  'GET /api/tablet',
  'POST /api/history/{seq}/undo',
  'POST /api/inventory',
  'POST /api/inventory/{id}/discard',
  'POST /api/inventory/{id}/use',
  'POST /api/scan/barcode',
  'POST /api/shopping-list',
  'PUT /api/shopping-list/{id}',
]

const testApp = useSeededApp()
let seeded: SeededHouseholds
let site: Site
let tablet: PairedTablet
let cells = 0
beforeAll(async () => {
  seeded = seededHouseholdsOf(testApp())
  site = { app: testApp().server.app, testApp: testApp(), seeded }
  // An owner's tablet has the role of a member.
  tablet = await pairedTablet(testApp(), seeded.a.people.OWNER, seeded.a.id)
})
afterAll(() => console.log(`tablets: ${cells} cells`))

const rows = () => testApp().server.routes.map(({ endpoint }) => endpoint)
const guardedRows = () => rows().filter((endpoint) => endpoint.auth !== 'public' && speaksJson(endpoint))
const isAllowed = (endpoint: Endpoint) => allowed.includes(nameOf(endpoint))

it('opens only the endpoints listed here', () => {
  const open = rows().filter((endpoint) => endpoint.tablet)
  expect(open.map(nameOf).toSorted()).toEqual(allowed.toSorted())
})

it('is refused at every other endpoint, with its household, another one, or none', async () => {
  const { a, b } = seeded
  const inspector = inspect(site)
  const others = rows().filter((endpoint) => endpoint.auth !== 'public' && !isAllowed(endpoint))
  for (const household of [a, b])
    for (const endpoint of others.filter(speaksJson)) {
      const headers = { ...tablet.headers, 'x-household-id': household.id }
      await inspector.refuses('16 tablet', endpoint, sampleFor(endpoint, household.targets), headers, 403, 'tablet_denied')
    }
  for (const endpoint of others.filter(speaksJson))
    await inspector.refuses('16 tablet', endpoint, sampleFor(endpoint, a.targets), tablet.headers, 403, 'tablet_denied')
  await inspector.unchanged()
  // The task list's routes speak WebDAV.
  for (const { method, path } of others.filter((endpoint) => !speaksJson(endpoint))) {
    const url = path.replace(/\{\w+\}/g, a.id)
    const answer = await site.app.inject({ method: method as 'GET', url, headers: tablet.headers })
    expect([method, path, answer.statusCode]).toEqual([method, path, 403])
  }
  cells += inspector.cells()
  expect(inspector.cells()).toBeGreaterThan(500)
  expect(inspector.findings).toEqual([])
})

it('may do what is listed, in its household, and is told no name', async () => {
  const { a } = seeded
  const inspector = inspect(site)
  for (const endpoint of guardedRows().filter(isAllowed)) {
    const sample = await sampleOfTablet(endpoint)
    const { text } = await inspector.allows('16 tablet, own', endpoint, sample, tablet.headers)
    const people = Object.values(a.people).flatMap(({ firstName, userId, email }) => [`"${firstName}`, ` ${firstName}`, userId, email])
    const told = people.filter((secret) => text.includes(secret))
    inspector.judge('16 tablet, own', endpoint, told.length === 0 ? null : `tells ${told.join()}`)
  }
  cells += inspector.cells()
  expect(inspector.findings).toEqual([])
})

it('reaches no row of another household, not even with its id in the header', async () => {
  const { b } = seeded
  const inspector = inspect(site)
  for (const endpoint of guardedRows().filter(isAllowed)) {
    const sample = sampleFor(endpoint, b.targets)
    await inspector.refuses('16 tablet, B', endpoint, sample, { ...tablet.headers, 'x-household-id': b.id }, 404, 'not_found')
    if (idFieldsOf(endpoint).some(({ part }) => part === 'params'))
      await inspector.refuses('16 tablet, ids of B', endpoint, tabletBody(endpoint, sample), tablet.headers, 404, 'not_found')
  }
  await inspector.unchanged()
  cells += inspector.cells()
  expect(inspector.findings).toEqual([])
})

it('opens nothing without its header, without its cookie, or as a bearer token', async () => {
  const { a } = seeded
  const inspector = inspect(site)
  const secret = tablet.cookie.split('=')[1] ?? ''
  const household = { 'x-household-id': a.id }
  for (const endpoint of guardedRows()) {
    const sample = sampleFor(endpoint, a.targets)
    for (const headers of [
      { cookie: tablet.cookie, ...household },
      { 'x-larder-tablet': '1', ...household },
      { authorization: `Bearer ${secret}`, ...household },
    ])
      await inspector.refuses('16 tablet, in part', endpoint, sample, headers as Record<string, string>, 401, 'unauthorized')
  }
  await inspector.unchanged()
  cells += inspector.cells()
  expect(inspector.findings).toEqual([])
})

it('twin: is reported where a tablet counts as a session', async () => {
  const { identify } = await endpointContextOf(testApp())
  const app = await createAppWithContext(testApp(), {
    identify: async (bearer, ...rest) => identify(bearer.startsWith('tablet ') ? seeded.a.people.OWNER.token : bearer, ...rest),
  })
  const inspector = inspect({ ...site, app })
  for (const endpoint of guardedRows().filter(({ path }) => path === '/api/tablet'))
    await inspector.refuses('twin', endpoint, sampleFor(endpoint, seeded.a.targets), tablet.headers, 403, 'tablet_denied')
  await inspector.unchanged()
  expect(inspector.findings.join()).toContain('instead of 403 tablet_denied')
  await app.close()
})

/** Leaves out the fields that a tablet may not send. */
function tabletBody(endpoint: Endpoint, sample: ReturnType<typeof sampleFor>): ReturnType<typeof sampleFor> {
  const body = sample.body as Record<string, unknown> | undefined
  if (nameOf(endpoint) === 'PUT /api/shopping-list/{id}') return { ...sample, body: { isChecked: false } }
  if (nameOf(endpoint) === 'POST /api/inventory') return { ...sample, body: { ...body, isShared: false } }
  return sample
}

/** Returns a request that it may send: to undo something, it must have done it. */
async function sampleOfTablet(endpoint: Endpoint): Promise<ReturnType<typeof sampleFor>> {
  const sample = tabletBody(endpoint, await freshSample(site, endpoint, seeded.a, 'OWNER'))
  if (nameOf(endpoint) !== 'POST /api/history/{seq}/undo') return sample
  const add = rows().find((row) => nameOf(row) === 'POST /api/inventory') as Endpoint
  const { headers } = await tablet.call(add, { body: { ingredient: { name: 'Sloes' }, quantity: 1, unit: 'each' } })
  return { ...sample, params: { seq: Number(headers['x-change-seq']) } }
}
