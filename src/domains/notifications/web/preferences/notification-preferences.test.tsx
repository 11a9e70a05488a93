import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { setLanguage } from '#platform/web/i18n/language.ts'
import { fakeApi } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import {
  changeNotificationSettings,
  defaultNotificationSettings,
  getNotificationSettings,
  listPushDevices,
  type NotificationSettings,
} from '../../contract/channels.ts'
import { NotificationPreferences } from './notification-preferences.tsx'

afterEach(() => setLanguage('en'))

test.each([
  ['en', 'Daily messages at', ['12:00 AM', '7:00 AM', '12:00 PM', '7:00 PM']],
  ['de', 'Tägliche Mitteilungen um', ['00:00', '07:00', '12:00', '19:00']],
  ['fr', 'Messages quotidiens à', ['00:00', '07:00', '12:00', '19:00']],
] as const)('formats the hours of the daily messages in the language: %s', async (language, label, formatted) => {
  signIn()
  fakeApi(getNotificationSettings, () => defaultNotificationSettings)
  fakeApi(listPushDevices, () => ({ publicKey: '', devices: [] }))
  await setLanguage(language)
  await showPage(NotificationPreferences)
  const hours = [...(await screen.findByLabelText<HTMLSelectElement>(label)).options].map(({ text }) => text.replaceAll(/\s/g, ' '))
  expect([hours[0], hours[7], hours[12], hours[19]]).toEqual(formatted)
})

test('keeps what another device saved in fields that were not changed here', async () => {
  signIn()
  let settings: NotificationSettings = defaultNotificationSettings
  fakeApi(getNotificationSettings, () => settings)
  fakeApi(changeNotificationSettings, ({ body }) => {
    settings = body as NotificationSettings
    return settings
  })
  fakeApi(listPushDevices, () => ({ publicKey: '', devices: [] }))
  await showPage(NotificationPreferences)
  await userEvent.selectOptions(await screen.findByLabelText('Daily messages at'), '12')
  const quietHours = { isOn: true, begin: '20:00', end: '09:00' }
  settings = { ...settings, quietHours }
  await userEvent.click(screen.getByRole('button', { name: 'Save preferences' }))
  await screen.findByText('Preferences updated successfully!')
  expect(settings).toEqual({ ...defaultNotificationSettings, digestHour: 12, quietHours })
  expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('20:00')
})
