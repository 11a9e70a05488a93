import { beforeEach, describe, expect, it } from 'vitest'
import { listHistory, undoChange } from '#domains/households/contract/index.ts'
import { addLot, useLot } from '#domains/inventory/contract.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract.ts'

const testApp = useTestApp()
let ana: Person
beforeEach(async () => {
  const [person] = (await createPeople(testApp(), 1, 'Ana')) as [Person]
  ana = person
  await testApp().household(ana)
})

const print = async (count = 2) => ana.must(contract.createLabelSheet, { body: { size: 'a4-24', count } })
const undo = (headers: Record<string, string | undefined>) => ana.call(undoChange, { params: { seq: Number(headers['x-change-seq']) } })
const lasagne = async (quantity = 2) =>
  (await ana.must(addLot, { body: { ingredient: { name: 'Lasagne' }, quantity, unit: 'each', location: 'Drawer 2', storage: 'FREEZER' } }))
    .id
const set = (code: string, body: { lotId?: string; location?: string }) => ana.call(contract.setLabel, { params: { id: code }, body })
const labelOf = (code: string) => ana.must(contract.getLabel, { params: { id: code } })

describe('labels', () => {
  it('are created with codes that aren’t easily confused, and found however the code is typed', async () => {
    const { codes } = await print(60)
    expect(new Set(codes).size).toBe(60)
    for (const code of codes) expect(code).toMatch(/^[ACDEFGHJKMNPQRTUVWXY34679]{8}$/)
    const [code = ''] = codes
    const typed = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `
    expect(await labelOf(typed)).toMatchObject({ id: code, lotId: null, location: null })
  })

  it('are created once, however often a request with the same id arrives', async () => {
    const body = { id: crypto.randomUUID(), size: 'roll-62x29', count: 3 } as const
    const first = await ana.must(contract.createLabelSheet, { body })
    expect((await ana.must(contract.createLabelSheet, { body })).codes).toEqual(first.codes)
    expect(await ana.must(contract.listLabels)).toHaveLength(3)
  })

  it('are put on an item and on a place, and each change is undone unless the label changed since', async () => {
    const { codes } = await print()
    const [code = ''] = codes
    const lotId = await lasagne()
    const onLot = await set(code, { lotId })
    expect(onLot.body).toMatchObject({ lotId, location: null })
    const onPlace = await set(code, { location: 'Drawer 2' })
    expect(onPlace.body).toMatchObject({ lotId: null, location: 'Drawer 2' })
    expect(await undo(onLot.headers)).toMatchObject({ status: 409, body: { code: 'undo_in_the_way' } })
    expect(await undo(onPlace.headers)).toMatchObject({ status: 200 })
    expect(await labelOf(code)).toMatchObject({ lotId, location: null })
    const summaries = (await ana.must(listHistory)).map(({ summary }) => summary)
    const name = contract.formatLabelCode(code)
    expect(summaries).toEqual(
      expect.arrayContaining([`Put label ${name} on Lasagne`, `Label ${name} now marks Drawer 2`, 'Created 2 labels']),
    )
  })

  it('are free once their item is used up, and on it again when that is undone', async () => {
    const [code = ''] = (await print()).codes
    const lotId = await lasagne(1)
    await set(code, { lotId })
    const used = await ana.call(useLot, { params: { id: lotId }, body: { quantity: 1 } })
    expect(await labelOf(code)).toMatchObject({ lotId: null, location: null })
    await undo(used.headers)
    expect(await labelOf(code)).toMatchObject({ lotId })
  })

  it('refuse both an item and a place, and a version that is outdated', async () => {
    const [code = ''] = (await print()).codes
    const lotId = await lasagne()
    expect(await set(code, { lotId, location: 'Drawer 2' })).toMatchObject({ status: 422 })
    await set(code, { lotId })
    const headers = { 'if-match': '1' }
    const outdated = await ana.call(contract.setLabel, { params: { id: code }, body: { location: 'Drawer 2' }, headers })
    expect(outdated).toMatchObject({ status: 412, body: { code: 'changed_meanwhile', current: { lotId } } })
  })

  it('are unknown to another household, also of the same person', async () => {
    const [code = ''] = (await print()).codes
    await testApp().household(ana)
    expect(await ana.call(contract.getLabel, { params: { id: code } })).toMatchObject({ status: 404 })
    expect(await set(code, { location: 'Drawer 2' })).toMatchObject({ status: 404 })
  })
})

describe('a sheet', () => {
  it('is revoked with its labels, and restored with what they were on', async () => {
    const { id, codes } = await print()
    const [code = ''] = codes
    await set(code, { location: 'Drawer 2' })
    const revoked = await ana.call(contract.revokeLabelSheet, { params: { id } })
    expect(await ana.call(contract.getLabel, { params: { id: code } })).toMatchObject({ status: 404 })
    expect(await ana.must(contract.listLabelSheets)).toEqual([])
    expect(await undo(revoked.headers)).toMatchObject({ status: 200 })
    expect(await labelOf(code)).toMatchObject({ location: 'Drawer 2' })
    expect((await ana.must(contract.listLabelSheets))[0]).toMatchObject({ id, codes })
  })

  it('stays when its creation is undone while a label is in use, and goes once none is', async () => {
    const created = await ana.call(contract.createLabelSheet, { body: { size: 'a4-24', count: 2 } })
    const [code = ''] = (await ana.must(contract.listLabels)).map(({ id }) => id)
    await set(code, { location: 'Drawer 2' })
    const detail = 'Can’t undo: some of these labels are in use. Revoke their sheet to stop using them.'
    expect(await undo(created.headers)).toMatchObject({ status: 409, body: { code: 'undo_in_the_way', detail } })
    expect(await labelOf(code)).toMatchObject({ location: 'Drawer 2' })
    await set(code, {})
    expect(await undo(created.headers)).toMatchObject({ status: 200 })
    expect(await ana.must(contract.listLabels)).toEqual([])
  })

  it('can be revoked by two people', async () => {
    const { id } = await print()
    for (const _ of ['Ana', 'Ben']) await ana.must(contract.revokeLabelSheet, { params: { id } })
    expect(await ana.must(contract.listLabels)).toEqual([])
  })
})
