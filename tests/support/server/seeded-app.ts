import { rmSync } from 'node:fs'
import { newcomer } from '../data/people.ts'
import { type Home, seedWorld, type World } from '../data/world.ts'
import { type Kitchen, type Left, openKitchen, type Person, personOf, whileTesting } from './test-app.ts'

// Whoever has this address looks after a seeded kitchen; nobody of its world does.
const overseersEmail = 'overseer@kitchen.example'

/** The world is made once in a worker; every test file gets a copy of it, which takes a fiftieth of the time. */
let original: Promise<Left & { world: World }> | undefined
const worlds = new WeakMap<Kitchen, World>()

/** As `useKitchen`, with the world of `seedWorld` in it: `worldOf` answers that. */
export const useSeededKitchen = (environment: Record<string, string> = {}): (() => Kitchen) =>
  whileTesting(async () => {
    original ??= seed()
    const { world, ...left } = await original
    const opened = await openKitchen({ LARDER_ADMINS: overseersEmail, ...environment }, left)
    worlds.set(opened.kitchen, movedTo(opened.kitchen, world))
    return opened
  })

/** The world in a kitchen that was opened with one. */
export function worldOf(kitchen: Kitchen): World {
  const world = worlds.get(kitchen)
  if (!world) throw new Error('nobody lives in this kitchen: open it with useSeededKitchen()')
  return world
}

/** Somebody who looks after a seeded kitchen and belongs to no household of it. */
export async function overseerOf(kitchen: Kitchen): Promise<Person> {
  const overseer = await newcomer(kitchen, 'Olga')
  await kitchen.larder.database.identity
    .withTables<{ users: { id: string; email: string } }>()
    .updateTable('users')
    .set({ email: overseersEmail })
    .where('id', '=', overseer.userId)
    .execute()
  return overseer
}

async function seed(): Promise<Left & { world: World }> {
  const { kitchen } = await openKitchen()
  const { dataDir: folder, databaseUrl } = kitchen.config
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const world = await seedWorld(kitchen)
  // What follows from all that has followed before it is copied; a database is copied when nobody is in it.
  await kitchen.larder.jobs.settle()
  await kitchen.larder.close()
  return { folder, world, ...(databaseUrl ? { database: new URL(databaseUrl).pathname.slice(1) } : {}) }
}

/** The same people, knocking at another kitchen's door. */
function movedTo(kitchen: Kitchen, { a, b, c, exMember }: World): World {
  const person = (who: Home['neighbour']) => Object.assign(personOf(kitchen, who), { home: who.home })
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
