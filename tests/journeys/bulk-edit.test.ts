import { describe, expect, it } from 'vitest'
import { addIngredient } from '#domains/ingredients/contract/index.ts'
import { addLot } from '#domains/inventory/contract.ts'
import { addDays, dateInTimeZone } from '#platform/shared/calendar.ts'
import { screens, useJourneyApp } from '#tests/journeys/support/browser.ts'
import { openSignedIn } from '#tests/journeys/support/on-device.ts'
import { violationsOf } from '#tests/support/browser/axe.ts'
import { shareHousehold, signUp } from '#tests/support/server/http-client.ts'

const walk = useJourneyApp()
const inDays = (days: number) => addDays(dateInTimeZone('UTC', new Date()), days)

describe.each(screens)('on a $name', (screen) => {
  it('moves several items at once, and one Undo takes all back', async () => {
    const person = await signUp(walk().server.url)
    await shareHousehold(person)
    for (const name of ['Kefir', 'Quark', 'Rice'])
      await person.must(addLot, {
        body: { ingredient: { name }, quantity: 3, unit: 'each', location: 'Door', storage: 'FRIDGE', expirationDate: inDays(9) },
      })
    const { page, complaints, close } = await walk().visit('/login', screen)
    await openSignedIn(page, person, '/inventory')
    await page.getByRole('button', { name: 'Select items' }).click()
    await page.getByRole('checkbox', { name: /Kefir/ }).check()
    await page.getByRole('checkbox', { name: /Quark/ }).check()
    await page.getByText('2 selected').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Move 2 items' })
    await dialog.getByLabel('Location').fill('Cellar')
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByText('Moved 2 items').waitFor()
    const list = page.getByLabel('Inventory', { exact: true })
    await expect.poll(() => list.getByText('Cellar').count()).toBe(2)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => list.getByText('Cellar').count()).toBe(0)
    await expect.poll(() => list.getByText('Door').count()).toBe(3)
    expect(complaints).toEqual([])
    await close()
  })

  it('changes several ingredients at once, deletes those without stock, and one Undo takes each back', async () => {
    const person = await signUp(walk().server.url)
    await shareHousehold(person)
    for (const name of ['Kefir', 'Quark', 'Rice']) await person.must(addIngredient, { body: { name, category: 'Pets' } })
    await person.must(addLot, { body: { ingredient: { name: 'Rice' }, quantity: 1, unit: 'kg', location: 'Shelf', storage: 'PANTRY' } })
    const { page, complaints, close } = await walk().visit('/login', screen)
    await openSignedIn(page, person, '/ingredients')
    const select = () => page.getByRole('button', { name: 'Select ingredients' }).click()
    await select()
    await page.getByRole('checkbox', { name: /Kefir/ }).check()
    await page.getByRole('checkbox', { name: /Quark/ }).check()
    await page.getByText('2 selected').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Change 2 ingredients' })
    await dialog.getByLabel('Category').fill('Bakery')
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Change', exact: true }).click()
    await page.getByText('Changed 2 ingredients').waitFor()
    await expect.poll(() => page.getByText('Bakery', { exact: true }).count()).toBe(2)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => page.getByText('Bakery', { exact: true }).count()).toBe(0)
    await select()
    await page.getByRole('checkbox', { name: 'Select all 3' }).check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('Deleted 2 ingredients. Kept, because you have it in stock: Rice').waitFor()
    await expect.poll(() => page.getByRole('button', { name: /Kefir/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: /Kefir/ }).first().waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})
