import { rmSync } from 'node:fs'
import { newcomer } from '../data/people.ts'
import { type Home, type SeededHouseholds, seedHouseholds } from '../data/world.ts'
import { type Left, openTestApp, type Person, personOf, type TestApp, whileTesting } from './test-app.ts'

// Whoever has this address looks after a seeded kitchen; nobody of its world does.
const overseersEmail = 'overseer@kitchen.example'

/** The world is made once in a worker; every test file gets a copy of it, which takes a fiftieth of the time. */
let original: Promise<Left & { world: SeededHouseholds }> | undefined
const worlds = new WeakMap<TestApp, SeededHouseholds>()

/** As `useTestApp`, with the world of `seedHouseholds` in it: `seededHouseholdsOf` answers that. */
export const useSeededApp = (environment: Record<string, string> = {}): (() => TestApp) =>
  whileTesting(async () => {
    original ??= seed()
    const { world: seeded, ...left } = await original
    const opened = await openTestApp({ LARDER_ADMINS: overseersEmail, ...environment }, left)
    worlds.set(opened.testApp, movedTo(opened.testApp, seeded))
    return opened
  })

/** The world in a kitchen that was opened with one. */
export function seededHouseholdsOf(testApp: TestApp): SeededHouseholds {
  const seeded = worlds.get(testApp)
  if (!seeded) throw new Error('nobody lives in this kitchen: open it with useSeededKitchen()')
  return seeded
}

/** Somebody who looks after a seeded kitchen and belongs to no household of it. */
export async function overseerOf(testApp: TestApp): Promise<Person> {
  const overseer = await newcomer(testApp, 'Olga')
  await testApp.server.database.identity
    .withTables<{ users: { id: string; email: string } }>()
    .updateTable('users')
    .set({ email: overseersEmail })
    .where('id', '=', overseer.userId)
    .execute()
  return overseer
}

async function seed(): Promise<Left & { world: SeededHouseholds }> {
  const { testApp } = await openTestApp()
  const { dataDir: folder, databaseUrl } = testApp.config
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const seeded = await seedHouseholds(testApp)
  // What follows from all that has followed before it is copied; a database is copied when nobody is in it.
  await testApp.server.jobs.settle()
  await testApp.server.close()
  return { folder, world: seeded, ...(databaseUrl ? { database: new URL(databaseUrl).pathname.slice(1) } : {}) }
}

/** The same people, knocking at another kitchen's door. */
function movedTo(testApp: TestApp, { a, b, c, exMember }: SeededHouseholds): SeededHouseholds {
  const person = (who: Home['neighbour']) => Object.assign(personOf(testApp, who), { home: who.home })
  const home = (there: Home): Home => ({
    ...there,
    neighbour: person(there.neighbour),
    people: {
      OWNER: person(there.people.OWNER),
      ADMIN: person(there.people.ADMIN),
      MEMBER: person(there.people.MEMBER),
      VIEWER: person(there.people.VIEWER),
    },
  })
  return { a: home(a), b: home(b), c: home(c), exMember: person(exMember) }
}
