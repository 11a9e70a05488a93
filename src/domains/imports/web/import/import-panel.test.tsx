import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listHouseholds } from '#domains/households/contract/index.ts'
import type { Role } from '#platform/shared/roles.ts'
import { fakeApi, problem } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn, testHousehold } from '#tests/support/browser/render.tsx'
import * as contract from '../../contract.ts'
import ImportPanel from './import-panel.tsx'

const importId = '22222222-2222-4222-8222-222222222222'
const nothing = { found: 0, new: 0, known: 0, refused: 0, leftOut: 0, brought: 0, takenBack: 0, kept: 0 }
let record: contract.Import
let role: Role
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  role = 'OWNER'
  record = {
    id: importId,
    source: 'grocy',
    state: 'preview',
    createdAt: '2026-11-21T10:00:00.000Z',
    finishedAt: null,
    madeBy: { firstName: 'Mira', lastName: 'Holt' },
    progress: { done: 0, total: 9 },
    counts: [
      { kind: 'food', ...nothing, found: 3, new: 2, known: 1 },
      { kind: 'lot', ...nothing, found: 6, new: 4, refused: 2 },
    ],
    countedAsPieces: ['Wheel'],
    picturesLeftOut: 0,
    doubtful: ['Flour · 1,500 g'],
  }
  signIn()
  fakeApi(listHouseholds, () => [
    {
      id: testHousehold,
      name: 'Elm Street',
      role,
      inviteCode: null,
      inviteChangedAt: null,
      hasSample: false,
      restocksList: false,
      locations: [],
      timeZone: 'UTC',
      currency: 'USD',
      createdAt: record.createdAt,
      version: 1,
    },
  ])
  fakeApi(contract.listImports, () => [])
  fakeApi(contract.getImport, () => record)
  const row: contract.ImportRow = { no: 1, kind: 'lot', place: 'stock 6', name: 'Peas', detail: '', state: 'new', why: null, match: null }
  fakeApi(contract.listImportRows, ({ query }): contract.ImportRow[] =>
    query.state === 'refused' ? [{ ...row, state: 'refused', why: 'Nothing left in stock.' }] : [row],
  )
})
afterEach(() => void vi.restoreAllMocks())

test('previews a file, and starts the import once skipping the rejected rows is confirmed', async () => {
  const user = userEvent.setup()
  fakeApi(contract.previewFile, () => record)
  const started = vi.fn()
  fakeApi(contract.startImport, ({ body }) => {
    started(body)
    record = { ...record, state: 'done', counts: [{ kind: 'food', ...nothing, found: 3, brought: 2, known: 1 }] }
    return record
  })
  await showPage(() => <ImportPanel />, '/settings?tab=moving')
  await user.click(await screen.findByRole('button', { name: 'Preview import' }))
  await screen.findByText('Choose a file first.')
  await user.upload(screen.getByLabelText('File'), new File(['x'], 'grocy.db'))
  await user.click(screen.getByRole('button', { name: 'Preview import' }))
  await screen.findByText('Contents of grocy')
  await screen.findByText(/counted as pieces: Wheel/)
  await screen.findByText(/can be read in two ways.*Flour · 1,500 g/)
  // Rejected rows are shown first.
  await screen.findByText('Nothing left in stock.')
  await user.click(screen.getByRole('checkbox', { name: /^Ingredients/ }))
  await user.click(screen.getByRole('button', { name: 'Import 4 entries' }))
  await screen.findByText(/2 lines weren’t recognized and will be skipped/)
  expect(started).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Import' }))
  await screen.findByText('Import from grocy')
  expect(started).toHaveBeenCalledWith({ leaveOut: ['food'], include: [], withoutRefused: true })
})

test('shows a report and undoes the import', async () => {
  const user = userEvent.setup()
  record = { ...record, state: 'done', counts: [{ kind: 'lot', ...nothing, found: 4, brought: 4 }] }
  fakeApi(contract.undoImport, () => {
    record = { ...record, state: 'undone', counts: [{ kind: 'lot', ...nothing, found: 4, takenBack: 3, kept: 1 }] }
    return record
  })
  await showPage(() => <ImportPanel />, `/settings?tab=moving&import=${importId}`)
  await screen.findByText('4 imported')
  await user.click(screen.getByRole('button', { name: 'Undo import' }))
  await screen.findByText(/except what has been changed or used since/)
  await user.click(screen.getAllByRole('button', { name: 'Undo import' }).at(-1) as HTMLElement)
  await screen.findByText('3 undone · 1 kept')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo import' })).toBeNull())
})

test('shows the error for a rejected file, and tells members who can import', async () => {
  const user = userEvent.setup()
  fakeApi(contract.previewFile, () => problem(422, 'import_not_known', 'This file type isn’t supported.'))
  const { unmount } = await showPage(() => <ImportPanel />, '/settings?tab=moving')
  await user.upload(await screen.findByLabelText('File'), new File(['x'], 'cats.db'))
  await user.click(screen.getByRole('button', { name: 'Preview import' }))
  expect((await screen.findByRole('alert')).textContent).toContain('This file type isn’t supported.')
  unmount()
  role = 'MEMBER'
  const { cache } = await import('#platform/web/api/query-cache.ts')
  cache.clear()
  await showPage(() => <ImportPanel />, '/settings?tab=moving')
  await screen.findByText('For owners and admins')
})

test('reads a running grocy by address and key, and shows errors in the form', async () => {
  const user = userEvent.setup()
  const requested = vi.fn()
  fakeApi(contract.previewGrocy, ({ body }) => {
    requested(body)
    return problem(422, 'fetch_refused', 'Couldn’t reach that address.')
  })
  await showPage(() => <ImportPanel />, '/settings?tab=moving')
  const address = await screen.findByRole('textbox', { name: 'Address' })
  const connect = screen.getByRole('button', { name: 'Connect to grocy' })
  // Both fields are required.
  await user.click(connect)
  expect(requested).not.toHaveBeenCalled()
  await user.type(address, ' https://grocy.example.org ')
  await user.type(screen.getByLabelText('API key'), 'secret-key')
  await user.click(connect)
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t reach that address.')
  expect(requested).toHaveBeenCalledWith({ address: 'https://grocy.example.org', key: 'secret-key' })
  fakeApi(contract.previewGrocy, () => record)
  await user.click(connect)
  await screen.findByText('Contents of grocy')
})
