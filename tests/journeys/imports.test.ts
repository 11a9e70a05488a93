import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { addGuest, listEaters, setMealEaters } from '#domains/diets/contract.ts'
import { changeHousehold } from '#domains/households/contract/index.ts'
import { addRecipe, putMealPlan, setRecipePhoto } from '#domains/recipes/contract/index.ts'
import { exportHousehold } from '#domains/settings/contract.ts'
import { blankPagePath, screens, useJourneyApp } from '#tests/journeys/support/browser.ts'
import { openSignedIn } from '#tests/journeys/support/on-device.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'
import { grocyFile, grocyJournal } from '#tests/support/fakes/grocy.ts'
import { addressOf, type HttpPerson, shareHousehold, signUp } from '#tests/support/server/http-client.ts'

const walk = useJourneyApp()

const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)

/** Plans a recipe with a photo for Ida, who can't have nuts, and downloads the household. */
async function exportKitchen(mira: HttpPerson): Promise<Buffer> {
  const { id: recipeId } = await mira.must(addRecipe, { body: { name: 'Leek tart', ingredients: ['3 leeks'] } })
  const photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#5a4' } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'tart.jpg')
  const sent = { method: 'PUT', headers: mira.headers(), body: form }
  expect((await fetch(mira.url + addressOf(setRecipePhoto.path, { id: recipeId }), sent)).status).toBe(200)
  await mira.must(putMealPlan, {
    body: {
      entries: [
        { date: day(1), recipeId },
        { date: day(2), text: 'Eating out' },
      ],
    },
  })
  const { id } = await mira.must(addGuest, { body: { name: 'Ida', allergens: ['nuts'] } })
  await mira.must(setMealEaters, { body: { date: day(1), meal: 'dinner', eaterIds: [mira.userId, id] } })
  await mira.must(changeHousehold, { params: { id: mira.home ?? '' }, body: { currency: 'CHF' } })
  const zip = await fetch(mira.url + exportHousehold.path, { headers: mira.headers() })
  expect(zip.status).toBe(200)
  return Buffer.from(await zip.arrayBuffer())
}

describe.each(screens)('moving a household on a $name', (screen) => {
  it('brings its plan and photos, and diets and settings once they are chosen', async () => {
    const mira = await signUp(walk().server.url)
    await shareHousehold(mira)
    const zip = await exportKitchen(mira)
    await shareHousehold(mira)
    const { page, complaints, close } = await walk().visit(blankPagePath, screen, screen.isMobile ? 'light' : 'dark')
    await openSignedIn(page, mira, '/settings?tab=moving')
    await page.getByRole('tab', { name: 'Larder' }).click()
    await page.getByText('At most 128 MB').waitFor()
    await page.getByLabel('File').setInputFiles({ name: 'larder.zip', mimeType: 'application/zip', buffer: zip })
    await page.getByRole('button', { name: 'Preview import' }).click()
    await page.getByText('Ida: Nuts').waitFor()
    await page.getByText('Currency: USD → CHF').waitFor()
    await expectAccessible(page)
    const isChosen = (name: RegExp) => page.getByRole('checkbox', { name }).isChecked()
    expect([await isChosen(/^Meal plan/), await isChosen(/^Diets and allergies/), await isChosen(/^Settings/)]).toEqual([
      true,
      false,
      false,
    ])
    await page.getByRole('checkbox', { name: /^Diets and allergies/ }).check()
    await page.getByRole('button', { name: /^Import \d+ entries$/ }).click()
    await page.getByText('3 imported').waitFor()
    await expectAccessible(page)
    expect((await mira.must(listEaters)).map(({ name, allergens }) => [name, allergens])).toEqual([['Ida', ['nuts']]])

    await page.goto(`${mira.url}/plan?from=${day(1)}`)
    const week = page.getByRole('list', { name: 'Meal plan' })
    await week.getByText('Eating out').waitFor()
    await week.getByText('Ida').first().waitFor()
    await page.goto(`${mira.url}/recipes?search=leek`)
    const image = page.getByRole('main').locator('img[src^="blob:"]').first()
    await image.waitFor()
    await expect.poll(() => image.evaluate((one) => Number(Reflect.get(one, 'naturalWidth')))).toBe(600)
    expect(complaints).toEqual([])
    await close()
  })
})

describe.each(screens)('importing on a $name', (screen) => {
  it('previews, imports and undoes a grocy household with its past', async () => {
    const { url } = walk().server
    const mira = await signUp(url)
    await shareHousehold(mira)
    const journal = grocyJournal(new Date().toISOString().slice(0, 10))
    const { page } = await walk().visit(blankPagePath, screen, screen.isMobile ? 'dark' : 'light')
    await openSignedIn(page, mira, '/settings')
    await page.getByLabel('Settings', { exact: true }).getByText('Import', { exact: true }).click()
    await page.getByRole('heading', { level: 2, name: 'Import from another app or a Larder export' }).waitFor()
    await expectAccessible(page)
    await page.getByLabel('File').setInputFiles({ name: 'grocy.db', mimeType: 'application/octet-stream', buffer: grocyFile(journal) })
    await page.getByRole('button', { name: 'Preview import' }).click()
    await page.getByText('The barcode format isn’t supported.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Import 16 entries' }).click()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('5 imported · 1 not recognized').waitFor()
    await page.getByText('Past items').waitFor()
    await expectAccessible(page)
    const other = await page.context().newPage()
    await other.goto(`${url}/waste-report?period=quarter`)
    await other.getByText('$3.10').first().waitFor()
    await other.close()
    await page.getByRole('button', { name: 'Undo import' }).click()
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: 'Undo import' }).click()
    await page.getByText('5 undone · 1 not recognized').waitFor()
    await page.goto(`${url}/history`)
    await page
      .getByText(/^Undid the import from grocy: 5 ingredients, 5 items/)
      .first()
      .waitFor()
  })
})
