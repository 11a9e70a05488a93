import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import {
  type Circle,
  changeCircle,
  createCircle,
  findPublicCircles,
  inviteToCircle,
  joinCircle,
  type LinkedCircle,
  linkHousehold,
  listLinkedCircles,
  listMyCircles,
  previewCircleInvite,
  unlinkHousehold,
} from '#domains/circles/contract.ts'
import { cache } from '#platform/web/api/query-cache.ts'
import { tabState } from '#platform/web/session/session.ts'
import { prepareToasts, Toasts } from '#platform/web/ui/toast.tsx'
import { fakeApi, problem, reply } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome } from '#tests/support/data/api-samples.ts'
import {
  askToBorrow,
  type BorrowRequest,
  changeBorrow,
  type Debt,
  listBorrow,
  listDebts,
  listOffers,
  listShareable,
  type Offer,
  type ShareableItem,
  searchShareable,
  settleDebts,
  suggestOffers,
  takeOffer,
} from '../../contract/index.ts'
import { AvailablePage } from './available-page.tsx'
import { BorrowPage } from './borrow-page.tsx'
import { CirclesPage } from './circles-page.tsx'

const at = '2026-11-21T10:00:00.000Z'
const id = (n: number) => `019e0000-0000-7000-8000-00000000000${n}`
const person = (firstName: string) => ({ firstName, lastName: 'Holt' })
const circle = (change: Partial<Circle> = {}): Circle => ({
  id: id(1),
  name: 'Elm Street',
  description: 'Number 1 to 9',
  isPublic: false,
  allowInvites: true,
  role: 'ADMIN',
  _count: { members: 7, householdLinks: 2 },
  members: ['Ana', 'Ben', 'Cleo', 'Dora', 'Emil', 'Finn', 'Greta'].map((name) => ({ id: name, role: 'MEMBER', user: person(name) })),
  households: [],
  asks: [],
  invites: [],
  createdAt: at,
  version: 1,
  ...change,
})
const item = (change: Partial<ShareableItem> = {}): ShareableItem => ({
  id: id(2),
  ingredient: { name: 'Oats', category: 'Breakfast' },
  user: person('Ben'),
  household: { name: 'Number 7' },
  quantity: 2,
  unit: 'kg',
  storage: 'PANTRY',
  location: 'Shelf',
  isOpened: false,
  isLinked: false,
  expirationDate: null,
  ...change,
})
const lent = { id: id(2), unit: 'each' as const, ingredient: { name: 'Eggs', category: 'Dairy & Eggs' } }
const request = (change: Partial<BorrowRequest> = {}): BorrowRequest => ({
  id: id(3),
  status: 'PENDING',
  quantity: 4,
  unit: 'each',
  message: 'For a cake',
  expiresAt: '2031-05-04T10:00:00.000Z',
  createdAt: at,
  updatedAt: at,
  requester: { ...person('Ben'), email: 'ben@example.org' },
  lender: { ...person('Ana'), email: 'ana@example.org' },
  inventoryItem: lent,
  item: lent,
  side: 'lender',
  household: { name: 'Number 7' },
  isGift: false,
  isLinked: false,
  ...change,
})

/** Renders the page with the toast region. */
const withToasts = (Page: () => ReactNode) => () => (
  <>
    <Page />
    <Toasts />
  </>
)
const Borrow = withToasts(BorrowPage)

let circles: Circle[]
let requests: BorrowRequest[]
let shared: ShareableItem[]
beforeEach(async () => {
  await prepareToasts()
  signIn()
  fakeHome()
  circles = [circle()]
  requests = [request()]
  shared = [item()]
  fakeApi(listMyCircles, () => circles)
  fakeApi(listLinkedCircles, () => [])
  fakeApi(listBorrow, ({ query }) => requests.filter(({ side }) => !query.type || (query.type === 'my') === (side === 'requester')))
  fakeApi(listShareable, () => shared)
  fakeApi(listDebts, () => [])
  fakeApi(listOffers, () => [])
  fakeApi(suggestOffers, () => [])
})

test('a circle card shows its details, five avatars and the number of further members', async () => {
  await showPage(CirclesPage, '/circles')
  expect(await screen.findByRole('tab', { name: 'My Circles (1)' })).toBeDefined()
  expect(await screen.findByRole('tab', { name: 'Borrow Requests (1)' })).toBeDefined()
  const card = (await screen.findByRole('heading', { name: 'Elm Street' })).closest('section') as HTMLElement
  for (const words of ['7 members', 'Number 1 to 9', 'Private', 'Invites allowed', '2 linked households', '+2'])
    within(card).getByText(words)
  expect(within(card).getAllByRole('listitem')).toHaveLength(5)
  for (const name of ['Invite members', 'Settings', 'Borrow Items']) within(card).getByRole('button', { name })
})

test('search matches circle names and descriptions, and requests by ingredient and first name', async () => {
  circles = [circle(), circle({ id: id(4), name: 'Garden', description: 'Beans' })]
  requests = [
    request(),
    request({
      id: id(5),
      item: { ...lent, ingredient: { name: 'Milk', category: 'Dairy & Eggs' } },
      requester: { ...person('Zoe'), email: '' },
    }),
  ]
  const user = userEvent.setup()
  await showPage(CirclesPage, '/circles')
  await user.type(await screen.findByRole('searchbox', { name: 'Search circles...' }), 'beans')
  expect(screen.queryByText('Elm Street')).toBeNull()
  screen.getByText('Garden')
  await user.clear(screen.getByRole('searchbox'))
  await user.click(screen.getByRole('tab', { name: 'Borrow Requests (2)' }))
  await user.type(screen.getByRole('searchbox', { name: 'Search requests...' }), 'zoe')
  await screen.findByText('Milk')
  expect(screen.queryByText('Eggs')).toBeNull()
})

test('an owner sees circles that others linked the household to and can unlink one', async () => {
  const linkedAt = at
  let linked: LinkedCircle[] = [
    { id: id(1), name: 'Elm Street', linkedAt, linkedBy: person('Ana'), isMember: true },
    { id: id(7), name: 'Choir', linkedAt, linkedBy: person('Ben'), isMember: false },
  ]
  fakeApi(listLinkedCircles, () => linked)
  fakeApi(unlinkHousehold, ({ params }) => {
    linked = linked.filter((one) => one.id !== params.id)
    return reply(null, {}, 204)
  })
  await showPage(CirclesPage, '/circles')
  const card = within((await screen.findByRole('heading', { name: /^Other circles linked to/ })).closest('section') as HTMLElement)
  card.getByText('Linked by Ben Holt')
  expect(card.queryByText('Elm Street')).toBeNull()
  await userEvent.click(card.getByRole('button', { name: /^Unlink .* from Choir$/ }))
  await waitFor(() => expect(screen.queryByText('Choir')).toBeNull())
})

test('creating a circle links the household and opens its invite code', async () => {
  circles = []
  const linked: string[] = []
  const bodies: unknown[] = []
  fakeApi(createCircle, ({ body }) => {
    bodies.push(body)
    circles = [circle({ name: body.name })]
    return circles[0] as Circle
  })
  fakeApi(linkHousehold, ({ params }) => {
    linked.push(params.householdId)
    return circles[0] as Circle
  })
  fakeApi(inviteToCircle, () => ({ code: 'KX7P2MWD' }))
  const user = userEvent.setup()
  await showPage(CirclesPage, '/circles')
  await screen.findByText('No circles')
  await user.click((await screen.findAllByRole('button', { name: 'Create Circle' }))[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Create' }))
  await within(dialog).findByText('Enter a name for the circle.')
  await user.type(within(dialog).getByLabelText(/^Name/), 'Our street')
  await user.click(within(dialog).getByRole('button', { name: 'Create' }))
  await screen.findByText('KX7P2MWD')
  expect(bodies).toEqual([{ name: 'Our street', description: '', isPublic: false, allowInvites: true }])
  expect(linked).toHaveLength(1)
})

test('an invite saved before signing in names the circle and the inviter, joins and links the household', async () => {
  tabState.write('invite', 'KX7P2MWD')
  tabState.write('invite-path', '/circles')
  fakeApi(previewCircleInvite, ({ body }) => {
    expect(body.code).toBe('KX7P2MWD')
    return { circle: { name: 'Our street' }, inviter: { firstName: 'Nora' } }
  })
  const joined: string[] = []
  const linked: string[] = []
  fakeApi(joinCircle, ({ body }) => {
    joined.push(body.code)
    return circle({ name: 'Our street' })
  })
  fakeApi(linkHousehold, ({ params }) => {
    linked.push(params.householdId)
    return circle({ name: 'Our street' })
  })
  const user = userEvent.setup()
  await showPage(CirclesPage, '/circles')
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByRole('heading', { name: 'Join Our street' })
  within(dialog).getByText('Nora invites you to Our street.')
  expect(within(dialog).queryByLabelText('Circle code')).toBeNull()
  expect((await within(dialog).findByLabelText<HTMLInputElement>(/^Link /)).checked).toBe(true)
  await user.click(within(dialog).getByRole('button', { name: 'Join' }))
  await waitFor(() => expect(linked).toHaveLength(1))
  expect(joined).toEqual(['KX7P2MWD'])
  expect(tabState.read('invite')).toBeNull()
})

test('an invite shows neither its code nor public circles while it loads', async () => {
  tabState.write('invite', 'KX7P2MWD')
  tabState.write('invite-path', '/circles')
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  fakeApi(previewCircleInvite, async () => {
    await answered
    return { circle: { name: 'Our street' }, inviter: null }
  })
  await showPage(CirclesPage, '/circles')
  const dialog = await screen.findByRole('dialog', { name: 'Join a circle' })
  expect(within(dialog).queryByLabelText('Circle code')).toBeNull()
  expect(within(dialog).queryByText('Or find a public circle')).toBeNull()
  expect(within(dialog).queryByRole('button', { name: 'Join' })).toBeNull()
  answer()
  await within(dialog).findByRole('button', { name: 'Join' })
})

test('an invite whose code has ended says so, and another can be typed', async () => {
  tabState.write('invite', 'KX7P2MWD')
  tabState.write('invite-path', '/circles')
  fakeApi(previewCircleInvite, () => problem(404, 'invite_unknown', 'That invite code doesn’t work. Ask for a new one.'))
  await showPage(CirclesPage, '/circles')
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText('That invite code doesn’t work. Ask for a new one.')
  expect(within(dialog).getByLabelText('Circle code')).toHaveProperty('value', 'KX7P2MWD')
})

test('shows why a wrong code is rejected', async () => {
  fakeApi(joinCircle, () => problem(404, 'invite_unknown', 'That invite code doesn’t work. Ask for a new one.'))
  const user = userEvent.setup()
  await showPage(CirclesPage, '/circles')
  await user.click(await screen.findByRole('button', { name: 'Join' }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText('Circle code'), 'nope')
  await user.click(within(dialog).getByRole('button', { name: 'Join' }))
  await within(dialog).findByText('That invite code doesn’t work. Ask for a new one.')
})

test('available items are a tab of borrowing with an address of its own', async () => {
  const user = userEvent.setup()
  await showPage(AvailablePage, '/available')
  const tabs = await screen.findByRole('tablist', { name: 'Borrow & Share' })
  expect(within(tabs).getByRole('tab', { name: 'Available Items' }).getAttribute('aria-selected')).toBe('true')
  await user.click(within(tabs).getByRole('tab', { name: /^My Requests/ }))
  await screen.findByText('went to /borrow')
})

test('searching available items needs text, counts the results and reports none', async () => {
  fakeApi(searchShareable, ({ query }) => (query.name === 'oats' ? [item(), item({ id: id(6), household: { name: 'Number 9' } })] : []))
  const user = userEvent.setup()
  await showPage(AvailablePage, '/available')
  const search = await screen.findByRole<HTMLButtonElement>('button', { name: 'Search' })
  expect(search.disabled).toBe(true)
  await user.type(screen.getByRole('searchbox'), 'oats{Enter}')
  await screen.findByRole('heading', { name: 'Found 2 items' })
  await user.clear(screen.getByRole('searchbox'))
  await user.type(screen.getByRole('searchbox'), 'zebra{Enter}')
  await screen.findByRole('heading', { name: 'No items found' })
  screen.getByText(/No one in your circles is sharing items matching/)
})

test('available items load page by page and the count includes all pages', async () => {
  const rows = [item(), item({ id: id(6), ingredient: { name: 'Rye', category: 'Breakfast' } })]
  const headers = { 'X-Total-Count': '2' }
  fakeApi(searchShareable, ({ query }) =>
    query.cursor === 'two' ? reply(rows.slice(1), headers) : reply(rows.slice(0, 1), { ...headers, 'X-Next-Cursor': 'two' }),
  )
  const user = userEvent.setup()
  await showPage(AvailablePage, '/available')
  await user.type(screen.getByRole('searchbox'), 'oats{Enter}')
  await screen.findByRole('heading', { name: 'Found 2 items' })
  expect(screen.queryByText('Rye')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  await screen.findByText('Rye')
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('an available item’s card shows its expiry', async () => {
  const on = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  shared = [item({ expirationDate: on(-2) }), item({ id: id(7), expirationDate: on(2) }), item({ id: id(8) })]
  await showPage(AvailablePage, '/available')
  await screen.findByText('Expired')
  screen.getByText('Use soon')
  screen.getByText('Good')
})

test('sends a request that expires in seven days by default', async () => {
  const sent: { quantity: number; unit: string; inventoryItemId: string; expiresAt: string }[] = []
  fakeApi(askToBorrow, ({ body }) => {
    sent.push(body)
    return request({ side: 'requester' })
  })
  const user = userEvent.setup()
  await showPage(Borrow, '/borrow')
  await user.click(await screen.findByRole('button', { name: /^Request Item/ }))
  const dialog = await screen.findByRole('dialog')
  const quantity = within(dialog).getByLabelText('Quantity')
  await user.clear(quantity)
  await user.type(quantity, '0')
  await user.click(within(dialog).getByRole('button', { name: 'Send Request' }))
  await within(dialog).findByText('Enter at least 0.01.')
  expect(sent).toEqual([])
  await user.clear(quantity)
  await user.type(quantity, '0.5')
  await user.click(within(dialog).getByRole('button', { name: 'Send Request' }))
  await screen.findByText(/You asked Ben/)
  expect(sent).toMatchObject([{ inventoryItemId: id(2), quantity: 0.5, unit: 'kg' }])
  const days = (Date.parse(sent[0]?.expiresAt ?? '') - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(7)
})

test('shows each side only the actions it can take', async () => {
  const expected: [Partial<BorrowRequest>, string[]][] = [
    [{ side: 'lender', status: 'PENDING' }, ['Accept', 'Reject', 'Offer less']],
    [{ side: 'lender', status: 'ACCEPTED' }, ['Cancel loan']],
    [{ side: 'requester', status: 'PENDING' }, ['Cancel Request']],
    [{ side: 'requester', status: 'ACCEPTED' }, ['Mark as Completed', 'Cancel Request']],
    [{ side: 'requester', status: 'COMPLETED' }, []],
    [{ side: 'lender', status: 'EXPIRED' }, []],
  ]
  for (const [change, names] of expected) {
    requests = [request(change)]
    const page = await showPage(Borrow, `/borrow?tab=${change.side === 'lender' ? 'incoming' : 'my'}`)
    const row = (await screen.findByRole('heading', { name: 'Eggs' })).closest('li') as HTMLElement
    expect(
      within(row)
        .queryAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(names)
    page.unmount()
    cache.clear()
  }
})

test('offering less asks for a quantity up to the requested one', async () => {
  const sent: unknown[] = []
  fakeApi(changeBorrow, ({ body }) => {
    sent.push(body)
    return request({ status: 'ACCEPTED', quantity: 3 })
  })
  const user = userEvent.setup()
  await showPage(Borrow, '/borrow?tab=incoming')
  await user.click(await screen.findByRole('button', { name: 'Offer less Eggs' }))
  const dialog = await screen.findByRole('dialog')
  const quantity = within(dialog).getByLabelText('Quantity')
  await user.clear(quantity)
  await user.type(quantity, '5')
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Give' }).disabled).toBe(true)
  await user.clear(quantity)
  await user.type(quantity, '3')
  await user.click(within(dialog).getByRole('button', { name: 'Give' }))
  await screen.findByText(/You’re lending .* to Ben/)
  expect(sent).toEqual([{ status: 'ACCEPTED', quantity: 3 }])
})

test('either side can mark a debt as returned; only the lender can waive it', async () => {
  const debt = (direction: Debt['direction'], n: number): Debt => ({
    ids: [id(n)],
    direction,
    household: { name: 'Number 7' },
    ingredient: { name: direction === 'owed_to_us' ? 'Milk' : 'Rice', category: 'Other' },
    quantity: 1,
    unit: 'each',
    since: at,
  })
  let debts = [debt('owed_to_us', 6), debt('owed_by_us', 7)]
  fakeApi(listDebts, () => debts)
  fakeApi(settleDebts, ({ body }) => {
    debts = debts.filter(({ ids }) => ids[0] !== body.ids[0])
    return { settled: 1 }
  })
  const user = userEvent.setup()
  await showPage(Borrow, '/borrow')
  await screen.findByText(/Number 7 owes you/)
  screen.getByText(/You owe Number 7/)
  expect(screen.getAllByRole('button', { name: /^No need to return/ })).toHaveLength(1)
  expect(screen.getAllByRole('button', { name: /^Returned/ })).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: /^No need to return/ }))
  await screen.findByText(/no need to return\./)
})

test('reports that an offer was claimed by someone else', async () => {
  const offer: Offer = {
    id: id(9),
    circle: { id: id(1), name: 'Elm Street' },
    ingredient: { name: 'Spinach', category: 'Produce' },
    user: person('Cleo'),
    household: { name: 'Number 9' },
    quantity: 1,
    unit: 'each',
    storage: 'FRIDGE',
    isOpened: false,
    expirationDate: null,
    expiresAt: '2031-05-04T10:00:00.000Z',
    createdAt: at,
    isOurs: false,
  }
  fakeApi(listOffers, () => [offer])
  const { promise: claimed, resolve: claim } = Promise.withResolvers<void>()
  fakeApi(takeOffer, async () => {
    await claimed
    return problem(409, 'offer_over', 'This offer is no longer available.')
  })
  const user = userEvent.setup()
  await showPage(Borrow, '/borrow')
  const button = await screen.findByRole('button', { name: /^Claim/ })
  await user.click(button)
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
  claim()
  await screen.findByText('This offer is no longer available.')
})

test('shows a load error with a retry', async () => {
  fakeApi(listMyCircles, () => problem(500, 'internal', 'Something went wrong on the server.'))
  await showPage(CirclesPage, '/circles')
  await screen.findByText('Something went wrong on the server.', undefined, { timeout: 10_000 })
  screen.getByRole('button', { name: 'Try Again' })
})

test('debts and offers show a load error, and nothing when empty', async () => {
  fakeApi(listDebts, () => problem(404, 'not_found', 'The debts are not here.'))
  fakeApi(listOffers, () => problem(404, 'not_found', 'The offers are not here.'))
  const user = userEvent.setup()
  await showPage(Borrow, '/borrow')
  const debts = within((await screen.findByText('The debts are not here.')).closest('[role=alert]') as HTMLElement)
  await screen.findByText('The offers are not here.')
  fakeApi(listDebts, () => [])
  await user.click(debts.getByRole('button', { name: 'Try Again' }))
  await waitFor(() => expect(screen.queryByText('The debts are not here.')).toBeNull())
  expect(screen.queryByText('Loans to settle')).toBeNull()
})

test('searching public circles shows progress, failure and results', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<Response>()
  fakeApi(findPublicCircles, () => promise)
  const user = userEvent.setup()
  await showPage(CirclesPage, '/circles')
  await user.click(await screen.findByRole('button', { name: 'Join' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByPlaceholderText('Search public circles by name'), 'G')
  await dialog.findByText('Loading...')
  answer(problem(404, 'not_found', 'The circles are not here.'))
  await dialog.findByText('The circles are not here.')
  fakeApi(findPublicCircles, () => [])
  await user.click(dialog.getByRole('button', { name: 'Try Again' }))
  await dialog.findByText('No public circles match.')
})

test('offers to borrow when there are no requests, and to clear a search without matches', async () => {
  requests = []
  const user = userEvent.setup()
  await showPage(CirclesPage, '/circles?tab=requests')
  await user.click(await screen.findByRole('button', { name: 'Borrow Items' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Borrow Items' }))
  await dialog.findByText('Oats')
  expect(dialog.queryByRole('alert')).toBeNull()
  expect(dialog.queryByText('No one is sharing anything like that right now.')).toBeNull()
  await user.click(dialog.getByRole('button', { name: /Close/ }))
  requests = [request()]
  await cache.invalidateQueries()
  await screen.findByRole('tab', { name: 'Borrow Requests (1)' })
  await user.type(screen.getByPlaceholderText('Search requests...'), 'zebra')
  await user.click(await screen.findByText('Clear search'))
  expect(screen.queryByText('No borrow requests')).toBeNull()
})

test.each([
  ['rejected once if it wasn’t seen', false, ['"1"', '"2"']],
  ['shown live', true, ['"2"']],
])('editing a circle’s description keeps a name changed by someone else: %s', async (_, isSeen, versions) => {
  const sent: unknown[] = []
  fakeApi(changeCircle, ({ body, headers }) => {
    sent.push([body, headers.get('If-Match')])
    return headers.get('If-Match') === '"1"'
      ? problem(412, 'changed_meanwhile', 'Someone else changed this in the meantime.', { current: circles[0] })
      : circle({ version: 3 })
  })
  await showPage(CirclesPage, '/circles')
  await userEvent.click(await screen.findByRole('button', { name: 'Settings' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(await dialog.findByRole('tab', { name: 'Circle' }))
  await userEvent.type(dialog.getByLabelText('Description'), ', and 11')
  circles = [circle({ name: 'Oak Street', version: 2 })]
  if (isSeen) await act(() => cache.invalidateQueries())
  else {
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect((await dialog.findByRole('alert')).textContent).toBe('Someone else changed this in the meantime.')
  }
  await waitFor(() => expect(dialog.getByLabelText('Name')).toHaveProperty('value', 'Oak Street'))
  expect(dialog.getByLabelText('Description')).toHaveProperty('value', 'Number 1 to 9, and 11')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual(versions.map((version) => [{ description: 'Number 1 to 9, and 11' }, version]))
})
