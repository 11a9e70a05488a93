import { afterEach, describe, expect, it, vi } from 'vitest'
import type { LotOutlook } from '#domains/forecast/server/index.ts'
import { listHistory, undoChange } from '#domains/households/contract/index.ts'
import { addSampleKitchen, clearSampleKitchen } from '#domains/imports/contract.ts'
import { changeIngredient } from '#domains/ingredients/contract/index.ts'
import { addLot, changeLot, correctLot, discardLot, type Lot, listLots, removeLot, useLot } from '#domains/inventory/contract.ts'
import { addDays, dateInTimeZone } from '#platform/shared/calendar.ts'
import type { BodyInputOf } from '#platform/shared/endpoint.ts'
import { createPerson } from '#tests/support/data/people.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { type Alert, countAlerts, deleteAlert, listAlerts, reopenAlerts, resolveAlert, snoozeAlerts } from '../contract.ts'
import { wasteRiskJob } from './jobs.ts'

const testApp = useTestApp()
const settle = () => testApp().server.jobs.settle()
const inDays = (days: number) => addDays(dateInTimeZone('UTC', new Date()), days)

async function newOwner(): Promise<Person> {
  const ana = await createPerson(testApp())
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

describe('raising alerts', () => {
  it.each([
    ['expired', { expirationDate: inDays(-1), dateKind: 'use_by' }, 'expired critical', 'Milk has expired'],
    ['expired, date of unknown kind', { expirationDate: inDays(-1) }, 'expired critical', 'Milk has expired'],
    ['past its best-before date', { expirationDate: inDays(-1), dateKind: 'best_before' }, 'expired medium', 'Milk has expired'],
    ['past an estimated date', { expirationDate: inDays(-1), dateKind: 'estimate' }, 'expired medium', 'Milk has expired'],
    ['on its last day', { expirationDate: inDays(0) }, 'expiring_soon high', 'Milk expires today'],
    ['one day left', { expirationDate: inDays(1) }, 'expiring_soon high', 'Milk expires tomorrow'],
    ['two days left', { expirationDate: inDays(2) }, 'expiring_soon medium', 'Milk expires in 2 days'],
    ['three days left', { expirationDate: inDays(3) }, 'expiring_soon medium', 'Milk expires in 3 days'],
  ] as const)('raises the alert of a lot: %s', async (_what, ingredient, kind, title) => {
    const ana = await newOwner()
    await put(ana, ingredient)
    const [alert, ...others] = await alertsOf(ana)
    expect([kinds(alert ? [alert] : []), alert?.title, others]).toEqual([[kind], title, []])
  })

  it('raises none four days before the date or without a date', async () => {
    const ana = await newOwner()
    await put(ana, { expirationDate: inDays(4) })
    await put(ana, { ingredient: { name: 'Pebbles' } })
    expect(await alertsOf(ana)).toEqual([])
  })

  it('warns of an ingredient’s items as many days ahead as it says, and follows a change and its undo', async () => {
    const ana = await newOwner()
    const [cheese] = [
      await put(ana, { ingredient: { name: 'Cheese' }, expirationDate: inDays(6) }),
      await put(ana, { expirationDate: inDays(6) }),
    ]
    const about = async () => (await alertsOf(ana, 'false')).map(({ type, ingredient }) => `${ingredient.name} ${type}`)
    const params = { id: cheese.ingredient.id }
    expect(await about()).toEqual([])
    await ana.must(changeIngredient, { params, body: { warningDays: 7 } })
    expect(await about()).toEqual(['Cheese expiring_soon'])
    await ana.must(changeIngredient, { params, body: { warningDays: 5 } })
    expect(await about()).toEqual([])
    const [latest] = await ana.must(listHistory, { query: {} })
    await ana.must(undoChange, { params: { seq: latest?.seq ?? 0 } })
    expect(await about()).toEqual(['Cheese expiring_soon'])
    await put(ana, { ingredientId: params.id, ingredient: undefined, expirationDate: inDays(7) })
    expect(await about()).toEqual(['Cheese expiring_soon', 'Cheese expiring_soon'])
  })

  it('raises no alert about the dates of an ingredient that is never warned about, and ends those it has', async () => {
    const ana = await newOwner()
    const salt = await put(ana, { ingredient: { name: 'Salt' }, expirationDate: inDays(-1) })
    await put(ana, { ingredientId: salt.ingredient.id, ingredient: undefined, expirationDate: inDays(2) })
    expect(kinds(await alertsOf(ana, 'false')).toSorted()).toEqual(['expired critical', 'expiring_soon medium'])
    await ana.must(changeIngredient, { params: { id: salt.ingredient.id }, body: { warningDays: 'never', parLevel: 50 } })
    expect(kinds(await alertsOf(ana, 'false'))).toEqual(['low_stock medium'])
    await put(ana, { ingredientId: salt.ingredient.id, ingredient: undefined, expirationDate: inDays(1) })
    expect(kinds(await alertsOf(ana, 'false'))).toEqual(['low_stock medium'])
  })

  it('ends the low-stock alert of an item used up, with its sample kitchen', async () => {
    const ana = await newOwner()
    await ana.must(addSampleKitchen, { body: {} })
    const milk = ((await ana.must(listLots, { query: { limit: 200 } })) as Lot[]).find(({ ingredient }) => ingredient.name === 'Milk')
    await ana.must(useLot, { params: { id: milk?.id ?? '' }, body: { quantity: milk?.quantity ?? 0 } })
    expect(await alertsOf(ana, 'false')).toContainEqual(
      expect.objectContaining({ type: 'low_stock', ingredient: expect.objectContaining({ name: 'Milk' }) }),
    )
    await ana.must(clearSampleKitchen)
    expect(await alertsOf(ana, 'false')).toEqual([])
  })

  it('raises and ends low stock of an ingredient with its kinds, and of what they were kinds of', async () => {
    const ana = await newOwner()
    const [cheese, milk] = [
      await put(ana, { ingredient: { name: 'Cheese' }, quantity: 1 }),
      await put(ana, { ingredient: { name: 'Dairy' }, quantity: 1 }),
    ]
    const brie = await put(ana, { ingredient: { name: 'Brie' }, quantity: 3 })
    const set = (of: Lot, body: { parLevel?: number; parentId?: string | null }) =>
      ana.must(changeIngredient, { params: { id: of.ingredient.id }, body })
    const about = async () => (await alertsOf(ana, 'false')).map(({ type, ingredient }) => `${ingredient.name} ${type}`).toSorted()
    await set(cheese, { parLevel: 3 })
    await set(milk, { parLevel: 3 })
    expect(await about()).toEqual(['Cheese low_stock', 'Dairy low_stock'])
    await set(brie, { parentId: cheese.ingredient.id })
    expect(await about()).toEqual(['Dairy low_stock'])
    await ana.must(useLot, { params: { id: brie.id }, body: { quantity: 2 } })
    expect(await about()).toEqual(['Cheese low_stock', 'Dairy low_stock'])
    await put(ana, { ingredientId: brie.ingredient.id, ingredient: undefined, quantity: 4 })
    expect(await about()).toEqual(['Dairy low_stock'])
    await set(brie, { parentId: milk.ingredient.id })
    expect(await about()).toEqual(['Cheese low_stock'])
  })

  it('raises low stock as medium, no stock as high, and nothing if units can’t be compared', async () => {
    const ana = await newOwner()
    const lot = await put(ana, { ingredient: { name: 'Rye', parLevel: 3 }, quantity: 2, unit: 'kg' })
    expect(kinds(await alertsOf(ana))).toEqual(['low_stock medium'])
    await ana.must(useLot, { params: { id: lot.id }, body: { quantity: 2 } })
    const [out] = await alertsOf(ana, 'false')
    expect([out?.severity, out?.title, out?.message]).toEqual(['high', 'Rye has run out', 'None left, minimum 3 kg.'])
    await put(ana, { ingredient: { name: 'Jars', parLevel: 3 }, quantity: 1, unit: 'each' })
    await put(ana, { ingredient: { name: 'Jars' }, quantity: 5, unit: 'kg' })
    expect((await alertsOf(ana, 'false')).map(({ ingredient }) => ingredient.name)).toEqual(['Rye'])
  })

  it('follows a par level that is set or removed at once', async () => {
    const ana = await newOwner()
    const lot = await put(ana, { ingredient: { name: 'Oats' }, quantity: 1, unit: 'kg' })
    const par = (parLevel: number | null) => ana.must(changeIngredient, { params: { id: lot.ingredient.id }, body: { parLevel } })
    await par(2)
    expect(kinds(await alertsOf(ana, 'false'))).toEqual(['low_stock medium'])
    await par(null)
    expect(await alertsOf(ana, 'false')).toEqual([])
  })
})

describe('ending alerts', () => {
  it.each([
    ['used up', (ana: Person, id: string) => ana.must(useLot, { params: { id }, body: { quantity: 2 } })],
    ['discarded', (ana: Person, id: string) => ana.must(discardLot, { params: { id }, body: { reason: 'expired' } })],
    ['corrected to zero', (ana: Person, id: string) => ana.must(correctLot, { params: { id }, body: { quantity: 0 } })],
    ['deleted', (ana: Person, id: string) => ana.must(removeLot, { params: { id } })],
  ] as const)('ends an alert when its lot is %s', async (_what, act) => {
    const ana = await newOwner()
    const lot = await put(ana, { expirationDate: inDays(-1) })
    expect(await alertsOf(ana, 'false')).toHaveLength(1)
    await act(ana, lot.id)
    expect(await alertsOf(ana, 'false')).toEqual([])
    expect((await alertsOf(ana)).map(({ isResolved }) => isResolved)).toEqual([true])
  })

  it('restores the low-stock alert when moving a lot to another ingredient is undone', async () => {
    const ana = await newOwner()
    const gone = await put(ana, { ingredient: { name: 'Cream', parLevel: 1 } })
    await ana.must(useLot, { params: { id: gone.id }, body: { quantity: 2 } })
    const lot = await put(ana, {})
    expect(kinds(await alertsOf(ana, 'false'))).toEqual(['low_stock high'])
    const edited = await ana.call(changeLot, { params: { id: lot.id }, body: { ingredientId: gone.ingredient.id } })
    expect(await alertsOf(ana, 'false')).toEqual([])
    await ana.must(undoChange, { params: { seq: Number(edited.headers['x-change-seq']) } })
    expect(kinds(await alertsOf(ana, 'false'))).toEqual(['low_stock high'])
  })

  it('raises the alert again, once, when using up the lot is undone', async () => {
    const ana = await newOwner()
    const lot = await put(ana, { expirationDate: inDays(1) })
    await settle()
    const used = await ana.call(useLot, { params: { id: lot.id }, body: { quantity: 2 } })
    expect(await alertsOf(ana, 'false')).toEqual([])
    await ana.must(undoChange, { params: { seq: Number(used.headers['x-change-seq']) } })
    expect(await alertsOf(ana, 'false')).toHaveLength(1)
    expect(await ana.must(countAlerts)).toEqual({ total: 2, unresolved: 1, resolved: 1 })
  })

  it.each([['resolved'], ['deleted']])('keeps an alert %s by a member closed until its cause occurs again', async (how) => {
    const ana = await newOwner()
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

  it('resolves an alert only once, and responds 404 to a deleted one', async () => {
    const ana = await newOwner()
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

describe('new days', () => {
  it('replaces the expiring alert with the expired one at midnight, each once', async () => {
    const ana = await newOwner()
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

describe('waste risk', () => {
  afterEach(() => void vi.useRealTimers())

  it('raises one alert for a lot with enough history and ends it with the lot', async () => {
    const ana = await newOwner()
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

  it('ends when the date of its lot is removed', async () => {
    const ana = await newOwner()
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(new Date(`${inDays(-20)}T12:00:00Z`))
    const lot = await put(ana, { ingredient: { name: 'Pebbles' }, quantity: 100, unit: 'each', expirationDate: inDays(26) })
    for (let use = 0; use < 3; use++) {
      vi.setSystemTime(new Date(`${inDays(5)}T12:00:00Z`))
      await ana.must(useLot, { params: { id: lot.id }, body: { quantity: 1 } })
    }
    vi.useRealTimers()
    await testApp().server.jobs.catchUp()
    expect(kinds(await alertsOf(ana, 'false'))).toEqual([expect.stringContaining('waste_risk')])
    await ana.must(changeLot, { params: { id: lot.id }, body: { expirationDate: null } })
    // Until the consumer has run, the alert keeps the date that raised it.
    const open = await ana.must(listAlerts, { query: { resolved: 'false' } })
    expect(open.map(({ effectiveExpiration }) => effectiveExpiration)).toEqual([lot.expirationDate])
    expect(await alertsOf(ana, 'false')).toEqual([])
  })

  it('repeats an outdated forecast, and continues when the one of another household fails', async () => {
    const [ana, ben] = [await newOwner(), await newOwner()]
    const lots = [await put(ana, { expirationDate: inDays(6) }), await put(ben, { expirationDate: inDays(6) })]
    let duringForecast: () => Promise<unknown> = () => ana.must(useLot, { params: { id: lots[0]?.id ?? '' }, body: { quantity: 1 } })
    const { database } = testApp().server
    const queried: string[] = []
    const sure = { probability: 0.9, risk: 'high', daysLeft: 6, enoughData: true } as LotOutlook
    const openJob = () =>
      wasteRiskJob(database, {
        outlooks: async ({ householdId }) => {
          queried.push(householdId)
          if (householdId === ben.home) throw new Error('busy')
          if (householdId !== ana.home) return []
          const rows = await asOwner<LotOutlook['lot']>(database, `select * from lots where household_id = '${householdId}'`)
          await duringForecast()
          return rows.map((lot) => ({ ...sure, lotId: lot.id, ingredientId: lot.ingredient_id, lot }))
        },
        latest: async () => [],
        doubts: async () => [],
        currentDoubts: async () => [],
        packs: async () => [],
        backTest: () => Promise.reject(new Error('not expected')),
        close: async () => {},
      })
    const job = openJob()
    const risky = async () => (await alertsOf(ana, 'false')).filter(({ type }) => type === 'waste_risk')
    await expect(job.run(new Date())).rejects.toThrow('busy')
    expect([queried.includes(ana.home ?? ''), await risky()]).toEqual([true, []])
    duringForecast = async () => {}
    await expect(job.run(new Date())).rejects.toThrow('busy')
    expect(await risky()).toHaveLength(1)

    // The cursor is stored, so a restart repeats no forecast.
    await testApp().server.jobs.settle()
    await expect(job.run(new Date())).rejects.toThrow('busy')
    queried.length = 0
    await expect(openJob().run(new Date())).rejects.toThrow('busy')
    expect(queried).not.toContain(ana.home)
  })
})

describe('pages', () => {
  it('returns every alert once, newest first, and rejects an unknown cursor', async () => {
    const ana = await newOwner()
    for (let i = 0; i < 7; i++) await put(ana, { ingredient: { name: `Food ${i}` }, expirationDate: inDays(-1) })
    const all = await alertsOf(ana)
    const seen: string[] = []
    for (let cursor: string | undefined; ; ) {
      const response = await ana.call(listAlerts, { query: { limit: 3, ...(cursor ? { cursor } : {}) } })
      seen.push(...response.body.map(({ id }) => id))
      cursor = response.headers['x-next-cursor']
      if (!cursor) break
    }
    expect(seen).toEqual(all.map(({ id }) => id))
    expect((await ana.call(listAlerts, { query: { cursor: 'abc' } })).status).toBe(422)
  })
})

describe('snoozing and reopening', () => {
  const ids = (alerts: readonly Alert[]) => alerts.map(({ id }) => id)

  it('names snoozed ingredients in the history, which can undo it', async () => {
    const ana = await newOwner()
    await put(ana, { expirationDate: inDays(1) })
    await ana.must(snoozeAlerts, { body: { alertIds: ids(await alertsOf(ana)), days: 1 } })
    const [entry] = await ana.must(listHistory)
    expect(entry?.summary).toMatch(/^Snoozed alerts until .+: Milk$/)
    await ana.must(undoChange, { params: { seq: entry?.seq ?? 0 } })
    expect((await alertsOf(ana, 'false')).map(({ snoozedUntil }) => snoozedUntil)).toEqual([null])
  })

  it('undoes a snooze from the history only for alerts that were not resolved or snoozed again since', async () => {
    const ana = await newOwner()
    for (const name of ['Milk', 'Cream', 'Leek']) await put(ana, { ingredient: { name }, expirationDate: inDays(1) })
    const alerts = await alertsOf(ana)
    const [leek = '', cream = '', milk = ''] = ids(alerts)
    const snooze = async (alertIds: string[], days: number) => {
      const { headers } = await ana.call(snoozeAlerts, { body: { alertIds, days } })
      return { params: { seq: Number(headers['x-change-seq']) } }
    }
    const all = await snooze([milk, cream, leek], 1)
    const single = await snooze([leek], 7)
    await ana.must(resolveAlert, { params: { id: cream } })
    await ana.must(undoChange, all)
    const days = async () => (await alertsOf(ana)).map(({ isResolved, snoozedUntil }) => [isResolved, snoozedUntil])
    const undone = [
      [false, inDays(7)],
      [true, inDays(1)],
      [false, null],
    ]
    expect(await days()).toEqual(undone)
    await ana.must(deleteAlert, { params: { id: leek } })
    expect(await ana.call(undoChange, single)).toMatchObject({ status: 409, body: { code: 'undo_in_the_way' } })
    expect(await days()).toEqual(undone.slice(1))
  })

  it('opens resolved and deleted alerts again, but none whose cause has ended', async () => {
    const ana = await newOwner()
    const lot = await put(ana, { expirationDate: inDays(1) })
    await settle()
    await put(ana, { ingredient: { name: 'Cream' }, expirationDate: inDays(1) })
    const [cream = '', milk = ''] = ids(await alertsOf(ana))
    await ana.must(resolveAlert, { params: { id: milk } })
    await ana.must(deleteAlert, { params: { id: cream } })
    expect(ids(await alertsOf(ana, 'false'))).toEqual([])
    expect(ids(await ana.must(reopenAlerts, { body: { alertIds: [milk, cream] } })).toSorted()).toEqual([milk, cream].toSorted())
    expect(ids(await alertsOf(ana, 'false'))).toEqual([cream, milk])
    await ana.must(useLot, { params: { id: lot.id }, body: { quantity: 2 } })
    await settle()
    expect(ids(await ana.must(reopenAlerts, { body: { alertIds: [milk, cream] } }))).toEqual([cream])
    expect(ids(await alertsOf(ana, 'false'))).toEqual([cream])
  })

  it('returns a resolved alert to the list as resolved when dismissing it is undone, also after its cause ended', async () => {
    const ana = await newOwner()
    const lot = await put(ana, { expirationDate: inDays(1) })
    const alertIds = ids(await alertsOf(ana))
    const params = { id: alertIds[0] ?? '' }
    await ana.must(resolveAlert, { params })
    const reopen = async () => {
      const { status, body, headers } = await ana.call(reopenAlerts, { body: { alertIds } })
      return [status, body, headers['x-change-seq'], (await alertsOf(ana)).map(({ isResolved }) => isResolved)]
    }
    await ana.must(deleteAlert, { params })
    expect(await reopen()).toEqual([200, [], undefined, [true]])
    await ana.must(useLot, { params: { id: lot.id }, body: { quantity: 2 } })
    await settle()
    await ana.must(deleteAlert, { params })
    expect(await reopen()).toEqual([200, [], undefined, [true]])
  })

  it('leaves an alert snoozed when resolving it is undone', async () => {
    const ana = await newOwner()
    await put(ana, { expirationDate: inDays(1) })
    const alertIds = ids(await alertsOf(ana))
    await ana.must(snoozeAlerts, { body: { alertIds, days: 3 } })
    await ana.must(resolveAlert, { params: { id: alertIds[0] ?? '' } })
    const reopen = async () => (await ana.must(reopenAlerts, { body: { alertIds } })).map(({ snoozedUntil }) => snoozedUntil)
    expect([await reopen(), await reopen()]).toEqual([[inDays(3)], [null]])
  })
})
