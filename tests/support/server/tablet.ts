import { claimPairing, pairTablet } from '#domains/households/contract/tablets.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { tabletHeader } from '#platform/shared/endpoint.ts'
import { startTabletPairing } from '../data/personal-data.ts'
import { httpRequestOf } from './requests.ts'
import type { Person, TestApp, TestResponse } from './test-app.ts'

/** A paired tablet. */
export interface PairedTablet {
  readonly id: string
  readonly cookie: string
  /** Headers with which it sends every request. */
  readonly headers: Record<string, string>
  call(
    endpoint: Endpoint,
    sent?: { params?: object; query?: object; body?: unknown; headers?: Record<string, string> },
  ): Promise<TestResponse<unknown>>
}

/** Sends a secret of a pairing that a member confirmed. */
export const claim = (testApp: TestApp, secret: string) =>
  testApp.inject({
    method: claimPairing.method,
    url: claimPairing.path,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ secret }),
  })

/** Pairs a tablet as a member does, and returns it. */
export async function pairedTablet(testApp: TestApp, person: Person, household: string, name = 'Kitchen tablet'): Promise<PairedTablet> {
  const { code, secret } = await startTabletPairing(testApp)
  const { id } = await person.must(pairTablet, { params: { id: household }, body: { code, name } })
  const answer = await claim(testApp, secret)
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
  const headers = { cookie, [tabletHeader]: '1' }
  return {
    id,
    cookie,
    headers,
    call: (endpoint, { params = {}, query = {}, body, headers: more = {} } = {}) =>
      testApp.inject(httpRequestOf(endpoint, { params: params as never, query: query as never, body }, { ...headers, ...more })),
  }
}
