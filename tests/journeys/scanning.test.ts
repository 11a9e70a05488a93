import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { addIngredient, listIngredients } from '#domains/ingredients/contract/index.ts'
import { listLots } from '#domains/inventory/contract.ts'
import { addShoppingItem, changeShoppingItem } from '#domains/shopping/contract/index.ts'
import { blankPagePath, screens, useJourneyApp } from '#tests/journeys/support/browser.ts'
import { openSignedIn } from '#tests/journeys/support/on-device.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'
import { printedPicture } from '#tests/support/data/pictures.ts'
import { type HttpPerson, shareHousehold, signUp } from '#tests/support/server/http-client.ts'

const walk = useJourneyApp()

const choose = (page: Page, buffer: Buffer) =>
  page.getByRole('dialog').locator('input[type=file]').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer })

async function stockOf(person: HttpPerson) {
  const lots = await person.must(listLots, { query: {} })
  return Array.isArray(lots) ? lots : lots.items
}

/** How long reading a picture may take: its process has a lower priority than the rest of a busy machine. */
const recognition = { timeout: 240_000 }

/** Draws a round object that the model doesn't recognize. */
const thing = () =>
  sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="100%" height="100%" fill="#31465a"/><circle cx="190" cy="210" r="130" fill="#c9b71d"/><circle cx="150" cy="170" r="30" fill="#fff8"/></svg>',
    ),
  )
    .jpeg()
    .toBuffer()

describe.each(screens)('scanning pictures on a $name', (screen) => {
  it('adds a receipt line by line after review, and remembers its abbreviations', async () => {
    const ana = await signUp(walk().server.url)
    await shareHousehold(ana)
    const butter = await ana.must(addIngredient, { body: { name: 'Butter' } })
    await ana.must(addIngredient, { body: { name: 'Milk' } })
    const receipt = await printedPicture(['CORNER SHOP', 'MILK 3.49', 'BTTR 250G 2.35', 'TOTAL 5.84'], { size: 20 })
    const { page, complaints, close } = await walk().visit(blankPagePath, screen, screen.isMobile ? 'dark' : 'light')
    await openSignedIn(page, ana, '/scan')

    await page.getByRole('button', { name: 'Upload Receipt' }).click()
    await choose(page, receipt)
    const sheet = page.getByRole('dialog')
    await sheet.getByText('Total: $5.84. The receipt says $5.84.').waitFor(recognition)
    await sheet.getByText('Check this').waitFor()
    await expectAccessible(page)
    expect(await stockOf(ana)).toEqual([])
    await sheet.getByLabel('Ingredient').nth(1).fill('Butter')
    await sheet.getByRole('button', { name: 'Add 2 items' }).click()
    await page.getByText('Added 2 items').waitFor()
    await sheet.waitFor({ state: 'detached' })

    const lots = await stockOf(ana)
    expect(
      lots.map(({ ingredient, quantity, unit, purchasePrice }) => [ingredient.name, quantity, unit, purchasePrice]).toSorted(),
    ).toEqual([
      ['Butter', 250, 'g', 2.35],
      ['Milk', 1, 'each', 3.49],
    ])
    expect(lots.find(({ ingredient }) => ingredient.name === 'Butter')?.ingredient.id).toBe(butter.id)

    await page.getByRole('button', { name: 'Upload Receipt' }).click()
    await choose(page, receipt)
    await sheet.getByText('Total: $5.84. The receipt says $5.84.').waitFor(recognition)
    expect(await sheet.getByLabel('Ingredient').nth(1).inputValue()).toBe('Butter')
    expect(await sheet.getByText('Check this').count()).toBe(0)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    expect(await stockOf(ana)).toHaveLength(2)

    // The price paid is the next list's estimate.
    const listItem = await ana.must(addShoppingItem, { body: { ingredientId: butter.id, suggestedQuantity: 250, unit: 'g' } })
    expect(listItem.estimatedCost).toBe(2.35)
    expect(complaints).toEqual([])
    await close()
  }, 600_000)

  it('recognizes an unknown photo after it was named', async () => {
    const ana = await signUp(walk().server.url)
    await shareHousehold(ana)
    const { page, complaints, close } = await walk().visit(blankPagePath, screen, screen.isMobile ? 'light' : 'dark')
    await openSignedIn(page, ana, '/scan')
    const photo = await thing()
    const process = async () => {
      await page.getByRole('button', { name: 'Upload Product Photo' }).click()
      await choose(page, photo)
      await page.getByRole('button', { name: 'Process Image' }).click()
    }
    await process()
    const nameIt = page.getByRole('link', { name: 'Name this product' })
    await nameIt.waitFor(recognition)
    await expectAccessible(page)
    await nameIt.click()
    await page.getByLabel('Ingredient name').fill('Quince')
    const confirmation = page.waitForResponse((answer) => answer.url().endsWith('/api/scan/confirm'))
    await page.getByRole('button', { name: 'Add Item' }).click()
    expect(await (await confirmation).json()).toEqual({ learned: true })
    await page.waitForURL('**/inventory')

    await page.goto(`${walk().server.url}/scan`)
    await process()
    // Now recognized: asked for confirmation, or accepted.
    const confirm = page.getByRole('dialog', { name: 'Confirm Item' }).getByText('Quince')
    const filled = page.locator('input[value="Quince"]')
    await confirm.or(filled).first().waitFor()
    expect((await ana.must(listIngredients, { query: {} })).map(({ name }) => name)).toEqual(['Quince'])
    expect(complaints).toEqual([])
    await close()
  }, 600_000)
})

it('a photo of the receipt prices what is put away after shopping, and adds what wasn’t on the list', async () => {
  const ana = await signUp(walk().server.url)
  await shareHousehold(ana)
  await ana.must(addIngredient, { body: { name: 'Butter' } })
  for (const ingredientName of ['Milk', 'Butter']) {
    const { id } = await ana.must(addShoppingItem, { body: { ingredientName } })
    await ana.must(changeShoppingItem, { params: { id }, body: { isChecked: true } })
  }
  const receipt = await printedPicture(['CORNER SHOP', 'MILK 3.49', 'BTTR 250G 2.35', 'LIMES 0.80', 'TOTAL 6.64'], { size: 20 })
  const { page, complaints, close } = await walk().visit(blankPagePath, screens[0], 'light')
  await openSignedIn(page, ana, '/shop')
  await page.getByRole('button', { name: 'Done shopping' }).click()
  const sheet = page.getByRole('dialog', { name: 'Put away?' })
  await sheet.getByText('Add receipt photo').waitFor()
  await choose(page, receipt)
  await sheet.getByText(/The receipt says \$6\.64\./).waitFor(recognition)
  await expectAccessible(page)
  await sheet.getByLabel('What is BTTR 250G?').selectOption('Butter')
  await sheet.getByLabel('What is LIMES?').selectOption({ label: 'Add Lime' })
  await sheet.getByText(/Total: \$6\.64/).waitFor()
  await sheet.getByRole('button', { name: 'Put away 3 items' }).click()
  await expect
    .poll(async () => (await stockOf(ana)).map(({ ingredient, purchasePrice }) => [ingredient.name, purchasePrice]).toSorted())
    .toEqual([
      ['Butter', 2.35],
      ['Lime', 0.8],
      ['Milk', 3.49],
    ])
  expect(complaints).toEqual([])
  await close()
}, 600_000)
