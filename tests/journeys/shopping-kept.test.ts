import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { screens } from '#tests/journeys/support/browser.ts'
import {
  countOperations,
  countReplicas,
  dispatchOnline,
  putOperation,
  readAllStorage,
  waitForReplica,
} from '#tests/journeys/support/on-device.ts'
import { type Phone, usePhoneApp } from '#tests/journeys/support/phones.ts'
import {
  addByHand,
  addRow,
  checkbox,
  eventually,
  household,
  listOf,
  signInAgain,
  signInByForm,
  summarize,
  waitForSyncStatus,
} from '#tests/journeys/support/shoppers.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'

const shop = usePhoneApp()
const [phoneScreen, deskScreen] = screens

const exportedFrom = async (page: Page): Promise<string> => {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export these changes' }).click()])
  expect(file.suggestedFilename()).toBe('changes-not-taken.txt')
  let text = ''
  for await (const chunk of await file.createReadStream()) text += chunk
  return text
}
const allChecked = (items: readonly { isChecked: boolean }[]) => items.length > 0 && items.every(({ isChecked }) => isChecked)

describe('waiting changes survive', () => {
  it('O-4 a browser killed and restarted offline', async () => {
    const [ana] = await household(shop(), 'Ana')
    for (const name of ['Bread', 'Milk']) await addRow(ana, name)
    const profile = mkdtempSync(join(tmpdir(), 'larder-test-profile-'))
    try {
      // Sign in well before: Chromium takes seconds to write the session to disk.
      const first = await shop().phone(ana, phoneScreen, '/shopping-list', { profile })
      await checkbox(first.page, 'Milk').waitFor()
      await waitForReplica(first.page, ana)
      await first.context.close()
      const before = await shop().phone(null, phoneScreen, '/shopping-list', { profile, network: first.network })
      await checkbox(before.page, 'Milk').waitFor()
      before.network.setState('dead')
      await checkbox(before.page, 'Milk').click()
      await before.page.getByRole('button', { name: 'Add one more Bread' }).click()
      await addByHand(before.page, 'candles')
      await checkbox(before.page, 'Candles').click()
      await waitForSyncStatus(before.page, /4 waiting/)
      await eventually(
        () => countOperations(before.page),
        (count) => count === 4,
      )
      await before.kill()

      const after = await shop().phone(null, phoneScreen, '/shopping-list', { profile, network: before.network })
      await waitForSyncStatus(after.page, /Offline since .*4 waiting/)
      expect(await checkbox(after.page, 'Milk').isChecked()).toBe(true)
      after.network.setState('open')
      await dispatchOnline(after.page)
      await waitForSyncStatus(after.page, 'Up to date')
      const rows = await eventually(
        () => listOf(ana),
        (items) => items.length === 3 && items.some((item) => item.ingredientName === 'Candles' && item.isChecked),
      )
      // In order: the candles were added before they were checked.
      expect(summarize(rows)).toEqual([
        ['Bread', 2, false],
        ['Candles', 1, true],
        ['Milk', 1, true],
      ])
      await after.close()
    } finally {
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    }
  })

  it('O-4 an update of the service worker, and records of an older release', async () => {
    const [ana] = await household(shop(), 'Ana')
    const milk = await addRow(ana, 'Milk')
    await addRow(ana, 'Soap')
    const phone = await shop().phone(ana, phoneScreen, '/shopping-list')
    await checkbox(phone.page, 'Milk').waitFor()
    // Changes are held here; requests of the new worker aren't.
    phone.network.hold('PUT /api/shopping-list')
    await checkbox(phone.page, 'Soap').click()
    await waitForSyncStatus(phone.page, /1 waiting/)

    phone.network.replace('/service-worker.js', (text) => `${text}\n// a newer release`)
    await phone.reopen('/shopping-list')
    await phone.page.getByText('Larder was updated. The update applies on next reload.').waitFor()
    await waitForSyncStatus(phone.page, /1 waiting/)
    // Written by the first release, without later fields.
    await putOperation(phone.page, {
      user: ana.userId,
      household: ana.household,
      kind: 'shopping',
      words: 'Check off Milk',
      intent: { do: 'check', id: milk.id, isChecked: true, at: new Date().toISOString() },
      request: { method: 'PUT', address: `/api/shopping-list/${milk.id}`, body: { isChecked: true } },
      untilRead: true,
      format: 1,
    })
    await phone.reopen('/shopping-list')
    await checkbox(phone.page, 'Milk').waitFor()
    await waitForSyncStatus(phone.page, /2 waiting/)
    expect(await checkbox(phone.page, 'Milk').isChecked()).toBe(true)
    phone.network.release()
    await phone.reopen('/shopping-list')
    await waitForSyncStatus(phone.page, 'Up to date')
    await eventually(() => listOf(ana), allChecked)
    await phone.close()
  })

  it('O-4 a lost database connection after sleep', async () => {
    const [ana] = await household(shop(), 'Ana')
    for (const name of ['Bread', 'Milk']) await addRow(ana, name)
    const phone = await shop().phone(ana, phoneScreen, '/shopping-list')
    await checkbox(phone.page, 'Milk').waitFor()
    await waitForSyncStatus(phone.page, 'Up to date')
    phone.network.setState('dead')
    await checkbox(phone.page, 'Milk').click()
    await waitForSyncStatus(phone.page, /1 waiting/)
    // As in WebKit: open connections are dead, and the page isn't notified.
    await phone.page.evaluate(`{
      const { transaction } = IDBDatabase.prototype
      const { open } = IDBFactory.prototype
      const opened = new WeakSet()
      IDBFactory.prototype.open = function (...given) {
        const request = open.apply(this, given)
        request.addEventListener('success', () => opened.add(request.result))
        return request
      }
      IDBDatabase.prototype.transaction = function (...given) {
        if (!opened.has(this)) throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError')
        return transaction.apply(this, given)
      }
    }`)
    await checkbox(phone.page, 'Bread').click()
    await waitForSyncStatus(phone.page, /2 waiting/)
    await eventually(
      () => countOperations(phone.page),
      (count) => count === 2,
    )
    phone.network.setState('open')
    await dispatchOnline(phone.page)
    await waitForSyncStatus(phone.page, 'Up to date')
    await eventually(() => listOf(ana), allChecked)
    await phone.close()
  })
})

describe('access to waiting changes', () => {
  it('O-6 after an expired session sends them once the same person signs in again', async () => {
    const [ana] = await household(shop(), 'Ana')
    await addRow(ana, 'Milk')
    const phone = await shop().phone(ana, phoneScreen, '/shopping-list')
    await checkbox(phone.page, 'Milk').waitFor()
    phone.network.setState('dead')
    await checkbox(phone.page, 'Milk').click()
    await waitForSyncStatus(phone.page, /1 waiting/)
    await ana.request('POST', '/api/auth/sign-out', {})
    phone.network.setState('open')
    await dispatchOnline(phone.page)
    await phone.page.waitForURL('**/login')
    await signInByForm(phone.page, ana.email)
    await phone.page.goto(`${phone.network.url}/shopping-list`)
    await phone.page.locator('input[aria-label="Milk"]:checked').waitFor()
    await waitForSyncStatus(phone.page, 'Up to date')
    await phone.close()
  })

  it('O-6 after a demotion rejects them, says why, and exports them; the end of a membership deletes the list', async () => {
    const [ana, ben] = await household(shop(), 'Ana', 'Ben')
    await addRow(ana, 'Milk')
    const phone = await shop().phone(ben, phoneScreen, '/shopping-list')
    await checkbox(phone.page, 'Milk').waitFor()
    phone.network.setState('dead')
    await checkbox(phone.page, 'Milk').click()
    await waitForSyncStatus(phone.page, /1 waiting/)
    await ana.request('PATCH', `/api/households/${ana.household}/members/${ben.userId}`, { role: 'VIEWER' })
    phone.network.setState('open')
    await dispatchOnline(phone.page)
    await phone.page.getByText('1 change couldn’t be saved').waitFor()
    await expectAccessible(phone.page)
    expect(await exportedFrom(phone.page)).toMatch(/^\d{4}-.*\tCheck off Milk\t\S.+\n$/)
    await phone.page.getByRole('button', { name: 'Dismiss' }).click()
    await phone.page.getByText('1 change couldn’t be saved').waitFor({ state: 'detached' })
    expect((await listOf(ana)).every(({ isChecked }) => !isChecked)).toBe(true)

    await ana.request('DELETE', `/api/households/${ana.household}/members/${ben.userId}`)
    await phone.page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor()
    await eventually(
      () => countReplicas(phone.page),
      (count) => count === 0,
    )
    await phone.close()
  })

  it('O-6 after the household was deleted exports them, and keeps nothing else', async () => {
    const [ana, ben] = await household(shop(), 'Ana', 'Ben')
    await addRow(ana, 'Milk')
    const phone = await shop().phone(ben, phoneScreen, '/shopping-list')
    await checkbox(phone.page, 'Milk').waitFor()
    phone.network.setState('dead')
    await checkbox(phone.page, 'Milk').click()
    await addByHand(phone.page, '3 candles')
    await waitForSyncStatus(phone.page, /2 waiting/)
    await ana.request('DELETE', `/api/households/${ana.household}`)
    phone.network.setState('open')
    await dispatchOnline(phone.page)
    await phone.page.getByText('2 changes couldn’t be saved').waitFor()
    const text = await exportedFrom(phone.page)
    expect(text).toContain('Check off Milk\tYou’re no longer a member of this household.')
    expect(text).toContain('Add Candles\tYou’re no longer a member of this household.')
    await eventually(
      () => countReplicas(phone.page),
      (count) => count === 0,
    )
    await phone.close()
  })

  const handOver = async (phone: Phone, secrets: RegExp) => {
    const kept = await eventually(
      () => readAllStorage(phone.page),
      (all) => !secrets.test(all),
    )
    expect(kept).not.toMatch(secrets)
    expect(kept).not.toContain(`${phone.network.url}/api/`)
  }

  it('O-9 after signing out leaves nothing on a shared device, and the next person sees nothing', async () => {
    const [[ana], [eve]] = await Promise.all([household(shop(), 'Ana'), household(shop(), 'Eve')])
    await addRow(ana, 'Secret cake')
    const phone = await shop().phone(ana, phoneScreen, '/shopping-list')
    await checkbox(phone.page, 'Secret cake').waitFor()
    phone.network.setState('dead')
    await checkbox(phone.page, 'Secret cake').click()
    await waitForSyncStatus(phone.page, /1 waiting/)
    expect(await readAllStorage(phone.page)).toContain('Secret cake')
    await phone.page.getByRole('button', { name: 'Logout' }).click()
    await phone.page.waitForURL('**/login')
    const secrets = new RegExp(`Secret|\\bAna\\b|${ana.email}|${ana.household}|${ana.userId}`)
    await handOver(phone, secrets)

    phone.network.setState('open')
    await signInByForm(phone.page, eve.email)
    await phone.page.goto(`${phone.network.url}/shopping-list`)
    await phone.page.getByText('No shopping list items').waitFor()
    expect(await phone.page.content()).not.toMatch(secrets)
    await handOver(phone, secrets)
    await phone.close()
  })

  it('O-9 after an expired session is deleted when someone else signs in', async () => {
    const [[ana], [eve]] = await Promise.all([household(shop(), 'Ana'), household(shop(), 'Eve')])
    await addRow(ana, 'Secret cake')
    const phone = await shop().phone(ana, phoneScreen, '/shopping-list')
    await checkbox(phone.page, 'Secret cake').waitFor()
    phone.network.setState('dead')
    await checkbox(phone.page, 'Secret cake').click()
    await waitForSyncStatus(phone.page, /1 waiting/)
    await ana.request('POST', '/api/auth/sign-out', {})
    phone.network.setState('open')
    await dispatchOnline(phone.page)
    await phone.page.waitForURL('**/login')
    await signInByForm(phone.page, eve.email)
    await phone.page.goto(`${phone.network.url}/shopping-list`)
    await phone.page.getByText('No shopping list items').waitFor()
    const secrets = new RegExp(`Secret|\\bAna\\b|${ana.email}|${ana.household}|${ana.userId}`)
    expect(await phone.page.content()).not.toMatch(secrets)
    await handOver(phone, secrets)
    const again = await signInAgain(shop().server.url, ana)
    expect((await listOf(again)).every(({ isChecked }) => !isChecked)).toBe(true)
    await phone.close()
  })
})

describe('a browser without storage', () => {
  it('O-7 that is forbidden is reported before anything is lost, and the list works', async () => {
    const [ana] = await household(shop(), 'Ana')
    await addRow(ana, 'Milk')
    const phone = await shop().phone(null, phoneScreen, '/login')
    await phone.context.addInitScript(`IDBFactory.prototype.open = () => { throw new DOMException('no room', 'QuotaExceededError') }`)
    await phone.signIn(ana)
    await phone.page.goto(`${phone.network.url}/shopping-list`)
    await phone.page.getByText('This browser can’t store data on this device').waitFor()
    await expectAccessible(phone.page)
    await checkbox(phone.page, 'Milk').click()
    await eventually(() => listOf(ana), allChecked)
    await phone.close()
  })

  it('O-7 on a full disk reports what would be lost, and loses nothing while the page is open', async () => {
    const [ana] = await household(shop(), 'Ana')
    for (const name of ['Bread', 'Milk']) await addRow(ana, name)
    const phone = await shop().phone(ana, phoneScreen, '/shopping-list')
    await checkbox(phone.page, 'Milk').waitFor()
    await waitForSyncStatus(phone.page, 'Up to date')
    // Like a full disk; a browser's own quota is checked only occasionally.
    await phone.page.evaluate(`IDBObjectStore.prototype.add = IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }`)
    phone.network.setState('dead')
    await checkbox(phone.page, 'Milk').click()
    await addByHand(phone.page, '3 candles')
    await phone.page.getByText('2 changes will be lost if you close this page before they sync.').waitFor()
    await waitForSyncStatus(phone.page, /2 waiting/)
    phone.network.setState('open')
    await dispatchOnline(phone.page)
    await waitForSyncStatus(phone.page, 'Up to date')
    const rows = await eventually(
      () => listOf(ana),
      (items) => items.length === 3,
    )
    expect(summarize(rows)).toEqual([
      ['Bread', 1, false],
      ['Candles', 3, false],
      ['Milk', 1, true],
    ])
    await phone.close()
  })
})

describe('the last item, used on two offline phones', () => {
  it('O-8 goes to one of them, and the other is notified', async () => {
    const [ana, ben] = await household(shop(), 'Ana', 'Ben')
    const lot = await ana.request<{ id: string }>('POST', '/api/inventory', { ingredient: { name: 'Butter' }, quantity: 1, unit: 'each' })
    const phones = await Promise.all([shop().phone(ana, deskScreen, '/inventory'), shop().phone(ben, deskScreen, '/inventory')])
    for (const { page, network } of phones) {
      await page.getByRole('button', { name: 'Use Butter' }).waitFor()
      network.setState('dead')
    }
    for (const { page } of phones) {
      await page.getByRole('button', { name: 'Use Butter' }).click()
      await page
        .getByText(/Will sync when you’re online|waiting to sync/)
        .first()
        .waitFor()
      await page.getByRole('button', { name: 'Use Butter' }).waitFor({ state: 'detached' })
    }
    for (const { page, network } of phones) {
      network.setState('open')
      await dispatchOnline(page)
    }
    const rejections = phones.map(({ page }) =>
      page
        .getByText('1 change couldn’t be saved')
        .waitFor()
        .then(() => page),
    )
    const loser = await Promise.any(rejections)
    await loser
      .getByText(/Use Butter \(1\):/)
      .first()
      .waitFor()
    const after = await ana.request<{ quantity: number; state: string }>('GET', `/api/inventory/${lot.id}`)
    expect([after.quantity, after.state]).toEqual([0, 'used'])
    await Promise.all(phones.map((phone) => phone.close()))
    await Promise.allSettled(rejections)
  })
})
