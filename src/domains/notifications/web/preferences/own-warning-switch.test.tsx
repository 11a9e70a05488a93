import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Toasts } from '#platform/web/ui/toast.tsx'
import { fakeApi, problem } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { ingredient } from '#tests/support/data/api-samples.ts'
import {
  changeNotificationSettings,
  defaultNotificationSettings,
  getNotificationSettings,
  type NotificationSettings,
} from '../../contract/channels.ts'
import OwnWarningSwitch from './own-warning-switch.tsx'

const milk = ingredient()
const label = 'Never message me about its dates'

test('mutes an ingredient for the user, keeps what another device saved, and takes it back', async () => {
  signIn()
  let settings: NotificationSettings = defaultNotificationSettings
  fakeApi(getNotificationSettings, () => settings)
  fakeApi(changeNotificationSettings, ({ body }) => {
    settings = body as NotificationSettings
    return settings
  })
  await showPage(() => <OwnWarningSwitch ingredient={milk} />)
  const toggle = await screen.findByRole('switch', { name: new RegExp(label) })
  settings = { ...settings, digestHour: 12 }
  await userEvent.click(toggle)
  expect(settings).toEqual({ ...defaultNotificationSettings, digestHour: 12, mutedIngredients: [milk.id] })
  expect(toggle).toHaveProperty('checked', true)
  await userEvent.click(toggle)
  expect(settings.mutedIngredients).toEqual([])
})

test('stays as it is and says why if it can’t be saved', async () => {
  signIn()
  fakeApi(getNotificationSettings, () => defaultNotificationSettings)
  fakeApi(changeNotificationSettings, () => problem(503, 'busy', 'Too busy. Try again.'))
  await showPage(() => (
    <>
      <OwnWarningSwitch ingredient={milk} />
      <Toasts />
    </>
  ))
  const toggle = await screen.findByRole('switch', { name: new RegExp(label) })
  await userEvent.click(toggle)
  await screen.findByText('Too busy. Try again.')
  expect(toggle).toHaveProperty('checked', false)
})
