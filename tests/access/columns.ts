import { randomUUID } from 'node:crypto'
import { createHousehold } from '#domains/households/contract/index.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { isRoleAtLeast, type Role, roles } from '#platform/shared/roles.ts'
import { openSession } from '#tests/support/data/accounts.ts'
import { freshTargets, type Home, needsPicture, secretsOf } from '#tests/support/data/seeded-households.ts'
import {
  httpRequestOf,
  idFieldsOf,
  nameOf,
  publicKinds,
  type Sample,
  sampleFor,
  type Targets,
  withId,
} from '#tests/support/server/requests.ts'
import type { Person } from '#tests/support/server/test-app.ts'
import { type Inspector, performRequest, type Site } from './inspector.ts'

/** One column of the matrix: sends requests to every route. */
export type Column = (inspector: Inspector, rows: readonly Endpoint[]) => Promise<void>

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
/** Returns a person's headers. Person routes receive the household too, and must ignore it. */
export const headersOf = ({ token }: Person, household: string | null) => ({
  ...bearer(token),
  ...(household === null ? {} : { 'x-household-id': household }),
})

const isOpen = (endpoint: Endpoint) => endpoint.auth === 'public'
export const isHousehold = (endpoint: Endpoint) => endpoint.auth === 'household' || endpoint.auth === 'household-in-path'
/** Routes for signed-in people. Those for access tokens only are tested in `assistant.test.ts`. */
export const guarded = (rows: readonly Endpoint[]) => rows.filter((endpoint) => !isOpen(endpoint) && endpoint.auth !== 'token')
const isForServerAdmins = (endpoint: Endpoint) => endpoint.auth === 'administrator'
/** Routes for any signed-in person, or for members. */
const peoples = (rows: readonly Endpoint[]) => guarded(rows).filter((endpoint) => !isForServerAdmins(endpoint))

/** Returns unknown ids in each kind's format. */
export const unknownTargets = (): Targets => ({
  household: randomUUID(),
  person: randomUUID(),
  lot: randomUUID(),
  ingredient: randomUUID(),
  unusedIngredient: randomUUID(),
  change: 99_999_999,
  inviteCode: 'ZZZZZZZZ',
  listItem: randomUUID(),
  alert: randomUUID(),
  notification: randomUUID(),
  recipe: randomUUID(),
  planEntry: randomUUID(),
  cooking: randomUUID(),
  store: randomUUID(),
  guest: randomUUID(),
  place: randomUUID(),
  list: randomUUID(),
  bundle: randomUUID(),
  label: 'CCCCCCCC',
  labelSheet: randomUUID(),
  recurring: randomUUID(),
  trip: randomUUID(),
  recipeLink: randomUUID(),
  cookbook: randomUUID(),
  cookbookLink: randomUUID(),
  guestLink: randomUUID(),
  device: randomUUID(),
  messageTarget: randomUUID(),
  tablet: randomUUID(),
  circle: randomUUID(),
  circleCode: 'ZZZZZZZZ',
  circleMember: randomUUID(),
  asker: randomUUID(),
  circleInvite: randomUUID(),
  openCircle: randomUUID(),
  session: randomUUID(),
  avatar: randomUUID(),
  passkey: randomUUID(),
  token: randomUUID(),
  webhook: randomUUID(),
  import: randomUUID(),
  peerLot: randomUUID(),
  request: randomUUID(),
  peerOffer: randomUUID(),
  ownOffer: randomUUID(),
  debt: randomUUID(),
  link: randomUUID(),
})

/** Column 4: a route without a household ignores the header. */
export const ignoredHousehold: Column = async (inspector, rows) => {
  const { seeded } = inspector.site
  const { token } = seeded.a.people.OWNER
  for (const endpoint of rows.filter(({ auth }) => auth === 'person' || auth === 'household-in-path')) {
    const sample = await freshSample(inspector.site, endpoint, seeded.a, 'OWNER')
    await inspector.allows('4 household no uuid, not asked for', endpoint, sample, { ...bearer(token), 'x-household-id': 'Ashgrove' })
  }
}

/** Column 5: a member of B sends A's ids: the same response as for unknown ids, and nothing of A. */
export const foreignIds: Column = (inspector, rows) => foreignIdsUnder('b', '5')(inspector, rows)

/** The same for a member of another household; `mayTell`: routes that may show A, since the two share a circle. */
export const foreignIdsUnder =
  (key: 'b' | 'c', column: string, mayTell: readonly string[] = []): Column =>
  async (inspector, rows) => {
    const { seeded } = inspector.site
    const home = seeded[key]
    const headers = headersOf(home.people.OWNER, home.id)
    for (const endpoint of peoples(rows)) {
      const fields = idFieldsOf(endpoint).filter(
        ({ part, kind }) => !publicKinds.includes(kind) && (part !== 'query' || kind === 'household'),
      )
      if (fields.length === 0) {
        const sample = await freshSample(inspector.site, endpoint, home, 'OWNER')
        const answer = await inspector.allows(`${column} no ids to name`, endpoint, sample, headers)
        const leaked = !mayTell.includes(nameOf(endpoint)) && secretsOf(seeded.a).find((secret) => answer.text.includes(secret))
        if (leaked) inspector.findings.push(`${nameOf(endpoint)} × ${column}: tells ${leaked}`)
        continue
      }
      const sample = sampleFor(endpoint, home.targets)
      const withTargets = (targets: Targets) => fields.reduce((whole, field) => withId(whole, field, targets[field.kind]), sample)
      const theirs = await inspector.refuses(`${column} ids of A`, endpoint, withTargets(seeded.a.targets), headers, 404, 'not_found')
      const unknown = await inspector.refuses(`${column} unknown ids`, endpoint, withTargets(unknownTargets()), headers, 404, 'not_found')
      await inspector.unchanged()
      if (theirs.text !== unknown.text) inspector.findings.push(`${nameOf(endpoint)} × ${column}: tells an id of A from an unknown one`)
    }
  }

/** Column 7: a former member of A keeps their own data and receives nothing of A. */
export const exMember: Column = async (inspector, rows) => {
  const { seeded } = inspector.site
  for (const endpoint of rows.filter(({ auth }) => auth === 'person')) {
    const sample = await freshSample(inspector.site, endpoint, seeded.b, 'OWNER')
    if (idFieldsOf(endpoint).some(({ kind }) => !publicKinds.includes(kind))) {
      await inspector.refuses('7 ex-member, others’ affairs', endpoint, sample, headersOf(seeded.exMember, seeded.a.id), 404, 'not_found')
      await inspector.unchanged()
      continue
    }
    const answer = await inspector.allows('7 ex-member, own affairs', endpoint, sample, headersOf(seeded.exMember, seeded.a.id))
    const leaked = [seeded.a.marker, seeded.a.id].find((secret) => answer.text.includes(secret))
    if (leaked) inspector.findings.push(`${nameOf(endpoint)} × 7: tells ${leaked}`)
  }
}

/** Columns 9 to 12: what VIEWER, MEMBER, ADMIN and OWNER of A may do, by the route's minimum role. */
export const members: Column = async (inspector, rows) => {
  const { seeded } = inspector.site
  for (const [i, role] of roles.entries()) {
    const headers = headersOf(seeded.a.people[role], seeded.a.id)
    const column = `${9 + i} ${role}`
    for (const endpoint of peoples(rows).filter((row) => isRoleAtLeast(role, minRole(row))))
      await inspector.allows(column, endpoint, await freshSample(inspector.site, endpoint, seeded.a, role), headers)
  }
}

/** The server's own routes, for server admins. */
export const administrators =
  (overseer: Person): Column =>
  async (inspector, rows) => {
    const { a } = inspector.site.seeded
    for (const endpoint of rows.filter(isForServerAdmins))
      await inspector.allows('server × administrator', endpoint, sampleFor(endpoint, a.targets), headersOf(overseer, null))
  }

/** Returns the minimum role of a route. Anyone may leave a household; removing someone else needs ADMIN. */
export const minRole = (endpoint: Endpoint): Role =>
  ['DELETE /api/households/{id}/members/{userId}', 'POST /api/circles/{id}/households/{householdId}'].includes(nameOf(endpoint))
    ? 'ADMIN'
    : endpoint.role

/** Every column on public routes: every caller gets an anonymous visitor's response. */
export const publicRoutes: Column = async (inspector, rows) => {
  const { app, testApp, seeded } = inspector.site
  const { a, b, exMember } = seeded
  const tokenOf = async ({ userId }: Person) => bearer(await openSession(testApp.server.database, userId))
  for (const endpoint of rows.filter(isOpen)) {
    // An empty form is rejected before a password is hashed, which would be slow.
    const sample = { ...sampleFor(endpoint, a.targets), ...(endpoint.body ? { body: {} } : {}) }
    const ask = (headers: Record<string, string>) => performRequest(app, endpoint, httpRequestOf(endpoint, sample, headers))
    const { status, code } = await ask({})
    const actors: Record<string, Record<string, string>> = {
      '1 malformed token': bearer('none'),
      '2 expired token': bearer(await openSession(testApp.server.database, a.people.OWNER.userId, -1000)),
      '4 no household': await tokenOf(a.people.OWNER),
      '5 user of B': { ...(await tokenOf(b.people.OWNER)), 'x-household-id': b.id },
      '6 user of B asks for A': { ...(await tokenOf(b.people.OWNER)), 'x-household-id': a.id },
      '7 ex-member': { ...(await tokenOf(exMember)), 'x-household-id': a.id },
    }
    for (const [i, role] of roles.entries()) actors[`${9 + i} ${role}`] = { ...(await tokenOf(a.people[role])), 'x-household-id': a.id }
    await Promise.all(
      Object.entries(actors).map(async ([column, headers]) => {
        const answer = await ask(headers)
        const isSame = answer.status === status && answer.code === code
        inspector.judge(column, endpoint, isSame ? null : `${answer.status} ${answer.code ?? ''} instead of ${status} ${code ?? ''}`)
      }),
    )
    inspector.judge('0 anonymous', endpoint, status < 500 && code !== 'unauthorized' ? null : `${status} ${code ?? ''}`)
  }
}

/** Creates a request of `actor` on unused rows; a household to be deleted is a new one. */
export async function freshSample(
  { testApp }: Pick<Site, 'testApp'>,
  endpoint: Endpoint,
  home: Home,
  role: Role,
  actor: Person = home.people[role],
): Promise<Sample> {
  if (endpoint.method === 'GET') return sampleFor(endpoint, home.targets)
  const kinds = idFieldsOf(endpoint).map(({ kind }) => kind)
  // Creating a picture takes as long as everything else.
  const targets = await freshTargets(testApp, home, kinds, actor, needsPicture(endpoint))
  if (nameOf(endpoint) !== 'DELETE /api/households/{id}') return sampleFor(endpoint, targets)
  const spare = await home.people[role].must(createHousehold, { body: { name: `${home.marker} shed` } })
  return sampleFor(endpoint, { ...targets, household: spare.id })
}
