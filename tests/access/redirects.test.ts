import { beforeAll, describe, expect, it, vi } from 'vitest'
import { isSameServer } from '#platform/server/http/security-headers.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { otherSites } from '#tests/support/data/hostile-texts.ts'
import { httpRequestOf, nameOf, requestFieldsOf, sampleFor, speaksJson, withId } from '#tests/support/server/requests.ts'
import { createServerAdmin, seededHouseholdsOf, useSeededApp } from '#tests/support/server/seeded-app.ts'
import type { Person } from '#tests/support/server/test-app.ts'
import { headersOf } from './columns.ts'

vi.setConfig({ testTimeout: 600_000 })

const testApp = useSeededApp()
let overseer: Person
beforeAll(async () => {
  overseer = await createServerAdmin(testApp())
})

/** Fields whose name suggests a target. */
const saysWhere =
  /ur[li]|href|link|redirect|callback|return|next|goto|continue|forward|dest|origin|host|domain|address|site|endpoint|server/i
/** Fields with such a name that are never a redirect target, and why. */
const leadsNowhere: Record<string, string> = {
  'POST /api/imports/grocy body.address': 'fetched by the server, through the guarded fetch',
  'POST /api/recipes/import body.url': 'fetched by the server, through the guarded fetch',
  'POST /api/recipes body.sourceUrl': 'shown as a link of the recipe; https only',
  'PATCH /api/recipes/{id} body.sourceUrl': 'shown as a link of the recipe; https only',
  'PATCH /api/recipes/{id} body.imageUrl': 'fetched by the server, through the guarded fetch',
  'POST /api/recipes body.imageUrl': 'fetched by the server, through the guarded fetch',
  'POST /api/households/{id}/webhooks body.url': 'called by the server, through the guarded fetch',
  'POST /api/message-targets body.to.server': 'called by the server, through the guarded fetch',
  'POST /api/push-devices body.endpoint': 'called by the server, at known push services only',
}

const endpoints = () =>
  testApp()
    .server.routes.map(({ endpoint }) => endpoint)
    .filter(speaksJson)
const textsOf = (endpoint: Endpoint) => requestFieldsOf(endpoint).filter(({ kind }) => kind === 'text' || kind === 'digits')

function headersFor({ auth }: Endpoint): Record<string, string> {
  if (auth === 'public') return {}
  if (auth === 'administrator') return headersOf(overseer, null)
  const { a } = seededHouseholdsOf(testApp())
  return headersOf(a.people.OWNER, a.id)
}

describe('3.7.2: a redirect', () => {
  it('accepts no target on another site, in any field of any route', async () => {
    const findings: string[] = []
    const excused = new Set<string>()
    let tried = 0
    for (const endpoint of endpoints()) {
      for (const { part, path } of textsOf(endpoint).filter(({ path }) => saysWhere.test(String(path.at(-1))))) {
        const place = `${nameOf(endpoint)} ${part}.${path.join('.')}`
        if (place in leadsNowhere) {
          excused.add(place)
          continue
        }
        for (const target of otherSites) {
          tried++
          const sample = withId(sampleFor(endpoint, seededHouseholdsOf(testApp()).a.targets), { part, path }, target)
          const { status, body } = await testApp().inject(httpRequestOf(endpoint, sample, headersFor(endpoint)))
          const { code, fields } = (body ?? {}) as { code?: string; fields?: { path: string }[] }
          if (status !== 422 || code !== 'invalid_input' || !fields?.some((field) => field.path === path.join('.')))
            findings.push(`${place} = ${JSON.stringify(target)}: ${status} ${code}`)
        }
      }
    }
    expect(findings).toEqual([])
    expect([...excused].toSorted()).toEqual(Object.keys(leadsNowhere).toSorted())
    expect(tried).toBeGreaterThanOrEqual(6 * otherSites.length)
  })

  it('stays on this server, for any text in a public route that a browser opens', async () => {
    const findings: string[] = []
    let redirects = 0
    for (const endpoint of endpoints().filter(({ auth, reply }) => auth === 'public' && reply === null)) {
      const sample = sampleFor(endpoint, seededHouseholdsOf(testApp()).a.targets)
      const samples = textsOf(endpoint).flatMap(({ part, path }) => otherSites.map((target) => withId(sample, { part, path }, target)))
      await Promise.all(
        [sample, ...samples].map(async (one) => {
          const { url, ...wire } = httpRequestOf(endpoint, one)
          const location = (await testApp().inject({ ...wire, url })).headers['location']
          if (location === undefined) return
          redirects++
          if (!isSameServer(location, url)) findings.push(`${endpoint.method} ${url}: ${location}`)
        }),
      )
    }
    expect(findings).toEqual([])
    expect(redirects).toBeGreaterThan(0)
  })
})
