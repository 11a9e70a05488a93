import { describe, expect, it } from 'vitest'
import { changeMember, listHistory, removeMember, undoChange } from '#domains/households/contract/index.ts'
import { addIngredient, changeIngredient, removeIngredient } from '#domains/ingredients/contract/index.ts'
import { trackWaste } from '#domains/waste/contract.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { addSomeLot, type Person, type TestResponse, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract.ts'

const testApp = useTestApp()

async function two(): Promise<{ ana: Person; ben: Person; home: string }> {
  const [ana, ben] = (await createPeople(testApp(), 2, 'Ana')) as [Person, Person]
  const { id } = await testApp().household(ana, ben)
  return { ana, ben, home: id }
}

type Lot = contract.Lot
/** Returns all lots, also ended ones, without version and update time. */
async function kitchenState(person: Person): Promise<unknown[]> {
  const lists = [await person.must(contract.listLots), await person.must(contract.listLots, { query: { isActive: 'false' } })] as Lot[][]
  return lists
    .flat()
    .map(({ version: _version, updatedAt: _at, ...lot }) => lot)
    .toSorted((one, other) => one.id.localeCompare(other.id))
}
const seqOf = ({ headers }: TestResponse<unknown>) => Number(headers['x-change-seq'])
const undo = (person: Person, seq: number) => person.call(undoChange, { params: { seq } })

async function milk(person: Person): Promise<Lot> {
  return addSomeLot(person, {
    quantity: 3,
    expirationDate: '2031-05-04',
    dateKind: 'best_before',
    purchasePrice: 4.5,
    barcode: '4006381333931',
  })
}

type LotAction = (person: Person, lot: Lot) => Promise<TestResponse<unknown>>
const on = (lot: Lot) => ({ params: { id: lot.id } })
const acts: Record<string, LotAction> = {
  'using some': (person, lot) => person.call(contract.useLot, { ...on(lot), body: { quantity: 1.25 } }),
  'using all': (person, lot) => person.call(contract.useLot, { ...on(lot), body: { quantity: 3 } }),
  'using the food': (person, lot) =>
    person.call(contract.consumeIngredient, { params: { id: lot.ingredient.id }, body: { quantity: 2500, unit: 'ml' } }),
  'throwing away some': (person, lot) =>
    person.call(contract.discardLot, { ...on(lot), body: { quantity: 1, reason: 'spoiled', notes: 'sour' } }),
  'throwing away all': (person, lot) => person.call(contract.discardLot, { ...on(lot), body: { reason: 'expired' } }),
  'tracking it as waste': (person, lot) => person.call(trackWaste, { body: { inventoryItemId: lot.id, reason: 'other' } }),
  'removing it': (person, lot) => person.call(contract.removeLot, on(lot)),
  'opening it': (person, lot) => person.call(contract.openLot, on(lot)),
  'moving it': (person, lot) => person.call(contract.moveLot, { ...on(lot), body: { location: 'Cellar' } }),
  'freezing it': (person, lot) => person.call(contract.moveLot, { ...on(lot), body: { storage: 'FREEZER' } }),
  'splitting it': (person, lot) => person.call(contract.splitLot, { ...on(lot), body: { quantity: 1 } }),
  'finding more': (person, lot) => person.call(contract.correctLot, { ...on(lot), body: { quantity: 7.5 } }),
  'finding less': (person, lot) => person.call(contract.correctLot, { ...on(lot), body: { quantity: 0.001 } }),
  'finding none': (person, lot) => person.call(contract.correctLot, { ...on(lot), body: { quantity: 0 } }),
  'finding as much as thought': (person, lot) => person.call(contract.correctLot, { ...on(lot), body: { quantity: 3 } }),
  'editing everything': async (person, lot) => {
    const other = await person.must(addIngredient, { body: { name: 'Oat drink' } })
    return person.call(contract.changeLot, {
      ...on(lot),
      body: {
        quantity: 2,
        unit: 'ml',
        location: 'Cellar',
        storage: 'PANTRY',
        expirationDate: null,
        purchasePrice: 0.99,
        isOpened: true,
        isShared: true,
        barcode: null,
        ingredientId: other.id,
      },
    })
  },
}

describe('undo', () => {
  it.each(Object.entries(acts))('of %s restores the earlier state, once', async (_name, act) => {
    const { ana, ben } = await two()
    const lot = await milk(ana)
    const before = await kitchenState(ana)
    const answer = await act(ana, lot)
    expect(answer.status).toBeLessThan(300)
    expect(await kitchenState(ana)).not.toEqual(before)
    const [latest] = await ben.must(listHistory, { query: {} })
    expect(latest).toMatchObject({ seq: seqOf(answer), canUndo: true, actor: { firstName: 'Ana' } })

    expect((await undo(ben, seqOf(answer))).body).toMatchObject({
      name: 'change.undone',
      summary: expect.stringMatching(/^Undid: \w/),
      canUndo: false,
    })
    expect(await kitchenState(ana)).toEqual(before)
    expect(await undo(ana, seqOf(answer))).toMatchObject({ status: 409, body: { code: 'already_undone' } })
    expect(await kitchenState(ana)).toEqual(before)
  })

  it('of adding removes the lot as if it had never been added', async () => {
    const { ana } = await two()
    const answer = await ana.call(contract.addLot, { body: { ingredient: { name: 'Milk' }, quantity: 1, unit: 'l' } })
    await undo(ana, seqOf(answer))
    expect(await kitchenState(ana)).toEqual([])
    expect((await ana.call(contract.getLot, { params: { id: (answer.body as Lot).id } })).status).toBe(404)
  })

  it('rejects undoing an undo, or a change that has no undo', async () => {
    const { ana } = await two()
    const used = await acts['using some']?.(ana, await milk(ana))
    const undone = await undo(ana, seqOf(used as TestResponse<unknown>))
    expect(await undo(ana, (undone.body as { seq: number }).seq)).toMatchObject({ status: 409, body: { code: 'cannot_undo' } })
    const history = await ana.must(listHistory, { query: {} })
    for (const { seq, name, canUndo } of history.filter(({ name }) => /^(household|member)\./.test(name))) {
      expect([name, canUndo, (await undo(ana, seq)).status]).toEqual([name, false, 409])
    }
    expect((await undo(ana, 9999)).status).toBe(404)
  })

  it('happens once when requested twice at the same time', async () => {
    const { ana, ben } = await two()
    const answer = await acts['using some']?.(ana, await milk(ana))
    const seq = seqOf(answer as TestResponse<unknown>)
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => undo(i % 2 ? ana : ben, seq)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
    expect(await ana.must(contract.listLots)).toMatchObject([{ quantity: 3 }])
  })

  it('of using two lots restores both', async () => {
    const { ana } = await two()
    const first = await milk(ana)
    await addSomeLot(ana, { quantity: 500, unit: 'ml', expirationDate: '2030-01-01' })
    const before = await kitchenState(ana)
    const used = await acts['using the food']?.(ana, first)
    expect(used?.body).toMatchObject([
      { quantity: 0, unit: 'ml' },
      { quantity: 1, unit: 'l' },
    ])
    await undo(ana, seqOf(used as TestResponse<unknown>))
    expect(await kitchenState(ana)).toEqual(before)
  })

  it('of a discard removes it from the waste report', async () => {
    const { ana } = await two()
    const lot = await milk(ana)
    const seq = seqOf((await acts['throwing away all']?.(ana, lot)) as TestResponse<unknown>)
    await undo(ana, seq)
    // Discarding it again costs the same: the price is still the original lot's.
    expect((await acts['throwing away all']?.(ana, lot))?.body).toMatchObject({ state: 'discarded', purchasePrice: 4.5 })
  })
})

describe('undo of a change that a later one builds on', () => {
  const add: LotAction = (person) => person.call(contract.addLot, { body: { ingredient: { name: 'Rice' }, quantity: 3, unit: 'kg' } })
  const move =
    (location: string): LotAction =>
    (person, lot) =>
      person.call(contract.moveLot, { ...on(lot), body: { location } })
  const correct =
    (quantity: number): LotAction =>
    (person, lot) =>
      person.call(contract.correctLot, { ...on(lot), body: { quantity } })
  const edit =
    (body: object): LotAction =>
    (person, lot) =>
      person.call(contract.changeLot, { ...on(lot), body })
  const use =
    (quantity: number): LotAction =>
    (person, lot) =>
      person.call(contract.useLot, { ...on(lot), body: { quantity } })
  const some = (name: keyof typeof acts): LotAction => acts[name] as LotAction

  const rows: { first: string; act: LotAction; later: string; block: LotAction; word: string }[] = [
    { first: 'putting in', act: add, later: 'using', block: use(1), word: 'used' },
    { first: 'putting in', act: add, later: 'using all', block: use(3), word: 'used' },
    { first: 'putting in', act: add, later: 'throwing away', block: some('throwing away some'), word: 'discarded' },
    { first: 'putting in', act: add, later: 'splitting', block: some('splitting it'), word: 'split' },
    { first: 'putting in', act: add, later: 'correcting', block: correct(2), word: 'corrected' },
    { first: 'putting in', act: add, later: 'removing', block: some('removing it'), word: 'removed' },
    { first: 'finding more', act: correct(5), later: 'using', block: use(4), word: 'used' },
    { first: 'finding more', act: correct(5), later: 'correcting again', block: correct(4), word: 'corrected' },
    { first: 'finding more', act: correct(5), later: 'checking', block: correct(5), word: 'checked' },
    { first: 'opening', act: some('opening it'), later: 'sealing', block: edit({ isOpened: false }), word: 'edited' },
    { first: 'moving', act: move('Cellar'), later: 'moving again', block: move('Shed'), word: 'moved' },
    { first: 'editing the place', act: edit({ location: 'Cellar' }), later: 'moving', block: move('Shed'), word: 'moved' },
    {
      first: 'editing the price',
      act: edit({ purchasePrice: 2 }),
      later: 'editing it again',
      block: edit({ purchasePrice: 3 }),
      word: 'edited',
    },
    { first: 'using', act: use(1), later: 'removing', block: some('removing it'), word: 'removed' },
    { first: 'using some', act: use(1), later: 'counting', block: correct(3), word: 'corrected' },
    { first: 'using some', act: use(1), later: 'confirming', block: correct(2), word: 'checked' },
    { first: 'using some', act: use(1), later: 'editing the quantity', block: edit({ quantity: 5 }), word: 'edited' },
    { first: 'throwing away some', act: some('throwing away some'), later: 'counting', block: correct(3), word: 'corrected' },
    { first: 'opening', act: some('opening it'), later: 'removing', block: some('removing it'), word: 'removed' },
    { first: 'editing the price', act: edit({ purchasePrice: 2 }), later: 'splitting', block: some('splitting it'), word: 'split' },
  ]
  it.each(rows)(
    '$first, then $later: is refused, names it, and changes nothing; free again once that was taken back',
    async ({ act, block, word }) => {
      const { ana, ben } = await two()
      const lot = act === add ? ((await act(ana, {} as Lot)) as TestResponse<Lot>) : null
      const target = lot ? lot.body : await addSomeLot(ana, { ingredient: { name: 'Rice' }, quantity: 3, unit: 'kg', purchasePrice: 5 })
      const asked = lot ?? (await act(ana, target))
      const blocking = await block(ben, target)
      expect([asked.status, blocking.status].every((status) => status < 300)).toBe(true)
      const before = await kitchenState(ana)
      const refused = await undo(ana, seqOf(asked))
      expect(refused).toMatchObject({ status: 409, body: { code: 'undo_in_the_way' } })
      expect((refused.body as unknown as { detail: string }).detail).toContain(`it has been ${word} since`)
      expect(await kitchenState(ana)).toEqual(before)
      expect((await undo(ben, seqOf(blocking))).status).toBe(200)
      expect((await undo(ana, seqOf(asked))).status).toBe(200)
    },
  )

  it('of a use is rejected after a count; of a split it is not', async () => {
    const { ana } = await two()
    const lot = await milk(ana)
    const [used, split] = [await use(1)(ana, lot), await acts['splitting it']?.(ana, lot)]
    await correct(4)(ana, lot)
    expect(await undo(ana, seqOf(used))).toMatchObject({
      status: 409,
      body: { detail: 'Can’t undo: it has been corrected since. A stock count can’t be undone. Correct the quantity instead.' },
    })
    expect((await undo(ana, seqOf(split as TestResponse<unknown>))).status).toBe(200)
    expect(await ana.must(contract.listLots)).toMatchObject([{ quantity: 5 }])
  })

  it('of a split is rejected after part of the new lot was used', async () => {
    const { ana } = await two()
    const lot = await milk(ana)
    const split = (await acts['splitting it']?.(ana, lot)) as TestResponse<Lot>
    await ana.must(contract.useLot, { ...on(split.body), body: { quantity: 0.5 } })
    expect(await undo(ana, seqOf(split))).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('it has been used since') },
    })
  })

  it('of a use is rejected after the ingredient was deleted', async () => {
    const { ana } = await two()
    const lot = await milk(ana)
    const used = await ana.call(contract.useLot, { ...on(lot), body: { quantity: 3 } })
    await ana.must(removeIngredient, { params: { id: lot.ingredient.id } })
    const before = await kitchenState(ana)
    expect(await undo(ana, seqOf(used))).toMatchObject({
      status: 409,
      body: { code: 'undo_in_the_way', detail: expect.stringContaining('the ingredient has been deleted') },
    })
    expect(await kitchenState(ana)).toEqual(before)
  })

  it('ignores a later change that was undone', async () => {
    const { ana } = await two()
    const put = (await add(ana, {} as Lot)) as TestResponse<Lot>
    await use(1)(ana, put.body)
    const opened = await acts['opening it']?.(ana, put.body)
    await undo(ana, seqOf(opened as TestResponse<unknown>))
    expect(await undo(ana, seqOf(put))).toMatchObject({ status: 409, body: { detail: expect.stringContaining('it has been used since') } })
  })
})

describe('history', () => {
  it('describes what members did in one sentence each, newest first', async () => {
    const { ana } = await two()
    const lot = await milk(ana)
    for (const name of ['opening it', 'using some', 'throwing away some', 'moving it'] as const) await acts[name]?.(ana, lot)
    await ana.must(contract.correctLot, { ...on(lot), body: { quantity: 5 } })
    const entries = await ana.must(listHistory, { query: {} })
    expect(entries.map(({ summary }) => summary)).toEqual([
      'Corrected +4.25 l Milk',
      'Moved Milk',
      'Discarded 1 l Milk',
      'Used 1.25 l Milk',
      'Opened Milk',
      'Added 3 l Milk',
      'Joined the household',
      'Created the household',
    ])
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map(({ seq }) => seq).toSorted((a, b) => b - a))
  })

  it('hides derived changes, which cannot be undone', async () => {
    const { ana, home } = await two()
    const lot = await milk(ana)
    const shelfLife = { pantryDays: 1, fridgeDays: 2, freezerDays: 3, openedDays: 4 }
    await ana.must(changeIngredient, { params: { id: lot.ingredient.id }, body: { shelfLife } })
    const entries = await ana.must(listHistory, { query: {} })
    expect(entries[0]).toMatchObject({ summary: 'Changed the ingredient Milk' })
    expect(entries.map(({ name }) => name)).not.toContain('item.redated')
    const [derived] = await asOwner<{ seq: number }>(
      testApp().server.database,
      `select seq from changes where household_id = '${home}' and name = 'item.redated'`,
    )
    expect(derived).toBeDefined()
    expect((await undo(ana, Number(derived?.seq))).status).toBe(404)
  })

  it('of one lot lists only the changes of that lot, and nothing of another household', async () => {
    const { ana } = await two()
    const [lot, other] = [await milk(ana), await addSomeLot(ana, { ingredient: { name: 'Rice' } })]
    const used = await acts['using some']?.(ana, lot)
    await acts['opening it']?.(ana, other)
    await undo(ana, seqOf(used as TestResponse<unknown>))
    const about = (person: Person, lotId: string, limit = 50) => person.call(listHistory, { query: { lotId, limit } })
    expect((await about(ana, lot.id)).body.map(({ summary }) => summary)).toEqual([
      'Undid: Used 1.25 l Milk',
      'Used 1.25 l Milk',
      'Added 3 l Milk',
    ])
    expect((await about(ana, lot.id, 2)).headers['x-next-cursor']).toBe(String(seqOf(used as TestResponse<unknown>)))
    const { ana: stranger } = await two()
    for (const id of [lot.id, lot.ingredient.id, crypto.randomUUID()]) expect((await about(stranger, id)).status).toBe(404)
    expect((await about(ana, lot.ingredient.id)).status).toBe(404)
  })

  it('returns all changes across its pages', async () => {
    const { ana } = await two()
    for (let i = 0; i < 7; i++) await addSomeLot(ana, { ingredient: { name: `Food ${i}` } })
    const whole = await ana.must(listHistory, { query: {} })
    const pages: unknown[] = []
    let cursor: number | undefined
    for (let page = 0; page < 20; page++) {
      const answer = await ana.call(listHistory, { query: { limit: 3, ...(cursor ? { cursor } : {}) } })
      pages.push(...answer.body)
      const next = answer.headers['x-next-cursor']
      if (next === undefined) break
      cursor = Number(next)
    }
    expect(pages).toEqual(whole)
    expect(pages).toHaveLength(9)
  })

  it('I-50: rejects an invalid cursor', async () => {
    const { ana, home } = await two()
    for (const query of [
      'limit=0',
      'limit=-1',
      'limit=201',
      'limit=1e9',
      'limit=1.5',
      'limit=',
      'limit=x',
      'limit=1&limit=2',
      'cursor=0',
      'cursor=-1',
      'cursor=x',
      'cursor=1.5',
      'cursor=9007199254740993',
      'page=2',
    ]) {
      const answer = await testApp().inject({
        method: 'GET',
        url: `${listHistory.path}?${query}`,
        headers: { authorization: `Bearer ${ana.token}`, 'x-household-id': home },
      })
      expect([query, answer.status]).toEqual([query, 422])
    }
  })

  it('offers a VIEWER no undo', async () => {
    const { ana, ben, home } = await two()
    await milk(ana)
    await ana.must(changeMember, { params: { id: home, userId: ben.userId }, body: { role: 'VIEWER' } })
    const entries = await ben.must(listHistory, { query: {} })
    expect(entries.some(({ canUndo }) => canUndo)).toBe(false)
    expect((await undo(ben, entries.find(({ name }) => name === 'item.added')?.seq ?? 0)).status).toBe(403)
  })

  it('keeps the changes of a member who left, under their name', async () => {
    const { ana, ben, home } = await two()
    await milk(ben)
    await ben.must(removeMember, { params: { id: home, userId: ben.userId } })
    // Removing a member replaces the invite code.
    const [left, replaced, put] = await ana.must(listHistory, { query: {} })
    expect(left).toMatchObject({ summary: 'Left the household' })
    expect(replaced).toMatchObject({ name: 'invite.refreshed', actor: null })
    expect(put).toMatchObject({ name: 'item.added', actor: { firstName: 'Ana' } })
  })
})
