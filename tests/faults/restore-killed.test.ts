import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBackup } from '#platform/server/backup/create-and-restore.ts'
import { openPostgresSnapshot } from '#platform/server/database/postgres/backup.ts'
import { openSqliteSnapshot } from '#platform/server/database/sqlite/backup.ts'
import { openSqlite } from '#platform/server/database/sqlite/database.ts'
import type { TableDigest } from '#platform/server/database/table-checksum.ts'
import { checksumsOf, type DatabaseSnapshot } from '#platform/server/database/table-schema.ts'
import { randomFrom } from '#tests/support/data/random.ts'
import { engine } from '#tests/support/server/server-processes.ts'
import { addSomeLot, openTestApp, type TestApp } from '#tests/support/server/test-app.ts'

const root = join(import.meta.dirname, '..', '..')
const rounds = Number(process.env.LARDER_RESTORE_KILLS ?? 3)
const folder = mkdtempSync(join(tmpdir(), 'larder-test-restore-'))
let file: string
let incoming: readonly TableDigest[]

const sourceOf = ({ config }: TestApp): Promise<DatabaseSnapshot> | DatabaseSnapshot =>
  config.databaseUrl ? openPostgresSnapshot(config.databaseUrl) : openSqliteSnapshot(join(config.dataDir, 'larder.db'))

beforeAll(async () => {
  const { testApp, close } = await openTestApp()
  const ana = await testApp.person()
  await testApp.household(ana)
  for (let i = 0; i < 300; i++) await addSomeLot(ana, { ingredient: { name: `Food ${i}` } })
  const source = await sourceOf(testApp)
  ;({ file, counts: incoming } = await createBackup(source, join(folder, 'a.backup'), '0.0.0', null))
  await source.close()
  await close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Restores over the app's data in a separate process and kills it after `ms`. Returns how long it ran. */
async function restore({ config }: TestApp, ms: number | null): Promise<number> {
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
  `B-6: a killed restore leaves the complete old or new data, which the next start finds`,
  async () => {
    const seed = Number(process.env.LARDER_RESTORE_SEED ?? Date.now() % 1e9)
    const random = randomFrom(seed)
    const { testApp, close } = await openTestApp()
    const ana = await testApp.person()
    await testApp.household(ana)
    await addSomeLot(ana)
    // Closed first: background work follows a change a moment later.
    await testApp.server.close()
    const { file: oldFile, counts: old } = await keep(testApp)
    const fullMs = await restore(testApp, null)
    const found = { old: 0, new: 0 }
    const stateOf = (now: readonly TableDigest[]): 'new' | 'old' | null => {
      const is = (sums: readonly TableDigest[]) =>
        sums.every((sum) => now.some((one) => one.name === sum.name && one.sha256 === sum.sha256))
      return is(incoming) ? 'new' : is(old.filter(({ name }) => name !== 'sessions')) ? 'old' : null
    }
    for (let round = 0; round < rounds; round++) {
      await put(testApp, oldFile)
      // The data is replaced in the second half.
      await restore(testApp, fullMs * (0.5 + 0.6 * random.share()))
      let state = stateOf(await look(testApp))
      // PostgreSQL notices a dead client only after a moment, and may work until then.
      for (let tries = 0; engine === 'postgres' && state === null && tries < 50; tries++) {
        await pause(100)
        state = stateOf(await look(testApp))
      }
      expect(state, `seed ${seed}, round ${round}`).not.toBeNull()
      if (state) found[state]++
      if (engine === 'sqlite') expect(readdirSync(testApp.config.dataDir).filter((name) => /incoming|swap/.test(name))).toEqual([])
    }
    console.log(`${engine}: killed ${rounds} times, ${found.old} old, ${found.new} new`)
    await close().catch(() => {})
  },
  60_000 + rounds * 10_000,
)

if (engine === 'sqlite') {
  it('B-6: a restore whose rename or sync fails leaves the old data or the new, and never empty data', async () => {
    const place = { dataDir: mkdtempSync(join(folder, 'failing-')) }
    const put = (failAt: number) => {
      const { status, stderr } = spawnSync(process.execPath, ['tests/faults/support/restore-failing.ts', file, '--replace'], {
        cwd: root,
        env: { ...process.env, LARDER_DATA_DIR: place.dataDir, DATABASE_URL: '', LARDER_TEST_FAIL_AT: String(failAt) },
        encoding: 'utf8',
      })
      if (status !== 0) expect(stderr).toContain('The disk says no.')
      return status === 0
    }
    expect(put(0)).toBe(true)
    const ingredients = async () => {
      await openSqlite(place.dataDir, () => {}).close()
      const db = new DatabaseSync(join(place.dataDir, 'larder.db'))
      try {
        return db
          .prepare(`select count(*) as foods, sum(name = 'Old') as old from ingredients where name like 'Food %' or name = 'Old'`)
          .get()
      } finally {
        db.close()
      }
    }
    const age = () => {
      const db = new DatabaseSync(join(place.dataDir, 'larder.db'))
      db.exec(`update ingredients set name = 'Old' where name = 'Food 7'`)
      db.close()
    }
    const states: string[] = []
    for (let at = 1; ; at++) {
      age()
      if (put(at)) break
      const { foods: count, old } = (await ingredients()) ?? {}
      expect([at, count]).toEqual([at, 300])
      states.push(old === 1 ? 'old' : 'new')
    }
    expect(new Set(states)).toEqual(new Set(['old', 'new']))

    // The new data is gone but the journal is there: the old data is put back.
    age()
    const order = states.indexOf('new') + 1
    expect(put(order)).toBe(false)
    expect(existsSync(join(place.dataDir, 'larder.db.swap'))).toBe(true)
    rmSync(join(place.dataDir, 'larder.db.incoming'))
    if (existsSync(join(place.dataDir, 'larder.db')))
      renameSync(join(place.dataDir, 'larder.db'), join(place.dataDir, readFileSync(join(place.dataDir, 'larder.db.swap'), 'utf8')))
    expect(await ingredients()).toEqual({ foods: 300, old: 1 })
  })
}

/** A backup of the app's data, to restore before each round. */
async function keep(testApp: TestApp) {
  const source = await sourceOf(testApp)
  const kept = await createBackup(source, join(folder, 'old.backup'), '0.0.0', null)
  await source.close()
  return kept
}

async function put(testApp: TestApp, archive: string): Promise<void> {
  const present = file
  file = archive
  await restore(testApp, null)
  file = present
}

/** Reads what the next start finds. */
async function look(testApp: TestApp): Promise<TableDigest[]> {
  if (engine === 'sqlite') await openSqlite(testApp.config.dataDir, () => {}).close()
  try {
    const source = await sourceOf(testApp)
    const sums = await checksumsOf(source)
    await source.close()
    return sums
  } catch (error) {
    if (engine === 'sqlite') throw error
    return []
  }
}
