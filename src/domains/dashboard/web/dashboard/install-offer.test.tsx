import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { captureInstallPrompt } from '#platform/web/session/install-prompt.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import InstallOffer from './install-offer.tsx'

const asked: string[] = []
/** Dispatches the browser's install event. Returns whether its default was prevented. */
function offer(name: string): boolean {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: async () => void asked.push(name) })
  act(() => void window.dispatchEvent(event))
  return event.defaultPrevented
}
captureInstallPrompt()

test('offers nothing if the browser offers nothing or after installation', async () => {
  signIn()
  await showPage(InstallOffer)
  expect(screen.queryByRole('button')).toBeNull()
  expect(offer('first')).toBe(true)
  await screen.findByRole('button', { name: 'Install' })
  act(() => void window.dispatchEvent(new Event('appinstalled')))
  expect(screen.queryByRole('button')).toBeNull()
})

test('Install opens the browser’s prompt', async () => {
  signIn()
  offer('second')
  await showPage(InstallOffer)
  await userEvent.click(screen.getByRole('button', { name: 'Install' }))
  expect(asked).toEqual(['second'])
  expect(screen.queryByRole('button')).toBeNull()
})

test('Not now is remembered for good', async () => {
  signIn()
  offer('third')
  const { unmount } = await showPage(InstallOffer)
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }))
  unmount()
  offer('fourth')
  await showPage(InstallOffer)
  expect(screen.queryByRole('button')).toBeNull()
  expect(asked).not.toContain('fourth')
})
