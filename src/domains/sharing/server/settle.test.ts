import { describe, expect, it } from 'vitest'
import { listHistory, undoChange } from '#domains/households/contract/index.ts'
import { addSharedLot, createNeighbors, createPerson, type Neighbors, requestToBorrow } from '#tests/support/data/people.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { changeBorrow, listDebts, settleDebts } from '../contract/index.ts'

const testApp = useTestApp()

/** Creates a completed loan. */
async function lend(lender: Person, borrower: Person, name: string, quantity: number, unit: 'l' | 'ml' | 'each' = 'each') {
  const lot = await addSharedLot(lender, { ingredient: { name }, quantity: 2000, unit })
  const { id } = await requestToBorrow(borrower, lot, quantity)
  await lender.must(changeBorrow, { params: { id }, body: { status: 'ACCEPTED' } })
  await borrower.must(changeBorrow, { params: { id }, body: { status: 'COMPLETED' } })
  return id
}
async function withLoan(): Promise<Neighbors & { ids: string[] }> {
  const both = await createNeighbors(testApp())
  return { ...both, ids: [await lend(both.lender, both.borrower, 'Milk', 1, 'l')] }
}

describe('debts', () => {
  it('are listed for both sides, by ingredient and direction, in one unit', async () => {
    const { lender, borrower, ids } = await withLoan()
    const second = await lend(lender, borrower, 'milk', 500, 'ml')
    const eggs = await lend(lender, borrower, 'Eggs', 6)
    const back = await lend(borrower, lender, 'Eggs', 2)
    const line = { household: { name: 'Test kitchen' }, ingredient: { name: 'Milk' }, quantity: 1.5, unit: 'l', ids: [...ids, second] }
    expect(await lender.must(listDebts)).toMatchObject([
      { ...line, direction: 'owed_to_us' },
      { ingredient: { name: 'Eggs' }, quantity: 6, ids: [eggs], direction: 'owed_to_us' },
      { ingredient: { name: 'Eggs' }, quantity: 2, ids: [back], direction: 'owed_by_us' },
    ])
    expect((await borrower.must(listDebts)).map(({ direction, quantity }) => [direction, quantity])).toEqual([
      ['owed_by_us', 1.5],
      ['owed_by_us', 6],
      ['owed_to_us', 2],
    ])
  })

  it('can be closed once: returned by either side, waived by the lender', async () => {
    for (const [by, how, status] of [
      ['lender', 'returned', 200],
      ['borrower', 'returned', 200],
      ['lender', 'never_mind', 200],
      ['borrower', 'never_mind', 403],
    ] as const) {
      const loan = await withLoan()
      const settle = () => loan[by].call(settleDebts, { body: { ids: loan.ids, how } })
      expect((await settle()).status).toBe(status)
      if (status === 403) continue
      expect(await loan.lender.must(listDebts)).toEqual([])
      expect(await loan.borrower.must(listDebts)).toEqual([])
      expect(await settle()).toMatchObject({ status: 409, body: { code: 'already_settled' } })
      for (const person of [loan.lender, loan.borrower])
        expect((await person.must(listHistory, { query: {} }))[0]?.summary).toBe(
          how === 'returned' ? 'Settled 1 l Milk' : 'Settled 1 l Milk, no return needed',
        )
    }
  })

  it('reopen when the settlement is undone', async () => {
    const { lender, borrower, ids } = await withLoan()
    await lender.must(settleDebts, { body: { ids, how: 'never_mind' } })
    const [entry] = await lender.must(listHistory, { query: {} })
    await lender.must(undoChange, { params: { seq: entry?.seq ?? 0 } })
    expect(await borrower.must(listDebts)).toHaveLength(1)
    expect((await borrower.must(listHistory, { query: {} }))[0]).toMatchObject({ name: 'debt.reopened', canUndo: false })
  })

  it('disappear when the loan is undone', async () => {
    const { lender, borrower, ids } = await withLoan()
    const [entry] = await borrower.must(listHistory, { query: {} })
    await borrower.must(undoChange, { params: { seq: entry?.seq ?? 0 } })
    expect(await lender.must(listDebts)).toEqual([])
    expect((await lender.call(settleDebts, { body: { ids, how: 'returned' } })).status).toBe(409)
  })

  it('stay closed when the settlement of an undone loan is undone', async () => {
    const { lender, borrower, ids } = await withLoan()
    const [loan] = await borrower.must(listHistory, { query: {} })
    const { headers } = await lender.call(settleDebts, { body: { ids, how: 'returned' } })
    await borrower.must(undoChange, { params: { seq: loan?.seq ?? 0 } })
    const again = await lender.call(undoChange, { params: { seq: Number(headers['x-change-seq']) } })
    expect(again).toMatchObject({ status: 409, body: { code: 'undo_in_the_way' } })
    expect(await lender.must(listDebts)).toEqual([])
  })

  it('are closed once by a hundred concurrent calls', async () => {
    const { lender, borrower, ids } = await withLoan()
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => (i % 2 ? lender : borrower).call(settleDebts, { body: { ids, how: 'returned' } })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(99)
  })

  it('are hidden from other households', async () => {
    const { ids } = await withLoan()
    const stranger = await createPerson(testApp())
    await testApp().household(stranger)
    expect(await stranger.must(listDebts)).toEqual([])
    expect((await stranger.call(settleDebts, { body: { ids, how: 'returned' } })).status).toBe(404)
  })
})
