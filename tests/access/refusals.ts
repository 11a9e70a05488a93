import { randomUUID } from 'node:crypto'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { isRoleAtLeast, roles } from '#platform/shared/roles.ts'
import { sendRaw } from '#tests/support/server/http-app.ts'
import {
  httpRequestOf,
  idFieldsOf,
  nameOf,
  publicKinds,
  type Sample,
  type TargetKind,
  type Targets,
  withId,
} from '#tests/support/server/requests.ts'
import type { Person } from '#tests/support/server/test-app.ts'
import { bearer, headersOf, isHousehold, minRole, unknownTargets } from './columns.ts'
import type { Inspector } from './inspector.ts'
import type { RealRequest } from './real-requests.ts'

/** Sends one real request as actors who may not send it. */
export type Refusal = (inspector: Inspector, request: RealRequest) => Promise<void>

const isOpen = ({ auth }: Endpoint) => auth === 'public'
const naming = (endpoint: Endpoint, sample: Sample, targets: Targets) =>
  idFieldsOf(endpoint).reduce((whole, field) => withId(whole, field, targets[field.kind]), sample)

/** Id fields of owned rows; codes and public ids may be used by anyone. */
const ownedFields = (endpoint: Endpoint) => idFieldsOf(endpoint).filter(({ kind }) => !publicKinds.includes(kind))

/** Columns 0 to 3: headers without a valid session. `tokens`: ended sessions of members of A, by reason. */
export function strangers(tokens: Record<string, string>): Refusal {
  let first: string | undefined
  return async (inspector, { endpoint, sample, extra, household }) => {
    if (isOpen(endpoint)) return
    const { token, email } = inspector.site.seeded.a.people.OWNER
    const [raw = '', signature = ''] = token.split('.')
    const actors: Record<string, Record<string, string>> = {
      '0 anonymous': {},
      '1 another scheme': { authorization: `Basic ${Buffer.from(`${email}:purple kettle 42`).toString('base64')}` },
      '1 no token': { authorization: 'Bearer ' },
      '1 two tokens': { authorization: `Bearer ${token} ${token}` },
      '1 unsigned token': bearer(raw),
      '1 signature of another token': bearer(`${raw.split('').reverse().join('')}.${signature}`),
      '1 token cut short': bearer(token.slice(0, -1)),
      ...Object.fromEntries(Object.entries(tokens).map(([reason, over]) => [reason, bearer(over)])),
    }
    for (const [column, headers] of Object.entries(actors)) {
      const sent = { ...extra, ...headers, 'x-household-id': household }
      const answer = await inspector.refuses(column, endpoint, sample, sent, 401, 'unauthorized')
      first ??= answer.text
      if (answer.text !== first) inspector.findings.push(`${nameOf(endpoint)} × ${column}: another 401 than the others: ${answer.text}`)
    }
  }
}

/** Column 4: a household route without exactly one household. */
export const withoutHousehold: Refusal = async (inspector, { endpoint, sample, extra }) => {
  if (endpoint.auth !== 'household') return
  const { app, seeded } = inspector.site
  const headers = { ...extra, ...bearer(seeded.a.people.OWNER.token) }
  for (const [how, value] of Object.entries({
    absent: null,
    empty: '',
    'no uuid': 'Ashgrove',
    list: `${seeded.a.id},${seeded.a.id}`,
    braces: `{${seeded.a.id}}`,
  })) {
    const sent = { ...headers, ...(value === null ? {} : { 'x-household-id': value }) }
    await inspector.refuses(`4 household ${how}`, endpoint, sample, sent, 400, 'household_required')
  }
  const wire = httpRequestOf(endpoint, sample)
  const answer = await sendRaw(app, { ...wire, headers: { ...wire.headers, ...headers, 'x-household-id': [seeded.a.id, seeded.a.id] } })
  const isRefused = answer.status === 400 && answer.text.includes('household_required')
  inspector.judge('4 household twice', endpoint, isRefused ? null : `${answer.status} instead of 400`)
}

/** Column 5: the OWNER of B, in B, sends A's ids: the same response as for unknown ids. */
export const foreignIds: Refusal = async (inspector, { endpoint, sample, extra }) => {
  if (isOpen(endpoint) || endpoint.auth === 'token' || endpoint.auth === 'administrator') return
  if (ownedFields(endpoint).length === 0) return
  const { b } = inspector.site.seeded
  const headers = { ...extra, ...headersOf(b.people.OWNER, b.id) }
  const theirs = await inspector.refuses('5 ids of A', endpoint, sample, headers, 404, 'not_found')
  const unknown = await inspector.refuses(
    '5 unknown ids',
    endpoint,
    naming(endpoint, sample, { ...unknownTargets(), openCircle: randomUUID() }),
    headers,
    404,
    'not_found',
  )
  if (theirs.text !== unknown.text) inspector.findings.push(`${nameOf(endpoint)} × 5: tells an id of A from an unknown one`)
}

/** Changes are numbered per household: B's number is also one of A's. */
const inEveryHousehold: readonly TargetKind[] = ['change']

/** Column 5: the OWNER of A sends the otherwise accepted request with one id of B. */
export const foreignFields: Refusal = async (inspector, { endpoint, sample, extra }) => {
  if (isOpen(endpoint) || endpoint.auth === 'token' || endpoint.auth === 'administrator') return
  const { a, b } = inspector.site.seeded
  for (const field of idFieldsOf(endpoint)) {
    if (inEveryHousehold.includes(field.kind) || (publicKinds.includes(field.kind) && field.kind !== 'openCircle')) continue
    // A private circle of B where a public one is expected.
    const value = b.targets[field.kind === 'openCircle' ? 'circle' : field.kind]
    const column = `5 ${field.part}.${field.path.join('.')} of B`
    await inspector.refuses(
      column,
      endpoint,
      withId(sample, field, value),
      { ...extra, ...headersOf(a.people.OWNER, a.id) },
      404,
      'not_found',
    )
  }
}

/** Columns 6 and 7: nonmembers request A: the same response as for an unknown household. */
export const outsiders =
  (more: readonly [string, Person][] = []): Refusal =>
  async (inspector, { endpoint, sample, extra, household }) => {
    if (!isHousehold(endpoint)) return
    const { a, b, exMember } = inspector.site.seeded
    const unknown = randomUUID()
    const inPath = idFieldsOf(endpoint).find(({ part, kind }) => part === 'params' && kind === 'household')
    for (const [column, person] of [
      ['6 user of B', b.people.OWNER],
      ['6 neighbor in a circle', a.neighbour],
      ['7 ex-member', exMember],
      ...more,
    ] as const) {
      const response = await inspector.refuses(column, endpoint, sample, { ...extra, ...headersOf(person, household) }, 404, 'not_found')
      const other = await inspector.refuses(
        `${column}, unknown household`,
        endpoint,
        inPath ? withId(sample, inPath, unknown) : sample,
        { ...extra, ...headersOf(person, unknown) },
        404,
        'not_found',
      )
      if (response.text !== other.text) inspector.findings.push(`${nameOf(endpoint)} × ${column}: tells A from an unknown household`)
    }
  }

/** Rows of one person that other members of the household can't use. */
const personal: readonly TargetKind[] = ['session', 'passkey', 'device', 'messageTarget', 'notification', 'token']

/** Column 8: another member of the household requests the OWNER's own rows. */
export const otherMembers: Refusal = async (inspector, { endpoint, sample, extra, household }) => {
  if (isOpen(endpoint) || !idFieldsOf(endpoint).some(({ kind }) => personal.includes(kind))) return
  const { people } = inspector.site.seeded.a
  for (const role of roles.filter((one) => one !== 'OWNER' && isRoleAtLeast(one, minRole(endpoint))))
    await inspector.refuses(
      `8 ${role}, what is the OWNER’s`,
      endpoint,
      sample,
      { ...extra, ...headersOf(people[role], household) },
      404,
      'not_found',
    )
}

/** Column 8: a member of the circle sends a request for its admins. */
export const circleMembers: Refusal = async (inspector, { endpoint, sample, extra, circleMember }) => {
  if (circleMember)
    await inspector.refuses('8 circle member', endpoint, sample, { ...extra, ...headersOf(circleMember, null) }, 403, 'role_denied')
}

/** Columns 9 to 11: members of A whose role is too low. */
export const lowRoles: Refusal = async (inspector, { endpoint, sample, extra, household }) => {
  if (isOpen(endpoint) || endpoint.auth === 'administrator' || endpoint.auth === 'token') return
  const { people } = inspector.site.seeded.a
  for (const [i, role] of roles.entries())
    if (!isRoleAtLeast(role, minRole(endpoint)))
      await inspector.refuses(`${9 + i} ${role}`, endpoint, sample, { ...extra, ...headersOf(people[role], household) }, 403, 'role_denied')
}

/** The server's own routes: no household role allows them. */
export const notAdministrators: Refusal = async (inspector, { endpoint, sample, extra }) => {
  if (endpoint.auth !== 'administrator') return
  const { a } = inspector.site.seeded
  for (const role of roles)
    await inspector.refuses(
      `server × ${role}`,
      endpoint,
      sample,
      { ...extra, ...headersOf(a.people[role], a.id) },
      403,
      'administrators_only',
    )
}

/** Access tokens: of the OWNER of A, reading and writing, of the VIEWER of A, and of the OWNER of B. */
export interface AccessTokens {
  readonly read: string
  readonly write: string
  readonly viewer: string
  readonly ofB: string
}

/** Columns 13 to 16: access tokens, by the route's authorization, their scope, their person's role and their household. */
export const accessTokens =
  ({ read, write, viewer, ofB }: AccessTokens): Refusal =>
  async (inspector, { endpoint, sample, extra, household }) => {
    if (isOpen(endpoint)) return
    const refuses = (column: string, token: string, status: number, code: string) =>
      inspector.refuses(column, endpoint, sample, { ...extra, ...bearer(token), 'x-household-id': household }, status, code)
    if (endpoint.auth === 'token') {
      for (const role of roles) await refuses(`13 session of ${role}`, inspector.site.seeded.a.people[role].token, 403, 'token_required')
      await refuses('16 token of B', ofB, 404, 'not_found')
      return
    }
    if (endpoint.auth !== 'household' || endpoint.requiresRecentAuth) {
      await refuses('13 write token', write, 403, 'sign_in_required')
      return
    }
    await refuses('16 token of B', ofB, 404, 'not_found')
    if (endpoint.method !== 'GET') await refuses('14 read token of OWNER', read, 403, 'scope_denied')
    if (!isRoleAtLeast('VIEWER', minRole(endpoint))) await refuses('15 write token of VIEWER', viewer, 403, 'role_denied')
  }
