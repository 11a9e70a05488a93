import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { changePreferences, defaultPreferences, getMe, type Preferences, type User } from '#domains/account/contract/index.ts'
import { listSessions } from '#domains/account/contract/sessions-and-credentials.ts'
import { getTwoFactor } from '#domains/account/contract/two-factor.ts'
import { fakeApi, problem } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { guestUser } from '#tests/support/data/api-samples.ts'
import { SettingsPage } from './settings-page.tsx'

const Page = () => <SettingsPage />
let me: User
beforeEach(() => {
  me = guestUser()
  signIn()
  fakeApi(getMe, () => me)
  fakeApi(listSessions, () => [])
  fakeApi(getTwoFactor, () => ({ isEnabled: false, recoveryCodesLeft: 0 }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  delete document.documentElement.dataset.theme
})

test('the header shows the user and since when they are a member', async () => {
  await showPage(Page, '/settings')
  await screen.findByText('Mira Holt')
  screen.getByText('mira@example.org')
  screen.getByText('Member since March 4, 2025')
  screen.getByText('MH')
})

test('saving sends all preferences including mirrored fields, and the message clears after three seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
  const saved = vi.fn<(preferences: Preferences) => void>()
  fakeApi(changePreferences, ({ body }) => {
    saved(body.preferences)
    me = { ...me, preferences: body.preferences }
    return me
  })
  await showPage(Page, '/settings')
  await user.selectOptions(await screen.findByLabelText('Weight unit'), 'kg')
  await user.selectOptions(screen.getByLabelText('Weight precision'), '3')
  await user.click(screen.getByLabelText(/Also show the original amount/))
  await user.click(screen.getByRole('button', { name: 'Save preferences' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Preferences updated successfully!')
  expect(saved).toHaveBeenCalledWith({
    massUnit: 'kg',
    volumeUnit: 'cup',
    countUnit: 'each',
    unitDisplay: { ...defaultPreferences.unitDisplay, mass: { preferred: 'kg', precision: 3 }, showCanonical: true },
  })
  await act(() => vi.advanceTimersByTimeAsync(3000))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('Reset to defaults chooses what a new account in the browser’s region starts with', async () => {
  await showPage(Page, '/settings')
  await userEvent.click(await screen.findByRole('radio', { name: /Metric/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Reset to defaults' }))
  const [us, converts] = [screen.getByRole('radio', { name: /US/ }), screen.getByLabelText(/Convert automatically/)] as HTMLInputElement[]
  expect([us?.checked, converts?.checked]).toEqual([true, false])
})

test('saving keeps another device’s changes of other fields', async () => {
  const saved: Preferences[] = []
  fakeApi(changePreferences, ({ body }) => {
    saved.push(body.preferences)
    me = { ...me, preferences: body.preferences }
    return me
  })
  await showPage(Page, '/settings')
  await userEvent.selectOptions(await screen.findByLabelText('Weight unit'), 'kg')
  const { unitDisplay } = me.preferences
  const elsewhere = { ...unitDisplay, mass: { ...unitDisplay.mass, precision: 0 }, autoConvert: !unitDisplay.autoConvert }
  me = { ...me, preferences: { ...me.preferences, language: 'fr', unitDisplay: elsewhere } }
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save preferences' }))
  await save()
  await screen.findByRole('alert')
  const both = { ...elsewhere, mass: { ...elsewhere.mass, preferred: 'kg' } }
  expect(saved[0]).toMatchObject({ language: 'fr', massUnit: 'kg', unitDisplay: both })
  expect(screen.getByLabelText<HTMLSelectElement>('Weight precision').value).toBe('0')

  me = { ...me, preferences: { ...me.preferences, massUnit: 'g', unitDisplay: { ...both, mass: { preferred: 'g', precision: 0 } } } }
  await save()
  await waitFor(() => expect(saved).toHaveLength(2))
  expect(saved[1]).toEqual(me.preferences)
})

test('the preview follows every choice before saving', async () => {
  await showPage(Page, '/settings')
  const flour = () => screen.getByText('Flour').closest('li')?.textContent
  await screen.findByText('Flour')
  expect(flour()).toContain('3.31 lb')
  await userEvent.click(screen.getByRole('radio', { name: /Metric/ }))
  expect(flour()).toContain('1.5 kg')
})

test('an error shows the server’s message, or a default one', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  fakeApi(changePreferences, () => new Response('', { status: 400 }))
  await showPage(Page, '/settings')
  await userEvent.click(await screen.findByRole('button', { name: 'Save preferences' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to update preferences')
  fakeApi(changePreferences, () => problem(422, 'bad', 'That unit is not known.'))
  await userEvent.click(screen.getByRole('button', { name: 'Save preferences' }))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('That unit is not known.'))
})

test('precision goes up to three decimals for weight and volume and two for counts', async () => {
  await showPage(Page, '/settings')
  const choices = async (label: string) => within(await screen.findByLabelText(label)).getAllByRole('option').length
  expect([await choices('Weight precision'), await choices('Volume precision'), await choices('Count precision')]).toEqual([4, 4, 3])
})

test('the theme is saved on this device', async () => {
  await showPage(Page, '/settings')
  await userEvent.click(await screen.findByRole('tab', { name: 'Profile Settings' }))
  await userEvent.click(await screen.findByRole('radio', { name: /Dark/ }))
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(localStorage.getItem('larder.theme')).toBe('dark')
  await userEvent.click(screen.getByRole('radio', { name: /System/ }))
  expect(document.documentElement.dataset.theme).toBeUndefined()
})

test('on a phone the tabs are rows that open pages, with a way back', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  onTestFinished(() => void vi.unstubAllGlobals())
  await showPage(Page, '/settings')
  const rows = within(await screen.findByRole('list', { name: 'Settings' })).getAllByRole('link')
  expect(rows.map(({ textContent }) => textContent)).toEqual(['Unit Preferences', 'Profile Settings', 'Data & API'])
  expect(screen.queryByLabelText('Weight unit')).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Unit Preferences' }))
  await screen.findByLabelText('Weight unit')
  screen.getByRole('heading', { level: 1, name: 'Unit Preferences' })
  expect(screen.queryByText(me.email)).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Settings' }))
  await userEvent.click(await screen.findByRole('link', { name: 'Profile Settings' }))
  // Who that is stays in view while it is changed.
  await screen.findByText(/^Member since/)
})

test('a profile that fails to load shows an error', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  fakeApi(getMe, () => problem(404, 'x', ''))
  await showPage(Page, '/settings')
  await screen.findByText('Failed to load user profile')
})
