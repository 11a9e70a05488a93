import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Circle, listMyCircles } from '#domains/circles/contract.ts'
import { addDays } from '#platform/shared/calendar.ts'
import { cache, queryKeyOf } from '#platform/web/api/query-cache.ts'
import { fakeApi, problem, reply, requests } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn, testHousehold } from '#tests/support/browser/render.tsx'
import { fakeHome } from '#tests/support/data/api-samples.ts'
import {
  type BackTestReport,
  eatFirst,
  lowerPar,
  offerLot,
  type WastePrediction,
  type WasteSummary,
  wasteBackTest,
  wastePredictions,
  wasteReport,
  wasteTrends,
} from '../../contract.ts'
import { refreshWaste } from '../api.ts'
import { ReportsPage } from './reports-page.tsx'
import { WasteReportPage } from './waste-report-page.tsx'

const milk = { ingredientId: '00000000-0000-4000-8000-000000000001', ingredientName: 'Milk' }
const lotId = '00000000-0000-4000-8000-000000000002'
const figures = {
  totalWasteCost: 12.4,
  totalWasteItems: 3,
  potentialSavings: 10,
  unpricedItems: 1,
  weightGrams: 1500,
  unweighedItems: 0,
  boughtCost: 100,
  shareOfBought: 0.124,
}
const summary = (part: Partial<WasteSummary> = {}): WasteSummary => ({
  startDate: '2026-11-01',
  endDate: '2026-11-30',
  period: 'month',
  ...figures,
  wasteByReason: { expired: 10, quality: 2.4 },
  itemsByReason: { expired: 2, quality: 1 },
  topWasteItems: [
    { id: 'a', ...milk, quantity: 2, unit: 'l', purchasePrice: 10, reason: 'expired', discardedDate: '2026-11-03' },
    { id: 'b', ...milk, quantity: 1, unit: 'l', purchasePrice: null, reason: 'expired', discardedDate: '2026-11-02' },
  ],
  leftOut: { items: 1, cost: 4 },
  before: { startDate: '2026-10-01', endDate: '2026-10-31', ...figures, totalWasteCost: 24.8 },
  recommendations: ['Keep less Milk', 'Most of it had expired.'],
  actions: [{ kind: 'lower_par', sentence: 'Keep less Milk', ...milk, lotId: null, quantity: null, from: 4, to: 3, unit: 'l' }],
  followUps: [
    {
      ...milk,
      kinds: ['freeze'],
      since: '2026-10-03',
      days: 40,
      before: { cost: 9, items: 3 },
      after: { cost: 2, items: 1 },
      verdict: 'fell',
    },
  ],
  ...part,
})

const eat = {
  kind: 'eat_first' as const,
  sentence: 'Use Milk first',
  ...milk,
  lotId,
  quantity: 2,
  from: null,
  to: null,
  unit: 'l' as const,
}
const risky: WastePrediction = {
  lotId,
  ...milk,
  category: 'Dairy & Eggs',
  riskLevel: 'high',
  estimatedWasteProbability: 0.8234,
  estimatedWasteCost: 3.2,
  recommendations: [eat.sentence],
  actions: [eat],
  quantity: 2,
  expectedLeft: 1.6,
  unit: 'l',
  effectiveExpiration: '2026-11-23',
  enoughData: true,
  reason: 'Expires in 2 days; you use about 1 l a week',
}
beforeEach(() => {
  signIn()
  fakeHome()
  fakeApi(wasteReport, () => summary())
  fakeApi(wasteTrends, () => [{ month: '2026-11', cost: 12.4, items: 3, unpricedItems: 1 }])
  fakeApi(wastePredictions, () => [risky])
})

const shown = (label: string) => screen.getAllByText(label).at(-1)?.closest('div')?.parentElement?.textContent

test('shows the spec’s figures, table and cards', async () => {
  await showPage(WasteReportPage, '/waste-report')
  await screen.findByRole('heading', { level: 1, name: 'Waste Report & Analytics' })
  await screen.findByText('$12.40', { selector: 'p' })
  expect(screen.getByRole('radio', { name: 'Month', checked: true })).toBeTruthy()
  expect(shown('Total Waste Cost')).toContain('50% less than the previous period ($24.80)')
  expect(shown('Waste Items')).toContain('1.5 kg · 1 without a price')
  expect(shown('Potential Savings')).toContain('$10.00')
  expect(shown('Period')).toContain('November 2026')
  await screen.findByRole('cell', { name: '2 l' })
  const rows = within(screen.getByRole('table', { name: 'Top Waste Items' })).getAllByRole('row')
  expect(
    rows.map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map((cell) => cell.textContent),
    ),
  ).toEqual([[], ['2 l', '$10.00', 'Expired', 'Nov 03, 2026'], ['1 l', '—', 'Expired', 'Nov 02, 2026']])
  const card = await screen.findByText('High risk')
  expect(card.closest('li')?.textContent).toContain('82.3%')
  expect(card.closest('li')?.textContent).toContain('$3.20')
  screen.getByText('Less waste')
})

test('every chart has a table with the same figures', async () => {
  await showPage(WasteReportPage, '/waste-report')
  await userEvent.click(await screen.findByRole('button', { name: 'Waste by Reason: show as table' }))
  const cells = within(screen.getByRole('table', { name: 'Waste by Reason' })).getAllByRole('cell')
  expect(cells.map((cell) => cell.textContent)).toEqual(['81%', '$10.00', '2', '19%', '$2.40', '1'])
  await userEvent.click(screen.getByRole('button', { name: 'Waste Trends (6 Months): show as table' }))
  screen.getByRole('rowheader', { name: 'November 2026' })
})

test('loads another period, and donated or composted items too', async () => {
  const bodies: unknown[] = []
  fakeApi(wasteReport, ({ body }) => {
    bodies.push(body)
    return summary()
  })
  await showPage(WasteReportPage, '/waste-report')
  await userEvent.click(await screen.findByRole('radio', { name: 'Year' }))
  await userEvent.click(await screen.findByRole('switch', { name: /Include donated and composted/ }))
  await screen.findByRole('switch', { checked: true })
  expect(bodies.at(-1)).toEqual({ period: 'year', includeGiven: true })
  expect(requests).toContain('GET /api/waste/trends?months=6&includeGiven=true')
})

test('a recommendation’s button carries it out, for an item with the chosen amount', async () => {
  const done: unknown[] = []
  fakeApi(lowerPar, ({ body }) => {
    done.push(body)
    return reply({ kind: 'lower_par', ingredientId: milk.ingredientId, lotId: null, takenOn: '2026-11-21' }, { 'x-change-seq': '7' }, 201)
  })
  fakeApi(eatFirst, ({ body }) => {
    done.push(body)
    return reply({ kind: 'eat_first', ingredientId: milk.ingredientId, lotId, takenOn: '2026-11-21' }, { 'x-change-seq': '8' }, 201)
  })
  await showPage(WasteReportPage, '/waste-report')
  await userEvent.click(await screen.findByRole('button', { name: 'Lower to 3 l: Milk' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Use: Milk' }))
  const amount = await screen.findByLabelText('How much')
  await userEvent.clear(amount)
  await userEvent.type(amount, '1.5')
  await userEvent.click(screen.getByRole('button', { name: 'Use' }))
  await screen.findByRole('button', { name: 'Use: Milk' })
  expect(done).toEqual([
    { ingredientId: milk.ingredientId, to: 3 },
    { lotId, quantity: 1.5 },
  ])
})

test('offers a lot at risk to a linked circle', async () => {
  const done: unknown[] = []
  const near = '00000000-0000-4000-8000-000000000003'
  const circle = (id: string, name: string, households: { id: string; name: string }[]): Circle => ({
    id,
    name,
    description: '',
    isPublic: false,
    allowInvites: true,
    role: 'MEMBER',
    _count: { members: 1, householdLinks: households.length },
    members: [],
    households,
    asks: [],
    invites: [],
    createdAt: '2026-11-01T00:00:00.000Z',
    version: 1,
  })
  fakeApi(listMyCircles, () => [circle('elsewhere', 'Office', []), circle(near, 'Neighbours', [{ id: testHousehold, name: 'Home' }])])
  fakeApi(wastePredictions, () => [{ ...risky, actions: [{ ...eat, kind: 'offer' as const, sentence: 'Offer Milk to a circle' }] }])
  fakeApi(offerLot, ({ body }) => {
    done.push(body)
    return reply({ kind: 'offer', ingredientId: milk.ingredientId, lotId, takenOn: '2026-11-21' }, { 'x-change-seq': '9' }, 201)
  })
  await showPage(WasteReportPage, '/waste-report')
  await userEvent.click(await screen.findByRole('button', { name: 'Offer: Milk' }))
  await screen.findByRole('option', { name: 'Neighbours' })
  expect(screen.queryByRole('option', { name: 'Office' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Offer it' }))
  await waitFor(() => expect(done).toEqual([{ lotId, circleId: near }]))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Offer it' })).toBeNull())
})

const named = (ingredientName: string, part: Partial<WastePrediction>): WastePrediction => ({
  ...risky,
  ingredientName,
  ingredientId: ingredientName,
  lotId: ingredientName,
  ...part,
})

test('low risks and items without enough data are behind a button', async () => {
  fakeApi(wastePredictions, () => [
    risky,
    named('Leek', { riskLevel: 'medium' }),
    named('Rice', { riskLevel: 'low' }),
    ...['Honey', 'Flour', 'Oats', 'Beans', 'Lentils', 'Pasta'].map((name) => named(name, { enoughData: false })),
  ])
  await showPage(WasteReportPage, '/waste-report')
  const risks = within(await screen.findByRole('region', { name: 'Waste Risk Predictions' }))
  const names = () => risks.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  await risks.findByText('Medium risk')
  expect(names()).toEqual(['Milk', 'Leek'])
  expect(risks.queryByText('Honey')).toBeNull()
  await userEvent.click(risks.getByRole('button', { name: 'Show all 9' }))
  expect(names()).toEqual(['Milk', 'Leek', 'Rice'])
  for (const name of ['Flour', 'Oats', 'Beans', 'Lentils', 'Pasta']) risks.getByText(name)
  risks.getByText(/^Not enough data yet/)
  expect(risks.getByText('Honey').closest('li')?.textContent).not.toMatch(/%|risk/)
})

test('without enough data it lists what expires first by ingredient, and says when predictions start', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const unknown = (name: string, days: number, part: Partial<WastePrediction> = {}) =>
    named(name, { enoughData: false, effectiveExpiration: addDays('2026-11-21', days), actions: [], ...part })
  const freeze = { ...eat, kind: 'freeze' as const, sentence: 'Freeze Milk' }
  fakeApi(wastePredictions, () => [
    unknown('Flour', 200),
    unknown('Milk', 9, { lotId: 'second', actions: [eat] }),
    unknown('Milk', 1, { actions: [eat, freeze] }),
    unknown('Bread', 2),
    unknown('Leek', 5),
    unknown('Rice', 300),
    unknown('Honey', 400),
  ])
  await showPage(WasteReportPage, '/waste-report')
  const risks = within(await screen.findByRole('region', { name: 'Waste Risk Predictions' }))
  await risks.findByText(/^Predictions for an ingredient start once you’ve used it a few times/)
  const rows = risks.getAllByRole('listitem')
  const link = (row: HTMLElement) => within(row).getByRole('link')
  expect(rows.map((row) => link(row).textContent).slice(0, 3)).toEqual(['MilkTomorrow', 'Bread2 days left', 'Leek5 days left'])
  expect(rows.map((row) => link(row).textContent?.slice(0, 4))).toEqual(['Milk', 'Brea', 'Leek', 'Flou', 'Rice'])
  expect(
    within(rows[0] as HTMLElement)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Use', 'Freeze'])
  expect(risks.queryByText(/%/)).toBeNull()
  await userEvent.click(risks.getByRole('button', { name: 'Show all 7' }))
  expect(risks.getAllByRole('listitem').map((row) => link(row).textContent?.slice(0, 4))).toEqual([
    'Milk',
    'Brea',
    'Leek',
    'Milk',
    'Flou',
    'Rice',
    'Hone',
  ])
})

test('a viewer sees everything without buttons that change', async () => {
  fakeHome({ role: 'VIEWER' })
  await showPage(WasteReportPage, '/waste-report')
  await screen.findByText('Use Milk first')
  expect(screen.queryByRole('button', { name: 'Use: Milk' })).toBeNull()
})

test('says that nothing was wasted, without a chart if there never was any', async () => {
  fakeApi(wasteReport, () =>
    summary({
      before: { ...summary().before, totalWasteCost: 0 },
      totalWasteCost: 0,
      totalWasteItems: 0,
      potentialSavings: 0,
      shareOfBought: 0,
      wasteByReason: {},
      itemsByReason: {},
      topWasteItems: [],
      recommendations: [],
      actions: [],
    }),
  )
  fakeApi(wasteTrends, () => [{ month: '2026-11', cost: 0, items: 0, unpricedItems: 0 }])
  await showPage(WasteReportPage, '/waste-report')
  await screen.findByText('Nothing thrown away')
  screen.getByText(/^When you discard food with a reason/)
  // The share of purchases would be 0%.
  expect(shown('Potential Savings')).toBe('Potential Savings$0.00')
  expect(screen.queryByText('Waste Trends (6 Months)')).toBeNull()
  expect(screen.queryByText('Top Waste Items')).toBeNull()
  fakeApi(wasteTrends, () => [
    { month: '2026-10', cost: 2, items: 1, unpricedItems: 0 },
    { month: '2026-11', cost: 0, items: 0, unpricedItems: 0 },
  ])
  await cache.invalidateQueries()
  await screen.findByText('Nothing in this period. Keep it up!')
  screen.getByText('Waste Trends (6 Months)')
})

test('shows an error that can be retried', async () => {
  let broken = true
  fakeApi(wasteTrends, () =>
    broken ? problem(409, 'odd', 'The months are at odds.') : [{ month: '2026-11', cost: 1, items: 1, unpricedItems: 0 }],
  )
  await showPage(WasteReportPage, '/waste-report')
  expect((await screen.findByRole('alert')).textContent).toContain('Error Loading DataThe months are at odds.')
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByText('Waste Trends (6 Months)')
})

test('keeps the figures below what is being typed if a reload fails', async () => {
  const user = userEvent.setup()
  await showPage(WasteReportPage, '/waste-report')
  await user.click(await screen.findByRole('button', { name: 'Use: Milk' }))
  const field = within(await screen.findByRole('dialog')).getByLabelText('How much')
  await user.clear(field)
  await user.type(field, '0.25')
  fakeApi(wasteReport, () => problem(409, 'odd', 'The figures are at odds.'))
  await refreshWaste(testHousehold)
  await screen.findByText(/The figures are at odds/)
  expect(screen.getByLabelText('How much')).toHaveProperty('value', '0.25')
  await user.keyboard('{Escape}')
  screen.getByText('$12.40', { selector: 'p' })
  fakeApi(wasteReport, () => summary())
  await user.click(await screen.findByRole('button', { name: 'Try Again' }))
  await waitFor(() => expect(screen.queryByText(/The figures are at odds/)).toBeNull())
})

test('the reports page keeps its figures and back-test if a reload fails', async () => {
  fakeApi(wasteBackTest, () => ({ lots: 3, enoughPast: false, methods: [], bins: [] }))
  await showPage(ReportsPage, '/reports')
  await screen.findByText('Not enough history yet')
  fakeApi(wasteReport, () => problem(409, 'odd', 'The figures are at odds.'))
  fakeApi(wasteBackTest, () => problem(409, 'odd', 'The past is at odds.'))
  await refreshWaste(testHousehold)
  await cache.refetchQueries({ queryKey: queryKeyOf(wasteBackTest) })
  await screen.findByText(/The figures are at odds/)
  screen.getByText('Not enough history yet')
  screen.getByRole('heading', { name: 'Compared with the previous period' })
})

test('the reports page compares a period with the one before and says that the past is short', async () => {
  fakeApi(wasteBackTest, () => ({ lots: 3, enoughPast: false, methods: [], bins: [] }))
  await showPage(ReportsPage, '/reports')
  await screen.findByRole('heading', { level: 1, name: 'Reports & Predictions' })
  const row = await screen.findByRole('row', { name: /^Waste cost/ })
  expect(row.textContent).toBe('Waste cost$12.40$24.80')
  await screen.findByText('Not enough history yet')
})

test('the reports page shows a bad back-test as it is', async () => {
  fakeApi(
    wasteBackTest,
    (): BackTestReport => ({
      lots: 40,
      enoughPast: true,
      methods: [
        { name: 'base_rate', brier: 0.1, calibrationError: 0.02 },
        { name: 'larder', brier: 0.2, calibrationError: 0.15 },
      ],
      bins: [{ from: 0, to: 0.1, said: 0.05, happened: 0.4, count: 40 }],
    }),
  )
  await showPage(ReportsPage, '/reports')
  await screen.findByText(/The simple rules did just as well, so don’t rely on the forecast yet/)
  screen.getByText(/Use them for ranking only/)
  const rows = within(screen.getByRole('table', { name: 'Methods compared' })).getAllByRole('rowheader')
  expect(rows.map((cell) => cell.textContent)).toEqual(['Your average rate', 'This forecast'])
})
