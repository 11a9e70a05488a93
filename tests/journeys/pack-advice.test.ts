import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { addDays } from '#platform/shared/calendar.ts'
import { screens } from '#tests/journeys/support/browser.ts'
import { dispatchOnline, waitForReplica } from '#tests/journeys/support/on-device.ts'
import { usePhoneApp } from '#tests/journeys/support/phones.ts'
import { eventually, household, listOf, type Shopper } from '#tests/journeys/support/shoppers.ts'
import { violationsOf } from '#tests/support/browser/axe.ts'
import { timeoutFactor } from '#tests/support/runner/machine.ts'

const app = usePhoneApp()
const [phoneScreen] = screens
const today = new Date().toISOString().slice(0, 10)

/** Buys a size of yogurt, eats some of it and throws the rest away, all of it that many days ago. */
async function past(of: Shopper, daysAgo: number, quantity: number, price: number, eaten: number): Promise<void> {
  const lot = await of.request<{ id: string }>('POST', '/api/inventory', {
    ingredient: { name: 'Yogurt' },
    quantity,
    unit: 'g',
    purchasePrice: price,
    expirationDate: addDays(today, 5),
    dateKind: 'use_by',
  })
  for (const part of [0.3, 0.3, 0.4]) await of.request('POST', `/api/inventory/${lot.id}/use`, { quantity: Math.round(part * eaten) })
  if (quantity > eaten) await of.request('POST', `/api/inventory/${lot.id}/discard`, { reason: 'expired' })
  const database = new DatabaseSync(join(app().server.dataFolder, 'larder.db'), { timeout: 10_000 })
  const on = addDays(today, -daysAgo)
  database.prepare('update lots set added_on = ?, goes_off_on = ? where id = ?').run(on, addDays(on, 5), lot.id)
  const entries = database.prepare('select seq, kind from ledger where lot_id = ? order by seq').all(lot.id) as {
    seq: number
    kind: string
  }[]
  for (const [at, { seq, kind }] of entries.entries()) {
    const day = kind === 'add' ? 0 : kind === 'discard' ? 6 : 2 * (at - 1)
    database.prepare('update ledger set on_date = ? where lot_id = ? and seq = ?').run(addDays(on, day), lot.id, seq)
  }
  database.close()
}

it(
  'says that a smaller pack is cheaper for what is eaten, and takes it with one tap without a network',
  async () => {
    const [ana] = await household(app(), 'Ana')
    await past(ana, 50, 500, 2, 500)
    for (let week = 6; week >= 1; week--) await past(ana, 7 * week, 1000, 4, 600)
    await ana.request('POST', '/api/shopping-list', { ingredientName: 'Yogurt', suggestedQuantity: 1000, unit: 'g' })
    await eventually(
      () => ana.request<unknown[]>('GET', '/api/pack-advice'),
      (advice) => advice.length === 1,
    )
    const phone = await app().phone(ana, phoneScreen, '/shopping-list')
    const row = () => phone.page.getByRole('list', { name: 'Shopping List' }).getByRole('button', { name: /^Yogurt/ })
    await row()
      .getByText(/^Better: /)
      .waitFor()
    expect(await violationsOf(phone.page)).toEqual([])
    await waitForReplica(phone.page, ana)

    phone.network.setState('dead')
    await phone.reopen('/shopping-list')
    await row().click()
    const dialog = phone.page.getByRole('dialog')
    await dialog.getByText(/^Of .*, you’d throw away about \d+% \d+ times in 10\./).waitFor()
    await dialog.getByText('Cheapest to eat').waitFor()
    expect(await violationsOf(phone.page)).toEqual([])
    await dialog.getByRole('button', { name: /^Take / }).click()
    await dialog.getByRole('button', { name: /^Take / }).waitFor({ state: 'detached' })

    phone.network.setState('open')
    await dispatchOnline(phone.page)
    const rows = await eventually(
      () => listOf(ana),
      ([yogurt]) => yogurt?.suggestedQuantity === 500,
    )
    expect(rows).toHaveLength(1)
    expect(phone.complaints).toEqual([])
  },
  180_000 * timeoutFactor,
)
