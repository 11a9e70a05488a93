import { describe, it } from 'vitest'
import { blankPagePath, screens, useJourneyApp } from '#tests/journeys/support/browser.ts'
import { openSignedIn } from '#tests/journeys/support/on-device.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'
import { grocyFile, grocyJournal } from '#tests/support/fakes/grocy.ts'
import { shareHousehold, signUp } from '#tests/support/server/http-client.ts'

const walk = useJourneyApp()

describe.each(screens)('importing on a $name', (screen) => {
  it('previews, imports and undoes a grocy household with its past', async () => {
    const { url } = walk().server
    const mira = await signUp(url)
    await shareHousehold(mira)
    const journal = grocyJournal(new Date().toISOString().slice(0, 10))
    const { page } = await walk().visit(blankPagePath, screen, screen.isMobile ? 'dark' : 'light')
    await openSignedIn(page, mira, '/settings')
    await page.getByRole('tab', { name: 'Import' }).click()
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
