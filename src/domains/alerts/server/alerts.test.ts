import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Outlook } from '#domains/forecast/server/index.ts'
import { undoChange } from '#domains/households/contract/index.ts'
import { changeIngredient } from '#domains/ingredients/contract/index.ts'
import { addLot, changeLot, correctLot, discardLot, removeLot, useLot } from '#domains/inventory/contract.ts'
import { addDays, dayIn } from '#platform/shared/calendar.ts'
import type { BodyInputOf } from '#platform/shared/endpoint.ts'
import { newcomer } from '#tests/support/data/people.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { type Alert, countAlerts, deleteAlert, listAlerts, resolveAlert } from '../contract.ts'
import { wasteRiskJob } from './jobs.ts'

const testApp = useTestApp()
const settle = () => testApp().server.jobs.settle()
const inDays = (days: number) => addDays(dayIn('UTC', new Date()), days)

async function home(): Promise<Person> {
  const ana = await newcomer(testApp())
  await testApp().household(ana)
  return ana
}
const put = (ana: Person, ingredient: Partial<BodyInputOf<typeof addLot>>) =>
  ana.must(addLot, { body: { ingredient: { name: 'Milk' }, quantity: 2, unit: 'l', ...ingredient } })
async function alertsOf(ana: Person, resolved?: 'true' | 'false'): Promise<Alert[]> {
  await settle()
  return ana.must(listAlerts, { query: resolved ? { resolved } : {} })
}
const kinds = (alerts: Alert[]) => alerts.map(({ type, severity }) => `${type} ${severity}`)

describe('an alert begins with its cause', () => {
  it.each([
    ['expired', { expirationDate: inDays(-1), dateKind: 'use_by' }, 'expired critical', 'Milk has expired'],
    ['expired, of a kind nobody said', { expirationDate: inDays(-1) }, 'expired critical', 'Milk has expired'],
    ['past its best', { expirationDate: inDays(-1), dateKind: 'best_before' }, 'expired medium', 'Milk has expired'],
    ['past a guess', { expirationDate: inDays(-1), dateKind: 'estimate' }, 'expired medium', 'Milk has expired'],
    ['its last day', { expirationDate: inDays(0) }, 'expiring_soon high', 'Milk expires today'],
    ['one day left', { expirationDate: inDays(1) }, 'expiring_soon high', 'Milk expires tomorrow'],
    ['two days left', { expirationDate: inDays(2) }, 'expiring_soon medium', 'Milk expires in 2 days'],
    ['three days left', { expirationDate: inDays(3) }, 'expiring_soon medium', 'Milk expires in 3 days'],
  ] as const)('%s', async (_what, ingredient, kind, title) => {
    const ana = await home()
    await put(ana, ingredient)
    const [alert, ...others] = await alertsOf(ana)
    expect([kinds(alert ? [alert] : []), alert?.title, others]).toEqual([[kind], title, []])
  })

  it('not four days before, and not without a date', async () => {
    const ana = await home()
    await put(ana, { expirationDate: inDays(4) })
    await put(ana, { ingredient: { name: 'Pebbles' } })
    expect(await alertsOf(ana)).toEqual([])
  })

  it('running low is medium, having none left high; lots that cannot be compared are not taken for nothing', async () => {
    const ana = await home()
    const lot = await put(ana, { ingredient: { name: 'Rye', parLevel: 3 }, quantity: 2, unit: 'kg' })
    expect(kinds(await alertsOf(ana))).toEqual(['low_stock medium'])
    await ana.must(useLot, { params: { id: lot.id }, body: { quantity: 2 } })
    const [out] = await alertsOf(ana, 'false')
    expect([out?.severity, out?.title, out?.message]).toEqual(['high', 'Rye has run out', 'None left, minimum 3 kg.'])
    await put(ana, { ingredient: { name: 'Jars', parLevel: 3 }, quantity: 1, unit: 'each' })
    await put(ana, { ingredient: { name: 'Jars' }, quantity: 5, unit: 'kg' })
    expect((await alertsOf(ana, 'false')).map(({ ingredient }) => ingredient.name)).toEqual(['Rye'])
  })

  it('a target that is set, changed or taken away counts at once', async () => {
    const ana = await home()
    const lot = await put(ana, { ingredient: { name: 'Oats' }, quantity: 1, unit: 'kg' })
    const par = (parLevel: number | null) => ana.must(changeIngredient, { params: { id: lot.ingredient.id }, body: { parLevel } })
    await par(2)
    expect(kinds(await alertsOf(ana, 'false'))).toEqual(['low_stock medium'])
    await par(null)
    expect(await alertsOf(ana, 'false')).toEqual([])
  })
})

describe('an alert ends with its cause, and comes back with it', () => {
  it.each([
    ['used up', (ana: Person, id: string) => ana.must(useLot, { params: { id }, body: { quantity: 2 } })],
    ['thrown away', (ana: Person, id: string) => ana.must(discardLot, { params: { id }, body: { reason: 'expired' } })],
    ['corrected to none', (ana: Person, id: string) => ana.must(correctLot, { params: { id }, body: { quantity: 0 } })],
    ['entered by mistake', (ana: Person, id: string) => ana.must(removeLot, { params: { id } })],
  ] as const)('%s', async (_what, act) => {
    const ana = await home()
    const lot = await put(ana, { expirationDate: inDays(-1) })
    expect(await alertsOf(ana, 'false')).toHaveLength(1)
    await act(ana, lot.id)
    expect(await alertsOf(ana, 'false')).toEqual([])
    expect((await alertsOf(ana)).map(({ isResolved }) => isResolved)).toEqual([true])
  })

  it('a lot that turns out to be of another food leaves that one as it was when it is taken back', async () => {
    const ana = await home()
    const gone = await put(ana, { ingredient: { name: 'Cream', parLevel: 1 } })
    await ana.must(useLot, { params: { id: gone.id }, body: { quantity: 2 } })
    const lot = await put(ana, {})
    expect(kinds(await alertsOf(ana, 'false'))).toEqual(['low_stock high'])
    const edited = await ana.call(changeLot, { params: { id: lot.id }, body: { ingredientId: gone.ingredient.id } })
    expect(await alertsOf(ana, 'false')).toEqual([])
    await ana.must(undoChange, { params: { seq: Number(edited.headers['x-change-seq']) } })
    expect(kinds(await alertsOf(ana, 'false'))).toEqual(['low_stock high'])
  })

  it('taken back, the cause is there again and the alert with it, once', async () => {
    const ana = await home()
    const lot = await put(ana, { expirationDate: inDays(1) })
    await settle()
    const used = await ana.call(useLot, { params: { id: lot.id }, body: { quantity: 2 } })
    expect(await alertsOf(ana, 'false')).toEqual([])
    await ana.must(undoChange, { params: { seq: Number(used.headers['x-change-seq']) } })
    expect(await alertsOf(ana, 'false')).toHaveLength(1)
    expect(await ana.must(countAlerts)).toEqual({ total: 2, unresolved: 1, resolved: 1 })
  })

  it.each([['resolved'], ['deleted']])('one %s by hand stays away, also over night, until its cause has begun anew', async (how) => {
    const ana = await home()
    const lot = await put(ana, { expirationDate: inDays(-1) })
    const [alert] = await alertsOf(ana, 'false')
    const params = { id: alert?.id ?? '' }
    if (how === 'resolved') expect(await ana.must(resolveAlert, { params })).toMatchObject({ isResolved: true })
    else await ana.must(deleteAlert, { params })
    await ana.must(useLot, { params: { id: lot.id }, body: { quantity: 1 } })
    await testApp().server.jobs.catchUp(new Date(Date.now() + 86_400_000))
    expect(await alertsOf(ana, 'false')).toEqual([])
    expect(await alertsOf(ana)).toHaveLength(how === 'resolved' ? 1 : 0)
    const used = await ana.call(useLot, { params: { id: lot.id }, body: { quantity: 1 } })
    await settle()
    await ana.must(undoChange, { params: { seq: Number(used.headers['x-change-seq']) } })
    expect(await alertsOf(ana, 'false')).toHaveLength(1)
  })

  it('resolving twice is one, an id nobody has is not there, and deleting takes it off the list', async () => {
    const ana = await home()
    await put(ana, { expirationDate: inDays(-1) })
    const [alert] = await alertsOf(ana)
    const params = { id: alert?.id ?? '' }
    await ana.must(resolveAlert, { params })
    const twice = await ana.call(resolveAlert, { params })
    expect([twice.status, twice.headers['x-change-seq']]).toEqual([200, undefined])
    await ana.must(deleteAlert, { params })
    expect((await ana.call(deleteAlert, { params })).status).toBe(404)
    expect((await ana.call(resolveAlert, { params })).status).toBe(404)
    expect(await ana.must(countAlerts)).toEqual({ total: 0, unresolved: 0, resolved: 0 })
  })
})

describe('the days pass', () => {
  it('a lot goes from soon to expired at midnight: one alert ends, another begins, and each of them once', async () => {
    const ana = await home()
    await put(ana, { expirationDate: inDays(5), dateKind: 'use_by' })
    const nights: string[][] = []
    for (let day = 0; day <= 7; day++) {
      const { jobs } = testApp().server
      const midnight = new Date(`${inDays(day)}T00:00:01Z`)
      if (day > 0) for (let again = 0; again < 2; again++) await jobs.catchUp(midnight)
      const open = await asOwner<{ kind: string }>(
        testApp().server.database,
        `select kind from alerts where household_id = '${ana.home}' and ended_at is null`,
      )
      nights.push(open.map(({ kind }) => kind))
    }
    expect(nights).toEqual([[], [], ['expiring_soon'], ['expiring_soon'], ['expiring_soon'], ['expiring_soon'], ['expired'], ['expired']])
    expect(await asOwner(testApp().server.database, `select 1 from alerts where household_id = '${ana.home}'`)).toHaveLength(2)
  })
})

describe('waste that the forecast sees coming', () => {
  afterEach(() => void vi.useRealTimers())

  it('is an alert once, for lots there is enough past for, and ends with the lot', async () => {
    const ana = await home()
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(new Date(`${inDays(-20)}T12:00:00Z`))
    const lot = await put(ana, { ingredient: { name: 'Bread rolls' }, quantity: 100, unit: 'each', expirationDate: inDays(26) })
    for (let use = 0; use < 3; use++) {
      vi.setSystemTime(new Date(`${inDays(5)}T12:00:00Z`))
      await ana.must(useLot, { params: { id: lot.id }, body: { quantity: 1 } })
    }
    vi.useRealTimers()
    await put(ana, { ingredient: { name: 'Never seen before' }, expirationDate: inDays(6) })
    for (let again = 0; again < 2; again++) await testApp().server.jobs.catchUp()
    const open = await alertsOf(ana, 'false')
    expect(open.map(({ type, title, lotId }) => [type, title, lotId])).toEqual([['waste_risk', 'Bread rolls may go to waste', lot.id]])
    await ana.must(discardLot, { params: { id: lot.id }, body: { reason: 'spoiled' } })
    expect(await alertsOf(ana, 'false')).toEqual([])
  })

  it('is told of what is there: what changes while it is reckoned is looked at again, and one that fails keeps no other waiting', async () => {
    const [ana, ben] = [await home(), await home()]
    const lots = [await put(ana, { expirationDate: inDays(6) }), await put(ben, { expirationDate: inDays(6) })]
    let meanwhile: () => Promise<unknown> = () => ana.must(useLot, { params: { id: lots[0]?.id ?? '' }, body: { quantity: 1 } })
    const { database } = testApp().server
    const asked: string[] = []
    const sure = { probability: 0.9, risk: 'high', daysLeft: 6, enoughData: true } as Outlook
    const job = wasteRiskJob(database, {
      outlooks: async ({ householdId }) => {
        asked.push(householdId)
        if (householdId === ben.home) throw new Error('busy')
        if (householdId !== ana.home) return []
        const rows = await asOwner<Outlook['lot']>(database, `select * from lots where household_id = '${householdId}'`)
        await meanwhile()
        return rows.map((lot) => ({ ...sure, lotId: lot.id, ingredientId: lot.ingredient_id, lot }))
      },
      latest: async () => [],
      backTest: () => Promise.reject(new Error('not asked')),
      close: async () => {},
    })
    const risky = async () => (await alertsOf(ana, 'false')).filter(({ type }) => type === 'waste_risk')
    await expect(job.run(new Date())).rejects.toThrow('busy')
    expect([asked.includes(ana.home ?? ''), await risky()]).toEqual([true, []])
    meanwhile = async () => {}
    await expect(job.run(new Date())).rejects.toThrow('busy')
    expect(await risky()).toHaveLength(1)
  })
})

describe('pages', () => {
  it('go through all alerts once, newest first, and a cursor of ours only', async () => {
    const ana = await home()
    for (let i = 0; i < 7; i++) await put(ana, { ingredient: { name: `Food ${i}` }, expirationDate: inDays(-1) })
    const all = await alertsOf(ana)
    const seen: string[] = []
    for (let cursor: string | undefined; ; ) {
      const answer = await ana.call(listAlerts, { query: { limit: 3, ...(cursor ? { cursor } : {}) } })
      seen.push(...answer.body.map(({ id }) => id))
      cursor = answer.headers['x-next-cursor']
      if (!cursor) break
    }
    expect(seen).toEqual(all.map(({ id }) => id))
    expect((await ana.call(listAlerts, { query: { cursor: 'abc' } })).status).toBe(422)
  })
})
