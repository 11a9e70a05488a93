import { beforeEach, expect, it } from 'vitest'
import { listHistory, undoChange } from '#domains/households/contract/index.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract/index.ts'

const testApp = useTestApp()
let ana: Person
beforeEach(async () => {
  const [person] = (await createPeople(testApp(), 1, 'Ana')) as [Person]
  ana = person
  await testApp().household(ana)
})

const tacos = { name: 'Taco night', items: ['6 tortillas', '500 g ground beef'] }
const create = (body: contract.NewBundle = tacos) => ana.call(contract.addBundle, { body })
const change = (id: string, body: contract.BundleChange) => ana.call(contract.changeBundle, { params: { id }, body })
const remove = (id: string) => ana.call(contract.removeBundle, { params: { id } })
const bundles = async () => (await ana.must(contract.listBundles)).map(({ name, items }) => ({ name, items }))
const undo = (headers: Record<string, string | undefined>) => ana.call(undoChange, { params: { seq: Number(headers['x-change-seq']) } })

it('a bundle is changed and deleted, each undoable and on record', async () => {
  const { id } = await ana.must(contract.addBundle, { body: tacos })
  const renaming = await change(id, { name: 'Tacos' })
  const shortening = await change(id, { items: ['6 tortillas'] })
  expect(await bundles()).toEqual([{ name: 'Tacos', items: ['6 tortillas'] }])
  expect((await undo(shortening.headers)).status).toBe(200)
  expect((await undo(renaming.headers)).status).toBe(200)
  expect(await bundles()).toEqual([tacos])
  const removal = await remove(id)
  expect([await bundles(), (await remove(id)).status, (await change(id, { name: 'Tacos' })).status]).toEqual([[], 204, 404])
  expect((await undo(removal.headers)).status).toBe(200)
  expect(await bundles()).toEqual([tacos])
  const summaries = (await ana.must(listHistory)).map(({ summary }) => summary)
  for (const done of ['Created', 'Changed', 'Deleted']) expect(summaries).toContain(`${done} the bundle Taco night`)
})

it('a repeated creation returns the bundle, and one that was deleted since does not come back', async () => {
  const id = crypto.randomUUID()
  const [first, again] = [await create({ ...tacos, id }), await create({ ...tacos, id })]
  expect([first.status, again.body]).toEqual([201, first.body])
  await remove(id)
  expect((await create({ ...tacos, id })).status).toBe(404)
})

it('a change is refused if someone else made another since, and undone only while it is the last', async () => {
  const { id, version } = await ana.must(contract.addBundle, { body: tacos })
  const renaming = await change(id, { name: 'Tacos' })
  const stale = await ana.call(contract.changeBundle, {
    params: { id },
    body: { name: 'Tuesday' },
    headers: { 'if-match': String(version) },
  })
  expect(stale).toMatchObject({ status: 412, body: { current: { name: 'Tacos' } } })
  await change(id, { name: 'Friday' })
  expect(await undo(renaming.headers)).toMatchObject({ status: 409, body: { code: 'undo_in_the_way' } })
})

it('bundles are listed by name, whatever its case, and limited in number and length', async () => {
  for (const name of ['breakfast', 'Apéro', 'Camping']) await create({ name, items: ['Bread'] })
  expect((await bundles()).map(({ name }) => name)).toEqual(['Apéro', 'breakfast', 'Camping'])
  const tooMany = Array.from({ length: contract.maxBundleItems + 1 }, () => 'Bread')
  expect((await create({ name: 'Long', items: tooMany })).status).toBe(422)
  for (let count = 3; count < contract.maxBundles; count++) await create({ name: `Bundle ${count}`, items: ['Bread'] })
  expect(await create()).toMatchObject({ status: 409, body: { code: 'too_many' } })
})
