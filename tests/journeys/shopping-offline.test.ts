import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { screens, undoButton } from '#tests/journeys/support/browser.ts'
import { dispatchOnline, tapTime, waitForReadBack, waitForReplica, waitForWrites } from '#tests/journeys/support/on-device.ts'
import { type Phone, usePhoneApp } from '#tests/journeys/support/phones.ts'
import {
  addByHand,
  checkbox,
  eventually,
  listOf,
  openNewHousehold,
  type Shopper,
  summarize,
  tap,
  waitForSyncStatus,
} from '#tests/journeys/support/shoppers.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'
import { randomFrom } from '#tests/support/data/random.ts'

/** A hundred for a long run; `tests/offline` simulates thousands of such afternoons without a browser. */
const thingsEach = Number(process.env['LARDER_O1_THINGS'] ?? 40)

const shop = usePhoneApp()
const [phoneScreen, deskScreen] = screens

// Three people with a phone each; every test has its own household.
let ana: Shopper
let ben: Shopper
let eve: Shopper
const phones: Phone[] = []
beforeAll(async () => {
  ;[ana, ben, eve] = await Promise.all([shop().shopper('Ana'), shop().shopper('Ben'), shop().shopper('Eve')])
  const owners = [
    [ana, phoneScreen],
    [ana, deskScreen],
    [ben, deskScreen],
    [eve, deskScreen],
  ] as const
  phones.push(...(await Promise.all(owners.map(([who, screen]) => shop().phone(who, screen, '/households')))))
})
beforeEach(() => {
  for (const { network } of phones) network.setState('open')
})
afterAll(() => Promise.all(phones.map((phone) => phone.close())))
const phoneOf = (at: number) => phones[at] as Phone

describe.each([
  { at: 0, ...phoneScreen },
  { at: 1, ...deskScreen },
])('offline, on a $name', (screen) => {
  it('O-4 opens the list from a cold start, accepts every change, and sends all of them when back online', async () => {
    const phone = phoneOf(screen.at)
    await openNewHousehold(phone, [ana], ['Bread', 'Milk', 'Soap'], '/shopping-list')
    await checkbox(phone.page, 'Milk').waitFor()
    await waitForSyncStatus(phone.page, 'Up to date')
    await waitForReplica(phone.page, ana)

    phone.network.setState('dead')
    await phone.reopen('/shopping-list')
    await checkbox(phone.page, 'Milk').waitFor()
    await waitForSyncStatus(phone.page, /Offline since \d/)
    await expectAccessible(phone.page)

    await checkbox(phone.page, 'Milk').click()
    expect(await checkbox(phone.page, 'Milk').isChecked()).toBe(true)
    await phone.page.getByRole('button', { name: 'Add one more Bread' }).click()
    await addByHand(phone.page, '3 candles')
    await checkbox(phone.page, 'Candles').waitFor()
    await phone.page.getByRole('button', { name: 'Delete Soap' }).click()
    await checkbox(phone.page, 'Soap').waitFor({ state: 'detached' })
    await waitForSyncStatus(phone.page, /4 waiting/)

    // The tab is killed and the phone restarted, still offline.
    await phone.reopen('/shop')
    await phone.page.getByRole('heading', { name: 'Shopping' }).waitFor()
    await waitForSyncStatus(phone.page, /4 waiting/)
    await expectAccessible(phone.page)
    await checkbox(phone.page, 'Bread').click()
    await phone.page.getByText('2 of 3 in the cart').waitFor()

    phone.network.setState('open')
    await dispatchOnline(phone.page)
    await waitForSyncStatus(phone.page, 'Up to date')
    const rows = await eventually(
      () => listOf(ana),
      (items) => items.length === 3 && items.filter(({ isChecked }) => isChecked).length === 2,
    )
    expect(summarize(rows)).toEqual([
      ['Bread', 2, true],
      ['Candles', 3, false],
      ['Milk', 1, true],
    ])
    expect(phone.complaints).toEqual([])
  })

  it('O-5 with a silent network shows the list without waiting, and queues every tap', async () => {
    const phone = phoneOf(screen.at)
    await openNewHousehold(phone, [ana], ['Bread', 'Milk', 'Soap', 'Tea'], '/shopping-list')
    await checkbox(phone.page, 'Milk').waitFor()
    await waitForReplica(phone.page, ana)

    phone.network.setState('silent')
    // A browser opens few connections at once, so the network may not see a request that waits behind other silent ones.
    const asked: string[] = []
    const answered: string[] = []
    phone.context.on('request', (request) => void asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
    phone.context.on('response', (answer) => void answered.push(new URL(answer.url()).pathname))
    await phone.context.addInitScript(`{
      const look = () => document.querySelector('input[aria-label="Milk"]') ? setTimeout(() => { window.paintedAt = performance.now() }) : requestAnimationFrame(look)
      requestAnimationFrame(look)
    }`)
    await phone.reopen('/shopping-list')
    await checkbox(phone.page, 'Milk').waitFor()
    const painted = await eventually(
      async () => Math.round(await phone.page.evaluate<number>('window.paintedAt ?? 0')),
      (ms) => ms > 0,
    )
    const page = phone.page
    const rowOf = (name: string) => `[...document.querySelectorAll('tr, li')].find((row) => row.textContent.includes('${name}'))`
    const taps = {
      check: await tapTime(page, checkbox(page, 'Milk'), `document.querySelector('input[aria-label="Milk"]')?.checked`),
      plus: await tapTime(page, page.getByRole('button', { name: 'Add one more Bread' }), `/2/.test(${rowOf('Bread')}?.textContent)`),
      delete: await tapTime(page, page.getByRole('button', { name: 'Delete Soap' }), `!document.querySelector('input[aria-label="Soap"]')`),
      undo: await tapTime(page, undoButton(page, 'Removed Soap'), `document.querySelector('input[aria-label="Soap"]')`),
    }
    await page.getByLabel('Add an item').fill('2 candles')
    const add = await tapTime(
      page,
      page.getByRole('button', { name: 'Add', exact: true }),
      `document.querySelector('input[aria-label="Candles"]')`,
    )
    await waitForSyncStatus(page, /3 waiting/)
    const shopMode = await phone.reopen('/shop')
    await checkbox(shopMode, 'Tea').waitFor()
    const basket = await tapTime(shopMode, checkbox(shopMode, 'Tea'), `document.body.textContent.includes('2 of 5 in the cart')`)
    const summary = Object.entries({ ...taps, add, basket }).map(([name, ms]) => `${name} ${Math.round(ms)}`)
    console.log(`${screen.name}, nothing answered: list painted after ${painted} ms; taps shown after (ms) ${summary.join(', ')}`)
    await waitForSyncStatus(shopMode, /4 waiting/)
    await eventually(
      async () => asked,
      (all) => all.includes('GET /api/sync'),
    )
    expect(answered).not.toContain('/api/sync')

    phone.network.setState('open')
    await dispatchOnline(shopMode)
    const rows = await eventually(
      () => listOf(ana),
      (items) => items.filter(({ isChecked }) => isChecked).length === 2 && items.length === 5,
    )
    expect(summarize(rows)).toEqual([
      ['Bread', 2, false],
      ['Candles', 2, false],
      ['Milk', 1, true],
      ['Soap', 1, false],
      ['Tea', 1, true],
    ])
    await waitForSyncStatus(shopMode, 'Up to date')
    expect(phone.complaints).toEqual([])
  })
})

describe('a misleading network', () => {
  it('O-5 of a captive portal is never mistaken for the server', async () => {
    const phone = phoneOf(0)
    await openNewHousehold(phone, [ana], ['Milk'], '/shopping-list')
    await checkbox(phone.page, 'Milk').waitFor()
    await waitForReplica(phone.page, ana)
    phone.network.setState('portal')
    await checkbox(phone.page, 'Milk').click()
    await waitForSyncStatus(phone.page, /1 waiting/)
    await phone.reopen('/shopping-list')
    await expect.poll(() => checkbox(phone.page, 'Milk').isChecked()).toBe(true)
    await waitForSyncStatus(phone.page, /Offline since .*1 waiting/)
    expect(await phone.page.getByText('Welcome to our wifi').count()).toBe(0)
    phone.network.setState('open')
    await dispatchOnline(phone.page)
    await eventually(
      () => listOf(ana),
      (items) => items.every(({ isChecked }) => isChecked),
    )
  })

  it('O-5 that loses responses repeats no change', async () => {
    const phone = phoneOf(0)
    await openNewHousehold(phone, [ana], ['Bread'], '/shopping-list')
    await checkbox(phone.page, 'Bread').waitFor()
    await waitForReplica(phone.page, ana)
    phone.network.setState('mute')
    await phone.page.getByRole('button', { name: 'Add one more Bread' }).click()
    await addByHand(phone.page, '2 candles')
    // The first has arrived, which the phone can't know.
    await eventually(
      () => listOf(ana),
      (items) => items.some(({ suggestedQuantity }) => suggestedQuantity === 2),
    )
    await waitForSyncStatus(phone.page, /2 waiting/)
    await phone.reopen('/shopping-list')
    await waitForSyncStatus(phone.page, /2 waiting/)
    phone.network.setState('open')
    await dispatchOnline(phone.page)
    await waitForSyncStatus(phone.page, 'Up to date')
    const rows = await eventually(
      () => listOf(ana),
      (items) => items.length === 2,
    )
    expect(summarize(rows)).toEqual([
      ['Bread', 2, false],
      ['Candles', 2, false],
    ])
  })

  it('O-3 that delays an old response overwrites no later change, here or elsewhere', async () => {
    const phone = phoneOf(1)
    await openNewHousehold(phone, [ana], ['Bread', 'Milk', 'Soap'], '/shopping-list')
    await checkbox(phone.page, 'Milk').waitFor()
    await waitForReplica(phone.page, ana)
    phone.network.hold('GET /api/sync')
    await phone.reopen('/shopping-list')
    await eventually(
      async () => phone.network.heldCount(),
      (count) => count > 0,
    )
    // Read before any of this happened, and arrives after all of it.
    await checkbox(phone.page, 'Milk').click()
    await phone.page.getByRole('button', { name: 'Delete Soap' }).click()
    const [bread] = await listOf(ana)
    await ana.request('PUT', `/api/shopping-list/${bread?.id}`, { suggestedQuantity: 7 })
    await phone.page.getByRole('row', { name: /Bread/ }).getByText('7', { exact: true }).waitFor()
    await eventually(
      () => listOf(ana),
      (items) => items.length === 2 && items.some(({ isChecked }) => isChecked),
    )
    const seen = await watchRows(phone.page)
    phone.network.release()
    await waitForSyncStatus(phone.page, 'Up to date')
    await readBack(phone.page, ana)
    expect(await seen()).toEqual(['Bread 7 open, Milk 1 checked'])
  })
})

/** Opens a new tab tall enough to show every row. */
async function reopenTall(phone: Phone): Promise<Page> {
  const page = await phone.reopen('/shopping-list')
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 1280, height: 3000 })
  return page
}

/** Waits until the list was read again with every change sent from here, and drawn. */
async function readBack(page: Page, who: Shopper): Promise<void> {
  await waitForReadBack(page, who)
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
}

/** Records every drawn state of the rows from here on, each once, in order. */
async function watchRows(page: Page): Promise<() => Promise<string[]>> {
  const state = `[...document.querySelectorAll('tbody tr')].filter((row) => row.querySelector('input[type=checkbox]')).map((row) => {
    const box = row.querySelector('input[type=checkbox]')
    return box.getAttribute('aria-label') + ' ' + (row.cells[1]?.textContent ?? '').replace(/\\D/g, '') + ' ' + (box.checked ? 'checked' : 'open')
  }).join(', ')`
  await page.evaluate(`(() => {
    window.seenRows = []
    const look = () => {
      const now = ${state}
      if (now !== window.seenRows.at(-1)) window.seenRows.push(now)
      requestAnimationFrame(look)
    }
    look()
  })()`)
  return () => page.evaluate('window.seenRows')
}

describe('phones in one shop', () => {
  it('O-2 converge on the same list, and rows deleted or cleared by one never come back', async () => {
    const [first, second] = [phoneOf(0), phoneOf(2)]
    await openNewHousehold(first, [ana, ben], ['Bread', 'Eggs', 'Milk', 'Rice', 'Soap'], '/shop')
    await second.signIn(ben)
    await second.reopen('/shopping-list')
    await checkbox(first.page, 'Milk').waitFor()
    await checkbox(second.page, 'Milk').waitFor()

    // Online, both live.
    await checkbox(first.page, 'Eggs').click()
    await second.page.locator('input[aria-label="Eggs"]:checked').waitFor()

    // Ana goes offline. Ben deletes what she checks, adds to what she increases, and deletes and re-adds what she also checks.
    first.network.setState('dead')
    await checkbox(first.page, 'Milk').click()
    await checkbox(first.page, 'Rice').click()
    await addByHand(first.page, '2 bread')
    await second.page.getByRole('button', { name: 'Delete Milk' }).click()
    await second.page.getByRole('button', { name: 'Delete Rice' }).click()
    await addByHand(second.page, '4 rice')
    await second.page.getByRole('button', { name: 'Add one more Bread' }).click()
    await eventually(
      () => listOf(ben),
      (items) => items.length === 4 && items.some(({ suggestedQuantity }) => suggestedQuantity === 4),
    )
    const back = await comesBack(first.page, ['Milk'])
    first.network.setState('open')
    await dispatchOnline(first.page)
    await waitForSyncStatus(first.page, 'Up to date')
    await checkbox(first.page, 'Milk').waitFor({ state: 'detached' })

    const rows = await eventually(
      () => listOf(ana),
      (items) => items.some(({ ingredientName, suggestedQuantity }) => ingredientName === 'Bread' && suggestedQuantity === 4),
    )
    expect(summarize(rows)).toEqual([
      ['Bread', 4, false],
      ['Eggs', 1, true],
      ['Rice', 4, false],
      ['Soap', 1, false],
    ])
    await second.page.getByRole('row', { name: /Bread/ }).getByText('4', { exact: true }).waitFor()
    expect(await checkbox(second.page, 'Milk').count()).toBe(0)
    await readBack(first.page, ana)
    expect(await back()).toEqual([])
    expect([...first.complaints, ...second.complaints]).toEqual([])
  })

  it('O-1 with dozens of changes each over an intermittent network have one list, nothing lost and nothing twice', async () => {
    const seed = Math.floor(Math.random() * 2 ** 31)
    console.log(`O-1 in the browser: seed ${seed}`)
    const names = ['Bread', 'Eggs', 'Milk', 'Rice', 'Soap', 'Tea']
    const three = [
      { phone: phoneOf(0), who: ana },
      { phone: phoneOf(2), who: ben },
      { phone: phoneOf(3), who: eve },
    ]
    await openNewHousehold(phoneOf(0), [ana, ben, eve], names, '/shopping-list')
    await Promise.all(
      three.map(async ({ phone, who }) => {
        await phone.signIn(who)
        await checkbox(await reopenTall(phone), 'Tea').waitFor()
      }),
    )
    const expected = new Map(names.map((name) => [name, 1]))
    await Promise.all(
      three.map(async ({ phone }, at) => {
        const random = randomFrom(seed + at)
        for (let n = 0; n < thingsEach; n += 1) {
          const { page } = phone
          const name = random.pick(names) ?? 'Tea'
          const roll = random.share()
          if (n % 20 === 10) phone.network.setState(random.pick(['dead', 'silent', 'mute', 'portal'] as const) ?? 'dead')
          if (n % 20 === 0) {
            phone.network.setState('open')
            await dispatchOnline(page)
          }
          if (n === Math.floor(thingsEach * 0.55)) {
            // A script taps faster than a disk writes: a killed tab loses what it hasn't written.
            await waitForWrites(page)
            await checkbox(await reopenTall(phone), 'Tea').waitFor()
          }
          if (roll < 0.55) {
            await tap(phone.page, `Add one more ${name}`)
            expected.set(name, (expected.get(name) ?? 0) + 1)
          } else if (roll < 0.92) await tap(phone.page, name)
          else {
            const thing = `Gadget ${'abc'[at]} ${[...String(n)].map((digit) => 'klmnopqrst'[Number(digit)]).join('')}`
            await addByHand(phone.page, thing)
            expected.set(thing, 1)
          }
        }
      }),
    )
    for (const {
      phone: { page, network },
    } of three) {
      network.setState('open')
      await dispatchOnline(page)
    }
    for (const { phone } of three) await waitForSyncStatus(phone.page, 'Up to date')
    const rows = await eventually(
      () => listOf(ana),
      (items) => items.length === expected.size && items.every((row) => row.suggestedQuantity === expected.get(row.ingredientName)),
    )
    const checked = rows
      .filter(({ isChecked }) => isChecked)
      .map(({ ingredientName }) => ingredientName)
      .toSorted()
    for (const { phone } of three) {
      await eventually(
        async () =>
          (
            await phone.page.evaluate<string[]>(
              `[...document.querySelectorAll('input[type=checkbox]:checked')].map((one) => one.ariaLabel)`,
            )
          )
            .filter((name) => expected.has(name))
            .toSorted()
            .join(),
        (names) => names === checked.join(),
      )
    }
    expect(three.flatMap(({ phone }) => phone.complaints)).toEqual([])
  })
})

/** Records which of these rows are drawn again after they had disappeared. */
async function comesBack(page: Page, names: readonly string[]): Promise<() => Promise<string[]>> {
  await page.evaluate(`(() => {
    const gone = new Set()
    window.cameBack = []
    const look = () => {
      const shown = [...document.querySelectorAll('label, tr')].map((row) => row.textContent)
      for (const name of ${JSON.stringify(names)}) {
        const isThere = shown.some((text) => text.includes(name))
        if (!isThere) gone.add(name)
        else if (gone.has(name)) window.cameBack.push(name)
      }
      requestAnimationFrame(look)
    }
    look()
  })()`)
  return () => page.evaluate('window.cameBack')
}
