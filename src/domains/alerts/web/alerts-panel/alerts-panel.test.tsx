import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Toasts } from '#platform/web/ui/toast.tsx'
import { fakeApi, problem, reply } from '#tests/support/browser/fake-api.ts'
import { countRendered, showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome } from '#tests/support/data/api-samples.ts'
import { type Alert, countAlerts, listAlerts, maxAlertIds, reopenAlerts, resolveAlert } from '../../contract.ts'
import { resolveAll } from '../api/index.ts'
import { AlertsPanel } from './alerts-panel.tsx'

const idOf = (at: number) => `22222222-2222-4222-8222-${String(at).padStart(12, '0')}`
const alert = (at: number, part: Partial<Alert> = {}): Alert => ({
  id: idOf(at),
  type: 'expired',
  severity: 'medium',
  title: `Food ${at} has expired`,
  message: 'The date was Nov 20.',
  isResolved: false,
  createdAt: '2026-11-21T08:00:00.000Z',
  resolvedAt: null,
  lotId: null,
  storage: null,
  effectiveExpiration: null,
  snoozedUntil: null,
  worth: 0,
  announcedDays: 0,
  ingredient: { id: idOf(at), name: `Food ${at}`, category: 'Produce' },
  ...part,
})

/** Alerts of the server, in pages as large as requested. */
function fakeAlerts(alerts: readonly Alert[]): void {
  fakeApi(countAlerts, () => ({ total: alerts.length, unresolved: alerts.length, resolved: 0 }))
  fakeApi(listAlerts, ({ query: { cursor = '0', limit = alerts.length } }) => {
    const end = Number(cursor) + limit
    return reply(alerts.slice(Number(cursor), end), end < alerts.length ? { 'x-next-cursor': String(end) } : {})
  })
}

beforeEach(() => {
  signIn()
  fakeHome()
})
const show = () => showPage(() => <AlertsPanel aside={null} asideLabel="Your notifications" />)

test('resolves more alerts than fit in a request, says how many failed, and undoes all others at once', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const count = maxAlertIds + 5
  fakeAlerts(Array.from({ length: count }, (_, at) => alert(at)))
  fakeApi(resolveAlert, ({ params: { id } }) => (id === idOf(3) ? problem(404, 'not_found', 'Not found.') : alert(0, { isResolved: true })))
  const reopened: string[][] = []
  fakeApi(reopenAlerts, ({ body: { alertIds } }) => {
    reopened.push(alertIds)
    return []
  })
  // Without the cards: searching hundreds takes long in jsdom.
  await showPage(Toasts)
  await resolveAll()
  await screen.findByText(`Resolved ${count - 1} alerts. 1 failed.`)
  expect(screen.getAllByText(/^Resolved \d/)).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await vi.waitFor(() => expect(reopened.map(({ length }) => length)).toEqual([maxAlertIds, 4]))
  expect(reopened.flat()).not.toContain(idOf(3))
  log.mockRestore()
})

test('renders no card again while others of the panel change', async () => {
  fakeAlerts([0, 1, 2].map((at) => alert(at)))
  fakeApi(resolveAlert, () => alert(0))
  await showPage(() => (
    <>
      <AlertsPanel aside={null} asideLabel="Your notifications" />
      <Toasts />
    </>
  ))
  await screen.findByText('Food 2 has expired')
  const cards = within(screen.getByRole('list', { name: 'Alerts' })).getAllByRole('listitem')
  const change = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Resolve All' }))
    await screen.findByText('Resolved 3 alerts')
    await screen.findByRole('button', { name: 'Resolve All' })
  }
  expect([cards.length, await countRendered(cards, change)]).toEqual([3, 0])
})

test('says which alerts were sent often enough, and lists them last', async () => {
  fakeAlerts([alert(1, { announcedDays: 3, severity: 'critical' }), alert(2, { announcedDays: 2 })])
  await show()
  await screen.findByText('Food 2 has expired')
  const cards = within(screen.getByRole('list', { name: 'Alerts' })).getAllByRole('listitem')
  expect(cards.map(({ textContent }) => textContent?.includes('Sent three times, not sent again until it changes'))).toEqual([false, true])
})

test('says that all is done only after the last page', async () => {
  fakeAlerts(Array.from({ length: 60 }, (_, at) => alert(at, { snoozedUntil: '2099-01-01' })))
  await show()
  await screen.findByText('50 snoozed alerts')
  expect(screen.queryByText(/all caught up/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await screen.findByText('60 snoozed alerts')
  screen.getByText(/all caught up/)
})

test('on a phone the counters are one line and the notifications a tab', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  onTestFinished(() => void vi.unstubAllGlobals())
  fakeAlerts([0, 1].map((at) => alert(at)))
  await showPage(() => <AlertsPanel aside={<p>Own</p>} asideLabel="Your notifications" />, '/notifications')
  await screen.findByText('Food 1 has expired')
  expect(screen.getByText('Unresolved').closest('dl')?.textContent).toBe('Total Alerts2Unresolved2Resolved0')
  expect(screen.queryByText('Own')).toBeNull()
  await userEvent.click(screen.getByRole('tab', { name: 'Your notifications' }))
  await screen.findByText('Own')
  expect(screen.queryByText('Food 1 has expired')).toBeNull()
  expect(location.search).toBe('?tab=mine')
  cleanup()
  await showPage(() => <AlertsPanel aside={<p>Own</p>} asideLabel="Your notifications" />, '/notifications?tab=mine')
  await screen.findByText('Own')
  await userEvent.click(screen.getByRole('tab', { name: 'Alerts' }))
  await screen.findByText('Food 1 has expired')
  expect(location.search).toBe('')
})
