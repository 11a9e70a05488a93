import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCircle, linkHousehold } from '#domains/circles/contract.ts'
import { addLot, listLots } from '#domains/inventory/contract.ts'
import { screens } from '#tests/journeys/support/browser.ts'
import { openSignedIn } from '#tests/journeys/support/on-device.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'
import { launchBrowser } from '#tests/support/browser/chromium.ts'
import { type HttpPerson, shareHousehold, signUp } from '#tests/support/server/http-client.ts'
import { freePort } from '#tests/support/server/programs.ts'
import { type RunningServer, startServer } from '#tests/support/server/server-processes.ts'

let servers: [RunningServer, RunningServer]
let browser: Browser
beforeAll(async () => {
  const [a, b] = [await freePort(), await freePort()]
  const start = (port: number, other: number) =>
    startServer({
      port,
      env: {
        LARDER_FEDERATION: 'on',
        LARDER_PUBLIC_URL: `http://127.0.0.1:${port}`,
        LARDER_FEDERATION_HOSTS: `127.0.0.1:${other}`,
      },
    })
  ;[servers, browser] = await Promise.all([Promise.all([start(a, b), start(b, a)]), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await Promise.all(servers?.map((server) => server.stop()) ?? [])
})

const pictures = process.env['LARDER_JOURNEY_PICTURES']

/** Someone with a household in a circle, on a server of their own. */
async function arrive(
  server: RunningServer,
  firstName: string,
  household: string,
  screen: (typeof screens)[number],
  look: 'light' | 'dark',
) {
  const person = await signUp(server.url, firstName)
  await shareHousehold(person)
  const { id } = await person.must(createCircle, { body: { name: 'Elm Street' } })
  await person.must(linkHousehold, { params: { id, householdId: person.home ?? '' } })
  const { width, height, isMobile } = screen
  const context = await browser.newContext({
    viewport: { width, height },
    isMobile,
    hasTouch: isMobile,
    colorScheme: look,
    reducedMotion: 'reduce',
    locale: 'en-US',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  await page.goto(`${server.url}/api/health`)
  await openSignedIn(page, person, '/circles')
  await page.getByRole('heading', { level: 1, name: 'Circles' }).waitFor()
  return { person, page, context, household }
}
type Arrived = Awaited<ReturnType<typeof arrive>>

const goTo = async ({ page, person }: Arrived, path: string) => {
  await page.goto(`${person.url}${path}`)
}
let shot = 0
const picture = async (page: Page, name: string) => {
  // A button that is half under the header has too little to touch.
  await page.evaluate('scrollTo(0, 0)')
  await expectAccessible(page)
  if (pictures)
    await page.screenshot({
      path: `${pictures}/${String(++shot).padStart(2, '0')}-${name}.png`,
      fullPage: (await page.getByRole('dialog').count()) === 0,
    })
}
const amountOf = async (person: HttpPerson) => {
  const answer = await person.must(listLots, { query: {} })
  return (Array.isArray(answer) ? answer : answer.items).reduce((sum, { quantity }) => sum + quantity, 0)
}

describe.each(screens)('two Larders, on a $name', (screen) => {
  it('link two households, who lend, return and end it', async () => {
    const ana = await arrive(servers[0], 'Ana', 'Number 7', screen, 'light')
    const ben = await arrive(servers[1], 'Ben', 'The mill', screen, 'dark')
    await ana.person.must(addLot, { body: { ingredient: { name: 'Rye flour' }, quantity: 900, unit: 'g', isShared: true } })

    // Ana invites, Ben pastes her link, Ana confirms.
    await ana.page.getByRole('button', { name: 'Invite a household' }).click()
    await ana.page.getByLabel('What they see as your name').fill(ana.household)
    await picture(ana.page, 'invite')
    await ana.page.getByRole('button', { name: 'Create invitation' }).click()
    const link = await ana.page.getByLabel('Invitation for the other household').inputValue()
    expect(link).toMatch(/ larder-link=[\w-]+$/)
    await picture(ana.page, 'invitation')
    await ana.page.getByRole('button', { name: 'Done' }).click()
    await ben.page.getByRole('button', { name: 'Enter an invitation' }).click()
    await ben.page.getByRole('button', { name: 'Accept invitation' }).click()
    await ben.page.getByText('Paste the whole text that they sent you.').waitFor()
    await ben.page.getByLabel('Their invitation').fill(link)
    await ben.page.getByLabel('What they see as your name').fill(ben.household)
    await picture(ben.page, 'accept')
    await ben.page.getByRole('button', { name: 'Accept invitation' }).click()
    await ben.page.getByText('Number 7 must confirm now.').waitFor()
    await ben.page.getByText('Waiting for them to confirm').waitFor()
    await picture(ben.page, 'joining')
    await ana.page.getByText('They accepted.').waitFor()
    await picture(ana.page, 'waiting')
    await ana.page.getByRole('button', { name: 'Confirm: The mill' }).click()
    await ana.page.getByText('Linked with The mill.').waitFor()
    await ben.page.getByText(/^Linked, up to date/).waitFor()
    await picture(ben.page, 'linked')

    // Ben sees what Ana shares and asks for some.
    await goTo(ben, '/available')
    await ben.page.getByRole('heading', { name: 'Rye flour' }).waitFor()
    await picture(ben.page, 'available')
    await ben.page.getByRole('button', { name: 'Request Item: Rye flour from Number 7' }).click()
    await ben.page.getByLabel('Quantity').fill('250')
    await picture(ben.page, 'ask')
    await ben.page.getByRole('button', { name: 'Send Request' }).click()
    await ben.page.getByText('You asked Number 7 for Rye flour.').waitFor()

    // Ana agrees and hands it over.
    await goTo(ana, '/borrow?tab=incoming')
    await ana.page.getByText('The mill on another Larder').waitFor()
    await picture(ana.page, 'incoming')
    await ana.page.getByRole('button', { name: /^Accept:/ }).click()
    await ana.page.getByRole('button', { name: /^Handed over:/ }).waitFor()
    await goTo(ben, '/borrow?tab=my')
    await ben.page.getByText('When you get it, they mark it as handed over').waitFor()
    await picture(ben.page, 'accepted')
    await ana.page.getByRole('button', { name: /^Handed over:/ }).click()
    await ben.page.getByText('Completed').waitFor()
    await picture(ben.page, 'completed')
    expect([await amountOf(ana.person), await amountOf(ben.person)]).toEqual([650, 250])

    // Ben returns it, and Ana ends the link.
    await ben.page.getByRole('button', { name: /^Returned:/ }).click()
    await ana.page.getByRole('button', { name: /^Returned:/ }).waitFor({ state: 'detached' })
    await goTo(ana, '/circles')
    await ana.page.getByRole('button', { name: 'End link: The mill' }).click()
    await picture(ana.page, 'end')
    await ana.page.getByRole('dialog').getByRole('button', { name: 'End link' }).click()
    await ana.page.getByText('Ended the link with The mill.').waitFor()
    await goTo(ben, '/circles')
    await ben.page.getByText('They ended the link.').waitFor()
    await picture(ben.page, 'ended')
    await Promise.all([ana, ben].map(({ context }) => context.close()))
  }, 600_000)
})
