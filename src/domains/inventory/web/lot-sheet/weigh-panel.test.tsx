import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Container, changeIngredient, getIngredient, maxContainers } from '#domains/ingredients/contract/index.ts'
import { fakeApi } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome, ingredient, lot, statsOf } from '#tests/support/data/api-samples.ts'
import { correctLot, getLot, inventoryStats, listLots } from '../../contract.ts'
import { InventoryPage } from '../pages/inventory-page.tsx'

/** Opens **Weigh** of 500 g of honey with these containers. Returns its dialog and what is saved. */
async function openWeigh(containers: Container[]) {
  const user = userEvent.setup()
  const honey = ingredient({ name: 'Honey', defaultUnit: 'g', containers })
  const jar = lot({ name: 'Honey', ingredient: { id: honey.id }, quantity: 500, unit: 'g', isOpened: true })
  const saved: { containers: unknown[]; amounts: number[] } = { containers: [], amounts: [] }
  signIn()
  fakeHome()
  fakeApi(listLots, () => [jar])
  fakeApi(inventoryStats, () => statsOf([jar]))
  fakeApi(getLot, () => jar)
  fakeApi(getIngredient, () => honey)
  fakeApi(changeIngredient, ({ body }) => {
    saved.containers.push(body.containers)
    return { ...honey, ...body, version: 2 } as typeof honey
  })
  fakeApi(correctLot, ({ body }) => {
    saved.amounts.push(body.quantity)
    return { ...jar, quantity: body.quantity, version: 2 }
  })
  await showPage(InventoryPage, `/inventory?item=${jar.id}&act=weigh`)
  const dialog = within(await screen.findByRole('dialog'))
  if (containers.length > 0) {
    await dialog.findByRole('option', { name: 'Another container' })
    await user.selectOptions(dialog.getByLabelText('Container'), 'Another container')
  }
  const weigh = async (scale: string, empty: string, name = '') => {
    await user.type(await dialog.findByLabelText('The scale shows'), scale)
    await user.type(dialog.getByLabelText('Empty weight (g)'), empty)
    if (name) await user.type(dialog.getByLabelText('Name'), name)
    await user.click(dialog.getByRole('button', { name: 'Save' }))
  }
  return { user, dialog, saved, weigh }
}
const jarOf = (name: string, quantity = 220): Container => ({ name, quantity, unit: 'g' })

test('numbers a container without a name instead of replacing another', async () => {
  const { saved, weigh } = await openWeigh([jarOf('Container'), jarOf('container 2')])
  await weigh('400', '150')
  await expect.poll(() => saved.containers).toEqual([[jarOf('Container'), jarOf('container 2'), jarOf('Container 3', 150)]])
  expect(saved.amounts).toEqual([250])
})

test('asks before it replaces the weight of a container with that name', async () => {
  const { user, dialog, saved, weigh } = await openWeigh([jarOf('Glass jar'), jarOf('Tin', 90)])
  await weigh('400', '150', 'glass Jar')
  await dialog.findByText('“Glass jar” weighed 220 g empty until now. Change that to 150 g?', { exact: false })
  expect(saved).toEqual({ containers: [], amounts: [] })
  await user.click(dialog.getByRole('button', { name: 'Yes, save it' }))
  await expect.poll(() => saved.containers).toEqual([[jarOf('Tin', 90), jarOf('glass Jar', 150)]])
  expect(saved.amounts).toEqual([250])
})

test('adds no container beyond the limit, and says so', async () => {
  const { user, dialog, saved, weigh } = await openWeigh(Array.from({ length: maxContainers }, (_, i) => jarOf(`Jar ${i + 1}`)))
  await weigh('400', '150', 'Jar 11')
  await dialog.findByText('There are already 10 containers. Remove one from the ingredient first.')
  expect(saved).toEqual({ containers: [], amounts: [] })
  await user.selectOptions(dialog.getByLabelText('Container'), 'Jar 1 (220 g)')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await expect.poll(() => saved.amounts).toEqual([180])
  expect(saved.containers).toEqual([])
})
