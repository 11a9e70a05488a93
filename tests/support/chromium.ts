import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { chromiumProgram } from './programs.ts'

/** Keeps the browser from asking anybody but the page it was sent to. */
const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

// A service account's HOME may not be writable, and the crash handler insists on one.
const settings = (home: string, args: readonly string[] = []) => ({
  executablePath: chromiumProgram(),
  headless: true,
  chromiumSandbox: process.getuid?.() !== 0,
  args: [...quiet, ...args],
  env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home },
})

/** Starts a headless Chromium with an empty profile, and `args` beside the usual ones. `close()` ends it. */
export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  const home = mkdtempSync(join(tmpdir(), 'larder-test-chromium-'))
  const browser = await chromium.launch(settings(home, args))
  browser.on('disconnected', () => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))
  return browser
}

/** Starts one on a profile that stays when it ends. */
export const launchProfile = (folder: string, options: BrowserContextOptions): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, { ...settings(folder), ...options })
