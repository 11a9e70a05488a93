import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHousehold } from '#domains/households/contract/index.ts'
import { screens } from '#tests/journeys/support/browser.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'
import { launchBrowser } from '#tests/support/browser/chromium.ts'
import { httpPerson, password, shareHousehold, signUp, signUpOrIn } from '#tests/support/server/http-client.ts'
import { client, type OpenIdProvider, startOpenIdProvider } from '#tests/support/server/openid-provider.ts'
import { freePort } from '#tests/support/server/programs.ts'
import { type RunningServer, startServer } from '#tests/support/server/server-processes.ts'

let provider: OpenIdProvider
let server: RunningServer
let browser: Browser
beforeAll(async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  provider = await startOpenIdProvider([`${url}/api/auth/providers/home/callback`], `${url}/login`)
  const providers = [{ id: 'home', name: 'Authentik', issuer: provider.issuer, ...client, endsSession: true }]
  const env = { LARDER_PUBLIC_URL: url, LARDER_OIDC_PROVIDERS: JSON.stringify(providers) }
  server = await startServer({ port, env })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await provider?.close()
})

async function open(path: string, { width, height, isMobile }: (typeof screens)[number], locale = 'en-US'): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height },
    isMobile,
    hasTouch: isMobile,
    colorScheme: isMobile ? 'dark' : 'light',
    locale,
  })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  await page.goto(`${server.url}${path}`)
  return page
}
const goOn = (page: Page) => page.getByRole('button', { name: 'Continue with Authentik' })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

describe.each(screens)('signing in at a provider on a $name', (screen) => {
  const person = () => {
    const sub = crypto.randomUUID()
    return { sub, email: `${sub}@example.org`, email_verified: true, given_name: 'Ada', family_name: 'Lovelace' }
  }

  it('creates an account, keeps the invitation on the way, and is canceled with a reason', async () => {
    const host = await signUp(server.url)
    const { inviteCode } = await host.must(createHousehold, {
      body: { name: 'Kitchen of Ana' },
    })
    const page = await open(`/households#code=${inviteCode}`, screen)
    await heading(page, 'Welcome back')
    await goOn(page).waitFor()
    await expectAccessible(page)
    provider.person = null
    await goOn(page).click()
    await page.getByText('You canceled the sign-in, or the provider didn’t allow it.').waitFor()
    expect(new URL(page.url()).search).toBe('')
    await expectAccessible(page)
    provider.person = person()
    await goOn(page).click()
    await page.getByRole('button', { name: 'Join', exact: true }).click()
    await page.getByText('Kitchen of Ana').first().waitFor()
    await page.context().close()
  })

  it('is connected with an account that has the same address only after its own sign-in', async () => {
    const owner = await signUpOrIn(server.url, { firstName: 'Ada', lastName: 'Lovelace' })
    await shareHousehold(httpPerson(server.url, owner.userId, owner.token))
    provider.person = { ...person(), email: owner.email }
    const page = await open('/login', screen)
    await goOn(page).click()
    await page.getByText('There’s already an account with your email address. Sign in to it once to connect it.').waitFor()
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await heading(page, 'Dashboard')
    await page.goto(`${server.url}/settings?tab=profile`)
    await page.getByRole('button', { name: 'Disconnect Authentik' }).waitFor()
    await expectAccessible(page)

    // From now on the provider is enough; disconnected, it isn't.
    const other = await open('/login', screen)
    await goOn(other).click()
    await heading(other, 'Dashboard')
    await page.getByRole('button', { name: 'Disconnect Authentik' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('button', { name: 'Connect Authentik' }).click()
    await page.getByText('Connected.', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Disconnect Authentik' }).waitFor()
    await page.context().close()
    await other.context().close()
  })
})
