/**
 * How long from a backup until Larder responds again, on both engines: data of a given size, half rows (lots with changes and ledger) and
 * half pictures that don't compress, are backed up, restored to an empty target, and served. Target: five minutes at 1 GB. A tenth of the
 * data runs first, so that fixed costs can be subtracted: the line through both sizes gives the time for 1 GB. Below 50 MB that estimate
 * means nothing and isn't judged.
 *
 *   npm run bench restore [sqlite | postgres]      BENCH_MB (100; at 1000 the target is measured instead of estimated)
 */
import { spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listLots } from '#domains/inventory/contract.ts'
import { httpPerson, signUpOrIn } from '#tests/support/server/http-client.ts'
import { type Engine, onEachEngine } from './support/engines.ts'
import { largeHousehold } from './support/large-household.ts'
import { printFigures } from './support/table.ts'

const megabytes = Number(process.env['BENCH_MB'] ?? 100)
const isLargeEnough = megabytes >= 50
/** Size of a lot with its ten changes, ledger entries and indexes. */
const bytesALot = 9_000
const pictureBytes = 150_000

function program(name: string, given: readonly string[], settings: Record<string, string>): number {
  const began = performance.now()
  const { status } = spawnSync(process.execPath, [join('scripts', `${name}.ts`), ...given], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, ...settings },
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error(`${name} ended with ${status}`)
  return (performance.now() - began) / 1000
}

/** Adds recipe photos up to half the size of the data. */
async function addPictures(engine: Engine, bytes: number): Promise<void> {
  const [recipe] = await engine.rows('select * from recipes limit 1')
  if (!recipe) throw new Error('there is no recipe')
  const count = Math.max(1, Math.round(bytes / ((pictureBytes * 4) / 3)))
  for (let from = 0; from < count; from += 50) {
    const ids = Array.from({ length: Math.min(50, count - from) }, () => randomUUID())
    await engine.insert(
      'recipes',
      ids.map((id) => ({ ...recipe, id })),
    )
    await engine.insert(
      'recipe_photos',
      ids.map((id) => ({ household_id: recipe['household_id'] ?? '', recipe_id: id, jpeg: randomBytes(pictureBytes).toString('base64') })),
    )
  }
}

interface Drill {
  gigabytes: number
  archiveMb: number
  /** Seconds. */
  backUp: number
  restore: number
  start: number
  isThere: boolean
}

async function drill(engine: Engine, size: number): Promise<Drill> {
  const lots = Math.max(10, Math.round((size * 1e6) / 2 / bytesALot))
  const person = await largeHousehold(engine, { members: 2, lots, recipes: 20, ledger: lots * 10 })
  await addPictures(engine, (size * 1e6) / 2)
  const folder = mkdtempSync(join(tmpdir(), 'larder-bench-backups-'))
  const gigabytes = (await engine.size()) / 1e9
  const backUp = program('backup', ['--to', folder], engine.settings)
  const [name = ''] = readdirSync(folder)
  const file = join(folder, name)
  const empty = await engine.another()
  const restore = program('restore', [file], empty.settings)
  const began = performance.now()
  const server = await empty.start()
  const start = (performance.now() - began) / 1000
  // Backups contain no sessions: sign in again.
  const [user] = await engine.rows(`select email from users where id = '${person.userId}'`)
  const { userId, token } = await signUpOrIn(server.url, { email: String(user?.['email']) })
  const page = await httpPerson(server.url, userId, token, person.home).must(listLots, { query: { limit: 1 } })
  const isThere = (Array.isArray(page) ? page : page.items).length === 1
  const archiveMb = statSync(file).size / 1e6
  await server.stop()
  await empty.close()
  rmSync(folder, { recursive: true, force: true })
  return { gigabytes, archiveMb, backUp, restore, start, isThere }
}

await onEachEngine(async (engine) => {
  const empty = await engine.another()
  const few = await drill(empty, megabytes / 10)
  await empty.close()
  const all = await drill(engine, megabytes)
  const minutes = ({ restore, start }: Drill) => (restore + start) / 60
  const eachGigabyte = Math.max(0, minutes(all) - minutes(few)) / (all.gigabytes - few.gigabytes)
  printFigures(`${engine.name}: backup and restore of ${Math.round(all.gigabytes * 1000)} MB`, [
    { what: 'size of the backup', value: all.archiveMb, unit: 'MB' },
    { what: 'backing up, with its proof', value: all.backUp, unit: 's' },
    { what: 'restoring', value: all.restore, unit: 's' },
    { what: 'starting on what was restored', value: all.start, unit: 's' },
    { what: 'restoring and starting, for each GB more', value: eachGigabyte, unit: 'min' },
    {
      what: `restoring and starting, at 1 GB${isLargeEnough ? '' : ' (too small a size to judge)'}`,
      value: minutes(all) + eachGigabyte * Math.max(0, 1 - all.gigabytes),
      unit: 'min',
      ...(isLargeEnough ? { target: { atMost: 5 } } : {}),
    },
    {
      what: 'restores after which the household was not there',
      value: [few, all].filter(({ isThere }) => !isThere).length,
      target: { atMost: 0 },
    },
  ])
})
