import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { speak } from '#platform/web/language.ts'
import { fakeApi } from '#tests/support/fake-api.ts'
import { showPage, signIn } from '#tests/support/screen.tsx'
import { defaultNotificationSettings, getNotificationSettings, listPushDevices } from '../../contract/channels.ts'
import { NotificationPreferences } from './notification-preferences.tsx'

afterEach(() => speak('en'))

test.each([
  ['en', 'Daily mail at', ['12:00 AM', '7:00 AM', '12:00 PM', '7:00 PM']],
  ['de', 'Tägliche Mail um', ['00:00', '07:00', '12:00', '19:00']],
  ['fr', 'E-mail quotidien à', ['00:00', '07:00', '12:00', '19:00']],
] as const)('the hour of the daily mail is told as the language tells it: %s', async (language, label, told) => {
  signIn()
  fakeApi(getNotificationSettings, () => defaultNotificationSettings)
  fakeApi(listPushDevices, () => ({ publicKey: '', devices: [] }))
  await speak(language)
  await showPage(NotificationPreferences)
  const hours = [...(await screen.findByLabelText<HTMLSelectElement>(label)).options].map(({ text }) => text.replaceAll(/\s/g, ' '))
  expect([hours[0], hours[7], hours[12], hours[19]]).toEqual(told)
})
