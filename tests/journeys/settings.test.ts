import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { totpCodeAt } from '#domains/account/server/use-cases/two-factor.ts'
import { summary } from '#domains/dashboard/contract.ts'
import { blankPagePath, screens, useJourneyApp, type Visit } from '#tests/journeys/support/browser.ts'
import { signInAs } from '#tests/journeys/support/on-device.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'

const walk = useJourneyApp()
const password = 'purple kettle 42'
let count = 0

/** Someone with an account and a household, created over HTTP, signed in on this screen. */
async function newcomer(
  screen: (typeof screens)[number],
  look: 'light' | 'dark' = 'light',
): Promise<{ visit: Visit; email: string; household: string }> {
  const { url } = walk().server
  const email = `mira${++count}-${Date.now()}@example.org`
  const headers = { 'content-type': 'application/json', origin: url }
  const made = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password, firstName: 'Mira', lastName: 'Holt' }),
  })
  const token = made.headers.get('set-auth-token') ?? ''
  const authorization = `Bearer ${token}`
  const answer = await fetch(`${url}/api/households`, {
    method: 'POST',
    headers: { ...headers, authorization },
    body: '{"name":"Elm Street"}',
  })
  const household = ((await answer.json()) as { id: string }).id
  const visit = await walk().visit(blankPagePath, screen, look)
  await signInAs(visit.page, { token, household })
  return { visit, email, household }
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function openTab(page: Page, tab: 'profile' | 'data'): Promise<void> {
  await page.goto(`${walk().server.url}/settings?tab=${tab}`)
  // On a phone each is a page of its own.
  await page.getByRole('heading', { level: 1, name: /^(?:Settings|Profile Settings|Data & API)$/ }).waitFor()
}
const section = (page: Page, heading: string) => page.locator('section', { has: page.getByRole('heading', { name: heading, exact: true }) })

/** Rejects one write like a session whose last password check is too old. */
const refuseOnce = (page: Page, url: string) =>
  page.route(
    url,
    (route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({
            status: 403,
            contentType: 'application/problem+json',
            body: JSON.stringify({
              type: 'x',
              title: 'x',
              status: 403,
              code: 'recent_auth_required',
              detail: 'Enter your password again.',
            }),
          }),
    { times: 1 },
  )

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** Returns the code of an authenticator app for the typed secret. */
function codeOf(key: string): string {
  const bits = [...key].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const secret = (bits.match(/.{8}/g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 2))).join('')
  return totpCodeAt(secret, Date.now() / 1000)
}

describe.each(screens)('settings on a $name', (screen) => {
  it('change name and picture', async () => {
    const { visit } = await newcomer(screen)
    const { page } = visit
    await openTab(page, 'profile')
    await page.getByText('Active now').waitFor()
    await expectAccessible(page)
    await page.getByLabel('First name').fill('Miriam')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Profile updated successfully!').waitFor()
    await page.getByText('Miriam Holt').waitFor()
    const buffer = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#7a9a5b' } })
      .png()
      .toBuffer()
    await page.getByLabel('Add a photo').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
    await page.getByText('Change photo').waitFor()
    const shown = page.locator('img[src^="/api/avatars/"]').first()
    await expect.poll(() => shown.evaluate((image) => Number(Reflect.get(image, 'naturalWidth')))).toBeGreaterThan(0)
    await page.reload()
    await page.getByText('Miriam Holt').waitFor()
    await shown.waitFor()
    await expectAccessible(page)
    expect(visit.complaints).toEqual([])
    await visit.close()
  })

  it('set up two-factor sign-in, and the next sign-in requires a code', async () => {
    const { visit, email } = await newcomer(screen)
    const { page } = visit
    await openTab(page, 'profile')
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByLabel('Your password').fill(password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('img', { name: /Code to scan/ }).waitFor()
    // A control that is halfway below the bar counts as too small.
    await page.evaluate('scrollTo(0, 0)')
    await expectAccessible(page)
    const key = ((await section(page, 'Two-factor sign-in').locator('p.font-mono').textContent()) ?? '').replaceAll(' ', '')
    await page.getByLabel('Code', { exact: true }).fill(codeOf(key))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
    await page.evaluate('scrollTo(0, 0)')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'I’ve saved them' }).click()
    await page.getByText('10 recovery codes left.').waitFor()
    await page.getByRole('button', { name: 'Logout' }).first().click()
    await page.waitForURL('**/login')
    await signIn(page, email)
    await page.getByRole('heading', { name: 'One more step' }).waitFor()
    await expectAccessible(page)
    // The code field has the focus.
    await page.keyboard.type(codeOf(key))
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/$/)
    expect(visit.complaints).toEqual([])
    await visit.close()
  })

  it('create, name and remove a passkey, which signs in without the password', async () => {
    const { visit } = await newcomer(screen)
    const { page } = visit
    const device = await page.context().newCDPSession(page)
    await device.send('WebAuthn.enable')
    await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await openTab(page, 'profile')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Your password').fill(password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: /^Rename / }).click()
    await section(page, 'Passkeys').getByLabel('Name').fill('Kitchen tablet')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove Kitchen tablet' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Logout' }).first().click()
    await page.waitForURL('**/login')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.waitForURL(/\/$/)
    await openTab(page, 'profile')
    await page.getByRole('button', { name: 'Remove Kitchen tablet' }).click()
    await refuseOnce(page, '**/api/passkeys/*')
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('dialog', { name: 'Confirm it’s you' }).getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('button', { name: 'Remove Kitchen tablet' }).waitFor({ state: 'detached' })
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(visit.complaints).toEqual([])
    await visit.close()
  })

  it('end another session, with its live stream', async () => {
    const { visit, email } = await newcomer(screen)
    const other = await walk().visit('/login', screen)
    await signIn(other.page, email)
    await other.page.waitForURL(/\/$/)
    await openTab(visit.page, 'profile')
    await section(visit.page, 'Where you’re signed in')
      .getByRole('button', { name: /^Sign out / })
      .first()
      .click()
    // The other screen reacts to the end of its stream: no one touches it, and it doesn't ask by itself.
    await other.page.waitForURL('**/login')
    await visit.page.getByText('Active now').waitFor()
    expect(visit.complaints).toEqual([])
    await Promise.all([visit.close(), other.close()])
  })

  it('create a working token, download everything, and delete the account', async () => {
    const { visit, household } = await newcomer(screen, 'dark')
    const { page } = visit
    await openTab(page, 'data')
    await page.getByText('No tokens yet.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByLabel('What is it for?').fill('Kitchen display')
    await refuseOnce(page, '**/tokens')
    await page.getByRole('button', { name: 'Create token' }).click()
    const box = page.getByRole('dialog', { name: 'Confirm it’s you' }).getByLabel('Your password')
    await box.waitFor()
    await expect.poll(() => box.evaluate((element) => element.matches(':focus'))).toBe(true)
    await expectAccessible(page)
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await page.getByText('Copy the token now').waitFor()
    // wherever the dialog left the page, a row may be half under the bar at the top
    await page.evaluate('scrollTo(0, 0)')
    await expectAccessible(page)
    const token = (await page.locator('code', { hasText: 'larder_' }).textContent()) ?? ''
    const headers = { authorization: `Bearer ${token}`, 'x-household-id': household }
    const answer = await fetch(`${walk().server.url}${summary.path}`, { headers })
    expect(await answer.json()).toMatchObject({ household: { name: 'Elm Street' }, totalItems: 0 })

    await page.getByRole('button', { name: 'Create link' }).click()
    const links = page.locator('code', { hasText: 'calendar.ics' })
    await links.nth(1).waitFor()
    const [link = '', meals = ''] = await links.allTextContents()
    expect(await (await fetch(link)).text()).toContain('X-WR-CALNAME:Elm Street: use soon')
    expect(await (await fetch(meals)).text()).toContain('X-WR-CALNAME:Elm Street: meals')

    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download Elm Street' }).click()])
    const zip = unzipSync(readFileSync((await file.path()) ?? ''))
    expect(JSON.parse(strFromU8(zip['manifest.json'] ?? new Uint8Array()))).toMatchObject({ id: household })

    await page.getByRole('button', { name: 'Delete account' }).click()
    await page.getByLabel('Your password').fill(password)
    await page.evaluate('scrollTo(0, 0)')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.waitForURL('**/login')
    expect((await fetch(`${walk().server.url}${summary.path}`, { headers })).status).toBe(401)
    expect((await fetch(link)).status).toBe(404)
    expect(visit.complaints).toEqual([])
    await visit.close()
  })
})

it('show a person who signs in in a second tab in the first one too', async () => {
  const [desktop] = screens.filter(({ name }) => name === 'desktop')
  if (!desktop) throw new Error('there is no such screen')
  const ana = await newcomer(desktop)
  const ben = await newcomer(desktop)
  await ben.visit.close()
  const { page } = ana.visit
  const second = await page.context().newPage()
  // Both sign-in pages were open first.
  await page.evaluate('localStorage.clear()')
  for (const tab of [page, second]) await tab.goto(`${walk().server.url}/login`)
  const enter = async (tab: Page, email: string) => {
    await tab.getByLabel('Remember me').check()
    await signIn(tab, email)
    await tab.waitForURL((url) => url.pathname !== '/login')
  }
  await enter(page, ana.email)
  await openTab(page, 'profile')
  await page.getByText(ana.email).first().waitFor()
  await enter(second, ben.email)
  await page.getByText(ben.email).first().waitFor()
  expect(await page.getByText(ana.email).count()).toBe(0)
  await ana.visit.close()
})
