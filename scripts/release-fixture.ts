/**
 * Keeps a release for good: a backup that it made itself, under tests/releases, and beside it what each person saw through its API then.
 * Every later Larder must restore it and show the same (tests/faults/upgrade.test.ts).
 *
 *   node scripts/release-fixture.ts NAME [FOLDER]    FOLDER: that release, installed; this one unless told
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changeMember, removeMember } from '#domains/households/contract.ts'
import { addLot, changeLot, correctLot, discardLot, openLot, removeLot, splitLot, useLot } from '#domains/inventory/contract.ts'
import { addShoppingItem, changeShoppingItem } from '#domains/shopping/contract.ts'
import { chanceOf } from '#tests/support/chance.ts'
import { idsIn, type ReleaseFixture, seenPaths } from '#tests/support/releases.ts'
import { startServer } from '#tests/support/server.ts'
import { shareHousehold, signUp, type WirePerson } from '#tests/support/wire.ts'

const project = join(import.meta.dirname, '..')
const [name, root = project] = process.argv.slice(2)
if (name === undefined) {
  console.error('Usage: node scripts/release-fixture.ts NAME [FOLDER]')
  process.exit(1)
}
const chance = chanceOf(20261122)

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

async function stock(person: WirePerson, count: number): Promise<void> {
  const lots: string[] = []
  for (let i = 0; i < count; i++) {
    const food = i % 3 === 0 ? (chance.pick(odd) ?? 'Milk') : `Food ${chance.below(12)}`
    const day = new Date(Date.UTC(2026, 0, 1) + chance.below(900) * 86_400_000).toISOString().slice(0, 10)
    const lot = await person.must(addLot, {
      body: {
        ingredient: { name: food },
        quantity: (1 + chance.below(4000)) / 1000,
        unit: chance.pick(['g', 'kg', 'l', 'each'] as const) ?? 'g',
        ...(chance.below(2) ? { expirationDate: day, dateKind: 'best_before' as const } : {}),
        ...(chance.below(2) ? { purchasePrice: chance.below(2000) / 100 } : {}),
        ...(chance.below(2) ? { location: chance.pick(odd)?.slice(0, 40) ?? '' } : {}),
      },
    })
    lots.push(lot.id)
    const params = { id: chance.pick(lots) ?? lot.id }
    // Whatever is refused, because the lot has ended meanwhile, is left at that.
    if (i % 4 === 0) await person.call(useLot, { params, body: { quantity: 0.001 } })
    if (i % 5 === 0) await person.call(openLot, { params })
    if (i % 6 === 0) await person.call(correctLot, { params, body: { quantity: chance.below(5) } })
    if (i % 7 === 0)
      await person.call(discardLot, { params, body: { reason: 'spoiled', notes: `${chance.pick(odd)}\n𝒜 second line`.repeat(3) } })
    if (i % 8 === 0) await person.call(splitLot, { params, body: { quantity: 0.001 } })
    if (i % 9 === 0) await person.call(removeLot, { params })
    if (i % 10 === 0) await person.call(changeLot, { params, body: { location: '' } })
  }
  for (const [i, text] of odd.entries()) {
    const item = await person.must(addShoppingItem, { body: { ingredientName: text.slice(0, 60), suggestedQuantity: 1 + i, unit: 'each' } })
    if (i % 3 === 0) await person.must(changeShoppingItem, { params: { id: item.id }, body: { isChecked: true } })
  }
}

const dataFolder = mkdtempSync(join(tmpdir(), 'larder-release-'))
const server = await startServer({ dataFolder, root })
const people = await Promise.all(['Olga', 'Adam', 'Mia', 'Viktor', 'Gone', 'Eve'].map((firstName) => signUp(server.url, firstName)))
const [olga, adam, mia, viktor, gone, eve] = people as [WirePerson, WirePerson, WirePerson, WirePerson, WirePerson, WirePerson]
const household = await shareHousehold(olga, adam, mia, viktor, gone)
const role = (userId: string, as: 'ADMIN' | 'VIEWER') =>
  olga.must(changeMember, { params: { id: household.id, userId }, body: { role: as } })
await role(adam.userId, 'ADMIN')
await role(viktor.userId, 'VIEWER')
await stock(mia, 90)
await olga.must(removeMember, { params: { id: household.id, userId: gone.userId } })
await shareHousehold(eve)
await stock(eve, 15)

const fixture: ReleaseFixture = { people: [] }
for (const person of people) {
  const sees: Record<string, string[]> = {}
  for (const path of seenPaths) {
    const answer = await fetch(server.url + path, { headers: person.headers() })
    // A path that this release does not have yet, or this person may not ask.
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
