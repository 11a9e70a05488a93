import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
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

/** Starts a headless Chromium with an empty profile. `close()` ends it. */
export async function launchBrowser(): Promise<Browser> {
  // A service account's HOME may not be writable, and the crash handler insists on one.
  const home = mkdtempSync(join(tmpdir(), 'larder-test-chromium-'))
  const browser = await chromium.launch({
    executablePath: chromiumProgram(),
    headless: true,
    chromiumSandbox: process.getuid?.() !== 0,
    args: quiet,
    env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home },
  })
  browser.on('disconnected', () => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))
  return browser
}
