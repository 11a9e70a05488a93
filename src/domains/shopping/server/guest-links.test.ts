import { describe, expect, it } from 'vitest'
import { changeMember, joinHousehold, listHistory, refreshInvite, removeMember, undoChange } from '#domains/households/contract/index.ts'
import { addLot } from '#domains/inventory/contract.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract/index.ts'

const context = useTestApp()
const limited = useTestApp({ LARDER_RATE_LIMITS: 'on' })

interface Guest {
  read(seq?: number): ReturnType<ReturnType<typeof context>['inject']>
  add(body: object): ReturnType<ReturnType<typeof context>['inject']>
  check(id: string, isChecked?: boolean): ReturnType<ReturnType<typeof context>['inject']>
}

function guestOf(path: string): Guest {
  const key = new URL(path, 'http://localhost').searchParams.get('key')
  const send = (method: 'GET' | 'POST' | 'PUT', row = '', query = '', body?: object) =>
    context().inject({
      method,
      url: `${contract.getGuestRows.path}${row}?key=${key}${query}`,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) }),
    })
  return {
    read: (seq) => send('GET', '', seq === undefined ? '' : `&since=${seq}`),
    add: (body) => send('POST', '', '', body),
    check: (id, isChecked = true) => send('PUT', `/${id}`, '', { isChecked }),
  }
}

/** A guest of Ben’s list `Party`, with one row there and one on the shopping list. */
async function aPartyGuest() {
  const [ana, ben] = [await context().person('Ana'), await context().person('Ben')]
  await context().household(ana, ben)
  const { id: listId } = await ana.must(contract.addNamedList, { body: { name: 'Party' } })
  const crisps = await ana.must(contract.addShoppingItem, { body: { ingredientName: 'Crisps', listId } })
  const milk = await ana.must(contract.addShoppingItem, { body: { ingredientName: 'Milk' } })
  const { id: linkId, path } = await ben.must(contract.createGuestLink, { body: { listId } })
  return { ana, ben, listId, crisps: crisps.id, milk: milk.id, guest: guestOf(path), linkId, path }
}

async function aGuest(): Promise<{ ana: Person; ben: Person; guest: Guest; linkId: string; path: string }> {
  const [ana, ben] = [await context().person('Ana'), await context().person('Ben')]
  await context().household(ana, ben)
  const { id: linkId, path } = await ben.must(contract.createGuestLink)
  return { ana, ben, guest: guestOf(path), linkId, path }
}
const rowsOf = async (guest: Guest) => ((await guest.read()).body as { rows: contract.GuestRow[] }).rows

describe('a guest link to the shopping list', () => {
  it('shows the rows in the order of the aisles, and nothing else of the household', async () => {
    const { ana, ben, guest } = await aGuest()
    await ana.must(addLot, {
      body: { ingredient: { name: 'Potatoes' }, quantity: 7, unit: 'kg', purchasePrice: 12.34, location: 'Cellar' },
    })
    const potatoes = { ingredientName: 'Potatoes', suggestedQuantity: 2, unit: 'kg', note: 'Waxy ones' } as const
    const { id } = await ana.must(contract.addShoppingItem, { body: potatoes })
    const answer = await guest.read()
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' })
    const row = { id, name: 'Potatoes', amount: '2 kg', note: 'Waxy ones', category: 'Produce', isChecked: false }
    expect((answer.body as { rows: unknown }).rows).toEqual([row])
    for (const hidden of ['Ana', 'Ben', ana.userId, ben.userId, ana.home ?? '', '12.34', 'Cellar', 'Waxy ones'.toUpperCase()])
      expect(answer.text).not.toContain(hidden)
  })

  it('shows and changes no row of another list', async () => {
    const { ana, guest } = await aGuest()
    const { id: listId } = await ana.must(contract.addNamedList, { body: { name: 'Party' } })
    const { id } = await ana.must(contract.addShoppingItem, { body: { ingredientName: 'Crisps', listId } })
    expect(await rowsOf(guest)).toEqual([])
    expect((await guest.check(id)).status).toBe(404)
    const { items } = await ana.must(contract.getShoppingList, { query: { list: listId } })
    expect(items).toMatchObject([{ isChecked: false }])
  })

  it('reads nothing of another list by adding a row', async () => {
    const { ana, guest } = await aGuest()
    const { id: listId } = await ana.must(contract.addNamedList, { body: { name: 'Party' } })
    const { id } = await ana.must(contract.addShoppingItem, { body: { ingredientName: 'Crisps' } })
    await ana.must(contract.changeShoppingItem, { params: { id }, body: { listId, note: 'A surprise for Ben' } })
    expect((await guest.add({ id, name: 'Crisps' })).status).toBe(404)
    await ana.must(contract.addShoppingItem, { body: { ingredientName: 'Cake', listId, note: 'A surprise for Ben' } })
    expect((await guest.add({ name: 'Cake' })).body).toMatchObject({ name: 'Cake', note: '' })
  })

  it('lets a guest add to a list up to 500 rows', async () => {
    const { ana, guest } = await aGuest()
    const nameOf = (i: number) => `Thing${[100, 10, 1].map((size) => String.fromCharCode(97 + (Math.floor(i / size) % 10))).join('')}`
    const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => nameOf(from + i)).join('\n')
    for (const [from, to] of [
      [0, 200],
      [200, 400],
      [400, 500],
    ] as const)
      await ana.must(contract.pasteItems, { body: { text: lines(from, to) } })
    expect(await guest.add({ name: 'Leeks' })).toMatchObject({ status: 409, body: { code: 'too_many' } })
    await ana.must(contract.addShoppingItem, { body: { ingredientName: 'Leeks' } })
  })

  it('lets a guest check off and add rows, which the members see', async () => {
    const { ana, guest } = await aGuest()
    const { id } = await ana.must(contract.addShoppingItem, { body: { ingredientName: 'Milk', suggestedQuantity: 1, unit: 'l' } })
    expect((await guest.check(id)).body).toMatchObject({ id, isChecked: true })
    expect((await guest.add({ name: 'Leeks', quantity: 3, unit: 'each' })).body).toMatchObject({ name: 'Leeks', amount: '3' })
    const { items } = await ana.must(contract.getShoppingList)
    expect(items.map(({ ingredientName, isChecked }) => [ingredientName, isChecked]).toSorted()).toEqual([
      ['Leeks', false],
      ['Milk', true],
    ])
    expect((await guest.check(id, false)).body).toMatchObject({ isChecked: false })
  })

  it('adds a repeated request once', async () => {
    const { guest } = await aGuest()
    const body = { id: crypto.randomUUID(), name: 'Leeks', quantity: 3, unit: 'each' }
    expect((await guest.add(body)).status).toBe(201)
    expect((await guest.add(body)).status).toBe(201)
    expect((await rowsOf(guest)).map(({ amount }) => amount)).toEqual(['3'])
  })

  it('says that nothing changed since the last answer', async () => {
    const { guest } = await aGuest()
    await context().server.jobs.settle()
    const { seq } = (await guest.read()).body as { seq: number }
    expect((await guest.read(seq)).body).toMatchObject({ seq, rows: null })
    await guest.add({ name: 'Leeks' })
    expect((await guest.read(seq)).body).toMatchObject({ rows: [{ name: 'Leeks', amount: '1' }] })
  })

  it('is on record, as the guest of the member who made it', async () => {
    const { ana, guest, linkId } = await aGuest()
    await guest.add({ name: 'Leeks', quantity: 3, unit: 'each' })
    await ana.must(contract.endGuestLink, { params: { id: linkId } })
    const history = (await ana.must(listHistory)).map(({ summary, actor, isByGuest }) => [summary, actor?.firstName, isByGuest])
    expect(history).toContainEqual(['Added 3 Leeks to the shopping list', 'Ben', true])
    expect(history).toContainEqual(['Created a guest link to the shopping list', 'Ben', false])
    expect(history).toContainEqual(['Ended a guest link to the shopping list', 'Ana', false])
  })

  it('ends at once', async () => {
    const { ana, guest, linkId } = await aGuest()
    const { id } = await ana.must(contract.addShoppingItem, { body: { ingredientName: 'Milk' } })
    expect(await ana.must(contract.listGuestLinks)).toMatchObject([{ id: linkId, createdBy: { firstName: 'Ben' } }])
    await ana.must(contract.endGuestLink, { params: { id: linkId } })
    expect(await ana.must(contract.listGuestLinks)).toEqual([])
    for (const answer of [await guest.read(), await guest.add({ name: 'Leeks' }), await guest.check(id)]) expect(answer.status).toBe(404)
    expect(await ana.call(contract.endGuestLink, { params: { id: linkId } })).toMatchObject({ status: 404 })
  })

  it('ends after a day', async () => {
    const { ana, guest, linkId } = await aGuest()
    const [link] = await ana.must(contract.listGuestLinks)
    expect(Date.parse(link?.expiresAt ?? '') - Date.parse(link?.createdAt ?? '')).toBe(86_400_000)
    const { database } = context().server
    await asOwner(database, `update guest_links set expires_at = '2026-01-01T00:00:00.000Z' where id = '${linkId}'`)
    expect((await guest.read()).status).toBe(404)
    expect(await ana.must(contract.listGuestLinks)).toEqual([])
  })

  it.each([
    ['leaves the household', (ana: Person, ben: Person) => ana.must(removeMember, { params: { id: ana.home ?? '', userId: ben.userId } })],
    [
      'may only look',
      (ana: Person, ben: Person) =>
        ana.must(changeMember, { params: { id: ana.home ?? '', userId: ben.userId }, body: { role: 'VIEWER' } }),
    ],
  ])('ends when its maker %s', async (_, lose) => {
    const { ana, ben, guest } = await aGuest()
    expect((await guest.read()).status).toBe(200)
    await lose(ana, ben)
    expect((await guest.read()).status).toBe(404)
    expect((await guest.add({ name: 'Leeks' })).status).toBe(404)
  })

  it('reaches no row of another household, and none that left the list', async () => {
    const { ana, guest } = await aGuest()
    const { ana: other } = await aGuest()
    const foreign = await other.must(contract.addShoppingItem, { body: { ingredientName: 'Milk' } })
    expect((await guest.check(foreign.id)).status).toBe(404)
    const own = await ana.must(contract.addShoppingItem, { body: { ingredientName: 'Milk' } })
    await ana.must(contract.removeShoppingItem, { params: { id: own.id } })
    expect(await guest.check(own.id)).toMatchObject({ status: 409, body: { code: 'item_gone' } })
  })

  it('is no other household’s to see or end, and a list has at most 10', async () => {
    const { ana, linkId } = await aGuest()
    const { ana: other } = await aGuest()
    expect(await other.call(contract.endGuestLink, { params: { id: linkId } })).toMatchObject({ status: 404 })
    expect((await other.must(contract.listGuestLinks)).map(({ id }) => id)).not.toContain(linkId)
    for (let made = 1; made < contract.maxGuestLinks; made += 1) await ana.must(contract.createGuestLink)
    expect(await ana.call(contract.createGuestLink)).toMatchObject({ status: 409, body: { code: 'too_many_links' } })
  })

  it('has a page without anything of the list, in the reader’s language, that runs this server’s script only', async () => {
    const { path } = await aGuest()
    const page = await context().inject({ method: 'GET', url: path, headers: { 'accept-language': 'de' } })
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("script-src 'self'; connect-src 'self'"),
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    expect(page.text).toContain('<html lang="de">')
    expect(page.text).toContain('Einkaufsliste')
    expect(page.text.length).toBeLessThan(8192)
  })

  it('stays ended when its maker joins again', async () => {
    const { ana, ben, guest } = await aGuest()
    await ana.must(removeMember, { params: { id: ana.home ?? '', userId: ben.userId } })
    const { inviteCode: code } = await ana.must(refreshInvite, { params: { id: ana.home ?? '' } })
    await ben.must(joinHousehold, { body: { inviteCode: code } })
    expect((await guest.read()).status).toBe(404)
    expect(await ana.must(contract.listGuestLinks)).toEqual([])
    const { path } = await ben.must(contract.createGuestLink)
    expect((await guestOf(path).read()).status).toBe(200)
  })

  it('is limited as one link, from however many addresses', async () => {
    const ana = await limited().person('Ana')
    await limited().household(ana)
    const keyOf = async () => new URL((await ana.must(contract.createGuestLink)).path, 'http://localhost').searchParams.get('key')
    const [first, second] = [await keyOf(), await keyOf()]
    const addFrom = async (key: string | null, address: number) =>
      (
        await limited().server.app.inject({
          method: 'POST',
          url: `${contract.addGuestRow.path}?key=${key}`,
          headers: { 'content-type': 'application/json' },
          payload: '{"name":"Leeks"}',
          remoteAddress: `203.0.113.${address}`,
        })
      ).statusCode
    const statuses: number[] = []
    for (let at = 0; at < 61; at += 1) statuses.push(await addFrom(first, at))
    expect([statuses[0], statuses[59], statuses[60]]).toEqual([201, 201, 429])
    expect(await addFrom(second, 1)).toBe(201)
  })

  it('can’t be guessed: so many attempts are refused', async () => {
    const url = `${contract.addGuestRow.path}?key=${'A'.repeat(22)}`
    const send = () =>
      limited().inject({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload: '{"name":"Leeks"}' })
    const statuses: number[] = []
    for (let tries = 0; tries < 61; tries += 1) statuses.push((await send()).status)
    expect(statuses.at(0)).toBe(404)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('a guest link to another list', () => {
  const namesOf = async (ana: Person, list?: string) =>
    (await ana.must(contract.getShoppingList, list === undefined ? {} : { query: { list } })).items.map(
      ({ ingredientName, isChecked }) => `${ingredientName}${isChecked ? ' ✓' : ''}`,
    )
  const isClosed = async (guest: Guest, row: string) => {
    for (const answer of [await guest.read(), await guest.read(1), await guest.add({ name: 'Leeks' }), await guest.check(row)])
      expect(answer.status).toBe(404)
  }

  it('shows, checks off and adds there, and only there', async () => {
    const { ana, guest, listId, crisps, milk } = await aPartyGuest()
    expect((await guest.read()).body).toMatchObject({ name: 'Party', rows: [{ name: 'Crisps' }] })
    expect((await guest.check(crisps)).status).toBe(200)
    expect((await guest.add({ name: 'Cake' })).status).toBe(201)
    expect((await guest.check(milk)).status).toBe(404)
    expect((await guest.add({ id: milk, name: 'Milk' })).status).toBe(404)
    expect((await namesOf(ana, listId)).toSorted()).toEqual(['Cake', 'Crisps ✓'])
    expect(await namesOf(ana)).toEqual(['Milk'])
  })

  it('reaches no row that moves to another list', async () => {
    const { ana, guest, crisps } = await aPartyGuest()
    await ana.must(contract.changeShoppingItem, { params: { id: crisps }, body: { listId: null } })
    expect(await rowsOf(guest)).toEqual([])
    expect((await guest.check(crisps)).status).toBe(404)
    expect((await namesOf(ana)).toSorted()).toEqual(['Crisps', 'Milk'])
  })

  it('is listed with its own list, and shows a new name', async () => {
    const { ana, guest, listId, linkId } = await aPartyGuest()
    expect(await ana.must(contract.listGuestLinks)).toEqual([])
    expect(await ana.must(contract.listGuestLinks, { query: { list: listId } })).toMatchObject([{ id: linkId }])
    await ana.must(contract.changeNamedList, { params: { id: listId }, body: { name: 'Birthday' } })
    expect((await guest.read()).body).toMatchObject({ name: 'Birthday' })
  })

  it('ends at once', async () => {
    const { ana, guest, linkId, crisps } = await aPartyGuest()
    await ana.must(contract.endGuestLink, { params: { id: linkId } })
    await isClosed(guest, crisps)
  })

  it('ends for good when its list is archived', async () => {
    const { ana, guest, listId, crisps } = await aPartyGuest()
    await ana.must(contract.changeNamedList, { params: { id: listId }, body: { isArchived: true } })
    await isClosed(guest, crisps)
    expect(await namesOf(ana)).toEqual(['Milk'])
    await ana.must(contract.changeNamedList, { params: { id: listId }, body: { isArchived: false } })
    await isClosed(guest, crisps)
    expect(await ana.must(contract.listGuestLinks, { query: { list: listId } })).toEqual([])
  })

  it('ends for good when its list is deleted, and the deletion can be undone', async () => {
    const { ana, guest, listId, crisps } = await aPartyGuest()
    await ana.must(contract.removeShoppingItem, { params: { id: crisps } })
    const removed = await ana.call(contract.removeNamedList, { params: { id: listId } })
    await isClosed(guest, crisps)
    await ana.must(undoChange, { params: { seq: Number(removed.headers['x-change-seq']) } })
    await isClosed(guest, crisps)
  })

  it('ends when the undo of a change archives its list again', async () => {
    const { ana, ben, listId, crisps } = await aPartyGuest()
    await ana.must(contract.changeNamedList, { params: { id: listId }, body: { isArchived: true } })
    const restored = await ana.call(contract.changeNamedList, { params: { id: listId }, body: { isArchived: false } })
    const guest = guestOf((await ben.must(contract.createGuestLink, { body: { listId } })).path)
    expect((await guest.read()).status).toBe(200)
    await ana.must(undoChange, { params: { seq: Number(restored.headers['x-change-seq']) } })
    await isClosed(guest, crisps)
  })

  it('is on record with the name of its list', async () => {
    const { ana, listId } = await aPartyGuest()
    await ana.must(contract.changeNamedList, { params: { id: listId }, body: { isArchived: true } })
    const history = (await ana.must(listHistory)).map(({ summary, actor }) => [summary, actor?.firstName])
    expect(history).toContainEqual(['Created a guest link to the list Party', 'Ben'])
    expect(history).toContainEqual(['Ended a guest link to the list Party', 'Ana'])
  })

  it('is refused for an archived list, a deleted one and another household’s', async () => {
    const { ana, listId } = await aPartyGuest()
    const { ana: other } = await aGuest()
    expect((await other.call(contract.createGuestLink, { body: { listId } })).status).toBe(404)
    expect((await other.call(contract.listGuestLinks, { query: { list: listId } })).status).toBe(404)
    await ana.must(contract.changeNamedList, { params: { id: listId }, body: { isArchived: true } })
    const archived = await ana.call(contract.createGuestLink, { body: { listId } })
    expect(archived).toMatchObject({ status: 409, body: { code: 'list_archived' } })
    const { id: empty } = await ana.must(contract.addNamedList, { body: { name: 'Empty' } })
    await ana.must(contract.removeNamedList, { params: { id: empty } })
    expect((await ana.call(contract.createGuestLink, { body: { listId: empty } })).status).toBe(404)
  })
})
