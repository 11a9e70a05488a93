import { describe, it } from 'vitest'
import { blankPagePath, screens, useJourneyApp } from '#tests/journeys/support/browser.ts'
import { openSignedIn } from '#tests/journeys/support/on-device.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'
import { grocyFile } from '#tests/support/fakes/grocy.ts'
import { shareHousehold, signUp } from '#tests/support/server/http-client.ts'

const walk = useJourneyApp()

describe.each(screens)('importing on a $name', (screen) => {
  it('previews, imports and undoes a grocy household', async () => {
    const { url } = walk().server
    const mira = await signUp(url)
    await shareHousehold(mira)
    const { page } = await walk().visit(blankPagePath, screen, screen.isMobile ? 'dark' : 'light')
    await openSignedIn(page, mira, '/settings')
    await page.getByRole('tab', { name: 'Import' }).click()
    await page.getByRole('heading', { level: 2, name: 'Import from another app or a Larder export' }).waitFor()
    await expectAccessible(page)
    await page.getByLabel('File').setInputFiles({ name: 'grocy.db', mimeType: 'application/octet-stream', buffer: grocyFile() })
    await page.getByRole('button', { name: 'Preview import' }).click()
    await page.getByText('The barcode format isn’t supported.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Import 14 entries' }).click()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('5 imported · 1 not recognized').waitFor()
    await expectAccessible(page)
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
