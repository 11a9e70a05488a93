import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeArchive } from '#platform/server/archive/archive.ts'
import { type Count, type Source, sumsOf } from '#platform/server/archive/table.ts'
import { readPostgres } from '#platform/server/postgres/archive.ts'
import { readSqlite } from '#platform/server/sqlite/archive.ts'
import { openSqlite } from '#platform/server/sqlite/database.ts'
import { chanceOf } from '#tests/support/chance.ts'
import { engine } from '#tests/support/crew.ts'
import { type Kitchen, openKitchen, someFood } from '#tests/support/kitchen.ts'

const root = join(import.meta.dirname, '..', '..')
const rounds = Number(process.env.LARDER_RESTORE_KILLS ?? 3)
const folder = mkdtempSync(join(tmpdir(), 'larder-test-restore-'))
let file: string
let incoming: readonly Count[]

const sourceOf = ({ config }: Kitchen): Promise<Source> | Source =>
  config.databaseUrl ? readPostgres(config.databaseUrl) : readSqlite(join(config.dataDir, 'larder.db'))

beforeAll(async () => {
  const { kitchen, close } = await openKitchen()
  const ana = await kitchen.person()
  await kitchen.household(ana)
  for (let i = 0; i < 300; i++) await someFood(ana, { ingredient: { name: `Food ${i}` } })
  const source = await sourceOf(kitchen)
  ;({ file, counts: incoming } = await makeArchive(source, join(folder, 'a.backup'), '0.0.0', null))
  await source.close()
  await close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Restores over the kitchen's data in a process of its own; `ms` later it is killed. Answers how long it ran. */
async function restore({ config }: Kitchen, ms: number | null): Promise<number> {
  const began = performance.now()
  const child = spawn(process.execPath, ['scripts/restore.ts', file, '--replace'], {
    cwd: root,
    env: { ...process.env, LARDER_DATA_DIR: config.dataDir, DATABASE_URL: config.databaseUrl ?? '' },
    stdio: 'ignore',
  })
  const timer = ms === null ? undefined : setTimeout(() => child.kill('SIGKILL'), ms)
  await once(child, 'exit')
  clearTimeout(timer)
  return performance.now() - began
}

it(
  `B-6: a restore that is killed leaves the old data or the new, whole, and the next start finds them`,
  async () => {
    const seed = Number(process.env.LARDER_RESTORE_SEED ?? Date.now() % 1e9)
    const chance = chanceOf(seed)
    const { kitchen, close } = await openKitchen()
    const ana = await kitchen.person()
    await kitchen.household(ana)
    await someFood(ana)
    // Closed first: what follows from a change is written down a moment later.
    await kitchen.larder.close()
    const { file: oldFile, counts: old } = await keep(kitchen)
    const whole = await restore(kitchen, null)
    const found = { old: 0, new: 0 }
    const stateOf = (now: readonly Count[]): 'new' | 'old' | null => {
      const is = (sums: readonly Count[]) => sums.every((sum) => now.some((one) => one.name === sum.name && one.sha256 === sum.sha256))
      return is(incoming) ? 'new' : is(old.filter(({ name }) => name !== 'sessions')) ? 'old' : null
    }
    for (let round = 0; round < rounds; round++) {
      await put(kitchen, oldFile)
      // The later half is where the data change hands.
      await restore(kitchen, whole * (0.5 + 0.6 * chance.share()))
      let state = stateOf(await look(kitchen))
      // PostgreSQL hears only after a moment that its client is dead, and until then may still be at work.
      for (let tries = 0; engine === 'postgres' && state === null && tries < 50; tries++) {
        await pause(100)
        state = stateOf(await look(kitchen))
      }
      expect(state, `seed ${seed}, round ${round}`).not.toBeNull()
      if (state) found[state]++
      if (engine === 'sqlite') expect(readdirSync(kitchen.config.dataDir).filter((name) => /incoming|swap/.test(name))).toEqual([])
    }
    console.log(`${engine}: killed ${rounds} times, ${found.old} old, ${found.new} new`)
    await close().catch(() => {})
  },
  60_000 + rounds * 10_000,
)

/** A backup of what the kitchen has, to go back to before each round. */
async function keep(kitchen: Kitchen) {
  const source = await sourceOf(kitchen)
  const kept = await makeArchive(source, join(folder, 'old.backup'), '0.0.0', null)
  await source.close()
  return kept
}

async function put(kitchen: Kitchen, archive: string): Promise<void> {
  const present = file
  file = archive
  await restore(kitchen, null)
  file = present
}

/** As the next start finds it. */
async function look(kitchen: Kitchen): Promise<Count[]> {
  if (engine === 'sqlite') await openSqlite(kitchen.config.dataDir, () => {}).close()
  try {
    const source = await sourceOf(kitchen)
    const sums = await sumsOf(source)
    await source.close()
    return sums
  } catch (error) {
    if (engine === 'sqlite') throw error
    return []
  }
}
