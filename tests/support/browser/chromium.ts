import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { chromiumProgram } from '../server/programs.ts'

/**
 * Playwright's own list, which a second one replaces, and the address bar's pop-ups: two pages of the browser's own that it
 * draws for every window, a sixth of a journey's processor time.
 */
const unneeded = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'Translate',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
]

/** Keeps the browser from asking anybody but the page it was sent to. */
const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${unneeded.join(',')}`,
]

// A service account's HOME may not be writable, and the crash handler insists on one.
const settings = (home: string) => ({
  executablePath: chromiumProgram(),
  headless: true,
  chromiumSandbox: process.getuid?.() !== 0,
  args: quiet,
  env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home },
})

/** Starts a headless Chromium with an empty profile. `close()` ends it. */
export async function launchBrowser(): Promise<Browser> {
  const home = mkdtempSync(join(tmpdir(), 'larder-test-chromium-'))
  const browser = await chromium.launch(settings(home))
  browser.on('disconnected', () => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))
  return browser
}

/** Starts one on a profile that stays when it ends. */
export const launchProfile = (folder: string, options: BrowserContextOptions): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, { ...settings(folder), ...options })
