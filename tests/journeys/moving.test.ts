import { describe, it } from 'vitest'
import { expectAccessible } from '#tests/support/axe.ts'
import { doorstep, screens, useWalk } from '#tests/support/browser.ts'
import { grocyFile } from '#tests/support/grocy.ts'
import { comeIn } from '#tests/support/on-device.ts'
import { shareHousehold, signUp } from '#tests/support/wire.ts'

const walk = useWalk()

describe.each(screens)('moving in on a $name', (screen) => {
  it('a household of grocy is looked at, brought in, and taken back', async () => {
    const { url } = walk().server
    const mira = await signUp(url)
    await shareHousehold(mira)
    const { page } = await walk().visit(doorstep, screen, screen.isMobile ? 'dark' : 'light')
    await comeIn(page, mira, '/settings')
    await page.getByRole('tab', { name: 'Moving in' }).click()
    await page.getByRole('heading', { level: 2, name: 'Bring in from another app or a backup' }).waitFor()
    await expectAccessible(page)
    await page.getByLabel('File').setInputFiles({ name: 'grocy.db', mimeType: 'application/octet-stream', buffer: grocyFile() })
    await page.getByRole('button', { name: 'Show what is in it' }).click()
    await page.getByText('Its barcode is none that we know how to read.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Import 14 things' }).click()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('5 brought in · 1 not understood').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Take Back' }).click()
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: 'Take Back' }).click()
    await page.getByText('5 taken back · 1 not understood').waitFor()
    await page.goto(`${url}/history`)
    await page
      .getByText(/^Took back what came from grocy: 5 foods, 5 lots/)
      .first()
      .waitFor()
  })
})
