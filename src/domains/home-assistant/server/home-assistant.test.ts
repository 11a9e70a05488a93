import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { changePreferences, defaultPreferences } from '#domains/account/contract/index.ts'
import { changeHousehold, deleteHousehold, listHistory } from '#domains/households/contract/index.ts'
import { addIngredient } from '#domains/ingredients/contract/index.ts'
import { type Lot, listLots, useLot } from '#domains/inventory/contract.ts'
import { addRecipe, putMealPlan } from '#domains/recipes/contract/index.ts'
import { addShoppingItem, getShoppingList } from '#domains/shopping/contract/index.ts'
import { addDays, dateInTimeZone } from '#platform/shared/calendar.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { type BrokerClient, type MqttBroker, startMqttBroker } from '#tests/support/fakes/mqtt-broker.ts'
import { addSomeLot, openTestApp, type Person, type TestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract.ts'
import type { HouseholdState } from '../rules/household-state.ts'
import { discoveryTopic, topicsOf } from '../rules/topics.ts'

let testApp: TestApp
let broker: MqttBroker
let homeAssistant: BrokerClient
let close = async () => {}
beforeAll(async () => {
  broker = await startMqttBroker()
  homeAssistant = await broker.connect()
  ;({ testApp, close } = await openTestApp({ LARDER_MQTT_URL: broker.url }))
})
afterAll(async () => {
  await close()
  await broker.stop()
})

const inDays = (days: number) => addDays(dateInTimeZone('UTC', new Date()), days)
const configTopic = (id: string) => discoveryTopic('homeassistant', id)
const paramsOf = ({ home }: Person) => ({ params: { id: home ?? '' } })

interface Home {
  readonly id: string
  readonly owner: Person
  readonly member: Person
  readonly topics: ReturnType<typeof topicsOf>
}

async function newHome(): Promise<Home> {
  const [owner, member] = (await createPeople(testApp, 2)) as [Person, Person]
  const { id } = await testApp.household(owner, member)
  return { id, owner, member, topics: topicsOf(id) }
}

async function connected(): Promise<Home> {
  const home = await newHome()
  await home.owner.must(contract.connectHomeAssistant, paramsOf(home.owner))
  await homeAssistant.waitFor(home.topics.state)
  return home
}

const stateOf = ({ topics }: Home, isExpected: (state: HouseholdState) => boolean) =>
  homeAssistant.waitFor<HouseholdState>(topics.state, isExpected)
const listed = async ({ owner }: Home) =>
  (await owner.must(getShoppingList, {})).items.map(
    ({ ingredientName, suggestedQuantity, unit }) => `${suggestedQuantity} ${unit} ${ingredientName}`,
  )
const stocked = async ({ owner }: Home) =>
  ((await owner.must(listLots)) as Lot[]).map(({ ingredient, quantity, unit }) => `${quantity} ${unit} ${ingredient.name}`)

describe('a household that is switched on', () => {
  it('appears as a device with its entities, and its state follows every change', async () => {
    const home = await newHome()
    const { owner } = home
    await addSomeLot(owner, { ingredient: { name: 'Ham' }, quantity: 200, unit: 'g', expirationDate: inDays(-2), location: 'Top shelf' })
    await addSomeLot(owner, { ingredient: { name: 'Milk' }, quantity: 1, unit: 'l', expirationDate: inDays(0) })
    const cheese = await addSomeLot(owner, { ingredient: { name: 'Cheese' }, quantity: 300, unit: 'g', expirationDate: inDays(2) })
    await addSomeLot(owner, { ingredient: { name: 'Rice' }, quantity: 1, unit: 'kg', expirationDate: inDays(200) })
    await owner.must(addIngredient, { body: { name: 'Flour', defaultUnit: 'kg', parLevel: 2 } })
    await owner.must(addShoppingItem, { body: { ingredientName: 'Salt' } })
    const { id: recipeId } = await owner.must(addRecipe, { body: { name: 'Leek soup', servings: 2, ingredients: ['3 leeks'] } })
    await owner.must(putMealPlan, { body: { entries: [{ date: inDays(0), recipeId }] } })
    expect(await homeAssistant.messages.some(({ topic }) => topic.includes(home.id))).toBe(false)

    await owner.must(contract.connectHomeAssistant, paramsOf(owner))
    const config = await homeAssistant.waitFor<{ device: object; components: Record<string, { unique_id: string }> }>(configTopic(home.id))
    expect(config.device).toMatchObject({ identifiers: [`larder_${home.id}`], manufacturer: 'Larder' })
    expect(Object.keys(config.components)).toHaveLength(8)
    const state = await stateOf(home, ({ useSoon }) => useSoon > 0)
    expect(state).toMatchObject({
      today: inDays(0),
      expired: 1,
      useSoon: 2,
      runningLow: 1,
      planToday: 'Leek soup',
      expiredItems: [{ name: 'Ham', amount: '200 g', location: 'Top shelf', daysLeft: -2 }],
      useSoonItems: [
        { name: 'Milk', amount: '1 l', daysLeft: 0 },
        { name: 'Cheese', amount: '300 g', daysLeft: 2 },
      ],
      expiresToday: ['Milk'],
      lowIngredients: ['Flour'],
      meals: [{ meal: 'dinner', recipe: 'Leek soup' }],
    })
    await owner.must(useLot, { params: { id: cheese.id }, body: { quantity: 300 } })
    expect(await stateOf(home, ({ useSoon }) => useSoon === 1)).toMatchObject({ useSoonItems: [{ name: 'Milk' }] })
    const before = state.shoppingList
    await owner.must(addShoppingItem, { body: { ingredientName: 'Pepper' } })
    await stateOf(home, ({ shoppingList }) => shoppingList > before)
    // Retained, so that Home Assistant has it after a restart.
    expect(JSON.parse((await broker.retained(home.topics.state)) ?? '{}')).toMatchObject({ useSoon: 1 })
  })

  it('is renamed, and speaks the language of the member who switched it on', async () => {
    const home = await newHome()
    const { owner } = home
    await owner.must(changePreferences, { body: { preferences: { ...defaultPreferences, language: 'de' } } })
    await owner.must(contract.connectHomeAssistant, paramsOf(owner))
    const config = await homeAssistant.waitFor<{ components: Record<string, { name: string; default_entity_id: string }> }>(
      configTopic(home.id),
    )
    expect(config.components['use_soon']).toMatchObject({ name: 'Läuft bald ab', default_entity_id: 'sensor.larder_use_soon' })
    await owner.must(changeHousehold, { ...paramsOf(owner), body: { name: 'Seaside' } })
    await homeAssistant.waitFor<{ device: { name: string } }>(configTopic(home.id), ({ device }) => device.name === 'Larder Seaside')
  })

  it('begins a new day at its own midnight', async () => {
    const home = await connected()
    const [west, east] = ['Pacific/Pago_Pago', 'Pacific/Kiritimati'].map((zone) => ({ zone, today: dateInTimeZone(zone, new Date()) }))
    for (const { zone: timeZone, today } of [west, east] as { zone: string; today: string }[]) {
      await home.owner.must(changeHousehold, { ...paramsOf(home.owner), body: { timeZone } })
      await stateOf(home, (state) => state.today === today)
    }
  })

  it('is published again when Home Assistant starts', async () => {
    const home = await connected()
    // Someone deleted it on the broker.
    await homeAssistant.publish(configTopic(home.id), '', { retain: true })
    await homeAssistant.waitForText(configTopic(home.id), '')
    await homeAssistant.publish('homeassistant/status', 'online')
    await homeAssistant.waitFor(configTopic(home.id))
  })

  it('can be switched on twice; the first member stays the one who acts', async () => {
    const { owner, member } = await connected()
    await testApp.role(owner, member, 'ADMIN')
    const link = await member.must(contract.connectHomeAssistant, paramsOf(member))
    expect(link).toMatchObject({ isAvailable: true, isOn: true, enabledBy: { firstName: owner.firstName } })
    const history = await owner.must(listHistory, { query: {} })
    expect(history.filter(({ summary }) => summary === 'Connected Home Assistant')).toHaveLength(1)
    await vi.waitFor(
      async () => expect(await owner.must(contract.getHomeAssistant, paramsOf(owner))).toMatchObject({ connection: 'connected' }),
      10_000,
    )
  })
})

describe('removes the device and its state from the broker', () => {
  const expectGone = async ({ id, topics }: Home) => {
    await homeAssistant.waitForText(configTopic(id), '')
    await homeAssistant.waitForText(topics.state, '')
    expect([await broker.retained(configTopic(id)), await broker.retained(topics.state)]).toEqual([null, null])
  }

  it('when it is switched off', async () => {
    const home = await connected()
    await home.owner.must(contract.disconnectHomeAssistant, paramsOf(home.owner))
    await expectGone(home)
    expect(await home.owner.must(contract.getHomeAssistant, paramsOf(home.owner))).toMatchObject({ isOn: false, enabledBy: null })
    const before = homeAssistant.messages.length
    await homeAssistant.publish(home.topics.command, JSON.stringify({ id: '1', action: 'add', text: 'milk' }))
    await addSomeLot(home.owner)
    await homeAssistant.publish('homeassistant/status', 'online')
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    const about = homeAssistant.messages.slice(before).filter(({ topic }) => topic.includes(home.id) && topic !== home.topics.command)
    expect([about, await listed(home)]).toEqual([[], []])
  })

  it('when the household is deleted, also while all are published again', async () => {
    const home = await connected()
    await homeAssistant.publish('homeassistant/status', 'online')
    await new Promise((resolve) => setTimeout(resolve, 1_800))
    await home.owner.must(deleteHousehold, paramsOf(home.owner))
    await expectGone(home)
  })

  it('when the member who switched it on is no longer an admin', async () => {
    const home = await newHome()
    const { owner, member } = home
    await testApp.role(owner, member, 'ADMIN')
    await member.must(contract.connectHomeAssistant, paramsOf(member))
    await homeAssistant.waitFor(home.topics.state)
    await testApp.role(owner, member, 'MEMBER')
    await expectGone(home)
    expect(await owner.must(contract.getHomeAssistant, paramsOf(owner))).toMatchObject({ isOn: false })
  })
})

describe('a command', () => {
  it('adds to the list, as the member who switched it on, and says what it did', async () => {
    const home = await connected()
    const result = await homeAssistant.command(home.id, { action: 'add', text: '2 kg potatoes, milk' })
    expect(result).toMatchObject({ event_type: 'added', code: null, message: 'On the list: 2 kg potatoes, milk (1).' })
    expect((await listed(home)).toSorted()).toEqual(['1 each milk', '2 kg potatoes'])
    const [entry] = await home.owner.must(listHistory, { query: {} })
    expect(entry).toMatchObject({ actor: { firstName: home.owner.firstName } })
  })

  it('uses food, soonest to expire first, by words or by id', async () => {
    const home = await connected()
    const { owner } = home
    await addSomeLot(owner, { ingredient: { name: 'Eggs' }, quantity: 6, unit: 'each', expirationDate: inDays(9) })
    const first = await addSomeLot(owner, { ingredient: { name: 'Eggs' }, quantity: 3, unit: 'each', expirationDate: inDays(1) })
    const milk = await addSomeLot(owner, { ingredient: { name: 'Milk' }, quantity: 1, unit: 'l' })
    expect(await homeAssistant.command(home.id, { action: 'use', text: 'two eggs' })).toMatchObject({
      event_type: 'used',
      message: 'Used 2 Eggs.',
    })
    expect((await stocked(home)).toSorted()).toEqual(['1 each Eggs', '1 l Milk', '6 each Eggs'])
    const byIngredient = { action: 'use', ingredientId: milk.ingredient.id, quantity: 200, unit: 'ml' }
    expect(await homeAssistant.command(home.id, byIngredient)).toMatchObject({
      event_type: 'used',
      items: [{ name: 'Milk', amount: '200 ml' }],
    })
    expect(await homeAssistant.command(home.id, { action: 'use', itemId: first.id, quantity: 1 })).toMatchObject({ event_type: 'used' })
    expect((await stocked(home)).toSorted()).toEqual(['0.8 l Milk', '6 each Eggs'])
    await stateOf(home, ({ useSoon }) => useSoon === 0)
  })

  it('runs once, however often it is delivered', async () => {
    const home = await connected()
    await addSomeLot(home.owner, { ingredient: { name: 'Eggs' }, quantity: 6, unit: 'each' })
    const command = { id: 'voice-1', action: 'use', text: '2 eggs' }
    const [first, again] = [await homeAssistant.command(home.id, command), await homeAssistant.command(home.id, command)]
    expect([again, await stocked(home)]).toEqual([first, ['4 each Eggs']])
    expect(await homeAssistant.command(home.id, { ...command, text: '1 egg' })).toMatchObject({
      event_type: 'failed',
      code: 'idempotency_key_reused',
    })
    expect(await stocked(home)).toEqual(['4 each Eggs'])
  })

  it('that is stored on the broker doesn’t run at the next connect', async () => {
    const home = await newHome()
    await homeAssistant.publish(home.topics.command, JSON.stringify({ id: 'kept', action: 'add', text: 'milk' }), { retain: true })
    await home.owner.must(contract.connectHomeAssistant, paramsOf(home.owner))
    await homeAssistant.waitFor(home.topics.state)
    await broker.goDown()
    await broker.comeBack()
    homeAssistant = await broker.connect()
    await homeAssistant.waitForText(await availability(), 'online')
    expect(await homeAssistant.command(home.id, { action: 'add', text: 'salt' })).toMatchObject({ event_type: 'added' })
    expect(await listed(home)).toEqual(['1 each salt'])
    await homeAssistant.publish(home.topics.command, '', { retain: true })
  })

  it('says why it wasn’t done, and does nothing then', async () => {
    const home = await connected()
    const other = await newHome()
    const theirs = await addSomeLot(other.owner, { ingredient: { name: 'Gold' }, quantity: 5, unit: 'each' })
    await addSomeLot(home.owner, { ingredient: { name: 'Eggs' }, quantity: 6, unit: 'each' })
    await addSomeLot(home.owner, { ingredient: { name: 'Milk' }, quantity: 1, unit: 'l' })
    const refused: [Record<string, unknown>, string][] = [
      [{ action: 'use', text: '2 eggs, 3 unicorns' }, 'unknown_food'],
      [{ action: 'use', text: '7 eggs' }, 'not_enough'],
      [{ action: 'use', text: 'milk' }, 'amount_needed'],
      [{ action: 'use', text: '1 g gold' }, 'unknown_food'],
      [{ action: 'use', ingredientId: theirs.ingredient.id, quantity: 1, unit: 'each' }, 'not_found'],
      [{ action: 'use', itemId: theirs.id, quantity: 1 }, 'not_found'],
      [{ action: 'use', itemId: randomUUID(), quantity: 1 }, 'not_found'],
      [{ action: 'use', itemId: theirs.id, quantity: -1 }, 'invalid_command'],
      [{ action: 'use' }, 'invalid_command'],
      [{ action: 'add', text: '' }, 'invalid_command'],
      [{ action: 'add', text: 'milk', list: 'Party' }, 'unknown_list'],
      [{ action: 'add', text: 'x'.repeat(501) }, 'invalid_command'],
      [{ action: 'add', text: 'milk', householdId: other.id }, 'invalid_command'],
      [{ action: 'drop' }, 'invalid_command'],
    ]
    for (const [command, code] of refused) {
      const result = await homeAssistant.command(home.id, command)
      expect([command, result['event_type'], result['code']]).toEqual([command, 'failed', code])
      expect(String(result['message'])).not.toBe('')
    }
    expect([(await stocked(home)).toSorted(), await stocked(other), await listed(home)]).toEqual([
      ['1 l Milk', '6 each Eggs'],
      ['5 each Gold'],
      [],
    ])
  })

  it('that isn’t one is refused or ignored, and the next one works', async () => {
    const home = await connected()
    const other = await newHome()
    const { command, result } = home.topics
    const failed = async (payload: string | Buffer, code: string) => {
      const before = homeAssistant.messages.length
      await homeAssistant.publish(command, payload)
      await vi.waitFor(() => {
        const found = homeAssistant.messages.slice(before).find(({ topic }) => topic === result)
        expect(JSON.parse(found?.payload ?? '{}')).toMatchObject({ id: null, event_type: 'failed', code })
      }, 10_000)
    }
    await failed('{"id":', 'invalid_command')
    await failed('milk', 'invalid_command')
    await failed('', 'invalid_command')
    await failed('[]', 'invalid_command')
    await failed('{"action":"add","text":"milk"}', 'invalid_command')
    await failed('{"id":"has space","action":"add","text":"milk"}', 'invalid_command')
    await failed(Buffer.from([0xff, 0xfe, 0x00]), 'invalid_command')
    await failed(JSON.stringify({ id: '1', action: 'add', text: 'milk', more: 'x'.repeat(5_000) }), 'too_long')
    // Households that aren't on, or aren't there.
    for (const id of [other.id, randomUUID(), 'x', '../../etc']) {
      await homeAssistant.publish(`larder/${id}/command`, JSON.stringify({ id: 'y', action: 'add', text: 'milk' }))
    }
    expect(await homeAssistant.command(home.id, { action: 'add', text: 'milk' })).toMatchObject({ event_type: 'added' })
    expect([await listed(home), await listed(other)]).toEqual([['1 each milk'], []])
    expect(homeAssistant.messages.some(({ topic }) => topic === topicsOf(other.id).result)).toBe(false)
  })

  it('of ten megabytes ends the connection, and the next one works', async () => {
    const home = await connected()
    await homeAssistant.publish(home.topics.command, Buffer.alloc(10_000_000, 'x'))
    await vi.waitFor(async () => expect(await broker.retained(await availability())).toBe('offline'), 10_000)
    await homeAssistant.waitForText(await availability(), 'online')
    expect(await homeAssistant.command(home.id, { action: 'add', text: 'milk' })).toMatchObject({ event_type: 'added' })
  })

  it('is limited to sixty a minute per household', async () => {
    const limited = await openTestApp({ LARDER_MQTT_URL: broker.url, LARDER_RATE_LIMITS: 'on' })
    try {
      const [ana, ben] = (await createPeople(limited.testApp, 2)) as [Person, Person]
      for (const person of [ana, ben]) {
        const { id } = await limited.testApp.household(person)
        await person.must(contract.connectHomeAssistant, paramsOf(person))
        await homeAssistant.waitFor(topicsOf(id).state)
      }
      const codes: unknown[] = []
      for (let n = 0; n < 62; n++) codes.push((await homeAssistant.command(ana.home ?? '', { action: 'use', text: 'x' }))['code'])
      expect(codes.slice(58)).toEqual(['unknown_food', 'unknown_food', 'too_many_requests', 'too_many_requests'])
      expect(await homeAssistant.command(ben.home ?? '', { action: 'use', text: 'x' })).toMatchObject({ code: 'unknown_food' })
    } finally {
      await limited.close()
    }
  })
})

/** Returns the topic of this server's availability. */
const availability = () =>
  vi.waitFor(() => {
    const found = homeAssistant.messages.find(({ topic }) => /^larder\/server-.*\/status$/.test(topic))
    if (!found) throw new Error('no server said that it is there')
    return found.topic
  }, 10_000)

describe('a broken broker', () => {
  it('harms nothing: the app goes on, reconnects, and sends what changed meanwhile', async () => {
    const home = await connected()
    const ended = await connected()
    await broker.goDown()
    try {
      await addSomeLot(home.owner, { ingredient: { name: 'Milk' }, quantity: 1, unit: 'l', expirationDate: inDays(1) })
      await ended.owner.must(contract.disconnectHomeAssistant, paramsOf(ended.owner))
      await vi.waitFor(
        async () =>
          expect(await home.owner.must(contract.getHomeAssistant, paramsOf(home.owner))).toMatchObject({ connection: 'no_response' }),
        10_000,
      )
    } finally {
      await broker.comeBack()
    }
    homeAssistant = await broker.connect()
    await stateOf(home, ({ useSoon }) => useSoon === 1)
    await homeAssistant.waitForText(await availability(), 'online')
    await vi.waitFor(async () => expect(await broker.retained(configTopic(ended.id))).toBeNull(), 10_000)
    expect(await broker.retained(ended.topics.state)).toBeNull()
    await vi.waitFor(
      async () => expect(await home.owner.must(contract.getHomeAssistant, paramsOf(home.owner))).toMatchObject({ connection: 'connected' }),
      10_000,
    )
  })
})

describe('only an admin', () => {
  it('sees and switches it', async () => {
    const { owner, member } = await newHome()
    for (const role of ['MEMBER', 'VIEWER'] as const) {
      await testApp.role(owner, member, role)
      for (const endpoint of [contract.getHomeAssistant, contract.connectHomeAssistant, contract.disconnectHomeAssistant])
        expect(await member.call(endpoint, paramsOf(member))).toMatchObject({ status: 403, body: { code: 'role_denied' } })
    }
    expect(await owner.must(contract.getHomeAssistant, paramsOf(owner))).toMatchObject({ isOn: false })
  })
})
