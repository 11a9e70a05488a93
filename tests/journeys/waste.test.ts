import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addLot, discardLot } from '#domains/inventory/contract.ts'
import { addDays } from '#platform/shared/calendar.ts'
import { blankPagePath, screens, useJourneyApp } from '#tests/journeys/support/browser.ts'
import { openSignedIn } from '#tests/journeys/support/on-device.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'
import { type HttpPerson, shareHousehold, signUp } from '#tests/support/server/http-client.ts'

const walk = useJourneyApp()
const today = new Date().toISOString().slice(0, 10)

const put = (person: HttpPerson, name: string, keeps: number, price: number) =>
  person.must(addLot, {
    body: {
      ingredient: { name },
      quantity: 2,
      unit: 'l',
      purchasePrice: price,
      expirationDate: addDays(today, keeps),
      dateKind: 'best_before',
    },
  })

interface OnPage {
  click(): void
  ownerDocument: { location: { assign(path: string): void } }
}

const figure = (page: Page, text: string) => page.locator('main').getByText(text, { exact: true }).first()

describe.each(screens)('waste on a $name', (screen) => {
  it('starts empty, shows discarded items as they happen, follows a recommendation, and asks about long-expired items', async () => {
    const ana = await signUp(walk().server.url)
    await shareHousehold(ana)
    const { page, complaints, close } = await walk().visit(blankPagePath, screen, screen.isMobile ? 'light' : 'dark')
    await openSignedIn(page, ana, '/waste-report')
    await page.getByRole('heading', { level: 1, name: 'Waste Report & Analytics' }).waitFor()
    await page.getByText('Nothing thrown away').waitFor()
    await expectAccessible(page)

    // Someone else discards half of it: the figures follow.
    const milk = await put(ana, 'Milk', 1, 4)
    await ana.must(discardLot, { params: { id: milk.id }, body: { quantity: 1, reason: 'spoiled' } })
    await figure(page, '$2.00').waitFor()
    await page.getByText('Waste by Reason').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Waste by Reason: show as table' }).click()
    await page.getByRole('rowheader', { name: 'Spoiled' }).waitFor()
    await page.getByRole('button', { name: 'Waste Trends (6 Months): show as table' }).click()
    await expectAccessible(page)

    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    expect((await saving).suggestedFilename()).toBe('waste.csv')

    await page.getByRole('radio', { name: 'Year' }).click()
    await page.waitForURL(/period=year/)
    await page.getByRole('link', { name: 'Reports & Predictions' }).click()
    await page.getByRole('heading', { level: 1, name: 'Reports & Predictions' }).waitFor()
    await page.getByText('Not enough history yet').waitFor()
    await expectAccessible(page)

    await put(ana, 'Forgotten jam', -30, 3)
    await page.goto(`${walk().server.url}/`)
    await page.getByText('What happened to these?').waitFor()
    await expectAccessible(page)
    await page.getByRole('group', { name: 'Forgotten jam' }).getByRole('button', { name: 'Still here' }).press('Enter')
    await page.getByText('What happened to these?').waitFor({ state: 'detached' })
    // The focus stays where the question was, not at the top of the page.
    await expect.poll(() => page.evaluate(`document.querySelector('main').contains(document.activeElement)`)).toBe(true)
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await page.getByText('What happened to these?').waitFor()
    // The page is left immediately: the tap isn't lost.
    const binned = page.getByRole('group', { name: 'Forgotten jam' }).getByRole('button', { name: 'Thrown away' })
    await binned.evaluate((button: OnPage) => {
      button.click()
      button.ownerDocument.location.assign('/waste-report')
    })
    await figure(page, '$5.00').waitFor()

    expect(complaints).toEqual([])
    await close()
  })
})
