import { describe, expect, it } from 'vitest'
import { addIngredient } from '#domains/ingredients/contract/index.ts'
import { addLot, listLots } from '#domains/inventory/contract.ts'
import { blankPagePath, screens, useJourneyApp } from '#tests/journeys/support/browser.ts'
import { openSignedIn } from '#tests/journeys/support/on-device.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'
import { barcodePicture, printedPicture, shelfPicture } from '#tests/support/data/pictures.ts'
import { timeoutFactor } from '#tests/support/runner/machine.ts'
import { shareHousehold, signUp } from '#tests/support/server/http-client.ts'

const walk = useJourneyApp()
const [known, unknown] = ['4006381333931', '3017620422003']

describe.each(screens)('a shelf on a $name', (screen) => {
  it(
    'is checked by one photo: what is seen is confirmed in one tap, the rest by hand, and what is new is added',
    async () => {
      const ana = await signUp(walk().server.url)
      await shareHousehold(ana)
      for (const name of ['Rice', 'Milk', 'Eggs']) {
        const barcodes = name === 'Milk' ? [{ code: known }] : []
        const { id } = await ana.must(addIngredient, { body: { name, barcodes } })
        await ana.must(addLot, { body: { ingredientId: id, quantity: 2, unit: 'each', location: 'Cellar' } })
      }
      const { page, complaints, close } = await walk().visit(blankPagePath, screen)
      await openSignedIn(page, ana, '/inventory?check=Cellar')
      const sheet = page.getByRole('dialog', { name: 'Shelf check: Cellar' })
      await sheet.getByText('0 of 3 checked').waitFor()
      await expectAccessible(page)

      const buffer = await shelfPicture([
        await printedPicture(['RICE', 'long grain'], { size: 24 }),
        await barcodePicture(known),
        await barcodePicture(unknown),
      ])
      const rice = sheet.getByRole('checkbox', { name: /^Rice, 2/ })
      // A busy machine may not read all print in time.
      for (let photos = 0; photos < 5 && (await rice.count()) === 0; photos += 1) {
        await sheet.locator('input[type=file]').setInputFiles({ name: 'shelf.jpg', mimeType: 'image/jpeg', buffer })
        await sheet.getByText('Take another photo').waitFor({ timeout: 60_000 * timeoutFactor })
      }
      await expectAccessible(page)
      expect(await rice.isChecked()).toBe(true)
      expect(await sheet.getByRole('checkbox', { name: /^Milk, 2/ }).isChecked()).toBe(true)
      await sheet.getByText('Not seen, perhaps hidden: Eggs').waitFor()
      await sheet.getByRole('button', { name: 'Confirm 2 items' }).click()
      await sheet.getByText('2 of 3 checked').waitFor()
      await sheet.getByRole('button', { name: 'Mark Eggs as gone' }).click()
      await sheet.getByText('All checked').waitFor()
      await expect
        .poll(async () =>
          [await ana.must(listLots, {})]
            .flat()
            .flatMap((page) => ('items' in page ? page.items : page))
            .map(({ ingredient }) => ingredient.name)
            .toSorted(),
        )
        .toEqual(['Milk', 'Rice'])

      await sheet.getByRole('link', { name: `Add Barcode ${unknown}` }).click()
      await page.waitForURL('**/inventory/add?*')
      expect(await page.getByLabel('Location').inputValue()).toBe('Cellar')
      expect(complaints).toEqual([])
      await close()
    },
    240_000 * timeoutFactor,
  )
})
