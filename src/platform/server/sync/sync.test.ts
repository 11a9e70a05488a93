import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { User } from '#domains/account/contract/index.ts'
import { changeProfile } from '#domains/account/contract/profile.ts'
import { SyncedAlert } from '#domains/alerts/contract.ts'
import { Eater, FoodContents, MealEaters } from '#domains/diets/contract.ts'
import { Household, joinHousehold, Member, removeMember } from '#domains/households/contract/index.ts'
import { addSampleKitchen, clearSampleKitchen } from '#domains/imports/contract.ts'
import { changeIngredient, Ingredient } from '#domains/ingredients/contract/index.ts'
import * as inventory from '#domains/inventory/contract.ts'
import { Label } from '#domains/labels/contract.ts'
import * as notifications from '#domains/notifications/contract/index.ts'
import { Place } from '#domains/places/contract.ts'
import * as recipes from '#domains/recipes/contract/index.ts'
import * as shopping from '#domains/shopping/contract/index.ts'
import { Store } from '#domains/stores/contract.ts'
import { SyncSignal } from '#platform/shared/sync.ts'
import { syncChannel } from '#platform/shared/sync-address.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { randomFrom } from '#tests/support/data/random.ts'
import { timeoutFactor } from '#tests/support/runner/machine.ts'
import { openStream } from '#tests/support/server/event-stream.ts'
import { portOf } from '#tests/support/server/http-app.ts'
import { httpPerson } from '#tests/support/server/http-client.ts'
import { day, writeAtRandom } from '#tests/support/server/random-writes.ts'
import { syncedCopyOf } from '#tests/support/server/synced-copy.ts'
import { addSomeLot, type Person, useSecondServer, useTestApp } from '#tests/support/server/test-app.ts'

const testApp = useTestApp()
const second = useSecondServer(testApp)
const seed = Number(process.env['LARDER_FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const runs = Number(process.env['LARDER_SYNC_RUNS'] ?? 2)
const counted: Record<string, number> = {}
afterAll(() => {
  process.stdout.write(`sync: seed ${seed}, ${JSON.stringify(counted)}\n`)
})

/** The schema of each table's rows. */
const rowSchemas: Record<string, z.ZodType> = {
  household: Household.strict(),
  members: Member.extend({ id: z.string() }).strict(),
  labels: Label.strict(),
  stores: Store.strict(),
  eaters: Eater.strict(),
  mealEaters: MealEaters.strict(),
  foodContents: FoodContents.strict(),
  places: Place.strict(),
  shoppingBundles: shopping.Bundle.strict(),
  shoppingLists: shopping.NamedList.strict(),
  recurringItems: shopping.RecurringItem.strict(),
  shoppingTrips: shopping.SyncedTrip.strict(),
  ingredients: Ingredient.strict(),
  lots: inventory.SyncedLot.strict(),
  reservations: inventory.SyncedReservation.strict(),
  prices: inventory.SyncedPrice.strict(),
  shopping: shopping.SyncedShoppingItem.strict(),
  aisles: shopping.SyncedAisles.strict(),
  shoppingOptions: shopping.SyncedShoppingOptions.strict(),
  recipes: recipes.SyncedRecipe.strict(),
  cookbooks: recipes.Cookbook.strict(),
  cookings: recipes.Cooking.strict(),
  recipeMatches: recipes.SyncedRecipeMatch.strict(),
  plan: recipes.SyncedPlanEntry.strict(),
  alerts: SyncedAlert.strict(),
  me: User.strict(),
  notificationSettings: notifications.NotificationSettings.extend({ id: z.string() }).strict(),
  notifications: notifications.Notification.strict(),
}

async function settle(): Promise<void> {
  await testApp().server.jobs.settle()
}

async function aHousehold(): Promise<{ owner: Person; other: Person; id: string }> {
  const [owner, other] = (await createPeople(testApp(), 2)) as [Person, Person]
  const { id } = await testApp().household(owner, other)
  await settle()
  return { owner, other, id }
}

describe('a copy that pulls what changed at random times', () => {
  it.each(Array.from({ length: runs }, (_, run) => run))(
    'equals a new one after random writes (%i)',
    async (run) => {
      const random = randomFrom(seed + run)
      const { owner, other } = await aHousehold()
      const copies = [
        { person: owner, copy: await syncedCopyOf(owner) },
        { person: other, copy: await syncedCopyOf(other) },
      ]
      await writeAtRandom({
        steps: 120,
        random,
        actorOf: () => {
          const actor = random.below(3) === 0 ? other : owner
          return random.below(2) === 0 ? second.there(actor) : actor
        },
        settle,
        counted,
        async afterEach() {
          if (random.below(4) > 0) return
          const { person, copy } = random.pick(copies) as (typeof copies)[number]
          await copy.pull(random.below(2) === 0 ? second.there(person) : person)
        },
      })
      await settle()
      for (const { person, copy } of copies) {
        await copy.pull(second.there(person))
        expect(copy.frames[0]).toMatchObject({ isSnapshot: false })
        const fresh = await syncedCopyOf(person)
        expect(copy.content()).toEqual(fresh.content())
        for (const [table, rows] of Object.entries(fresh.content())) for (const row of rows) rowSchemas[table]?.parse(row)
        expect(Object.keys(fresh.content()).filter((table) => !(table in rowSchemas))).toEqual([])
      }
    },
    240_000 * timeoutFactor,
  )
})

describe('increments', () => {
  it('contain the changed rows and the ids of those that are gone', async () => {
    const { owner } = await aHousehold()
    const [milk, eggs] = [await addSomeLot(owner), await addSomeLot(owner, { ingredient: { name: 'Eggs' } })]
    const copy = await syncedCopyOf(owner)
    await owner.must(inventory.useLot, { params: { id: milk.id }, body: { quantity: 1 } })
    await owner.must(inventory.discardLot, { params: { id: eggs.id }, body: { reason: 'spoiled' } })
    await copy.pull(owner)
    expect(copy.frames.filter((frame) => frame.type === 'rows' && frame.table === 'lots')).toEqual([
      {
        type: 'rows',
        table: 'lots',
        rows: [expect.objectContaining({ id: milk.id, quantity: 1 })],
        removed: [eggs.id],
        isWhole: false,
      },
    ])
    await settle()
    await copy.pull(owner)
    await copy.pull(owner)
    expect(copy.frames.map(({ type }) => type)).toEqual(['begin', 'end'])
  })

  it('contain one row when an ingredient with many lots gets another name', async () => {
    const { owner } = await aHousehold()
    const [lot] = await Promise.all(Array.from({ length: 5 }, () => addSomeLot(owner)))
    await settle()
    const copy = await syncedCopyOf(owner)
    await owner.must(changeIngredient, { params: { id: lot?.ingredient.id ?? '' }, body: { name: 'Oat milk' } })
    await copy.pull(owner)
    expect(copy.frames.flatMap((frame) => (frame.type === 'rows' ? [[frame.table, frame.rows.length]] : []))).toEqual([['ingredients', 1]])
  })

  it('contain what is changed outside of the log, such as a name', async () => {
    const { owner, other } = await aHousehold()
    const copy = await syncedCopyOf(owner)
    await other.must(changeProfile, { body: { firstName: 'Renamed' } })
    await copy.pull(second.there(owner))
    expect(copy.row('members', other.userId)).toMatchObject({ firstName: 'Renamed' })
  })

  it('hold for a lot what the API returns for it', async () => {
    const { owner } = await aHousehold()
    const added = await addSomeLot(owner, { expirationDate: day(3), purchasePrice: 2.5, location: 'Door' })
    const copy = await syncedCopyOf(owner)
    const { ingredient, user, reserved, state, expirationReason, ...own } = await owner.must(inventory.getLot, { params: { id: added.id } })
    const row = copy.row('lots', added.id)
    expect(row).toMatchObject(own)
    expect(copy.row('ingredients', String(row?.['ingredientId']))).toMatchObject(ingredient)
    expect(copy.row('members', String(row?.['addedBy']))).toMatchObject(user)
    expect(copy.rows('reservations').filter(({ lotId }) => lotId === added.id)).toHaveLength(reserved)
    expect([state, row?.['expirationReason']]).toEqual(['active', { kind: 'printed', dateKind: null }])
    expect(expirationReason).not.toBeNull()
  })
})

describe('a snapshot is sent', () => {
  it('without a number, with one of another epoch, and with one that the log has not reached', async () => {
    const { owner } = await aHousehold()
    const copy = await syncedCopyOf(owner)
    expect(copy.frames[0]).toMatchObject({ isSnapshot: true })
    const { seq = 0, epoch } = copy
    for (const [since, of] of [
      [seq, 'another'],
      [seq + 1, epoch],
    ] as const) {
      Object.assign(copy, { seq: since, epoch: of })
      await copy.pull(owner)
      expect(copy.frames[0]).toMatchObject({ isSnapshot: true, seq })
    }
  })

  it('after a change of role, with what the new role sees', async () => {
    const { owner, other } = await aHousehold()
    const copy = await syncedCopyOf(other)
    expect(copy.row('members', owner.userId)).toMatchObject({ email: owner.email })
    await testApp().role(owner, other, 'VIEWER')
    await copy.pull(second.there(other))
    expect(copy.frames[0]).toMatchObject({ isSnapshot: true })
    expect(copy.row('members', owner.userId)).toMatchObject({ email: null })
    await copy.pull(other)
    expect(copy.frames[0]).toMatchObject({ isSnapshot: false })
    await testApp().role(owner, other, 'ADMIN')
    await copy.pull(other)
    expect(copy.rows('household')).toMatchObject([{ role: 'ADMIN', inviteCode: expect.any(String) }])
  })

  it('after leaving and joining again; in between there is nothing', async () => {
    const { owner, other, id } = await aHousehold()
    const copy = await syncedCopyOf(other)
    await owner.must(removeMember, { params: { id, userId: other.userId } })
    await expect(copy.pull(second.there(other))).rejects.toThrow('404')
    const [household] = (await syncedCopyOf(owner)).rows('household')
    await other.must(joinHousehold, { body: { inviteCode: String(household?.['inviteCode']) } })
    await copy.pull(other)
    expect(copy.frames[0]).toMatchObject({ isSnapshot: true })
  })
})

it('follows whether the household has a sample kitchen', async () => {
  const { owner } = await aHousehold()
  const copy = await syncedCopyOf(owner)
  const sampleIn = async () => {
    await copy.pull(owner)
    expect(copy.frames[0]).toMatchObject({ isSnapshot: false })
    return copy.rows('household').map(({ hasSample }) => hasSample)
  }
  await owner.must(addSampleKitchen, { body: {} })
  expect(await sampleIn()).toEqual([true])
  await owner.must(clearSampleKitchen)
  expect(await sampleIn()).toEqual([false])
})

it('contains no row of another household, and of notifications only the caller’s own', async () => {
  const [first, foreign] = [await aHousehold(), await aHousehold()]
  for (const { owner, other } of [first, foreign]) {
    await addSomeLot(owner, { expirationDate: day(-2) })
    await other.must(shopping.addShoppingItem, { body: { ingredientName: 'Salt' } })
    await owner.must(recipes.addRecipe, { body: { name: 'Soup' } })
  }
  await settle()
  const copies = await Promise.all([first.owner, first.other, foreign.owner].map(syncedCopyOf))
  const [own, others, away] = copies.map((copy) => copy.content())
  const ids = (content: Record<string, { id: string }[]> | undefined, tables: string[]) =>
    tables.flatMap((table) => content?.[table]?.map(({ id }) => id) ?? [])
  const starters = new Set(ids(await syncedCopyOf((await aHousehold()).owner).then((copy) => copy.content()), ['recipes']))
  const tables = Object.keys(own ?? {}).filter((table) => !['aisles', 'notificationSettings', 'shoppingOptions'].includes(table))
  const mine = new Set(ids(own, tables).filter((id) => !starters.has(id)))
  expect(mine.size).toBeGreaterThan(8)
  expect(ids(away, tables).filter((id) => mine.has(id))).toEqual([])
  const notified = ids(own, ['notifications'])
  expect(notified.length).toBeGreaterThan(0)
  expect(ids(others, ['notifications']).filter((id) => notified.includes(id))).toEqual([])
})

it('the live stream says that changes are there and carries their rows', async () => {
  const { owner, id } = await aHousehold()
  const copy = await syncedCopyOf(owner)
  const url = `http://127.0.0.1:${await portOf(second.server().app)}`
  const stream = await openStream(httpPerson(url, owner.userId, owner.token, id), { withRows: true })
  const lot = await addSomeLot(owner)
  const hasLots = (payload: unknown) => SyncSignal.parse(payload).rows?.some(({ table }) => table === 'lots') ?? false
  const frame = await stream.next(({ channel, payload }) => channel === syncChannel(id) && hasLots(payload))
  stream.close()
  const { since, rows } = SyncSignal.parse(frame.payload)
  expect(since).toBe(copy.seq)
  for (const part of rows ?? []) copy.apply(part)
  expect(copy.row('lots', lot.id)).toMatchObject({ quantity: 2, ingredientId: lot.ingredient.id })
})
