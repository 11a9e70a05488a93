import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { addNamedList, createGuestLink, endGuestLink, getGuestRows, showGuestPage } from '#domains/shopping/contract/index.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { type SeededHouseholds, secretsOf } from '#tests/support/data/seeded-households.ts'
import { idFieldsOf, requestFieldsOf, sampleFor, speaksJson } from '#tests/support/server/requests.ts'
import { seededHouseholdsOf, useSeededApp } from '#tests/support/server/seeded-app.ts'
import { bearer } from './columns.ts'
import { type Inspector, inspect, type Site } from './inspector.ts'

// A guest of A's shopping list as an actor of the matrix: they have the secret of a link and no account.

vi.setConfig({ testTimeout: 600_000 })

const testApp = useSeededApp()
let seeded: SeededHouseholds
let site: Site
let key = ''
let linkId = ''
let cells = 0
beforeAll(async () => {
  seeded = seededHouseholdsOf(testApp())
  site = { app: testApp().server.app, testApp: testApp(), seeded }
  const link = await seeded.a.people.OWNER.must(createGuestLink)
  linkId = link.id
  key = new URL(link.path, 'http://localhost').searchParams.get('key') ?? ''
})
afterAll(() => console.log(`guests: ${cells} cells`))

const rows = () =>
  testApp()
    .server.routes.map(({ endpoint }) => endpoint)
    .filter(speaksJson)
const isGuestRoute = ({ path }: Endpoint) => path.startsWith(getGuestRows.path)
const withKey = (endpoint: Endpoint, home = seeded.a) => {
  const sample = sampleFor(endpoint, home.targets)
  return { ...sample, query: { ...sample.query, key } }
}
function finish(inspector: Inspector): void {
  cells += inspector.cells()
  expect(inspector.cells()).toBeGreaterThan(0)
  expect(inspector.findings).toEqual([])
}

it('opens no route for people with a guest’s secret', async () => {
  const inspector = inspect(site)
  for (const endpoint of rows().filter(({ auth }) => auth !== 'public')) {
    const headers = { ...bearer(key), 'x-household-id': seeded.a.id }
    await inspector.refuses('15 guest', endpoint, sampleFor(endpoint, seeded.a.targets), headers, 401, 'unauthorized')
  }
  await inspector.unchanged()
  finish(inspector)
})

it('opens no other link with a guest’s secret', async () => {
  const inspector = inspect(site)
  const keyed = rows().filter((row) => row.auth === 'public' && requestFieldsOf(row).some(({ path }) => path[0] === 'key'))
  // Their page is the same for every secret.
  for (const endpoint of keyed.filter(({ path }) => !path.startsWith(showGuestPage.path)))
    await inspector.refuses('15 guest', endpoint, withKey(endpoint), {}, 404, 'not_found')
  await inspector.unchanged()
  finish(inspector)
})

it('reaches the rows of its own list, and names no one', async () => {
  const inspector = inspect(site)
  for (const endpoint of rows().filter(isGuestRoute)) {
    const { text } = await inspector.allows('15 guest, own list', endpoint, withKey(endpoint), {})
    const { marker: _marker, ...home } = seeded.a
    const told = secretsOf({ ...home, marker: home.id }).find((secret) => text.includes(secret))
    inspector.judge('15 guest, own list', endpoint, told === undefined ? null : `tells ${told}`)
    for (const { firstName } of Object.values(seeded.a.people))
      inspector.judge('15 guest, own list', endpoint, text.includes(`"${firstName}`) ? `tells ${firstName}` : null)
  }
  finish(inspector)
})

it('reaches no row of another household', async () => {
  const inspector = inspect(site)
  for (const endpoint of rows().filter((row) => isGuestRoute(row) && idFieldsOf(row).length > 0))
    await inspector.refuses('15 guest, ids of B', endpoint, withKey(endpoint, seeded.b), {}, 404, 'not_found')
  await inspector.unchanged()
  finish(inspector)
})

it('reaches no row of another list of its household', async () => {
  const owner = seeded.a.people.OWNER
  const { id: listId } = await owner.must(addNamedList, { body: { name: 'A guest’s own' } })
  const { path } = await owner.must(createGuestLink, { body: { listId } })
  const own = new URL(path, 'http://localhost').searchParams.get('key') ?? ''
  const inspector = inspect(site)
  for (const endpoint of rows().filter((row) => isGuestRoute(row) && idFieldsOf(row).length > 0)) {
    const sample = withKey(endpoint)
    await inspector.refuses('15 guest, other list', endpoint, { ...sample, query: { ...sample.query, key: own } }, {}, 404, 'not_found')
  }
  await inspector.unchanged()
  finish(inspector)
  const answer = await testApp().inject({ method: 'GET', url: `${getGuestRows.path}?key=${own}` })
  expect(answer.body).toMatchObject({ name: 'A guest’s own', rows: [] })
})

it('reaches nothing once its link has ended', async () => {
  const inspector = inspect(site)
  await seeded.a.people.OWNER.must(endGuestLink, { params: { id: linkId } })
  for (const endpoint of rows().filter(isGuestRoute))
    await inspector.refuses('15 guest, ended', endpoint, withKey(endpoint), {}, 404, 'not_found')
  await inspector.unchanged()
  finish(inspector)
})
