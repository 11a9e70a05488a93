import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { fakeApi } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome } from '#tests/support/data/api-samples.ts'
import { listGuestLinks } from '../../contract/index.ts'
import { GuestLinksSheet } from './guest-links-sheet.tsx'

const party = { id: '00000000-0000-4000-8000-000000000001', name: 'Party' }

/** The page that opened the sheet; "Archive" is what another member does. */
function Page() {
  const [list, setList] = useState<typeof party | null>(party)
  const [isOpen, setIsOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setList(null)}>
        Archive
      </button>
      {isOpen ? <GuestLinksSheet list={list} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

test('closes when its list is gone, instead of offering a link to another one', async () => {
  signIn()
  fakeHome()
  fakeApi(listGuestLinks, () => [])
  await showPage(Page, '/shopping-list')
  await screen.findByRole('dialog', { name: 'Guest link to Party' })
  await screen.findByRole('button', { name: 'Create link' })
  fireEvent.click(screen.getByText('Archive'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
