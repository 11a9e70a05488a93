import { rmSync } from 'node:fs'
import { type Kitchen, type Left, openKitchen, personOf, whileTesting } from './kitchen.ts'
import { type Home, seedWorld, type World } from './world.ts'

/** The world is made once in a worker; every test file gets a copy of it, which takes a fiftieth of the time. */
let original: Promise<Left & { world: World }> | undefined
const worlds = new WeakMap<Kitchen, World>()

/** As `useKitchen`, with the world of `seedWorld` in it: `worldOf` answers that. */
export const useSeededKitchen = (): (() => Kitchen) =>
  whileTesting(async () => {
    original ??= seed()
    const { world, ...left } = await original
    const opened = await openKitchen({}, left)
    worlds.set(opened.kitchen, movedTo(opened.kitchen, world))
    return opened
  })

/** The world in a kitchen that was opened with one. */
export function worldOf(kitchen: Kitchen): World {
  const world = worlds.get(kitchen)
  if (!world) throw new Error('nobody lives in this kitchen: open it with useSeededKitchen()')
  return world
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
