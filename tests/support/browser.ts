import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launchBrowser } from './chromium.ts'
import { type RunningServer, type ServerOptions, startServer } from './server.ts'

/** The two screens every journey is walked on. */
export const screens = [
  { name: 'phone', width: 390, height: 844, isMobile: true },
  { name: 'desktop', width: 1280, height: 800, isMobile: false },
] as const
export type Screen = (typeof screens)[number]

export interface Visit {
  readonly page: Page
  /** What the page complained of: errors in scripts and in its console, what its security policy refused, requests beyond our own origin. */
  readonly complaints: readonly string[]
  close(): Promise<void>
}

export interface Walk {
  readonly server: RunningServer
  /** A fresh browser profile at `path`. */
  visit(path: string, screen: Screen, look?: 'light' | 'dark'): Promise<Visit>
}

/** One server and one browser for a file of journeys. */
export function useWalk(options: ServerOptions = {}): () => Walk {
  let server: RunningServer | undefined
  let browser: Browser | undefined
  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer(options), launchBrowser()])
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })
  return () => {
    if (!server || !browser) throw new Error('the walk starts before the first test')
    return { server, visit: (path, screen, look = 'light') => visit(server as RunningServer, browser as Browser, path, screen, look) }
  }
}

const tellRefused = `document.addEventListener('securitypolicyviolation', (event) => {
  const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event
  larderRefused(location.pathname + ': ' + effectiveDirective + ' ' + blockedURI + ' from ' + sourceFile + ':' + lineNumber + ' ' + sample)
})`

async function visit(
  server: RunningServer,
  browser: Browser,
  path: string,
  { width, height, isMobile }: Screen,
  look: 'light' | 'dark',
): Promise<Visit> {
  const context: BrowserContext = await browser.newContext({
    viewport: { width, height },
    isMobile,
    hasTouch: isMobile,
    colorScheme: look,
    reducedMotion: 'reduce',
    locale: 'en-US',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  const complaints: string[] = []
  await page.exposeFunction('larderRefused', (what: string) => void complaints.push(what))
  await page.addInitScript({ content: tellRefused })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // A refused request is part of some journeys; what it means is said on screen.
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
