import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launchBrowser, launchProfile } from '#tests/support/browser/chromium.ts'
import { type RunningServer, startServer } from '#tests/support/server/server-processes.ts'
import { signInAs, waitForWrites } from './on-device.ts'
import { type Shopper, signUp } from './shoppers.ts'
import { openWeakNetwork, type WeakNetwork } from './weak-network.ts'

/** A browser profile with its own network. */
export interface Phone {
  readonly context: BrowserContext
  readonly network: WeakNetwork
  page: Page
  /** Script errors. */
  readonly complaints: string[]
  /** Kills the tab once its changes are stored, and opens a new one at `path`. */
  reopen(path: string): Promise<Page>
  /** Signs a person in, from the next page load. */
  signIn(who: Shopper): Promise<void>
  /** Kills the browser like a power cut. Requires its own profile. */
  kill(): Promise<void>
  close(): Promise<void>
}

/** Size in CSS pixels. */
interface Screen {
  readonly width: number
  readonly height: number
  readonly isMobile: boolean
}

interface Start {
  look?: 'light' | 'dark'
  /** A profile folder that outlives the browser, which then runs only this phone. */
  profile?: string
  /** The network of a restarted phone. */
  network?: WeakNetwork
}

export interface PhoneApp {
  readonly server: RunningServer
  shopper(firstName: string): Promise<Shopper>
  /**
   * Opens `path` in a profile where this person is signed in and the service worker is installed. Null: signed out, or the profile's own
   * session.
   */
  phone(who: Shopper | null, screen: Screen, path: string, start?: Start): Promise<Phone>
}

/** Starts one server and one browser for a file of journeys over weak networks. */
export function usePhoneApp(env: Record<string, string> = {}): () => PhoneApp {
  let server: RunningServer | undefined
  let browser: Browser | undefined
  const open: Phone[] = []
  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ env }), launchBrowser()])
  })
  afterAll(async () => {
    for (const phone of open) await phone.close().catch(() => {})
    await browser?.close()
    await server?.stop()
  })
  return () => {
    if (!server || !browser) throw new Error('the shop opens before the first test')
    const [here, program] = [server, browser]
    return {
      server: here,
      shopper: (firstName) => signUp(here.url, firstName),
      async phone(who, screen, path, start = {}) {
        const phone = await openPhone(here, program, who, screen, path, start)
        open.push(phone)
        return phone
      },
    }
  }
}

async function openPhone(
  server: RunningServer,
  browser: Browser,
  who: Shopper | null,
  { width, height, isMobile }: Screen,
  path: string,
  { look = 'light', profile, network = undefined }: Start,
): Promise<Phone> {
  const ownNetwork = network ?? (await openWeakNetwork(server.url))
  const contextOptions = {
    viewport: { width, height },
    isMobile,
    hasTouch: isMobile,
    colorScheme: look,
    reducedMotion: 'reduce',
    locale: 'en-US',
  } as const
  const context = profile === undefined ? await browser.newContext(contextOptions) : await launchProfile(profile, contextOptions)
  const complaints: string[] = []
  const watch = (page: Page) => {
    page.on('pageerror', (error) => complaints.push(error.message))
    return page
  }
  const phone: Phone = {
    context,
    network: ownNetwork,
    page: watch(await context.newPage()),
    complaints,
    async reopen(next) {
      const before = phone.page
      await waitForWrites(before)
      phone.page = watch(await context.newPage())
      await before.close()
      await phone.page.goto(`${ownNetwork.url}${next}`)
      return phone.page
    },
    signIn: (person) => signInAs(phone.page, person),
    async kill() {
      const devtools = await context.browser()?.newBrowserCDPSession()
      const processes = await devtools?.send('SystemInfo.getProcessInfo')
      const main = processes?.processInfo.find(({ type }) => type === 'browser')
      if (profile === undefined || !main) throw new Error('only a browser of its own can be killed')
      const gone = new Promise((resolve) => context.once('close', resolve))
      process.kill(main.id, 'SIGKILL')
      await gone
    },
    async close() {
      await context.close()
      await ownNetwork.close()
    },
  }
  if (who) {
    await phone.page.goto(`${ownNetwork.url}/login`)
    await phone.signIn(who)
  }
  await phone.page.goto(`${ownNetwork.url}${path}`)
  // Waits until the service worker has cached everything for an offline start.
  if (who) await phone.page.evaluate('navigator.serviceWorker?.ready.then(() => true)')
  return phone
}
