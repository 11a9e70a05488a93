import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { changePreferences, defaultPreferences } from '#domains/account/contract/index.ts'
import { addSampleKitchen } from '#domains/imports/contract.ts'
import { addLot } from '#domains/inventory/contract.ts'
import { addShoppingItem } from '#domains/shopping/contract/index.ts'
import { addDays } from '#platform/shared/calendar.ts'
import { screens, undoButton, useJourneyApp } from '#tests/journeys/support/browser.ts'
import { openSignedIn } from '#tests/journeys/support/on-device.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'
import { type HttpPerson, shareHousehold, signUp } from '#tests/support/server/http-client.ts'

const walk = useJourneyApp()
const today = new Date().toISOString().slice(0, 10)

/** Days to keep by name; an expired, an opened and a low item are among them. */
const foods = {
  Cream: -2,
  'Ground beef': 0,
  'Greek yogurt': 1,
  'Chicken breast': 2,
  Strawberries: 3,
  Mozzarella: 4,
  Lettuce: 5,
  Bread: 6,
  Butter: 20,
  Peas: 90,
  Rice: 400,
  Honey: null,
} as const

/** Rows of the list by aisle, as a week's shopping spreads over them. */
const list = {
  Produce: ['Apples', 'Carrots', 'Lemons', 'Onions'],
  Dairy: ['Greek yogurt', 'Milk'],
  Grains: ['Pasta', 'Rice'],
  Baking: ['Flour'],
  Beverages: ['Coffee beans', 'Sparkling water', 'Tea'],
  Household: ['Dish soap', 'Sponges'],
}

async function fill(person: HttpPerson): Promise<void> {
  await shareHousehold(person)
  for (const [name, days] of Object.entries(foods)) {
    const isLow = name === 'Greek yogurt'
    await person.must(addLot, {
      body: {
        ingredient: { name, ...(isLow ? { parLevel: 500 } : {}) },
        quantity: 120,
        unit: 'g',
        storage: name === 'Peas' ? 'FREEZER' : 'FRIDGE',
        location: 'Bottom shelf',
        expirationDate: days === null ? null : addDays(today, days),
        isOpened: isLow,
      },
    })
  }
}

/** Returns how many of the elements are completely in view, between the bars at the top and bottom. */
const countInView = (page: Page, selector: string) =>
  page.evaluate<number>(`(() => {
    const top = document.querySelector('header').getBoundingClientRect().bottom
    const bar = [...document.querySelectorAll('nav')].find((nav) => getComputedStyle(nav).position === 'fixed' && nav.offsetHeight > 0)
    const pinned = document.querySelector('[data-pinned-bar]')
    const isPinned = pinned && getComputedStyle(pinned).position === 'fixed'
    const bottom = isPinned ? pinned.getBoundingClientRect().top : bar ? bar.getBoundingClientRect().top : innerHeight
    return [...document.querySelectorAll(${JSON.stringify(selector)})].filter((one) => {
      const box = one.getBoundingClientRect()
      return box.top >= top && box.bottom <= bottom
    }).length
  })()`)

describe.each(screens)('the first view on a $name', (screen) => {
  it('shows a good part of the inventory, and what needs attention in one tap', async () => {
    const person = await signUp(walk().server.url)
    await fill(person)
    const { page, complaints, close } = await walk().visit('/login', screen, screen.isMobile ? 'dark' : 'light')
    await openSignedIn(page, person, '/inventory')
    const list = page.getByLabel('Inventory', { exact: true })
    await list.getByText('Cream', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Expired 1' }).waitFor()
    const inView = await countInView(page, '[aria-label="Inventory"] :is(li, tbody tr:not([aria-hidden]))')
    expect(inView).toBeGreaterThanOrEqual(screen.isMobile ? 8 : 10)
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Expired 1' }).click()
    await page.waitForURL(/status=expired/)
    await list.getByText('Bread', { exact: true }).waitFor({ state: 'detached' })
    await list.getByText('Cream', { exact: true }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Low Stock 1' }).click()
    await list.getByText('Greek yogurt', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Low Stock 1' }).click()
    await page.getByRole('group', { name: 'Storage' }).getByRole('button', { name: 'Freezer' }).click()
    await page.waitForURL(/storage=FREEZER/)
    await list.getByText('Cream', { exact: true }).waitFor({ state: 'detached' })
    await list.getByText('Peas', { exact: true }).waitFor()
    await page.getByRole('group', { name: 'Storage' }).getByRole('button', { name: 'All' }).click()

    await page.getByLabel('Search ingredients...').fill('2 l oat milk exp fri, 6 lemons')
    await page.getByText('Ready to add').waitFor()
    expect(await page.getByText('No items match your search.').count()).toBe(0)
    const field = await page.getByLabel('Search ingredients...').boundingBox()
    // While typing it has a phone's line for itself.
    if (screen.isMobile) expect(field?.width).toBeGreaterThan(340)
    await expectAccessible(page)
    await page.getByLabel('Search ingredients...').press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Add 2 items' }).click()
    await page.getByText('Added 2 items').waitFor()
    await list.getByText('Lemons', { exact: true }).waitFor()

    if (screen.isMobile) {
      await page.getByRole('button', { name: 'Use Cream' }).tap()
      await page.getByText('Used 50 g Cream').waitFor()
      const opened = list.locator('li', { hasText: 'Cream' }).getByText('Opened')
      await opened.waitFor({ state: 'attached' })
      await undoButton(page, 'Used 50 g Cream').tap()
      await opened.waitFor({ state: 'detached' })
    }
    expect(complaints).toEqual([])
    await close()
  })

  it('shows a good part of the shopping list', async () => {
    const person = await signUp(walk().server.url)
    await shareHousehold(person)
    for (const [category, names] of Object.entries(list))
      for (const ingredientName of names) await person.must(addShoppingItem, { body: { ingredientName, category } })
    const { page, complaints, close } = await walk().visit('/login', screen, screen.isMobile ? 'light' : 'dark')
    await openSignedIn(page, person, '/shopping-list')
    await page.getByRole('checkbox', { name: 'Sponges' }).waitFor()
    const inView = await countInView(page, '[aria-label="Shopping List"] :is(li, tbody tr):has([type="checkbox"])')
    expect(inView).toBeGreaterThanOrEqual(screen.isMobile ? 9 : 12)
    await expectAccessible(page)
    expect(complaints).toEqual([])
    await close()
  })

  it('shows several recipes', async () => {
    const person = await signUp(walk().server.url)
    await fill(person)
    const { page, complaints, close } = await walk().visit('/login', screen, screen.isMobile ? 'light' : 'dark')
    await openSignedIn(page, person, '/recipes')
    await page.getByRole('list', { name: 'Recipes' }).getByRole('button').nth(5).waitFor()
    expect(await countInView(page, '[aria-label="Recipes"] > li')).toBeGreaterThanOrEqual(screen.isMobile ? 5 : 3)
    await expectAccessible(page)
    expect(complaints).toEqual([])
    await close()
  })
})

it('shows as many recipes on a phone in the language with the longest words', async () => {
  const person = await signUp(walk().server.url)
  await shareHousehold(person)
  await person.must(changePreferences, { body: { preferences: { ...defaultPreferences, language: 'de' } } })
  await person.must(addSampleKitchen, { body: {}, headers: { 'accept-language': 'de' } })
  const { page, complaints, close } = await walk().visit('/login', screens[0])
  await openSignedIn(page, person, '/recipes')
  await page.getByRole('list', { name: 'Rezepte' }).getByRole('button').nth(5).waitFor()
  await page
    .getByText(/^Bis morgen: /)
    .first()
    .waitFor()
  expect(await countInView(page, '[aria-label="Rezepte"] > li')).toBeGreaterThanOrEqual(5)
  await expectAccessible(page)
  expect(complaints).toEqual([])
  await close()
})

it('begins every page’s content below one line on a phone, and covers nothing by its bar', async () => {
  const person = await signUp(walk().server.url)
  await fill(person)
  // The language with the longest words.
  await person.must(changePreferences, { body: { preferences: { ...defaultPreferences, language: 'de' } } })
  const { page, close } = await walk().visit('/login', screens[0], 'dark')
  await openSignedIn(page, person, '/')
  await page.locator('html[lang=de]').waitFor()
  const tops: Record<string, number> = {}
  for (const path of ['/plan', '/circles', '/ingredients', '/available', '/settings', '/recipes', '/scan', '/households']) {
    await page.goto(`${person.url}${path}`)
    await page.locator('main header + *').first().waitFor()
    tops[path] = await page.evaluate<number>(`document.querySelector('main header + *').getBoundingClientRect().top`)
  }
  expect(Object.entries(tops).filter(([, top]) => top > 124)).toEqual([])
  // With the spec's subtitle.
  await page.goto(`${person.url}/notifications`)
  await page.getByRole('tab').first().waitFor()
  expect(await page.evaluate<number>(`document.querySelector('main header + *').getBoundingClientRect().top`)).toBeLessThan(140)
  const above = `(() => {
    const bar = [...document.querySelectorAll('nav')].find((nav) => getComputedStyle(nav).position === 'fixed' && nav.offsetHeight > 0)
    const top = bar.getBoundingClientRect().top
    return [...bar.querySelectorAll('li *')].filter((one) => one.getBoundingClientRect().top < top).length
  })()`
  expect(await page.evaluate<number>(above)).toBe(0)
  // What is scrolled into view, such as the result of a scan, is above the bar.
  expect(await page.evaluate<number>(`parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom)`)).toBeGreaterThan(68)
  await expectAccessible(page)
  await close()
})

/** Returns the rows whose place is cut off or reaches into the buttons. */
const rowsWithoutPlace = (page: Page, places: readonly string[]) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('[aria-label="Vorrat"] li')].flatMap((row) => {
    const place = [...row.querySelectorAll('span')].find((one) => ${JSON.stringify(places)}.includes(one.textContent))
    const end = row.querySelectorAll('button')[1].getBoundingClientRect().left
    const isWhole = place && place.getBoundingClientRect().width > 0 && [...place.getClientRects()].every(({ right }) => right <= end) &&
      place.scrollWidth <= Math.ceil(place.getBoundingClientRect().width)
    return isWhole ? [] : [row.textContent]
  })`)

it.each([390, 320])('shows every place of the inventory, also in German on a phone of %i px', async (width) => {
  const person = await signUp(walk().server.url)
  await shareHousehold(person)
  await person.must(changePreferences, { body: { preferences: { ...defaultPreferences, language: 'de' } } })
  const places = { 'Griechischer Joghurt': '', Brot: 'Brotkasten auf der Arbeitsplatte', 'Kaltgepresstes Olivenöl aus Kreta': '' }
  for (const [at, [name, location]] of Object.entries(places).entries())
    await person.must(addLot, {
      body: {
        ingredient: { name, parLevel: 5000 },
        quantity: 1234,
        unit: 'g',
        storage: location === '' ? 'PANTRY' : 'FRIDGE',
        location,
        expirationDate: addDays(today, [-2, 7, 90][at] ?? 0),
        isOpened: true,
      },
    })
  const { page, complaints, close } = await walk().visit('/login', screens[0], 'dark')
  await page.setViewportSize({ width, height: 844 })
  await openSignedIn(page, person, '/inventory')
  await page.getByLabel('Vorrat', { exact: true }).getByText('Brot', { exact: true }).waitFor()
  expect(await page.getByLabel('Vorrat', { exact: true }).locator('li').count()).toBe(3)
  expect(await rowsWithoutPlace(page, ['Vorratskammer', 'Brotkasten auf der Arbeitsplatte'])).toEqual([])
  await expectAccessible(page)
  expect(complaints).toEqual([])
  await close()
})

it('reloads once if its code can’t be loaded', async () => {
  const person = await signUp(walk().server.url)
  await shareHousehold(person)
  const { page, complaints, close } = await walk().visit('/login', screens[0])
  let dropped = 0
  await page.route('**/assets/signed-in-app-*.js', (route) => (dropped++ < 1 ? route.abort('connectionreset') : route.continue()))
  await openSignedIn(page, person, '/inventory')
  // Two loads of the app.
  await page.getByRole('heading', { level: 1, name: 'Inventory' }).waitFor({ timeout: 60_000 })
  expect(dropped).toBeGreaterThan(1)
  expect(complaints).toEqual([])
  await close()
})

const pages = [
  ['/', '/inventory', '/inventory/add', '/scan', '/shopping-list', '/recipes', '/plan', '/ingredients', '/waste-report'],
  ['/notifications', '/history', '/households', '/circles', '/available', '/borrow', '/settings'],
].flat()

it.each([
  { name: 'the narrowest phone', width: 320, fontSize: '100%', language: 'en' },
  // The language with the longest words.
  { name: 'a phone with text twice as large', width: 390, fontSize: '200%', language: 'de' },
] as const)('fits on $name', async ({ width, fontSize, language }) => {
  const person = await signUp(walk().server.url)
  await fill(person)
  await person.must(changePreferences, { body: { preferences: { ...defaultPreferences, language } } })
  const { page, close } = await walk().visit('/login', screens[0], 'light')
  await page.setViewportSize({ width, height: 844 })
  await openSignedIn(page, person, '/')
  await page.locator(`html[lang=${language}]`).waitFor()
  const tooWide: string[] = []
  for (const path of pages) {
    await page.goto(`${person.url}${path}`)
    await page.locator('main h1').first().waitFor()
    await page.evaluate(`document.documentElement.style.fontSize = '${fontSize}'`)
    await page.waitForTimeout(300)
    // A phone's viewport grows with a page that is too wide.
    const pageWidth = await page.evaluate<number>('document.documentElement.scrollWidth')
    if (pageWidth > width) tooWide.push(`${path}: ${pageWidth} px`)
  }
  expect(tooWide).toEqual([])
  await close()
})
