import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addIngredient } from '#domains/ingredients/contract/index.ts'
import { blankPagePath, screens, useJourneyApp } from '#tests/journeys/support/browser.ts'
import { addFakeCamera } from '#tests/journeys/support/fake-camera.ts'
import { openSignedIn } from '#tests/journeys/support/on-device.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'
import { shareHousehold, signUp } from '#tests/support/server/http-client.ts'

const [oats, milk, unknown] = ['4006381333931', '3017620422003', '96385074'] as const

const walk = useJourneyApp()

/** Hides and shows the page, as switching apps does. */
const hide = (page: Page, hidden: boolean) =>
  page.evaluate(`
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${hidden} })
    document.dispatchEvent(new Event('visibilitychange'))
  `)

describe.each(screens)('scanning live on a $name', (screen) => {
  it('adds three packs in one go, undoes one, and releases the camera when the page is hidden', async () => {
    const ana = await signUp(walk().server.url)
    await shareHousehold(ana)
    for (const [name, code] of [
      ['Alpine oats', oats],
      ['Hazel spread', milk],
    ] as const)
      await ana.must(addIngredient, { body: { name, barcodes: [{ code }] } })
    const { page, complaints, close } = await walk().visit(blankPagePath, screen, screen.isMobile ? 'light' : 'dark')
    const camera = await addFakeCamera(page)
    await openSignedIn(page, ana, '/scan')

    // Denied: shows a message and the alternatives.
    await page.getByRole('button', { name: 'Start Camera' }).click()
    await page.getByText(/Camera access is blocked/).waitFor()
    await page.getByRole('button', { name: 'Upload Barcode Image' }).waitFor()
    await expectAccessible(page)

    await camera.allow()
    await page.getByRole('button', { name: 'Try Again' }).click()
    const tally = page.getByRole('list', { name: 'Scanned just now' })
    await camera.show(oats)
    await tally.getByText('Alpine oats').waitFor()
    await camera.show(milk)
    await tally.getByText('Hazel spread').waitFor()
    await camera.show(unknown)
    await tally.getByLabel(`What is ${unknown}?`).fill('Sea salt')
    await camera.show(null)
    await expectAccessible(page)
    await tally.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('3 items scanned').waitFor()

    await tally.getByRole('button', { name: 'Undo Hazel spread' }).click()
    await page.getByText('2 items scanned').waitFor()

    const picture = page.getByLabel('Camera view')
    const isLent = () => picture.evaluate((video) => 'srcObject' in video && video.srcObject !== null)
    expect(await isLent()).toBe(true)
    await hide(page, true)
    expect(await isLent()).toBe(false)
    await page.getByText('Paused').waitFor()
    await hide(page, false)
    await page.getByText('Paused').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Done' }).click()
    await picture.waitFor({ state: 'detached' })

    await page.goto(`${walk().server.url}/inventory`)
    const stock = page.getByLabel('Inventory', { exact: true })
    await stock.getByText('Sea salt').first().waitFor()
    await stock.getByText('Alpine oats').first().waitFor()
    expect(await stock.getByText('Hazel spread').count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })
})
