import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launchBrowser, launchProfile } from '#tests/support/browser/chromium.ts'
import { type RunningServer, startServer } from '#tests/support/server/server.ts'
import { signInAs } from './on-device.ts'
import { type Shopper, signUp } from './shoppers.ts'
import { openWeakNetwork, type WeakNetwork } from './weak-network.ts'

/** One browser profile on one network of its own. */
export interface Phone {
  readonly context: BrowserContext
  readonly network: WeakNetwork
  page: Page
  /** Errors of scripts. */
  readonly complaints: string[]
  /** A fresh tab at `path`; the old one is killed. */
  reopen(path: string): Promise<Page>
  /** Signs somebody in, from the next page on. */
  signIn(who: Shopper): Promise<void>
  /** Ends the whole browser as a power cut would. Only with a profile of its own. */
  kill(): Promise<void>
  close(): Promise<void>
}

/** How large a screen is, in CSS pixels. */
interface Screen {
  readonly width: number
  readonly height: number
  readonly isMobile: boolean
}

interface Start {
  look?: 'light' | 'dark'
  /** A folder that outlives the browser, which is then started for this phone alone. */
  profile?: string
  /** The network of a phone that is started again. */
  network?: WeakNetwork
}

export interface Shop {
  readonly server: RunningServer
  shopper(firstName: string): Promise<Shopper>
  /** A profile in which this person is signed in, at `path`, with the service worker in place. Null: nobody, or whoever the profile knows. */
  phone(who: Shopper | null, screen: Screen, path: string, start?: Start): Promise<Phone>
}

/** One server and one browser for a file of journeys over weak networks. */
export function useShop(env: Record<string, string> = {}): () => Shop {
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
  const wire = network ?? (await openWeakNetwork(server.url))
  const looks = {
    viewport: { width, height },
    isMobile,
    hasTouch: isMobile,
    colorScheme: look,
    reducedMotion: 'reduce',
    locale: 'en-US',
  } as const
  const context = profile === undefined ? await browser.newContext(looks) : await launchProfile(profile, looks)
  const complaints: string[] = []
  const watch = (page: Page) => {
    page.on('pageerror', (error) => complaints.push(error.message))
    return page
  }
  const phone: Phone = {
    context,
    network: wire,
    page: watch(await context.newPage()),
    complaints,
    async reopen(next) {
      const before = phone.page
      phone.page = watch(await context.newPage())
      await before.close()
      await phone.page.goto(`${wire.url}${next}`)
      return phone.page
    },
    signIn: (somebody) => signInAs(phone.page, somebody),
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
      await wire.close()
    },
  }
  if (who) {
    await phone.page.goto(`${wire.url}/login`)
    await phone.signIn(who)
  }
  await phone.page.goto(`${wire.url}${path}`)
  // Until the worker has everything it needs for a start without a network.
  if (who) await phone.page.evaluate('navigator.serviceWorker?.ready.then(() => true)')
  return phone
}
