/**
 * `npm run pictures`: takes pictures of every screen for a new household, the demo household and a very full one, on a phone and a
 * desktop, light and dark, and runs axe on each. Writes ./pictures with a contact sheet. Exits with 1 if there are findings.
 *
 *   npm run pictures -- --fold --states small --only dashboard,shop --to docs/pictures    (above the fold, no contact sheet: README)
 *   npm run pictures -- --only dashboard,recipes --states small --sizes narrow,zoomed --looks light --to ./elsewhere
 *   npm run pictures -- --states small --sizes phone --looks light --languages en,de,fr    (the demo household is in the first language)
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { compose } from '#app/compose.ts'
import { readConfig } from '#app/config.ts'
import { createHousehold } from '#domains/households/contract/index.ts'
import { listRecipes } from '#domains/recipes/contract/index.ts'
import { type Language, languages } from '#platform/shared/language.ts'
import { violationsOf } from '#tests/support/browser/axe.ts'
import { launchBrowser } from '#tests/support/browser/chromium.ts'
import { fillUp } from './demo/full.ts'
import { makeDemo } from './demo/make.ts'
import { type Guest, signUpGuest } from './demo/people.ts'
import { type Look, looks, type Screen, type Size, type State, screens, sizes, states } from './pictures/screens.ts'
import { contactSheet, type Picture } from './pictures/sheet.ts'

const { values } = parseArgs({
  options: {
    to: { type: 'string', default: './pictures' },
    only: { type: 'string' },
    states: { type: 'string', default: states.join() },
    sizes: { type: 'string', default: 'phone,desktop' },
    looks: { type: 'string', default: looks.join() },
    languages: { type: 'string', default: 'en' },
    fold: { type: 'boolean', default: false },
  },
})
const chosen = <T extends string>(text: string, of: readonly T[]): T[] => of.filter((one) => text.split(',').includes(one))
const wanted = {
  screens: screens.filter(({ name }) => values.only === undefined || values.only.split(',').includes(name)),
  states: chosen(values.states, states),
  sizes: chosen(values.sizes, Object.keys(sizes) as Size[]),
  looks: chosen(values.looks, looks),
  languages: chosen(values.languages, languages),
}
const locales: Record<Language, string> = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR' }
const timeZone = 'Europe/Berlin'
const highest = 2000
const atOnce = 2

/** Text beyond the right edge that can't be scrolled to. */
const stickingOut = `[...document.querySelectorAll('main *')].filter((one) => {
  if (one.children.length > 0 || !one.textContent.trim() || one.getBoundingClientRect().right <= innerWidth + 1) return false
  for (let box = one; box; box = box.parentElement) {
    const { overflowX, position, clip, clipPath } = getComputedStyle(box)
    if (/auto|scroll/.test(overflowX) || (position === 'absolute' && (clip !== 'auto' || clipPath !== 'none'))) return false
  }
  return true
}).slice(0, 3).map((one) => one.textContent.trim().slice(0, 60))`

interface Job {
  screen: Screen
  state: State
  size: Size
  look: Look
  language: Language
}

interface Home {
  guest: Guest
  householdId: string
  recipe: string
}

const folder = resolve(values.to)
const data = mkdtempSync(join(tmpdir(), 'larder-pictures-'))
mkdirSync(folder, { recursive: true })
const settings = { LARDER_DATA_DIR: data, LARDER_RATE_LIMITS: 'off', LARDER_BACKUP_HOURS: '0', LARDER_LOG_LEVEL: 'error' }
const server = await compose(readConfig(settings), () => 'http://localhost')
const pictures: Picture[] = []
let browser: Browser | undefined
try {
  const homes = await makeHomes()
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' })
  browser = await launchBrowser()
  const jobs = wanted.screens.flatMap((screen) =>
    wanted.states
      .filter((state) => !screen.isSignedOut || state === wanted.states[0])
      .flatMap((state) =>
        wanted.sizes.flatMap((size) =>
          wanted.looks.flatMap((look) => wanted.languages.map((language) => ({ screen, state, size, look, language }))),
        ),
      ),
  )
  const queue = jobs.entries()
  const lane = async () => {
    for (const [place, job] of queue) {
      pictures[place] = await take(browser as Browser, url, job, (job.screen.isSignedOut ? null : homes.get(job.state)) ?? null)
      console.log(
        `${place + 1}/${jobs.length} ${pictures[place]?.file}${pictures[place]?.findings.map((line) => `\n  ${line}`).join('') ?? ''}`,
      )
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
} finally {
  await browser?.close()
  await server.close()
  rmSync(data, { recursive: true, force: true })
}
if (!values.fold) writeFileSync(join(folder, 'index.html'), contactSheet(pictures))
const total = pictures.reduce((sum, { findings }) => sum + findings.length, 0)
console.log(`${pictures.length} pictures, ${total} findings: ${folder}`)
process.exitCode = total === 0 ? 0 : 1

/** Creates the requested households; the demo household's Maya comes first and so becomes the server admin. */
async function makeHomes(): Promise<Map<State, Home>> {
  const homes = new Map<State, Home>()
  const moveIn = async (state: State, guest: Guest, householdId: string) => {
    const [recipe] = await guest.ask(householdId)(listRecipes, { query: { limit: 1 } })
    homes.set(state, { guest, householdId, recipe: recipe?.id ?? '' })
  }
  if (wanted.states.includes('small')) {
    const { maya, householdId } = await makeDemo(server, timeZone, wanted.languages[0])
    await moveIn('small', maya, householdId)
  }
  if (wanted.states.includes('full')) {
    const { guest, householdId } = await fillUp(server, timeZone)
    await moveIn('full', guest, householdId)
  }
  if (wanted.states.includes('empty')) {
    const guest = await signUpGuest(server, 'Nora', 'New')
    const { id } = await guest.ask()(createHousehold, { body: { name: 'Home', timeZone, currency: 'EUR' } })
    await moveIn('empty', guest, id)
  }
  return homes
}

async function take(on: Browser, url: string, { screen, state, size, look, language }: Job, home: Home | null): Promise<Picture> {
  const { isMobile, deviceScaleFactor, ...viewport } = sizes[size]
  const context = await on.newContext({
    viewport,
    isMobile,
    hasTouch: isMobile,
    deviceScaleFactor,
    colorScheme: look,
    reducedMotion: 'reduce',
    locale: locales[language],
    timezoneId: timeZone,
  })
  const file = `${[screen.name, ...(home ? [state] : []), size, look, ...(language === 'en' ? [] : [language])].join('-')}.webp`
  const findings: string[] = []
  try {
    const page = await context.newPage()
    page.on('pageerror', (error) => findings.push(`error in the page: ${error.message}`))
    if (home) {
      const items = { 'larder.token': home.guest.token, activeHouseholdId: home.householdId }
      await page.addInitScript({
        content: `for (const [name, value] of Object.entries(${JSON.stringify(items)})) localStorage.setItem(name, value)`,
      })
    }
    await page.goto(`${url}${screen.path.replace('{recipe}', home?.recipe ?? '')}`)
    await settled(page)
    if (screen.press) {
      await page.getByRole('button', { name: screen.press }).first().click()
      await settled(page)
    }
    findings.push(...(await violationsOf(page)))
    const wide: number = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    if (wide > 0) findings.push(`the page is ${wide} px wider than the screen`)
    for (const words of await page.evaluate<string[]>(stickingOut)) findings.push(`sticks out of the screen: ${words}`)
    if (!values.fold) {
      const high: number = await page.evaluate('document.documentElement.scrollHeight')
      await page.setViewportSize({ width: viewport.width, height: Math.min(highest, Math.max(viewport.height, high)) })
      await settled(page)
    }
    await sharp(await page.screenshot())
      .webp({ quality: 82 })
      .toFile(join(folder, file))
  } catch (error) {
    findings.push(`no picture: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`)
  } finally {
    await context.close()
  }
  return { screen: screen.name, state: [home ? state : 'signed out', language].join(' '), size, look, file, findings }
}

/** Resolves when nothing is loading and two frames were drawn. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached', timeout: 15_000 })
  await page.locator('.breathe').first().waitFor({ state: 'detached', timeout: 15_000 })
  await page.evaluate('document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))')
}
