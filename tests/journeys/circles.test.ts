import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { listHouseholds } from '#domains/households/contract/index.ts'
import { addLot, changeLot } from '#domains/inventory/contract.ts'
import { blankPagePath, screens, useJourneyApp, type Visit } from '#tests/journeys/support/browser.ts'
import { signInAs } from '#tests/journeys/support/on-device.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'
import { type HttpPerson, shareHousehold, signUp } from '#tests/support/server/http-client.ts'

const walk = useJourneyApp()

/** Someone with a household, signed in on their screen. */
async function arrive(screen: (typeof screens)[number], firstName: string, look: 'light' | 'dark' = 'light') {
  const person = await signUp(walk().server.url, firstName)
  await shareHousehold(person)
  const visit = await walk().visit(blankPagePath, screen, look)
  const { page } = visit
  await signInAs(page, { token: person.token, household: person.home ?? '' })
  return { person, visit, page }
}

/** Follows a link: loads the page right after sign-in, navigates in place later. */
const go = async (page: Page, path: string, heading: string) => {
  if (page.url().endsWith(blankPagePath)) await page.goto(`${walk().server.url}${path}`)
  else await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
}
const put = (person: HttpPerson, name: string) =>
  person.must(addLot, { body: { ingredient: { name }, quantity: 10, unit: 'each', expirationDate: '2031-05-04' } })

describe.each(screens)('three households on a $name', (screen) => {
  it('create a circle, share, request, lend and settle', async () => {
    const [ana, ben, cleo] = await Promise.all([arrive(screen, 'Ana'), arrive(screen, 'Ben', 'dark'), arrive(screen, 'Cleo')])
    const visits: Visit[] = [ana.visit, ben.visit, cleo.visit]
    const eggs = await put(ana.person, 'Alpine eggs')

    // Ana creates a circle, which links her household, and reads the invitation code.
    await go(ana.page, '/circles', 'Circles')
    await ana.page.getByText('No circles').waitFor()
    await expectAccessible(ana.page)
    await ana.page.getByRole('button', { name: 'Create Circle' }).first().click()
    await ana.page.getByLabel('Name', { exact: true }).fill('Elm Street')
    await ana.page.getByLabel('Description', { exact: true }).fill('Number 1 to 9')
    await expectAccessible(ana.page)
    await ana.page.getByRole('button', { name: 'Create', exact: true }).click()
    const code = (await ana.page.locator('code').first().textContent()) ?? ''
    expect(code).toMatch(/^([A-Z0-9]{4}-){2}[A-Z0-9]{4}$/)
    await expectAccessible(ana.page)
    await ana.page.getByRole('button', { name: 'Done' }).click()

    // Ben follows the link, Cleo types the code; both households are linked.
    const benJoins = async () => {
      await ben.page.goto(`${walk().server.url}/circles#code=${code}`)
      await ben.page.getByRole('dialog').getByRole('button', { name: 'Join', exact: true }).click()
      await waitForLink(ben.page)
    }
    const cleoJoins = async () => {
      await go(cleo.page, '/circles', 'Circles')
      await cleo.page.getByRole('button', { name: 'Join', exact: true }).click()
      await cleo.page.getByLabel('Circle code').fill(code.toLowerCase())
      await expectAccessible(cleo.page)
      await cleo.page.getByRole('dialog').getByRole('button', { name: 'Join', exact: true }).click()
      await waitForLink(cleo.page)
    }
    await Promise.all([benJoins(), cleoJoins()])
    await ana.page.getByText('3 linked households').waitFor()
    await ana.page.getByText('3 members').waitFor()

    // Ana shares her eggs from the inventory, and they appear on Ben's open list.
    await go(ben.page, '/available', 'Available Items')
    await ben.page.getByText('Nothing shared yet').waitFor()
    const anaShares = async () => {
      await expectAccessible(ana.page)
      await go(ana.page, '/inventory', 'Inventory')
      await ana.page.getByRole('link', { name: 'Share', exact: true }).click()
      await ana.page.getByRole('checkbox', { name: /Alpine eggs/ }).check()
      await expectAccessible(ana.page)
      await ana.page.getByRole('button', { name: /^Share 1/ }).click()
      await ana.page.getByText('1 item shared with your circles.').waitFor()
      await ana.page.keyboard.press('Escape')
    }
    await Promise.all([anaShares(), ben.page.getByRole('heading', { name: 'Alpine eggs' }).waitFor()])

    // Ben finds them despite a typing error and requests four.
    await ben.page.getByLabel('Search by item name...').fill('alpin egs')
    await ben.page.getByRole('button', { name: 'Search', exact: true }).click()
    await ben.page.getByRole('heading', { name: 'Found 1 item' }).waitFor()
    await expectAccessible(ben.page)
    await ben.page.getByRole('button', { name: /^Request Item/ }).click()
    await ben.page.getByLabel('Quantity', { exact: true }).fill('4')
    await ben.page.getByLabel('Message (Optional)').fill('For a cake')
    await expectAccessible(ben.page)
    await ben.page.getByRole('button', { name: 'Send Request' }).click()
    await ben.page.getByText(/^You asked Ana/).waitFor()

    // Ana's bell shows it and leads to it; she accepts.
    await ana.page.getByRole('button', { name: /^Notifications, \d+ new/ }).click()
    await ana.page.getByText('1 pending borrow request').waitFor()
    await ana.page.getByText('Ben asked for Alpine eggs').waitFor()
    await ana.page.getByRole('link', { name: 'View borrow requests' }).click()
    await ana.page.getByRole('heading', { level: 1, name: 'Borrow & Share' }).waitFor()
    await go(ana.page, '/borrow?tab=incoming', 'Borrow & Share')
    await ana.page.getByText('For a cake').waitFor()
    await expectAccessible(ana.page)
    await ana.page.getByRole('button', { name: /^Accept/ }).click()
    await ana.page.getByText('Accepted', { exact: true }).waitFor()

    // Cleo's open list shows six. Ben collects his: his screen shows the acceptance without interaction.
    const cleoLooks = async () => {
      await go(cleo.page, '/available', 'Available Items')
      await cleo.page.getByText('6', { exact: true }).first().waitFor()
    }
    const benFetches = async () => {
      await go(ben.page, '/borrow?tab=my', 'Borrow & Share')
      await ben.page.getByRole('button', { name: /^Mark as Completed/ }).click()
      await ben.page.getByText('Completed', { exact: true }).waitFor()
      await expectAccessible(ben.page)
      await ben.page.getByRole('button', { name: /^Notifications, \d+ new/ }).click()
      await ben.page.getByText('Ana agreed to lend you Alpine eggs').waitFor()
      await ben.page.keyboard.press('Escape')
      await go(ben.page, '/inventory', 'Inventory')
      await ben.page.getByLabel('Inventory', { exact: true }).getByText('Alpine eggs').first().waitFor()
    }
    await Promise.all([cleoLooks(), benFetches()])

    // Ana unshares: it disappears from Cleo's open screen long before the next poll.
    await ana.person.must(changeLot, { params: { id: eggs.id }, body: { isShared: false } })
    await cleo.page.getByText('Nothing shared yet').waitFor()

    await go(ana.page, '/circles?tab=requests', 'Circles')
    await ana.page.getByText('Completed', { exact: true }).waitFor()
    await expectAccessible(ana.page)
    await go(ana.page, '/inventory', 'Inventory')
    await ana.page.getByLabel('Inventory', { exact: true }).getByText('6', { exact: true }).first().waitFor()

    // What is owed is settled.
    await go(ana.page, '/borrow', 'Borrow & Share')
    await ana.page.getByText(/owes you/).waitFor()
    await expectAccessible(ana.page)
    await ana.page.getByRole('button', { name: /^Returned/ }).click()
    await ana.page.getByText(/owes you/).waitFor({ state: 'detached' })
    expect(await ana.person.must(listHouseholds)).toHaveLength(1)

    expect(visits.flatMap(({ complaints }) => complaints)).toEqual([])
    await Promise.all(visits.map((visit) => visit.close()))
  })
})

async function waitForLink(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('tab', { name: 'Households' }).click()
  await page
    .getByRole('button', { name: /^Unlink / })
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
}
