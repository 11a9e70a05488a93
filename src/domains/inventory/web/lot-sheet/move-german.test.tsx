import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { setLanguage } from '#platform/web/i18n/language.ts'
import { fakeApi } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome, lot, statsOf } from '#tests/support/data/api-samples.ts'
import { changeLot, getLot, inventoryStats, listLots, moveLot } from '../../contract.ts'

test('stores the suggested location under the name that every language has', async () => {
  const user = userEvent.setup()
  const milk = lot()
  const sent: object[] = []
  signIn()
  fakeHome()
  fakeApi(listLots, () => [milk])
  fakeApi(inventoryStats, () => statsOf([milk]))
  fakeApi(getLot, () => milk)
  fakeApi(moveLot, ({ body }) => {
    sent.push(body)
    return lot({ id: milk.id, storage: 'FREEZER', location: 'Freezer', version: 2 })
  })
  // The words of storages are set when their module loads.
  await setLanguage('de')
  const { InventoryPage } = await import('../pages/inventory-page.tsx')
  await showPage(InventoryPage, `/inventory?item=${milk.id}&act=move`)
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('radio', { name: 'Gefrierfach' }))
  dialog.getByDisplayValue('Gefrierfach')
  await user.click(dialog.getByRole('button', { name: 'Umräumen' }))
  await expect.poll(() => sent).toEqual([{ storage: 'FREEZER', location: 'Freezer' }])
})

test('shows the location in the reader’s words, and leaves its stored name alone when something else is edited', async () => {
  const user = userEvent.setup()
  const flour = lot({ name: 'Flour', location: 'Pantry', storage: 'PANTRY' })
  const sent: object[] = []
  signIn()
  fakeHome()
  fakeApi(listLots, () => [flour])
  fakeApi(inventoryStats, () => statsOf([flour]))
  fakeApi(getLot, () => flour)
  fakeApi(changeLot, ({ body }) => {
    sent.push(body)
    return lot({ ...flour, ...(body as object), version: flour.version + 1 })
  })
  await setLanguage('de')
  const { InventoryPage } = await import('../pages/inventory-page.tsx')
  await showPage(InventoryPage, `/inventory?item=${flour.id}&act=edit`)
  const dialog = within(await screen.findByRole('dialog'))
  const location = await dialog.findByRole('combobox', { name: 'Ort' })
  expect(location).toHaveProperty('value', 'Vorratskammer')
  await user.type(dialog.getByRole('textbox', { name: 'Notiz' }), 'Dinkel')
  await user.click(dialog.getByRole('button', { name: 'Speichern' }))
  await expect.poll(() => sent).toEqual([{ note: 'Dinkel' }])
})
