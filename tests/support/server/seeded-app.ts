import { rmSync } from 'node:fs'
import { createPerson } from '../data/people.ts'
import { type Home, type SeededHouseholds, seedHouseholds } from '../data/seeded-households.ts'
import { type ClosedApp, openTestApp, type Person, personOf, registerTestApp, type TestApp } from './test-app.ts'

// The address of the server admin, who is in no seeded household.
const serverAdminEmail = 'overseer@kitchen.example'

/** Seeded once in each worker; every test file gets a copy, which takes a fiftieth of the time. */
let original: Promise<ClosedApp & { world: SeededHouseholds }> | undefined
const seededByApp = new WeakMap<TestApp, SeededHouseholds>()

/**
 * Like `useTestApp`, with the seeded households, which `seededHouseholdsOf` returns. Background work runs only when a test waits for it, so
 * that no change but those of the requests is found.
 */
export const useSeededApp = (environment: Record<string, string> = {}): (() => TestApp) =>
  registerTestApp(async () => {
    original ??= createOriginal()
    const { world: seeded, ...left } = await original
    const opened = await openTestApp({ LARDER_ADMINS: serverAdminEmail, ...environment }, left, false)
    seededByApp.set(opened.testApp, connectTo(opened.testApp, seeded))
    return opened
  })

/** Returns the households of an app opened by `useSeededApp`. */
export function seededHouseholdsOf(testApp: TestApp): SeededHouseholds {
  const seeded = seededByApp.get(testApp)
  if (!seeded) throw new Error('this app has no seeded households: open it with useSeededApp()')
  return seeded
}

/** Signs in a server admin who is in no seeded household. */
export async function createServerAdmin(testApp: TestApp): Promise<Person> {
  const admin = await createPerson(testApp, 'Olga')
  await testApp.server.database.identity
    .withTables<{ users: { id: string; email: string } }>()
    .updateTable('users')
    .set({ email: serverAdminEmail })
    .where('id', '=', admin.userId)
    .execute()
  return admin
}

async function createOriginal(): Promise<ClosedApp & { world: SeededHouseholds }> {
  const { testApp } = await openTestApp()
  const { dataDir: folder, databaseUrl } = testApp.config
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const seeded = await seedHouseholds(testApp)
  // Background work must end first; a database can be copied only while no one is connected.
  await testApp.server.jobs.settle()
  await testApp.server.close()
  return { folder, world: seeded, ...(databaseUrl ? { database: new URL(databaseUrl).pathname.slice(1) } : {}) }
}

/** Returns the same people, for another app. */
function connectTo(testApp: TestApp, { a, b, c, exMember }: SeededHouseholds): SeededHouseholds {
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
