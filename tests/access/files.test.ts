import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { putAvatar } from '#domains/account/contract/profile.ts'
import { getMe } from '#domains/account/contract.ts'
import { roles } from '#platform/contract/roles.ts'
import { newPicture } from '#tests/support/own-things.ts'
import { openSession } from '#tests/support/people.ts'
import { wireOf } from '#tests/support/requests.ts'
import { useSeededKitchen, worldOf } from '#tests/support/seeded.ts'
import type { World } from '#tests/support/world.ts'
import { headersOf } from './columns.ts'

const kitchen = useSeededKitchen()
let world: World
beforeAll(() => {
  world = worldOf(kitchen())
})

const fetched = async (url: string, headers: Record<string, string> = {}) => {
  const { status, headers: said, text } = await kitchen().inject({ method: 'GET', url, headers })
  return { status, type: said['content-type'], text }
}
const statusOf = async (url: string, headers?: Record<string, string>) => (await fetched(url, headers)).status

/** Ids one letter away from a true one, and some that were made up. */
const neighboursOf = (id: string) => [
  ...Array.from({ length: 36 }, (_, at) => at)
    .filter((at) => id[at] !== '-')
    .map((at) => `${id.slice(0, at)}${id[at] === '0' ? '1' : '0'}${id.slice(at + 1)}`)
    .filter((other) => other !== id),
  ...Array.from({ length: 50 }, () => randomUUID()),
]

describe('M-FILE: a picture', () => {
  it('of a recipe opens to members of its household of every role and to nobody else, and no other id of the household is one', async () => {
    const { a, b, c, exMember } = world
    const url = `/api/recipes/${a.targets.recipe}/photo`
    for (const role of roles) expect(await fetched(url, headersOf(a.people[role], a.id))).toMatchObject({ status: 200, type: 'image/jpeg' })

    const { OWNER } = a.people
    const { database } = kitchen().larder
    const ended = await openSession(database, OWNER.userId, -1000)
    const bearer = (token: string) => ({ authorization: `Bearer ${token}`, 'x-household-id': a.id })
    const strangers: [string, Record<string, string>, number][] = [
      ['nobody', {}, 401],
      ['a token that is none', bearer('larder'), 401],
      ['a session that has ended', bearer(ended), 401],
      ['no household', headersOf(OWNER, null), 400],
      ['B with B’s header', headersOf(b.people.OWNER, b.id), 404],
      ['B with A’s header', headersOf(b.people.OWNER, a.id), 404],
      ['C with A’s header', headersOf(c.people.OWNER, a.id), 404],
      ['an ex-member', headersOf(exMember, a.id), 404],
      ['a neighbour in the circle, with A’s header', headersOf(a.neighbour, a.id), 404],
      ['a neighbour in the circle, with their own', headersOf(a.neighbour, a.neighbour.home), 404],
    ]
    for (const [who, headers, status] of strangers) expect(await statusOf(url, headers), who).toBe(status)

    const own = headersOf(OWNER, a.id)
    const others = [b.targets.recipe, a.gone.recipe, a.targets.lot, a.targets.avatar, ...neighboursOf(String(a.targets.recipe))]
    for (const id of others) expect(await statusOf(`/api/recipes/${id}/photo`, own), String(id)).toBe(404)
  })

  it('of a person opens by its own secret address until it is replaced, and no id near it or known otherwise is one', async () => {
    const { OWNER } = world.a.people
    const before = await newPicture(kitchen(), OWNER)
    expect(await fetched(`/api/avatars/${before}`)).toMatchObject({ status: 200, type: 'image/jpeg' })
    const known = [OWNER.userId, world.a.id, world.a.targets.recipe, world.a.targets.lot, world.a.gone.avatar]
    for (const id of [...known, ...neighboursOf(before)]) expect(await statusOf(`/api/avatars/${id}`), String(id)).toBe(404)

    const replaced = await kitchen().inject(wireOf(putAvatar, { params: {}, query: {}, body: undefined }, headersOf(OWNER, null)))
    expect(replaced.status).toBe(200)
    expect(await statusOf(`/api/avatars/${before}`)).toBe(404)
    const { avatar } = await OWNER.must(getMe)
    expect(await statusOf(avatar ?? '')).toBe(200)
  })
})
