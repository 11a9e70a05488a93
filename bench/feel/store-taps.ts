import type { Page } from 'playwright-core'
import type { Tap } from './taps.ts'

const openCosts = (page: Page) => page.getByRole('button', { name: 'Cost per store' }).tap()
const closeCosts = async (page: Page) => {
  const sheet = page.getByRole('dialog', { name: 'Cost per store' })
  await sheet.getByRole('listitem').first().waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
}
/** Opens it once, so that its code is loaded. */
const openCostsOnce = async (page: Page) => {
  await openCosts(page)
  await closeCosts(page)
}
/** A letter chooses the next store without opening the select, whose picker is the system's. */
const chooseNext = (page: Page) => page.keyboard.press('s')

/** Interactions with a long list in a household with several stores, on a phone. */
export const storeTaps: readonly Tap[] = [
  { name: 'shop: check off', path: '/shop', press: (page) => page.getByRole('checkbox').nth(2).tap() },
  { name: 'shop: go to a store', path: '/shop', before: (page) => page.getByLabel('I’m at').focus(), press: chooseNext },
  {
    name: 'shop: go to another store',
    path: '/shop',
    before: async (page) => {
      await page.getByLabel('I’m at').focus()
      await chooseNext(page)
      await page.getByRole('button', { name: /^Other stores/ }).waitFor()
    },
    press: chooseNext,
  },
  { name: 'shop: costs per store, first time', path: '/shop', press: openCosts },
  { name: 'shop: costs per store, again', path: '/shop', before: openCostsOnce, press: openCosts },
  { name: 'shopping list: check off', path: '/shopping-list', press: (page) => page.getByRole('checkbox').nth(2).tap() },
  { name: 'shopping list: costs per store, first time', path: '/shopping-list', press: openCosts },
  { name: 'shopping list: costs per store, again', path: '/shopping-list', before: openCostsOnce, press: openCosts },
]
