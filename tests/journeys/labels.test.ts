import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createHousehold } from '#domains/households/contract/index.ts'
import { addLot, listLots } from '#domains/inventory/contract.ts'
import { createLabelSheet, formatLabelCode, listLabelSheets, listLabels, setLabel } from '#domains/labels/contract.ts'
import { labelLink } from '#domains/scanning/rules/label-link.ts'
import { blankPagePath, screens, undoButton, useJourneyApp } from '#tests/journeys/support/browser.ts'
import { addFakeCamera } from '#tests/journeys/support/fake-camera.ts'
import { dispatchOnline, openSignedIn, waitForReplica, waitForWrites } from '#tests/journeys/support/on-device.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'
import { httpPerson, password, shareHousehold, signUp, signUpOrIn } from '#tests/support/server/http-client.ts'

const walk = useJourneyApp({ worker: true })
const [phone] = screens

const picture = async (page: Page, name: string) => {
  const folder = process.env['LARDER_LABEL_PICTURES']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

it.each(screens)('labels are printed, put on a box, scanned and used on a $name', async (screen) => {
  const look = screen.isMobile ? 'dark' : 'light'
  const person = await signUp(walk().server.url)
  await shareHousehold(person)
  await person.must(addLot, { body: { ingredient: { name: 'Peas' }, quantity: 2, unit: 'each', location: 'Drawer 2', storage: 'FREEZER' } })
  const { page, complaints, close } = await walk().visit('/login', screen, look)
  await openSignedIn(page, person, '/labels')
  await page.getByText('No labels in use').waitFor()
  await expectAccessible(page)
  await page.getByLabel('Start at label').fill('22')
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save 3 labels as a PDF' }).click()])
  expect(file.suggestedFilename()).toBe('larder-labels-a4-24.pdf')
  await page.getByRole('button', { name: 'Print again' }).waitFor()
  const [sheet] = await person.must(listLabelSheets)
  const [box = '', drawer = ''] = sheet?.codes ?? []
  await picture(page, `${screen.name}-labels`)

  // As a phone's camera opens it.
  await page.goto(`${walk().server.url}/L/${box}`)
  await page.getByRole('heading', { level: 1, name: `Label ${formatLabelCode(box)}` }).waitFor()
  await page.getByRole('button', { name: /^Peas/ }).waitFor()
  await expectAccessible(page)
  await picture(page, `${screen.name}-free`)
  await page.getByRole('link', { name: 'Add something new' }).click()
  await page.getByLabel('Ingredient').first().fill('Lasagne')
  await page.getByLabel('Quantity').fill('2')
  await page.getByRole('button', { name: 'Add Item' }).click()
  await page.getByRole('heading', { level: 1, name: 'Lasagne' }).waitFor()
  await expectAccessible(page)
  await picture(page, `${screen.name}-lot`)

  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Use', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Use 1/ })
    .click()
  await main.getByText('1', { exact: true }).waitFor()
  await main.getByRole('button', { name: 'Use all' }).click()
  await page.getByText('This label is free.').waitFor()
  await undoButton(page, 'Used up Lasagne').click()
  await page.getByRole('heading', { level: 1, name: 'Lasagne' }).waitFor()

  // The other label marks a drawer.
  await page.goto(`${walk().server.url}/l/${drawer}`)
  await page.getByRole('button', { name: 'Drawer 2' }).click()
  await page.getByText('Scan it to check this shelf').waitFor()
  await waitForWrites(page)
  await page.goto(`${walk().server.url}/l/${drawer}`)
  await page.getByRole('dialog', { name: 'Shelf check: Drawer 2' }).getByText('Peas').first().waitFor()

  // From the item.
  const [peas] = (await person.must(listLots, { query: { search: 'Peas' } })) as { id: string }[]
  await page.goto(`${walk().server.url}/inventory?item=${peas?.id}`)
  const sheetDialog = page.getByRole('dialog')
  await sheetDialog.getByRole('button', { name: 'Put a label on it' }).click()
  await sheetDialog.getByLabel('Code of the label').fill(sheet?.codes[2] ?? '')
  await picture(page, `${screen.name}-item`)
  await sheetDialog.getByRole('button', { name: 'Put on' }).click()
  await sheetDialog.getByText(formatLabelCode(sheet?.codes[2] ?? '')).waitFor()
  await expectAccessible(page)

  await page.goto(`${walk().server.url}/labels`)
  await page.getByRole('link', { name: /^Lasagne/ }).waitFor()
  await picture(page, `${screen.name}-labels-used`)
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('No labels in use').waitFor()
  await undoButton(page, 'Revoked the labels').click()
  await page.getByRole('link', { name: /^Lasagne/ }).waitFor()
  expect((await person.must(listLabels)).filter(({ lotId, location }) => lotId !== null || location !== null)).toHaveLength(3)
  expect(complaints).toEqual([])
  await close()
})

it('a label opens the sign-in page only, and itself after signing in, also in another household of the person', async () => {
  const { url } = walk().server
  const { email, userId, token } = await signUpOrIn(url, { firstName: 'Ana', lastName: 'Cook' })
  const person = httpPerson(url, userId, token)
  await shareHousehold(person)
  await person.must(addLot, { body: { ingredient: { name: 'Goulash' }, quantity: 3, unit: 'each' } })
  const { codes } = await person.must(createLabelSheet, { body: { size: 'roll-62x29', count: 1 } })
  const [code = ''] = codes
  const [lot] = (await person.must(listLots)) as { id: string }[]
  await person.must(setLabel, { params: { id: code }, body: { lotId: lot?.id ?? '' } })
  const { page, complaints, close } = await walk().visit(`/L/${code}`, phone)
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(await page.getByText('Goulash').count()).toBe(0)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Goulash' }).waitFor()

  const other = await person.must(createHousehold, { body: { name: 'Allotment' } })
  await openSignedIn(page, { ...person, home: other.id }, `/l/${code}`)
  await page.getByText('This label belongs to Test kitchen').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Switch to Test kitchen' }).click()
  await page.getByRole('heading', { level: 1, name: 'Goulash' }).waitFor()
  await page.goto(`${url}/l/CCCCCCCC`)
  await page.getByText('Not a label of your kitchen').waitFor()
  // Asking each household answers 404, and a wrong guess is no error.
  expect(complaints).toEqual([])
  await close()
})

it('a label is put on an item, read and taken off without a network', async () => {
  const person = await signUp(walk().server.url)
  await shareHousehold(person)
  await person.must(addLot, { body: { ingredient: { name: 'Soup' }, quantity: 3, unit: 'each' } })
  const { codes } = await person.must(createLabelSheet, { body: { size: 'roll-62x29', count: 1 } })
  const [code = ''] = codes
  const { page, close } = await walk().visit('/login', phone)
  await openSignedIn(page, person, '/')
  await waitForReplica(page, { userId: person.userId, household: person.home ?? '' })
  await page.goto(`${walk().server.url}/l/${code}`)
  await page.getByRole('button', { name: /^Soup/ }).waitFor()
  // The service worker has cached its files.
  await page.evaluate('navigator.serviceWorker.ready')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: /^Soup/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Soup' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Soup' }).waitFor()
  await page.getByRole('button', { name: 'Use all' }).click()
  await page.getByText('This label is free.').waitFor()
  await page.context().setOffline(false)
  await dispatchOnline(page)
  await expect.poll(async () => (await person.must(listLots)) as unknown[], { timeout: 60_000 }).toEqual([])
  await close()
})

it('a label opens in front of the live camera', async () => {
  const person = await signUp(walk().server.url)
  await shareHousehold(person)
  const { codes } = await person.must(createLabelSheet, { body: { size: 'roll-62x29', count: 1 } })
  const [code = ''] = codes
  const { page, complaints, close } = await walk().visit(blankPagePath, phone)
  const camera = await addFakeCamera(page)
  await openSignedIn(page, person, '/scan')
  await camera.allow()
  await page.getByRole('button', { name: 'Start Camera' }).click()
  await camera.show(labelLink(walk().server.url, code))
  await page.getByRole('heading', { level: 1, name: `Label ${formatLabelCode(code)}` }).waitFor()
  expect(complaints).toEqual([])
  await close()
})
