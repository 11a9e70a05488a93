import { zipSync } from 'fflate'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import * as circles from '#domains/circles/contract.ts'
import { createToken, removeToken } from '#domains/households/contract/access-tokens.ts'
import * as households from '#domains/households/contract/index.ts'
import { getAccountUsage, getHouseholdUsage, type QuotaName } from '#domains/households/contract/quota.ts'
import { listImportRows } from '#domains/imports/contract.ts'
import { addIngredient, setIngredientPicture } from '#domains/ingredients/contract/index.ts'
import { createLabelSheet, revokeLabelSheet } from '#domains/labels/contract.ts'
import { addMessageTarget, removeMessageTarget } from '#domains/notifications/contract/index.ts'
import * as recipes from '#domains/recipes/contract/index.ts'
import { photoErasureJob } from '#domains/recipes/server/jobs.ts'
import { putPhoto } from '#domains/recipes/server/store/photos.ts'
import { createWebhook, exportHousehold, removeWebhook } from '#domains/settings/contract.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { countIn, previewFile, runImport } from '#tests/support/data/import-files.ts'
import { addressOf } from '#tests/support/server/http-client.ts'
import { formOf } from '#tests/support/server/requests.ts'
import { type Person, type TestApp, type TestResponse, useTestApp } from '#tests/support/server/test-app.ts'

/** A noise picture, which doesn't compress. */
const noise = (seed: number) => {
  const pixels = Buffer.alloc(120 * 120 * 3)
  for (let at = 0, state = seed; at < pixels.length; at++) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    pixels[at] = state >> 16
  }
  return sharp(pixels, { raw: { width: 120, height: 120, channels: 3 } })
    .png()
    .toBuffer()
}

const limit = 3
const testApp = useTestApp({
  LARDER_MAX_HOUSEHOLDS: '3',
  LARDER_MAX_CIRCLES: '3',
  LARDER_MAX_MESSAGE_TARGETS: '3',
  LARDER_MAX_MEMBERS: '3',
  LARDER_MAX_RECIPES: '3',
  LARDER_MAX_STORAGE_MB: '1',
  LARDER_MAX_LABELS: '3',
  LARDER_MAX_LINKED_CIRCLES: '3',
  LARDER_MAX_WEBHOOKS: '3',
  LARDER_MAX_TOKENS: '3',
})
const roomy = useTestApp({ LARDER_MAX_STORAGE_MB: '1' })

async function anOwner(at = testApp): Promise<Person> {
  const person = await at().person('Ana')
  await at().household(person)
  return person
}
const home = (person: Person) => ({ id: person.home ?? '' })
const usedOf = async (person: Person, name: QuotaName) =>
  [
    ...(await person.must(getAccountUsage)),
    ...(person.home === null ? [] : await person.must(getHouseholdUsage, { params: home(person) })),
  ].find((quota) => quota.name === name)

const refused = (name: QuotaName, used = limit, max = limit) => ({
  status: 409,
  body: { code: 'quota_reached', quota: { name, limit: max, used } },
})

/** Sends two requests at once for the last place: exactly one succeeds. */
async function raceFor(name: QuotaName, add: (at: number) => Promise<TestResponse<unknown>>): Promise<TestResponse<unknown>> {
  const answers = await Promise.all([add(0), add(1)])
  const [taken, full] = answers.toSorted((a, b) => a.status - b.status) as [TestResponse<unknown>, TestResponse<unknown>]
  expect(taken.status, taken.text).toBeLessThan(300)
  expect(full).toMatchObject(refused(name))
  return taken
}

describe('an account', () => {
  it('has a limit of households, created or joined', async () => {
    const [ana, ben] = [await testApp().person('Ana'), await anOwner()]
    const { inviteCode } = (await ben.must(households.listHouseholds))[0] as households.Household
    const create = () => ana.call(households.createHousehold, { body: {} })
    const join = () => ana.call(households.joinHousehold, { body: { inviteCode: inviteCode ?? '' } })
    const first = (await create()).body
    await create()
    expect(await usedOf(ana, 'households')).toEqual({ name: 'households', used: 2, limit })
    await raceFor('households', (at) => (at === 0 ? create() : join()))
    expect(await create()).toMatchObject(refused('households'))

    // A deleted one can be restored, so it counts; a left one doesn't.
    await ana.must(households.deleteHousehold, { params: { id: first.id } })
    expect(await create()).toMatchObject(refused('households'))
    await ana.must(households.restoreHousehold, { params: { id: first.id } })
    expect(await usedOf(ana, 'households')).toMatchObject({ used: 3 })
  })

  it('can rejoin its household at the limit, and has room again after leaving one', async () => {
    const [ana, ben] = [await testApp().person('Ana'), await anOwner()]
    const { id, inviteCode } = (await ben.must(households.listHouseholds))[0] as households.Household
    const join = () => ana.call(households.joinHousehold, { body: { inviteCode: inviteCode ?? '' } })
    await join()
    for (let i = 1; i < limit; i++) await ana.must(households.createHousehold, { body: {} })
    expect((await join()).status).toBe(200)
    await ana.must(households.removeMember, { params: { id, userId: ana.userId } })
    expect((await ana.call(households.createHousehold, { body: {} })).status).toBe(201)
  })

  it('has a limit of circles, including pending requests', async () => {
    const [ana, ben] = [await testApp().person('Ana'), await testApp().person('Ben')]
    const create = (isPublic = false) => ana.call(circles.createCircle, { body: { name: 'Street', isPublic } })
    const open = await ben.must(circles.createCircle, { body: { name: 'Open', isPublic: true } })
    const { code } = await ben.must(circles.inviteToCircle, { params: { id: open.id }, body: {} })
    const join = () => ana.call(circles.joinCircle, { body: { code: code ?? '' } })
    const ask = () => ana.call(circles.askToJoin, { params: { id: open.id } })
    await create()
    const second = (await create()).body
    await raceFor('circles', () => create())
    expect(await join()).toMatchObject(refused('circles'))
    expect(await ask()).toMatchObject(refused('circles'))

    await ana.must(circles.deleteCircle, { params: { id: second.id } })
    await raceFor('circles', (at) => (at === 0 ? create() : ask()))
    const requestCount = (await ben.must(circles.getCircle, { params: { id: open.id } })).asks.length
    if (requestCount === 1) await ben.must(circles.approveJoinRequest, { params: { id: open.id, userId: ana.userId } })
    expect(await usedOf(ana, 'circles')).toEqual({ name: 'circles', used: limit, limit })
    expect(await create()).toMatchObject(refused('circles'))
  })
})

describe('a household', () => {
  it('has a limit of members', async () => {
    const ana = await anOwner()
    const { inviteCode } = (await ana.must(households.listHouseholds))[0] as households.Household
    const people = await Promise.all(['Ben', 'Cem', 'Dee', 'Eva'].map((name) => testApp().person(name)))
    const join = (at: number) => (people[at] as Person).call(households.joinHousehold, { body: { inviteCode: inviteCode ?? '' } })
    expect((await join(0)).status).toBe(200)
    await raceFor('members', (at) => join(at + 1))
    expect(await join(3)).toMatchObject(refused('members'))
    expect((await join(0)).status).toBe(200)
    expect(await usedOf(ana, 'members')).toEqual({ name: 'members', used: limit, limit })
    expect(await ana.must(households.listMembers, { params: home(ana) })).toHaveLength(limit)
  })

  it('has a limit of message targets', async () => {
    const ana = await anOwner()
    const to = { kind: 'ntfy', server: 'https://ntfy.sh', topic: 'kitchen' } as const
    const create = () => ana.call(addMessageTarget, { body: { name: 'Phone', to } })
    const { id } = (await create()).body
    await create()
    await raceFor('messageTargets', create)
    expect(await usedOf(ana, 'messageTargets')).toEqual({ name: 'messageTargets', used: limit, limit })
    await ana.must(removeMessageTarget, { params: { id } })
    expect((await create()).status).toBe(201)
  })

  it('has a limit of webhooks', async () => {
    const ana = await anOwner()
    const create = () => ana.call(createWebhook, { params: home(ana), body: { url: 'https://example.org/hook' } })
    const { id } = (await create()).body
    await create()
    await raceFor('webhooks', create)
    expect(await usedOf(ana, 'webhooks')).toEqual({ name: 'webhooks', used: limit, limit })
    await ana.must(removeWebhook, { params: { ...home(ana), webhookId: id } })
    expect((await create()).status).toBe(201)
  })

  it('has a limit of labels, without revoked ones', async () => {
    const ana = await anOwner()
    const create = (count: number) => ana.call(createLabelSheet, { body: { size: 'a4-24', count } })
    const { id } = (await create(2)).body
    expect(await create(2)).toMatchObject(refused('labels', 2))
    await raceFor('labels', () => create(1))
    expect(await usedOf(ana, 'labels')).toEqual({ name: 'labels', used: limit, limit })
    await ana.must(revokeLabelSheet, { params: { id } })
    expect((await create(2)).status).toBe(201)
  })

  it('has a limit of tokens per member', async () => {
    const [ana, ben] = [await anOwner(), await testApp().person('Ben')]
    const { inviteCode } = (await ana.must(households.listHouseholds))[0] as households.Household
    await ben.must(households.joinHousehold, { body: { inviteCode: inviteCode ?? '' } })
    const create = (who = ana) => who.call(createToken, { params: home(ana), body: { name: 'Clock', scope: 'read' as const } })
    const { id } = (await create()).body
    await create()
    await raceFor('tokens', () => create())
    expect((await create(ben)).status).toBe(201)
    expect(await usedOf(ana, 'tokens')).toEqual({ name: 'tokens', used: limit, limit })
    await ana.must(removeToken, { params: { ...home(ana), tokenId: id } })
    expect((await create()).status).toBe(201)
  })

  it('has a limit of circles', async () => {
    const ana = await anOwner()
    const ids: string[] = []
    for (const name of ['Ana', 'Ben', 'Cem', 'Dee']) {
      const admin = name === 'Ana' ? ana : await testApp().person(name)
      ids.push((await admin.must(circles.createCircle, { body: { name } })).id)
      if (admin === ana) continue
      const { code } = await admin.must(circles.inviteToCircle, { params: { id: ids.at(-1) ?? '' }, body: {} })
      if (ids.length <= limit) await ana.must(circles.joinCircle, { body: { code: code ?? '' } })
      else ids.pop()
    }
    const link = (who: Person, id: string) => who.call(circles.linkHousehold, { params: { id, householdId: ana.home ?? '' } })
    for (const id of ids.slice(0, limit - 1)) expect((await link(ana, id)).status).toBe(200)
    // Another admin links it to their circle at the same time.
    const { inviteCode } = (await ana.must(households.listHouseholds))[0] as households.Household
    const eva = await testApp().person('Eva')
    await eva.must(households.joinHousehold, { body: { inviteCode: inviteCode ?? '' } })
    await testApp().role(ana, eva, 'ADMIN')
    const other = await eva.must(circles.createCircle, { body: { name: 'Eva' } })
    await raceFor('linkedCircles', (at) => (at === 0 ? link(ana, ids[limit - 1] ?? '') : link(eva, other.id)))
    expect(await usedOf(ana, 'linkedCircles')).toEqual({ name: 'linkedCircles', used: limit, limit })
    expect((await link(ana, ids[0] ?? '')).status).toBe(200)
  })
})

const add = (person: Person, name: string) => person.call(recipes.addRecipe, { body: { name, ingredients: ['1 egg'] } })
const send = (
  at: () => TestApp,
  person: Person,
  endpoint: typeof recipes.setRecipePhoto | typeof recipes.importCollection | typeof setIngredientPicture,
  file: Buffer,
  id = '',
) => {
  const form = formOf(endpoint.formField, file)
  const headers = { ...form.headers, authorization: `Bearer ${person.token}`, 'x-household-id': person.home ?? '' }
  return at().inject({ method: endpoint.method, url: addressOf(endpoint.path, { id }, {}), headers, payload: form.payload })
}
const sendPhoto = (person: Person, id: string, file: Buffer) => send(roomy, person, recipes.setRecipePhoto, file, id)
const collection = (...names: string[]) =>
  Buffer.from(JSON.stringify(names.map((name) => ({ name, directions: 'Cook.', ingredients: '1 egg' }))))

describe('recipes', () => {
  it('have a limit, excluding the initial ones', async () => {
    const ana = await anOwner()
    const [starter] = await ana.must(recipes.listRecipes)
    await ana.must(recipes.changeRecipe, { params: { id: starter?.id ?? '' }, body: { notes: 'Ours.' } })
    const { id } = (await add(ana, 'One')).body
    await add(ana, 'Two')
    await raceFor('recipes', (at) => (at === 0 ? add(ana, 'Three') : ana.call(recipes.duplicateRecipe, { params: { id } })))
    expect(await usedOf(ana, 'recipes')).toEqual({ name: 'recipes', used: limit, limit })

    const removed = await ana.call(recipes.removeRecipe, { params: { id } })
    const undo = () => ana.call(households.undoChange, { params: { seq: Number(removed.headers['x-change-seq']) } })
    const four = (await add(ana, 'Four')).body
    expect(await undo()).toMatchObject(refused('recipes'))
    await ana.must(recipes.removeRecipe, { params: { id: four.id } })
    expect((await undo()).status).toBe(200)
  })

  it('of a collection that exceeds the limit are rejected, and none is stored', async () => {
    const ana = await anOwner()
    await add(ana, 'One')
    expect(await send(testApp, ana, recipes.importCollection, collection('A', 'B', 'C'))).toMatchObject(refused('recipes', 1))
    expect(await usedOf(ana, 'recipes')).toMatchObject({ used: 1 })
    const answers = await Promise.all(['A', 'B'].map((name) => send(testApp, ana, recipes.importCollection, collection(name, `${name}2`))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await usedOf(ana, 'recipes')).toMatchObject({ used: limit })
  })

  it('of another household are imported up to the limit, and the report says so', async () => {
    const [ana, ben] = [await anOwner(), await anOwner()]
    for (const name of ['A', 'B', 'C']) await add(ana, name)
    await add(ben, 'One')
    const { rawPayload } = await testApp().server.app.inject({
      method: 'GET',
      url: exportHousehold.path,
      headers: { authorization: `Bearer ${ana.token}`, 'x-household-id': ana.home ?? '' },
    })
    const done = await runImport(testApp(), ben, await previewFile(testApp(), ben, rawPayload))
    expect(countIn(done, 'recipe')).toMatchObject({ found: 3, brought: 2, leftOut: 1 })
    const rows = await ben.must(listImportRows, { params: { importId: done.id }, query: { kind: 'recipe', state: 'left_out' } })
    expect(rows).toMatchObject([{ why: 'The household has reached its limit for these.' }])
    expect(await usedOf(ben, 'recipes')).toMatchObject({ used: limit })
  })
})

describe('stored bytes', () => {
  const mega = 1_000_000
  const bytes = async (person: Person) => (await usedOf(person, 'storedBytes'))?.used ?? 0
  /** Fills the household up to so many bytes. */
  async function fill(person: Person, upTo: number) {
    const { id } = (await add(person, 'Full')).body
    const used = await bytes(person)
    await roomy().server.database.write(person.home as HouseholdId, 'fill', (tx) =>
      putPhoto(tx, person.home as HouseholdId, id, 'x'.repeat(upTo - used)),
    )
    return id
  }

  it('include photos; one beyond the limit is rejected, and of two at once one is stored', async () => {
    const ana = await anOwner(roomy)
    const [one, two] = [(await add(ana, 'One')).body.id, (await add(ana, 'Two')).body.id]
    expect((await sendPhoto(ana, one, await noise(1))).status).toBe(200)
    const size = await bytes(ana)
    expect(size).toBeGreaterThan(5_000)
    await fill(ana, mega - size - 1)
    const taken = await Promise.all([sendPhoto(ana, two, await noise(2)), ana.call(recipes.duplicateRecipe, { params: { id: one } })])
    expect(taken.map(({ status }) => status).toSorted()).toEqual([taken[0]?.status === 200 ? 200 : 201, 409])
    const full = taken.find(({ status }) => status === 409)
    expect(full).toMatchObject({ body: { code: 'quota_reached', quota: { name: 'storedBytes', limit: mega } } })
    expect(full?.text).toContain('this household can store 1 MB')
    expect(await bytes(ana)).toBeLessThanOrEqual(mega)
  })

  it('include pictures of ingredients', async () => {
    const ana = await anOwner(roomy)
    const { id } = await ana.must(addIngredient, { body: { name: 'Milk' } })
    const sendPicture = async (seed: number) => send(roomy, ana, setIngredientPicture, await noise(seed), id)
    expect((await sendPicture(5)).status).toBe(200)
    const size = await bytes(ana)
    expect(size).toBeGreaterThan(5_000)
    await fill(ana, mega)
    expect(await sendPicture(6)).toMatchObject({ status: 409, body: { code: 'quota_reached', quota: { name: 'storedBytes' } } })
    expect((await sendPicture(5)).status).toBe(200)
  })

  it('are freed when a photo is replaced by a smaller one, removed, or deleted with its recipe', async () => {
    const ana = await anOwner(roomy)
    const filled = await fill(ana, mega)
    expect(await bytes(ana)).toBe(mega)
    expect((await sendPhoto(ana, filled, await noise(3))).status).toBe(200)
    const small = await bytes(ana)
    expect(small).toBeLessThan(mega / 2)
    const { id } = (await add(ana, 'Other')).body
    expect((await sendPhoto(ana, id, await noise(4))).status).toBe(200)
    await ana.must(recipes.removeRecipePhoto, { params: { id } })
    expect(await bytes(ana)).toBe(small)

    await ana.must(recipes.removeRecipe, { params: { id: filled } })
    expect(await bytes(ana)).toBe(small)
    const { database } = roomy().server
    const job = photoErasureJob(database)
    await job.run(new Date())
    expect(await bytes(ana)).toBe(small)
    const monthAgo = new Date(Date.now() - 30 * 86_400_000 - 60_000).toISOString()
    await database.write(ana.home as HouseholdId, 'age', (tx) =>
      tx.rows('update recipes set removed_at = ? where household_id = ? and id = ?', [monthAgo, ana.home, filled]),
    )
    await job.run(new Date())
    expect(await bytes(ana)).toBe(0)
  })

  it('of a collection are stored up to the limit, and the response counts the rest', async () => {
    const ana = await anOwner(roomy)
    const picture = new Uint8Array(await noise(5))
    const file = (name: string) => new Uint8Array(collection(name).subarray(1, -1))
    const files = ['a', 'b', 'c'].map((name) => [`${name}/r.json`, file(name)] as const)
    const pictures = ['a', 'b', 'c'].map((name) => [`${name}/1.png`, picture] as const)
    const withPictures = Buffer.from(zipSync(Object.fromEntries([...files, ...pictures])))
    const first = await send(roomy, ana, recipes.importCollection, withPictures)
    expect(first).toMatchObject({ status: 200, body: { imported: 3, picturesLeftOut: 0 } })
    const size = (await bytes(ana)) / 3
    await fill(ana, mega - size - 1)
    expect(await send(roomy, ana, recipes.importCollection, withPictures)).toMatchObject({
      status: 200,
      body: { imported: 3, picturesLeftOut: 2 },
    })
    expect(await bytes(ana)).toBeLessThanOrEqual(mega)
  })
})
