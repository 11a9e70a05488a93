import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listHouseholds } from '#domains/households/contract/index.ts'
import type { Role } from '#platform/shared/roles.ts'
import { fakeApi, problem } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn, testHousehold } from '#tests/support/browser/render.tsx'
import * as contract from '../../contract.ts'
import MovingPanel from './import-panel.tsx'

const importId = '22222222-2222-4222-8222-222222222222'
const nothing = { found: 0, new: 0, known: 0, refused: 0, leftOut: 0, brought: 0, takenBack: 0, kept: 0 }
let made: contract.Import
let role: Role
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  role = 'OWNER'
  made = {
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
      timeZone: 'UTC',
      currency: 'USD',
      createdAt: made.createdAt,
      version: 1,
    },
  ])
  fakeApi(contract.listImports, () => [])
  fakeApi(contract.getImport, () => made)
  const row: contract.ImportRow = { no: 1, kind: 'lot', place: 'stock 6', name: 'Peas', detail: '', state: 'new', why: null, match: null }
  fakeApi(contract.listImportRows, ({ query }): contract.ImportRow[] =>
    query.state === 'refused' ? [{ ...row, state: 'refused', why: 'Nothing left in stock.' }] : [row],
  )
})
afterEach(() => void vi.restoreAllMocks())

test('a file becomes a preview, and only a yes to what stays out brings it in', async () => {
  const user = userEvent.setup()
  fakeApi(contract.readFile, () => made)
  const started = vi.fn()
  fakeApi(contract.startImport, ({ body }) => {
    started(body)
    made = { ...made, state: 'done', counts: [{ kind: 'food', ...nothing, found: 3, brought: 2, known: 1 }] }
    return made
  })
  await showPage(() => <MovingPanel />, '/settings?tab=moving')
  await user.click(await screen.findByRole('button', { name: 'Preview import' }))
  await screen.findByText('Choose a file first.')
  await user.upload(screen.getByLabelText('File'), new File(['x'], 'grocy.db'))
  await user.click(screen.getByRole('button', { name: 'Preview import' }))
  await screen.findByText('Contents of grocy')
  await screen.findByText(/counted as pieces: Wheel/)
  await screen.findByText(/can be read in two ways.*Flour · 1,500 g/)
  // What is not understood stands there first.
  await screen.findByText('Nothing left in stock.')
  await user.click(screen.getByRole('checkbox', { name: /^Ingredients/ }))
  await user.click(screen.getByRole('button', { name: 'Import 4 entries' }))
  await screen.findByText(/2 lines weren’t recognized and will be skipped/)
  expect(started).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Import' }))
  await screen.findByText('Import from grocy')
  expect(started).toHaveBeenCalledWith({ leaveOut: ['food'], withoutRefused: true })
})

test('a report can be looked through and taken back', async () => {
  const user = userEvent.setup()
  made = { ...made, state: 'done', counts: [{ kind: 'lot', ...nothing, found: 4, brought: 4 }] }
  fakeApi(contract.undoImport, () => {
    made = { ...made, state: 'undone', counts: [{ kind: 'lot', ...nothing, found: 4, takenBack: 3, kept: 1 }] }
    return made
  })
  await showPage(() => <MovingPanel />, `/settings?tab=moving&import=${importId}`)
  await screen.findByText('4 imported')
  await user.click(screen.getByRole('button', { name: 'Undo import' }))
  await screen.findByText(/except what has been changed or used since/)
  await user.click(screen.getAllByRole('button', { name: 'Undo import' }).at(-1) as HTMLElement)
  await screen.findByText('3 undone · 1 kept')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo import' })).toBeNull())
})

test('what the server says of a file is told; who may not move is told who may', async () => {
  const user = userEvent.setup()
  fakeApi(contract.readFile, () => problem(422, 'import_not_known', 'This is no file we know.'))
  const { unmount } = await showPage(() => <MovingPanel />, '/settings?tab=moving')
  await user.upload(await screen.findByLabelText('File'), new File(['x'], 'cats.db'))
  await user.click(screen.getByRole('button', { name: 'Preview import' }))
  expect((await screen.findByRole('alert')).textContent).toContain('This is no file we know.')
  unmount()
  role = 'MEMBER'
  const { cache } = await import('#platform/web/api/query-cache.ts')
  cache.clear()
  await showPage(() => <MovingPanel />, '/settings?tab=moving')
  await screen.findByText('For owners and admins')
})

test('a grocy that runs is asked by its address and a key, and what speaks against it is told beside the form', async () => {
  const user = userEvent.setup()
  const asked = vi.fn()
  fakeApi(contract.readGrocy, ({ body }) => {
    asked(body)
    return problem(422, 'fetch_refused', 'That address cannot be asked.')
  })
  await showPage(() => <MovingPanel />, '/settings?tab=moving')
  const address = await screen.findByRole('textbox', { name: 'Address' })
  const ask = screen.getByRole('button', { name: 'Connect to grocy' })
  // Without both nothing is sent.
  await user.click(ask)
  expect(asked).not.toHaveBeenCalled()
  await user.type(address, ' https://grocy.example.org ')
  await user.type(screen.getByLabelText('API key'), 'secret-key')
  await user.click(ask)
  expect((await screen.findByRole('alert')).textContent).toContain('That address cannot be asked.')
  expect(asked).toHaveBeenCalledWith({ address: 'https://grocy.example.org', key: 'secret-key' })
  fakeApi(contract.readGrocy, () => made)
  await user.click(ask)
  await screen.findByText('Contents of grocy')
})
