import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { chromiumProgram } from '../server/programs.ts'

/**
 * Playwright's own list, which this one replaces, and the address bar's pop-ups: Chromium draws these two for every window, which takes a
 * sixth of a journey's CPU time.
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

/** Prevents the browser's own network requests. */
const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${unneeded.join(',')}`,
]

// A service account's HOME may not be writable, but the crash handler requires it.
const settings = (home: string) => ({
  executablePath: chromiumProgram(),
  headless: true,
  chromiumSandbox: process.getuid?.() !== 0,
  args: quiet,
  env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home },
})

/** Starts a headless Chromium with an empty profile. */
export async function launchBrowser(): Promise<Browser> {
  const home = mkdtempSync(join(tmpdir(), 'larder-test-chromium-'))
  const browser = await chromium.launch(settings(home))
  browser.on('disconnected', () => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))
  return browser
}

/** Starts Chromium on a profile that outlives it. */
export const launchProfile = (folder: string, options: BrowserContextOptions): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, { ...settings(folder), ...options })
