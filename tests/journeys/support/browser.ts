import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launchBrowser } from '#tests/support/browser/chromium.ts'
import { type RunningServer, startServer } from '#tests/support/server/server-processes.ts'

/** The screens every journey runs on. */
export const screens = [
  { name: 'phone', width: 390, height: 844, isMobile: true },
  { name: 'desktop', width: 1280, height: 800, isMobile: false },
] as const
type Screen = (typeof screens)[number]

/** The Undo of the message with these words. Others may still be shown. */
export const undoButton = (page: Page, message: string): Locator =>
  page.locator('[data-sonner-toast]', { hasText: message }).getByRole('button', { name: 'Undo' })

/** A URL of the app's origin without a page, for setting browser storage before the app is loaded. */
export const blankPagePath = '/api/health'

export interface Visit {
  readonly page: Page
  /** Script and console errors, violations of the content security policy, and requests to other origins. */
  readonly complaints: readonly string[]
  close(): Promise<void>
}

export interface JourneyApp {
  readonly server: RunningServer
  /** Opens `path` in a new browser profile. */
  visit(path: string, screen: Screen, look?: 'light' | 'dark'): Promise<Visit>
}

/**
 * Starts one server and one browser for a test file. Without `worker` there is no service worker, as over plain HTTP from a phone:
 * installing it takes a second of CPU time in every profile.
 */
export function useJourneyApp({ worker = false, env = {} }: { worker?: boolean; env?: Record<string, string> } = {}): () => JourneyApp {
  let server: RunningServer | undefined
  let browser: Browser | undefined
  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ env }), launchBrowser()])
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })
  return () => {
    if (!server || !browser) throw new Error('the walk starts before the first test')
    const [here, program] = [server, browser]
    return { server: here, visit: (path, screen, look = 'light') => visit(here, program, { path, screen, look, worker }) }
  }
}

const tellRefused = `document.addEventListener('securitypolicyviolation', (event) => {
  const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event
  larderRefused(location.pathname + ': ' + effectiveDirective + ' ' + blockedURI + ' from ' + sourceFile + ':' + lineNumber + ' ' + sample)
})`

const noWorker = 'delete Navigator.prototype.serviceWorker'

interface Beginning {
  path: string
  screen: Screen
  look: 'light' | 'dark'
  worker: boolean
}

async function visit(server: RunningServer, browser: Browser, { path, screen, look, worker }: Beginning): Promise<Visit> {
  const { width, height, isMobile } = screen
  const context: BrowserContext = await browser.newContext({
    viewport: { width, height },
    isMobile,
    hasTouch: isMobile,
    colorScheme: look,
    reducedMotion: 'reduce',
    locale: 'en-US',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  // A busy machine recognizes a picture slowly.
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const complaints: string[] = []
  await page.exposeFunction('larderRefused', (what: string) => void complaints.push(what))
  await page.addInitScript({ content: worker ? tellRefused : `${tellRefused};${noWorker}` })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // Some journeys include rejected requests, which the screen reports.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) complaints.push(message.text())
  })
  page.on('response', (answer) => {
    if (answer.status() === 400 || answer.status() >= 500)
      complaints.push(`${answer.status()} from ${answer.request().method()} ${answer.url()}`)
  })
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && new URL(request.url()).origin !== new URL(server.url).origin)
      complaints.push(`left the origin: ${request.url()}`)
  })
  await page.goto(`${server.url}${path}`)
  return { page, complaints, close: () => context.close() }
}
