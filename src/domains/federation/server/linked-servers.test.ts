import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { listDebts, settleDebts, askToBorrow, changeBorrow, listBorrow, listShareable, searchShareable } from '#domains/sharing/contract/index.ts'
import { listLots } from '#domains/inventory/contract.ts'
import { listHistory } from '#domains/households/contract/index.ts'
import { addSharedLot, inDays } from '#tests/support/data/people.ts'
import { createOwnCircle, type LinkedServer, linkOf, linkServers, openLinkedServers } from '#tests/support/server/linked-servers.ts'
import { confirmLink, endLink, inviteLink, joinLink, listLinks } from '../contract/index.ts'

let servers: Awaited<ReturnType<typeof openLinkedServers>>
beforeAll(async () => {
  servers = await openLinkedServers()
})
afterEach(() => servers.check())
afterAll(() => servers.close())

const lotsOf = async ({ person }: LinkedServer) => {
  const answer = await person.must(listLots, { query: {} })
  return Array.isArray(answer) ? answer : answer.items
}
const requestsOf = ({ person }: LinkedServer) => person.must(listBorrow, { query: {} })
const move = ({ person }: LinkedServer, id: string, status: 'ACCEPTED' | 'REJECTED' | 'CANCELLED' | 'COMPLETED') =>
  person.call(changeBorrow, { params: { id }, body: { status } })

describe('two linked households', () => {
  it('link, see, ask, agree, hand over and return', async () => {
    const { lender, borrower } = servers
    const { inviterLink, joinerLink } = await linkServers(lender, borrower)
    expect([(await linkOf(lender, inviterLink))?.state, (await linkOf(borrower, joinerLink))?.state]).toEqual(['active', 'active'])
    const lot = await addSharedLot(lender.person, { expirationDate: '2031-01-02' } as never)
    await borrower.sync()
    const [offer] = await borrower.person.must(listShareable, { query: {} })
    expect(offer).toMatchObject({ household: { name: 'The Ashes' }, ingredient: { name: 'Eggs' }, quantity: 10, unit: 'each', location: '' })
    expect(await borrower.person.must(searchShareable, { query: { name: 'egg' } })).toHaveLength(1)
    const body = { inventoryItemId: offer?.id ?? '', quantity: 4, unit: 'each' as const, expiresAt: inDays(7) }
    const asked = await borrower.person.must(askToBorrow, { body })
    expect(asked).toMatchObject({ status: 'PENDING', side: 'requester', isLinked: true, household: { name: 'The Ashes' } })
    await borrower.sync()
    const [incoming] = await requestsOf(lender)
    expect(incoming).toMatchObject({ status: 'PENDING', side: 'lender', household: { name: 'The Birches' }, quantity: 4 })
    expect((await move(lender, incoming?.id ?? '', 'ACCEPTED')).status).toBe(200)
    await lender.sync()
    expect((await requestsOf(borrower))[0]?.status).toBe('ACCEPTED')
    expect((await move(borrower, asked.id, 'COMPLETED')).status).toBe(403)
    expect((await move(lender, incoming?.id ?? '', 'COMPLETED')).status).toBe(200)
    await lender.sync()
    expect((await requestsOf(borrower))[0]?.status).toBe('COMPLETED')
    expect((await lotsOf(lender)).find(({ id }) => id === lot.id)?.quantity).toBe(6)
    expect(await lotsOf(borrower)).toMatchObject([{ quantity: 4, ingredient: { name: 'Eggs' }, expirationDate: '2031-01-02' }])
    const [debt] = await borrower.person.must(listDebts)
    expect(debt).toMatchObject({ direction: 'owed_by_us', household: { name: 'The Ashes' }, quantity: 4 })
    expect(await lender.person.must(listDebts)).toMatchObject([{ direction: 'owed_to_us', household: { name: 'The Birches' } }])
    await borrower.person.must(settleDebts, { body: { ids: debt?.ids ?? [], how: 'returned' } })
    await borrower.sync()
    expect([await lender.person.must(listDebts), await borrower.person.must(listDebts)]).toEqual([[], []])
    for (const s of [lender, borrower]) console.log(JSON.stringify((await s.person.call(listHistory, { params: { id: s.person.home ?? '' } })).body))
    await lender.person.must(endLink, { params: { id: inviterLink } })
    await lender.sync()
    expect((await linkOf(borrower, joinerLink))).toMatchObject({ state: 'ended', endedBy: 'them' })
    expect(await borrower.person.must(listShareable, { query: {} })).toEqual([])
  })
})
