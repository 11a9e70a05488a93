/**
 * Saves a release as a test fixture: a backup made by that release, under tests/releases, and what each person saw through its API. Every
 * later
 * release must restore it and show the same (tests/faults/upgrade.test.ts).
 *
 *   node scripts/release-fixture.ts NAME [FOLDER]    FOLDER: that release, installed; by default this one
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { putAvatar } from '#domains/account/contract/profile.ts'
import { createCircle, inviteToCircle, joinCircle, linkHousehold } from '#domains/circles/contract.ts'
import { createCalendarLink, createToken } from '#domains/households/contract/access-tokens.ts'
import { changeMember, removeMember } from '#domains/households/contract/index.ts'
import { addLot, changeLot, correctLot, discardLot, openLot, removeLot, splitLot, useLot } from '#domains/inventory/contract.ts'
import { addRecipe, putMealPlan, setRecipePhoto } from '#domains/recipes/contract/index.ts'
import { createWebhook } from '#domains/settings/contract.ts'
import { askToBorrow, changeBorrow, makeOffer, settleDebts, takeOffer } from '#domains/sharing/contract/index.ts'
import { addShoppingItem, changeShoppingItem } from '#domains/shopping/contract/index.ts'
import { randomFrom } from '#tests/support/data/random.ts'
import { idsIn, type ReleaseFixture, seenPaths } from '#tests/support/database/releases.ts'
import { addressOf, type HttpPerson, shareHousehold, signUp } from '#tests/support/server/http-client.ts'
import { startServer } from '#tests/support/server/server-processes.ts'

const project = join(import.meta.dirname, '..')
const [name, root = project] = process.argv.slice(2)
if (name === undefined) {
  console.error('Usage: node scripts/release-fixture.ts NAME [FOLDER]')
  process.exit(1)
}
const random = randomFrom(20261122)

/** Names as people, pasted text and other programs leave them behind. */
const odd = [
  'Crème fraîche',
  '牛乳',
  'حليب',
  '👩‍🍳 Sauce',
  'Łosoś wędzony',
  'e\u0301clair',
  'éclair',
  'ÉCLAIR',
  'O\'Brien’s "best"',
  '<b>Butter</b>',
  '100 % juice; drop table lots',
  'İstanbul simit',
  'x'.repeat(100),
]

async function stock(person: HttpPerson, count: number): Promise<void> {
  const lots: string[] = []
  for (let i = 0; i < count; i++) {
    const ingredient = i % 3 === 0 ? (random.pick(odd) ?? 'Milk') : `Food ${random.below(12)}`
    const day = new Date(Date.UTC(2026, 0, 1) + random.below(900) * 86_400_000).toISOString().slice(0, 10)
    const lot = await person.must(addLot, {
      body: {
        ingredient: { name: ingredient },
        quantity: (1 + random.below(4000)) / 1000,
        unit: random.pick(['g', 'kg', 'l', 'each'] as const) ?? 'g',
        ...(random.below(2) ? { expirationDate: day, dateKind: 'best_before' as const } : {}),
        ...(random.below(2) ? { purchasePrice: random.below(2000) / 100 } : {}),
        ...(random.below(2) ? { location: random.pick(odd)?.slice(0, 40) ?? '' } : {}),
      },
    })
    lots.push(lot.id)
    const params = { id: random.pick(lots) ?? lot.id }
    // A refusal because the lot has ended is fine.
    if (i % 4 === 0) await person.call(useLot, { params, body: { quantity: 0.001 } })
    if (i % 5 === 0) await person.call(openLot, { params })
    if (i % 6 === 0) await person.call(correctLot, { params, body: { quantity: random.below(5) } })
    if (i % 7 === 0)
      await person.call(discardLot, { params, body: { reason: 'spoiled', notes: `${random.pick(odd)}\n𝒜 second line`.repeat(3) } })
    if (i % 8 === 0) await person.call(splitLot, { params, body: { quantity: 0.001 } })
    if (i % 9 === 0) await person.call(removeLot, { params })
    if (i % 10 === 0) await person.call(changeLot, { params, body: { location: '' } })
  }
  for (const [i, text] of odd.entries()) {
    const item = await person.must(addShoppingItem, { body: { ingredientName: text.slice(0, 60), suggestedQuantity: 1 + i, unit: 'each' } })
    if (i % 3 === 0) await person.must(changeShoppingItem, { params: { id: item.id }, body: { isChecked: true } })
  }
}

/** One pixel, as a PNG. */
const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

async function sendPicture(person: HttpPerson, method: 'POST' | 'PUT', path: string): Promise<void> {
  const body = new FormData()
  body.append('image', new Blob([picture], { type: 'image/png' }), 'a.png')
  const answer = await fetch(person.url + path, { method, headers: person.headers(), body })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
}

/** Adds recipes with a photo, a meal plan, an avatar, a scanned code, keys and a webhook. */
async function furnish(owner: HttpPerson): Promise<void> {
  for (const [i, text] of odd.entries()) {
    const ingredients = [`${1 + i} kg ${text.slice(0, 40)}`, '2 eggs', 'salt']
    const recipe = await owner.must(addRecipe, { body: { name: text, ingredients, servings: 1 + (i % 6) } })
    if (i % 4 === 0) await sendPicture(owner, setRecipePhoto.method as 'PUT', addressOf(setRecipePhoto.path, { id: recipe.id }))
    if (i % 5 === 0)
      await owner.must(putMealPlan, {
        body: { entries: [{ date: new Date(Date.now() + i * 86_400_000).toISOString().slice(0, 10), recipeId: recipe.id }] },
      })
  }
  await sendPicture(owner, putAvatar.method as 'PUT', putAvatar.path)
  await owner.must(addLot, { body: { ingredient: { name: 'Cola' }, quantity: 6, unit: 'each', barcode: '4006381333931' } })
  const params = { id: owner.home ?? '' }
  await owner.must(createCalendarLink, { params })
  await owner.must(createToken, { params, body: { name: 'Kitchen display', scope: 'read' } })
  await owner.must(createWebhook, { params, body: { url: 'https://127.0.0.1:9/nobody-there' } })
}

/** Adds a circle of two households with a shared lot, an offer, a request, a loan, a return and a debt. */
async function lend(lender: HttpPerson, borrower: HttpPerson): Promise<void> {
  const { id } = await lender.must(createCircle, { body: { name: 'Neighbours', description: odd.join(', ').slice(0, 200) } })
  const { code } = await lender.must(inviteToCircle, { params: { id }, body: {} })
  await borrower.must(joinCircle, { body: { code } })
  for (const person of [lender, borrower]) await person.must(linkHousehold, { params: { id, householdId: person.home ?? '' } })
  const lot = (name: string) => lender.must(addLot, { body: { ingredient: { name }, quantity: 10, unit: 'each', isShared: true } })
  const expiresAt = new Date(Date.now() + 20 * 86_400_000).toISOString()
  const wish = async () =>
    (
      await borrower.must(askToBorrow, {
        body: { inventoryItemId: (await lot('Eggs')).id, quantity: 2, unit: 'each', expiresAt, message: random.pick(odd) ?? '' },
      })
    ).id
  const answered = async (...statuses: ('ACCEPTED' | 'REJECTED' | 'COMPLETED')[]) => {
    const request = await wish()
    for (const status of statuses)
      await (status === 'COMPLETED' ? borrower : lender).must(changeBorrow, { params: { id: request }, body: { status } })
    return request
  }
  await answered('REJECTED')
  await answered('ACCEPTED')
  await answered('ACCEPTED', 'COMPLETED')
  const returned = await answered('ACCEPTED', 'COMPLETED')
  await lender.must(settleDebts, { body: { ids: [returned], how: 'returned' } })
  const offers = []
  for (let i = 0; i < 2; i++)
    offers.push(await lender.must(makeOffer, { body: { inventoryItemId: (await lot('Pears')).id, circleId: id } }))
  await borrower.must(takeOffer, { params: { id: offers[0]?.id ?? '' } })
}

const dataFolder = mkdtempSync(join(tmpdir(), 'larder-release-'))
const server = await startServer({ dataFolder, root })
const people = await Promise.all(['Olga', 'Adam', 'Mia', 'Viktor', 'Gone', 'Eve'].map((firstName) => signUp(server.url, firstName)))
const [olga, adam, mia, viktor, gone, eve] = people as [HttpPerson, HttpPerson, HttpPerson, HttpPerson, HttpPerson, HttpPerson]
const household = await shareHousehold(olga, adam, mia, viktor, gone)
const role = (userId: string, as: 'ADMIN' | 'VIEWER') =>
  olga.must(changeMember, { params: { id: household.id, userId }, body: { role: as } })
await role(adam.userId, 'ADMIN')
await role(viktor.userId, 'VIEWER')
await stock(mia, 90)
await olga.must(removeMember, { params: { id: household.id, userId: gone.userId } })
await shareHousehold(eve)
await stock(eve, 15)
await furnish(olga)
await lend(olga, eve)

const fixture: ReleaseFixture = { people: [] }
for (const person of people) {
  const sees: Record<string, string[]> = {}
  for (const path of seenPaths) {
    const answer = await fetch(server.url + path, { headers: person.headers() })
    // A path that this release lacks or this person may not read is left out.
    if (answer.status === 200) sees[path] = idsIn(await answer.json())
  }
  const me = (await (await fetch(`${server.url}/api/auth/get-session`, { headers: person.headers() })).json()) as {
    user: { email: string }
  }
  fixture.people.push({ email: me.user.email, password: 'purple kettle 42', household: person.home, sees })
}
await server.stop()
const made = spawnSync(process.execPath, ['scripts/backup.ts', '--to', join(dataFolder, 'out')], {
  cwd: root,
  env: { ...process.env, LARDER_DATA_DIR: dataFolder, DATABASE_URL: '' },
  stdio: ['ignore', 'inherit', 'inherit'],
})
if (made.status !== 0) process.exit(1)
const [file = ''] = readdirSync(join(dataFolder, 'out'))
const to = join(project, 'tests', 'releases', name)
cpSync(join(dataFolder, 'out', file), `${to}.backup`)
writeFileSync(`${to}.json`, `${JSON.stringify(fixture, null, 1)}\n`)
rmSync(dataFolder, { recursive: true })
console.log(`${to}.backup and .json`)
