import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signOut } from '#domains/account/contract/index.ts'
import { removeMember } from '#domains/households/contract/index.ts'
import { addLot } from '#domains/inventory/contract.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { sharedCluster } from '#tests/support/database/postgres.ts'
import { openStream, type ReceivedFrame } from '#tests/support/server/event-stream.ts'
import { type HttpPerson, shareHousehold, signUp } from '#tests/support/server/http-client.ts'
import { engine, type ServerGroup, startServerGroup } from '#tests/support/server/server-processes.ts'

/** Changes in a household while so many screens of others are open. */
const foreignScreens = Number(process.env['LARDER_FOREIGN_SCREENS'] ?? 8)
const unheard = Number(process.env['LARDER_UNHEARD_CHANGES'] ?? 10)

let serverGroup: ServerGroup
/** URLs for writing and for streams: two processes on PostgreSQL, one on SQLite. */
let here = ''
let there = ''
beforeAll(async () => {
  serverGroup = await startServerGroup()
  here = serverGroup.urls[0] ?? ''
  there = serverGroup.urls.at(-1) ?? ''
})
afterAll(async () => {
  await serverGroup.stop()
  await serverGroup.store.remove()
})

async function twoMembers() {
  const [ana, ben] = [await signUp(here, 'Ana'), await signUp(here, 'Ben')]
  const household = await shareHousehold(ana, ben)
  return { ana, ben, household }
}
const milk = { ingredient: { name: 'Milk' }, quantity: 1, unit: 'l' as const }
const added = (frame: ReceivedFrame) => frame.event === 'item.added'

describe('a change made through one process', () => {
  it('reaches all members’ streams in the order of the log, through any process', async () => {
    const { ana, ben } = await twoMembers()
    const screens = await Promise.all([openStream(ben, { url: there }), openStream(ana, { url: there }), openStream(ben, { url: here })])
    for (let i = 0; i < 20; i++) await ana.must(addLot, { body: milk, url: i % 2 === 0 ? here : there })
    for (const screen of screens) {
      await screen.next((frame) => added(frame) && screen.frames.filter(added).length === 20)
      const seqs = screen.frames.filter(({ id }) => id !== null).map(({ id }) => Number(id))
      expect(seqs).toEqual(seqs.map((_, i) => Number(seqs[0]) + i))
      screen.close()
    }
  })

  it('is received once by a stream that reconnects with the last id', async () => {
    const { ana, ben } = await twoMembers()
    const before = await openStream(ben, { url: there })
    await ana.must(addLot, { body: milk })
    await before.next(added)
    const after = before.lastId() ?? 0
    before.close()
    await ana.must(addLot, { body: milk })
    await ana.must(addLot, { body: milk })
    const again = await openStream(ben, { url: there, after })
    await ana.must(addLot, { body: milk })
    await again.next((frame) => added(frame) && again.frames.filter(added).length === 3)
    // Changes that follow from changes are in the log between them.
    const seqs = again.frames.filter(({ id }) => id !== null).map(({ id }) => Number(id))
    expect(seqs).toEqual(seqs.map((_, i) => after + 1 + i))
    expect(again.frames.filter(added)).toHaveLength(3)
    again.close()
  })

  it('M-RT reaches no one outside the household', async () => {
    const { ana, ben } = await twoMembers()
    const strangers = await Promise.all(Array.from({ length: 4 }, (_, i) => signUp(here, `Eve${i}`)))
    for (const stranger of strangers) await shareHousehold(stranger)
    const foreign = await Promise.all(
      Array.from({ length: foreignScreens }, (_, i) =>
        openStream(strangers[i % strangers.length] as HttpPerson, { url: i % 2 ? here : there }),
      ),
    )
    const own = await openStream(ben, { url: there })
    for (let i = 0; i < unheard; i++) await ana.must(addLot, { body: milk })
    await own.next((frame) => added(frame) && own.frames.filter(added).length === unheard)
    for (const screen of foreign) {
      expect(screen.frames).toEqual([])
      screen.close()
    }
    own.close()
  })
})

if (engine === 'postgres') {
  it('F-18 changes reach every stream without the database’s notifications', async () => {
    const { ana, ben } = await twoMembers()
    const screen = await openStream(ben, { url: there })
    const [row] = await serverGroup.store.look((database) => asOwner<{ name: string }>(database, 'select current_database() as name'))
    const admin = new pg.Client({ connectionString: sharedCluster().url('postgres') })
    await admin.connect()
    // Ends every listening connection.
    const deaf = `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and query ilike 'listen %'`
    for (let i = 0; i < 10; i++) {
      await admin.query(deaf, [row?.name])
      await ana.must(addLot, { body: milk, url: here })
    }
    while (screen.frames.filter(added).length < 10) {
      await admin.query(deaf, [row?.name])
      await pause(20)
    }
    const seqs = screen.frames.filter(({ id }) => id !== null).map(({ id }) => Number(id))
    expect(seqs).toEqual(seqs.map((_, i) => Number(seqs[0]) + i))
    await admin.end()
    screen.close()
  })
}

describe('a stream', () => {
  it('ends in every process when its member is removed, and can’t be reopened', async () => {
    const { ana, ben, household } = await twoMembers()
    const streams = await Promise.all([openStream(ben, { url: there }), openStream(ben, { url: here })])
    const kept = await openStream(ana, { url: there })
    await ana.must(removeMember, { params: { id: household.id, userId: ben.userId } })
    await Promise.all(streams.map((stream) => stream.endsAtOnce()))
    await ana.must(addLot, { body: milk })
    await kept.next(added)
    for (const stream of streams) expect(stream.frames.filter(added)).toEqual([])
    await expect(openStream(ben, { url: there })).rejects.toThrow('answered 404')
    kept.close()
  })

  it('ends in every process when its session is signed out', async () => {
    const { ben } = await twoMembers()
    const stream = await openStream(ben, { url: there })
    await ben.must(signOut)
    await stream.endsAtOnce()
    await expect(openStream(ben, { url: there })).rejects.toThrow('answered 401')
  })
})
