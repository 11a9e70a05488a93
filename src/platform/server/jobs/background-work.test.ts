import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { changeHousehold } from '#domains/households/contract/index.ts'
import { addLot, useLot } from '#domains/inventory/contract.ts'
import { mealsReserved } from '#domains/recipes/contract/plan.ts'
import { removeShoppingItem } from '#domains/shopping/contract/index.ts'
import { addDays, dateInTimeZone } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { openSession } from '#tests/support/data/accounts.ts'
import { createPerson } from '#tests/support/data/people.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { sharedCluster } from '#tests/support/database/postgres.ts'
import { addSomeLot, type Person, useTestApp } from '#tests/support/server/test-app.ts'
import type { ChangeConsumer, ConsumerContext } from '../changes/change-consumer-interface.ts'
import { openChangeDeadLetters } from '../changes/change-dead-letters.ts'
import { recordChange } from '../changes/change-log.ts'
import { type Database, DatabaseUnavailableError } from '../database/index.ts'
import { migratePostgres } from '../database/migrate.ts'
import { openPostgres } from '../database/postgres/database.ts'
import { type Job, type Jobs, openJobs } from './background-work.ts'

const testApp = useTestApp()
const database = () => testApp().server.database
const open: Jobs[] = []
let lastId = 0
afterEach(async () => {
  for (const jobs of open.splice(0)) await jobs.close()
})

const logged: string[] = []
function jobsWith(consumers: ChangeConsumer[], jobs: Job[] = [], isAutomatic = true, failedMs = 900_000): Jobs {
  const opened = openJobs(database(), consumers, jobs, (message) => void logged.push(message), {
    retryMs: 1,
    isAutomatic,
    failedMs,
    lease: `test ${++lastId}`,
  })
  open.push(opened)
  return opened
}

async function home(timeZone = 'UTC'): Promise<{ owner: Person; id: HouseholdId }> {
  const owner = await createPerson(testApp())
  const { id } = await testApp().household(owner)
  if (timeZone !== 'UTC') await owner.must(changeHousehold, { params: { id }, body: { timeZone } })
  return { owner, id: id as HouseholdId }
}

/** Returns a consumer that collects the changes and days of one household. */
function listener(household: HouseholdId, react: (seq: number) => void = () => {}) {
  const received: string[] = []
  const days: ConsumerContext[] = []
  const consumer: ChangeConsumer = {
    name: `listener ${++lastId}`,
    async consume(_tx, { householdId }, changes) {
      if (householdId !== household) return
      for (const { seq } of changes) react(seq)
      received.push(...changes.map(({ name, seq }) => `${seq} ${name}`))
    },
    async newDay(_tx, context) {
      if (context.householdId === household) days.push(context)
      return false
    },
  }
  return { received, days, consumer }
}

/** Returns a consumer that changes the lots of one household when some are added. */
const marker = (household: HouseholdId): ChangeConsumer => ({
  name: `marker ${++lastId}`,
  async consume(tx, { householdId }, changes) {
    if (householdId === household && changes.some(({ name }) => name === 'item.added'))
      await tx.rows(`update lots set location = location || 'x' where household_id = ?`, [household])
  },
})

describe('a change consumer', () => {
  it('receives every change once, in order and soon', async () => {
    const { owner, id } = await home()
    const { received, consumer } = listener(id)
    const jobs = jobsWith([consumer])
    await jobs.catchUp()
    const before = received.length
    const lot = await addSomeLot(owner)
    await owner.must(useLot, { params: { id: lot.id }, body: { quantity: 1 } })
    await vi.waitUntil(() => received.length >= before + 2, 10_000)
    await jobs.catchUp()
    expect(received.map((line) => Number(line.split(' ')[0]))).toEqual(received.map((_, i) => i + 1))
    expect(received.slice(-1)).toEqual([`${received.length} item.used`])
  })

  it('F-19: retries a failing change five times, stores it as a dead letter and goes on', async () => {
    const { owner, id } = await home()
    const { owner: otherOwner, id: otherHome } = await home()
    await addSomeLot(owner)
    const [{ seq: poison }] = (await asOwner<{ seq: number }>(
      database(),
      `select seq from changes where household_id = '${id}' and name = 'item.added'`,
    )) as [{ seq: number }]
    let [attempts, isPoison] = [0, true]
    const { received, consumer } = listener(id, (seq) => {
      if (seq !== Number(poison) || !isPoison) return
      attempts++
      throw new Error('poison')
    })
    const other = listener(otherHome)
    await addSomeLot(owner)
    await addSomeLot(otherOwner)
    const jobs = jobsWith([consumer, other.consumer])
    await jobs.catchUp()
    expect(attempts).toBe(5)
    expect(received.filter((line) => line.endsWith('item.added'))).toHaveLength(1)
    expect(other.received.some((line) => line.endsWith('item.added'))).toBe(true)
    const deadLetters = await asOwner<{ reason: string }>(database(), `select reason from parked_changes where reader = '${consumer.name}'`)
    expect(deadLetters).toEqual([{ reason: 'poison' }])
    expect(logged.join()).toContain('went past what it could not take')

    const dead = openChangeDeadLetters(database(), [consumer])
    expect(await dead.listDeadLetters(10)).toMatchObject([{ channel: 'change', tries: 5, reason: 'poison' }])
    await dead.retryDeadLetters(new Date())
    expect([attempts, (await dead.listDeadLetters(10)).length]).toEqual([6, 1])
    isPoison = false
    await dead.retryDeadLetters(new Date())
    expect(received.at(-1)).toBe(`${poison} item.added`)
    expect(await dead.listDeadLetters(10)).toEqual([])
  })

  it('writes and moves its cursor in one transaction', async () => {
    const { owner, id } = await home()
    await addSomeLot(owner)
    let failing = true
    const consumer: ChangeConsumer = {
      name: `halfway ${++lastId}`,
      async consume(tx, context) {
        if (context.householdId !== id) return
        await tx.rows('update lots set location = ? where household_id = ?', ['moved', id])
        if (failing) {
          failing = false
          throw new Error('halfway')
        }
      },
    }
    const jobs = jobsWith([consumer])
    await jobs.catchUp()
    const [cursor] = await asOwner<{ seq: number }>(
      database(),
      `select seq from cursors where reader = '${consumer.name}' and household_id = '${id}'`,
    )
    const [household] = await asOwner<{ seq: number }>(database(), `select seq from households where id = '${id}'`)
    expect(Number(cursor?.seq)).toBe(Number(household?.seq))
    expect(await asOwner(database(), `select 1 from parked_changes where reader = '${consumer.name}'`)).toEqual([])
  })
})

describe('several consumers', () => {
  it('run in one transaction, in which later ones receive what earlier ones record', async () => {
    const { owner, id } = await home()
    const { received, consumer: later } = listener(id)
    const earlier: ChangeConsumer = {
      name: `records ${++lastId}`,
      async consume(tx, context, changes) {
        if (context.householdId === id && changes.some(({ name }) => name === 'item.added'))
          await recordChange(tx, context, mealsReserved, {})
      },
    }
    const jobs = jobsWith([earlier, later], [], false)
    await jobs.catchUp()
    await addSomeLot(owner)
    received.length = 0
    const write = vi.spyOn(database(), 'write')
    await jobs.settle()
    // The app's own consumers run, too.
    const steps = write.mock.calls.filter(([scope, name]) => scope === id && name.includes(later.name))
    write.mockRestore()
    expect(received.filter((line) => /item.added|plan.held/.test(line)).map((line) => line.split(' ')[1])).toEqual([
      'item.added',
      mealsReserved.name,
    ])
    expect(steps).toEqual([])
    const cursors = await asOwner<{ seq: number }>(
      database(),
      `select seq from cursors where household_id = '${id}' and reader in ('${earlier.name}', '${later.name}')`,
    )
    const last = Number(received.at(-1)?.split(' ')[0])
    expect(cursors.map(({ seq }) => Number(seq))).toEqual([last, last])
  })

  it('roll back if one fails, and then run one by one without affecting each other', async () => {
    const { owner, id } = await home()
    const writes = marker(id)
    let failing = false
    const fails: ChangeConsumer = {
      name: `fails ${++lastId}`,
      consume: async (_tx, { householdId }) => (householdId === id && failing ? Promise.reject(new Error('never')) : undefined),
    }
    const { received, consumer: last } = listener(id)
    const jobs = jobsWith([writes, fails, last], [], false)
    await jobs.catchUp()
    await owner.must(addLot, { body: { ingredient: { name: 'Salsify' }, quantity: 1, unit: 'each', location: 'cellar' } })
    failing = true
    await jobs.settle()
    const [lot] = await asOwner<{ location: string }>(database(), `select location from lots where household_id = '${id}'`)
    expect(lot?.location).toBe('cellarx')
    expect(received.at(-1)).toContain('item.added')
    const deadLetters = await asOwner<{ reason: string }>(database(), `select reason from parked_changes where reader = '${fails.name}'`)
    expect(new Set(deadLetters.map(({ reason }) => reason))).toEqual(new Set(['never']))
  })

  it('lose nothing and store no dead letters while the database is unavailable', async () => {
    const { owner, id } = await home()
    const writes = marker(id)
    let away = 0
    const { received, consumer: last } = listener(id, () => {
      if (away > 0) throw new DatabaseUnavailableError('connection', new Error('gone'))
    })
    const jobs = jobsWith([writes, last], [], false)
    await jobs.catchUp()
    await owner.must(addLot, { body: { ingredient: { name: 'Celeriac' }, quantity: 1, unit: 'each', location: 'cellar' } })
    const before = received.length
    for (away = 8; away > 0; away--) await jobs.settle()
    const locationNow = async () =>
      (await asOwner<{ location: string }>(database(), `select location from lots where household_id = '${id}'`))[0]?.location
    expect([received.length, await locationNow()]).toEqual([before, 'cellar'])
    await jobs.settle()
    expect([received.slice(before).filter((line) => line.endsWith('item.added')).length, await locationNow()]).toEqual([1, 'cellarx'])
    const deadLetters = await asOwner(
      database(),
      `select reason from parked_changes where household_id = '${id}' and reader = '${last.name}'`,
    )
    expect(deadLetters).toEqual([])
  })
})

describe('a new consumer', () => {
  it('begins its day and reads from the first change', async () => {
    const { owner, id } = await home()
    await addSomeLot(owner)
    const old = listener(id)
    await jobsWith([old.consumer], [], false).catchUp()
    const added = listener(id)
    await jobsWith([old.consumer, added.consumer], [], false).catchUp()
    expect([added.days.length, added.received.length, old.days.length]).toEqual([1, old.received.length, 1])
  })

  it('begins its day if an upgrade set its cursor to the end of the log', async () => {
    const { owner, id } = await home()
    await addSomeLot(owner)
    const old = listener(id)
    await jobsWith([old.consumer], [], false).catchUp()
    const added = listener(id)
    await asOwner(
      database(),
      `insert into cursors (household_id, reader, seq, day, time_zone) select id, '${added.consumer.name}', seq, null, null from households where id = '${id}'`,
    )
    await jobsWith([old.consumer, added.consumer], [], false).catchUp()
    expect([added.days.length, added.received]).toEqual([1, []])
  })

  it('receives batches of its limit, with the changes it names', async () => {
    const { owner, id } = await home()
    const sizes: number[] = []
    const few: ChangeConsumer = {
      name: `few ${++lastId}`,
      batchLimit: 2,
      names: ['item.added'],
      consume: async (_tx, { householdId }, changes) => {
        if (householdId === id) sizes.push(changes.length)
      },
    }
    const all = listener(id)
    const jobs = jobsWith([all.consumer, few], [], false)
    await jobs.catchUp()
    for (let n = 0; n < 5; n++) await addSomeLot(owner)
    all.received.length = 0
    await jobs.settle()
    expect(all.received.filter((line) => line.endsWith('item.added'))).toHaveLength(5)
    expect(sizes).toEqual([2, 2, 1])
  })
})

const zones = [
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Pacific/Chatham',
  'America/New_York',
  'Europe/Berlin',
  'Africa/Cairo',
  'America/Santiago',
  'UTC',
]

describe('F-11: a day begins at the household’s local midnight', () => {
  it('once a day in 12 zones, across daylight saving, a leap day and a new year', async () => {
    const homes = await Promise.all(zones.map(async (zone) => ({ zone, id: (await home(zone)).id, days: [] as ConsumerContext[] })))
    const consumer: ChangeConsumer = {
      name: `days ${++lastId}`,
      consume: async () => {},
      newDay: async (_tx, context) => {
        homes.find(({ id }) => id === context.householdId)?.days.push(context)
        return false
      },
    }
    const jobs = jobsWith([consumer], [], false)
    const halfHour = 1_800_000
    const isNew = (zone: string, at: number) => dateInTimeZone(zone, new Date(at)) !== dateInTimeZone(zone, new Date(at - halfHour))
    // Dates don't depend on the engine, so PostgreSQL covers only the spring and the leap day.
    for (const [from, count] of [
      ['2027-03-10', 22],
      ...(database().engine === 'sqlite'
        ? ([
            ['2027-09-22', 48],
            ['2027-12-30', 4],
          ] as const)
        : []),
      ['2028-02-27', 4],
    ] as const) {
      for (const { days } of homes) days.length = 0
      const start = Date.parse(`${from}T00:00:00Z`)
      for (let at = start; at < start + count * 86_400_000; at += halfHour) {
        if (at !== start && !zones.some((zone) => isNew(zone, at))) continue
        const before = homes.map(({ days }) => days.length)
        await jobs.catchUp(new Date(at))
        for (const [i, { zone, days }] of homes.entries()) {
          const started = days.slice(before[i])
          expect([zone, started.map(({ today }) => today)]).toEqual([zone, started.length > 0 ? [dateInTimeZone(zone, new Date(at))] : []])
          if (isNew(zone, at)) expect(started).toHaveLength(1)
        }
      }
      for (const { days } of homes) expect(days.map(({ today }) => today)).toEqual(days.map((_, i) => addDays(days[0]?.today ?? '', i)))
    }
  })

  it('F-10: no day begins twice if the clock jumps back, and one day begins after three days off', async () => {
    const { id } = await home()
    const { days, consumer } = listener(id)
    const jobs = jobsWith([consumer], [], false)
    const at = (iso: string) => jobs.catchUp(new Date(iso))
    await at('2027-05-01T00:00:05Z')
    await at('2027-04-30T23:00:00Z')
    await at('2027-04-30T00:00:05Z')
    await at('2027-05-01T00:00:10Z')
    expect(days.map(({ today }) => today)).toEqual(['2027-05-01'])
    await at('2027-05-04T12:00:00Z')
    await at('2027-05-04T12:00:01Z')
    expect(days.map(({ today }) => today)).toEqual(['2027-05-01', '2027-05-04'])
  })

  it('a new time zone begins its day at once', async () => {
    const { owner, id } = await home('Pacific/Kiritimati')
    const { days, consumer } = listener(id)
    const jobs = jobsWith([consumer], [], false)
    await jobs.catchUp(new Date('2027-05-01T12:00:00Z'))
    await owner.must(changeHousehold, { params: { id }, body: { timeZone: 'Pacific/Pago_Pago' } })
    await jobs.catchUp(new Date('2027-05-01T12:00:05Z'))
    expect(days.map(({ today }) => today)).toEqual(['2027-05-02', '2027-05-01'])
  })
})

describe('a scheduled job', () => {
  it('with a long period runs once after a restart, however many runs were missed', async () => {
    let runs = 0
    const job: Job = { name: `rare ${++lastId}`, everyMs: 86_400_000, run: async () => void runs++ }
    const first = jobsWith([], [job])
    await vi.waitUntil(() => runs === 1, 10_000)
    await first.close()
    await database()
      .identity.withTables<{ job_runs: { name: string; ran_at: string } }>()
      .updateTable('job_runs')
      .set({ ran_at: '2020-01-01T00:00:00.000Z' })
      .where('name', '=', job.name)
      .execute()
    const second = jobsWith([], [job])
    await vi.waitUntil(() => runs === 2, 10_000)
    await second.close()
    const third = jobsWith([], [job])
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await third.close()
    expect(runs).toBe(2)
  })

  it('that is concurrent doesn’t delay others or overlap with itself', async () => {
    const slow = Promise.withResolvers<void>()
    let [started, quick] = [0, 0]
    const wait = () => {
      started++
      return slow.promise
    }
    const jobs = jobsWith(
      [],
      [
        { name: 'slow', everyMs: 1, concurrent: true, run: wait },
        { name: 'quick', everyMs: 1, run: async () => void quick++ },
      ],
    )
    await vi.waitUntil(() => quick >= 2, 20_000)
    expect(started).toBe(1)
    slow.resolve()
    await jobs.catchUp()
    expect(started).toBeGreaterThan(1)
  })

  it('F-10: runs within a period after the clock is set back by a day, and after a restart', async () => {
    const tomorrow = () => new Date(Date.now() + 86_400_000)
    let [often, rare] = [0, 0]
    const jobs = [
      { name: `often ${++lastId}`, everyMs: 10, run: async () => void often++ },
      { name: `rare ${++lastId}`, everyMs: 3_600_000, run: async () => void rare++ },
    ]
    const first = jobsWith([], jobs)
    await first.catchUp(tomorrow())
    const before = often
    await vi.waitUntil(() => often > before + 1, 10_000)
    await first.close()
    rare = 0
    jobsWith([], jobs)
    await vi.waitUntil(() => rare === 1, 10_000)
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(rare).toBe(1)
  })

  it('that fails doesn’t affect others', async () => {
    let ran = 0
    const failing: Job = { name: 'fails', everyMs: 10, run: () => Promise.reject(new Error('no')) }
    jobsWith([], [failing, { name: 'runs', everyMs: 10, run: async () => void ran++ }])
    await vi.waitUntil(() => ran > 0, 10_000)
  })

  it('that fails is retried soon, at the latest after its period', async () => {
    let attempts = 0
    let often = 0
    const runs: Job = {
      name: `daily ${++lastId}`,
      everyMs: 86_400_000,
      run: () => (++attempts < 3 ? Promise.reject(new Error('no room')) : Promise.resolve()),
    }
    jobsWith([], [runs], true, 100)
    await vi.waitUntil(() => attempts === 3, 20_000)
    jobsWith([], [{ name: `often ${++lastId}`, everyMs: 10, run: () => Promise.reject(new Error(`no ${++often}`)) }])
    await vi.waitUntil(() => often >= 3, 20_000)
    expect(attempts).toBe(3)
  })

  it('deletes expired sessions and keeps others', async () => {
    const { owner } = await home()
    await openSession(database(), owner.userId, -1000)
    await testApp().server.jobs.catchUp()
    const left = await asOwner<{ expires_at: string | Date }>(
      database(),
      `select expires_at from sessions where user_id = '${owner.userId}'`,
    )
    expect(left).toHaveLength(1)
    await owner.must(addLot, { body: { ingredient: { name: 'Rye' }, quantity: 1, unit: 'kg' } })
  })
})

describe('stored responses', () => {
  const older = (days: number) => new Date(Date.now() + days * 86_400_000)
  const key = (value: string) => ({ headers: { 'idempotency-key': value } })

  it('expire after a week; a later repeat changes nothing and returns the current state', async () => {
    const { owner } = await home()
    const oats = { ingredient: { name: 'Oats' }, quantity: 500, unit: 'g' as const }
    const lot = await owner.must(addLot, { ...key('old'), body: oats })
    const use = { ...key('old'), params: { id: lot.id }, body: { quantity: 200 } }
    const first = await owner.call(useLot, use)
    await testApp().server.jobs.catchUp(older(6))
    expect((await owner.call(useLot, use)).text).toBe(first.text)
    await owner.must(useLot, { params: { id: lot.id }, body: { quantity: 50 } })
    await testApp().server.jobs.catchUp(older(8))

    const late = await owner.call(useLot, use)
    expect([late.status, late.body.quantity, late.headers['x-change-seq']]).toEqual([200, 250, first.headers['x-change-seq']])
    const again = await owner.call(addLot, { ...key('old'), body: oats })
    expect([again.status, again.body.id, again.body.quantity]).toEqual([201, lot.id, 250])
  })

  it('that expired return 409 done_before if no route reads the state, and 204 if the response was empty', async () => {
    const { owner } = await home()
    const { addShoppingItem } = await import('#domains/shopping/contract/index.ts')
    const body = { ingredientName: 'Pears', suggestedQuantity: 3, unit: 'each' as const }
    const row = await owner.must(addShoppingItem, { ...key('late'), body })
    await owner.must(removeShoppingItem, { ...key('gone'), params: { id: row.id } })
    await testApp().server.jobs.catchUp(older(8))
    expect(await owner.call(addShoppingItem, { ...key('late'), body })).toMatchObject({ status: 409, body: { code: 'done_before' } })
    expect(await owner.call(removeShoppingItem, { ...key('gone'), params: { id: row.id } })).toMatchObject({ status: 204, text: '' })
  })
})

if (process.env['LARDER_TEST_ENGINE'] === 'postgres') {
  describe('F-09: of two processes, only one does the work', () => {
    let url = ''
    const opened: Database[] = []
    beforeAll(async () => {
      url = await sharedCluster().createDatabase()
      await migratePostgres(url)
    })
    afterAll(async () => {
      for (const one of opened) await one.close().catch(() => {})
      await sharedCluster().dropDatabase(url)
    })
    const times = { leaseMs: 1_500, renewMs: 300 }
    async function processWith(runs: Date[]): Promise<{ jobs: Jobs; database: Database }> {
      const own = await openPostgres(url, () => {})
      opened.push(own)
      const job: Job = { name: 'count', everyMs: 50, run: async (now) => void runs.push(now) }
      return { jobs: openJobs(own, [], [job], () => {}, times), database: own }
    }

    it('another takes over at once after a stop, and within lease and renewal time after a crash', async () => {
      const [a, b, c]: Date[][] = [[], [], []]
      const first = await processWith(a ?? [])
      await vi.waitUntil(() => first.jobs.isHolder(), 5_000)
      const second = await processWith(b ?? [])
      await vi.waitUntil(() => (a?.length ?? 0) > 1, 5_000)
      expect([second.jobs.isHolder(), b?.length]).toEqual([false, 0])
      await first.jobs.close()
      const stopped = performance.now()
      await vi.waitUntil(() => second.jobs.isHolder(), 5_000)
      process.stdout.write(`handed over by a stop in ${Math.round(performance.now() - stopped)} ms\n`)

      const third = await processWith(c ?? [])
      // Like a crash: the connection closes without releasing the lease.
      await second.database.close()
      const died = performance.now()
      await vi.waitUntil(() => third.jobs.isHolder(), 10_000)
      process.stdout.write(
        `handed over by a death in ${Math.round(performance.now() - died)} ms, lease ${times.leaseMs} ms, renewal ${times.renewMs} ms\n`,
      )
      await vi.waitUntil(() => !second.jobs.isHolder(), 5_000)
      await Promise.allSettled([second.jobs.close(), third.jobs.close()])
    })

    it('the shared time doesn’t change when the clock of one is set', async () => {
      const { jobs } = await processWith([])
      await vi.waitUntil(() => jobs.isHolder(), 5_000)
      const aheadMs = () => jobs.now().getTime() - performance.timeOrigin - performance.now()
      const before = aheadMs()
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
      expect(aheadMs()).toBeCloseTo(before, -3)
      await new Promise((done) => setTimeout(done, 2 * times.renewMs))
      vi.useRealTimers()
      expect(aheadMs()).toBeCloseTo(before, -3)
      await jobs.close()
    })
  })
} else {
  it('the only process of a SQLite database always does the work', () => {
    expect(testApp().server.jobs.isHolder()).toBe(true)
  })
}
