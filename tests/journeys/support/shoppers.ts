import type { Locator, Page } from 'playwright-core'
import { password, type SignedInUser, signUpOrIn } from '#tests/support/server/http-client.ts'
import type { Phone, PhoneApp } from './phones.ts'

/** A person who uses the API directly, like another device that is always online. */
export interface Shopper {
  readonly email: string
  readonly token: string
  readonly userId: string
  household: string
  request<R = unknown>(method: string, path: string, body?: unknown): Promise<R>
}

/** Creates an account. */
export const signUp = async (url: string, firstName: string): Promise<Shopper> =>
  shopperOf(url, await signUpOrIn(url, { firstName, lastName: 'Cook' }), '')

/** Opens another session of a person, in their household. */
export const signInAgain = async (url: string, { email, household }: Shopper): Promise<Shopper> =>
  shopperOf(url, await signUpOrIn(url, { email }), household)

function shopperOf(url: string, { email, userId, token }: SignedInUser, household: string): Shopper {
  const shopper: Shopper = {
    email,
    token,
    userId,
    household,
    async request<R>(method: string, path: string, sent?: unknown) {
      const reply = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(shopper.household === '' ? {} : { 'x-household-id': shopper.household }),
          ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
      })
      const text = await reply.text()
      if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`)
      return (text === '' ? undefined : JSON.parse(text)) as R
    },
  }
  return shopper
}

/** Creates a household of these people; the first is its owner. */
export async function shareHousehold(owner: Shopper, ...others: Shopper[]): Promise<void> {
  const household = await owner.request<{ id: string; inviteCode: string }>('POST', '/api/households', { name: 'Elm Street 5' })
  for (const other of others) await other.request('POST', '/api/households/join', { inviteCode: household.inviteCode })
  for (const member of [owner, ...others]) member.household = household.id
}

export interface Row {
  id: string
  ingredientName: string
  isChecked: boolean
  suggestedQuantity: number
}
/** Returns the list as stored on the server. */
export const listOf = async (who: Shopper): Promise<Row[]> => (await who.request<{ items: Row[] }>('GET', '/api/shopping-list')).items
export const addRow = (who: Shopper, ingredientName: string, part: object = {}): Promise<Row> =>
  who.request<Row>('POST', '/api/shopping-list', { ingredientName, suggestedQuantity: 1, unit: 'each', ...part })
/** Returns the name, quantity and state of every item, sorted by name. */
export const summarize = (rows: readonly Row[]) =>
  rows.map((row) => [row.ingredientName, row.suggestedQuantity, row.isChecked] as const).toSorted(([a], [b]) => (a < b ? -1 : 1))

export const checkbox = (page: Page, name: string): Locator => page.getByRole('checkbox', { name, exact: true })
/** Waits for this text in the sync status. */
export const waitForSyncStatus = (page: Page, words: string | RegExp): Promise<void> =>
  page.locator('[data-sync]').filter({ hasText: words }).first().waitFor()
export const addByHand = async (page: Page, line: string): Promise<void> => {
  await page.getByLabel('Add an item').fill(line)
  await page.keyboard.press('Enter')
}

/** Waits until the result of `read` satisfies `check`. */
export async function eventually<T>(read: () => Promise<T>, check: (value: T) => boolean): Promise<T> {
  for (let tries = 0; tries < 200; tries += 1) {
    const value = await read()
    if (check(value)) return value
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  throw new Error(`it never came about: ${JSON.stringify(await read())}`)
}

/** Creates people of one household; the first is its owner. */
export async function household<N extends readonly string[]>(shop: PhoneApp, ...names: N): Promise<{ [K in keyof N]: Shopper }> {
  const people = await Promise.all(names.map((name) => shop.shopper(name)))
  const [owner, ...others] = people
  if (owner) await shareHousehold(owner, ...others)
  return people as { [K in keyof N]: Shopper }
}

/** Creates a household of new people with these items on its list, and opens `path` on the first person's phone. */
export async function openNewHousehold(
  phone: Phone,
  people: readonly [Shopper, ...Shopper[]],
  names: readonly string[],
  path: string,
): Promise<Page> {
  await shareHousehold(...people)
  for (const name of names) await addRow(people[0], name)
  await phone.signIn(people[0])
  return phone.reopen(path)
}

/** Clicks from within the page, as fast as the machine allows. */
export async function tap(page: Page, name: string): Promise<void> {
  const isTapped = await page.evaluate(`(() => {
    const target = document.querySelector('[aria-label=' + ${JSON.stringify(JSON.stringify(name))} + ']')
    target?.click()
    return target !== null
  })()`)
  if (!isTapped) await page.getByLabel(name, { exact: true }).click()
}

/** Signs in on the sign-in page and waits for the dashboard. */
export async function signInByForm(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
}
