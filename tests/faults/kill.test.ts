import { randomInt } from 'node:crypto'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { addLot } from '#domains/inventory/contract.ts'
import type { Database } from '#platform/server/database/index.ts'
import { openSqlite } from '#platform/server/database/sqlite/database.ts'
import { brokenInvariants } from '#tests/support/database/invariants.ts'
import { notRunHere, timeoutFactor } from '#tests/support/runner/machine.ts'
import { shareHousehold, signUp } from '#tests/support/server/http-client.ts'
import { engine, newStore, type Store } from '#tests/support/server/server-processes.ts'
import { answersAfterSync, canTrace, trace } from './support/write-trace.ts'
import { portOf, type Verdict, Writers } from './support/writers.ts'

const rounds = Number(process.env.LARDER_KILL_ROUNDS ?? 2)
/** More than the 50 writes that must be in flight at a kill. */
const writers = 64
const ordered = Number(process.env.LARDER_ORDERED_WRITES ?? 100)
const answerEarly = join(import.meta.dirname, 'support', 'answer-early.ts')

let store: Store | undefined
afterEach(async () => {
  await store?.remove()
  store = undefined
})

/** Starts a server, lets 64 people write, kills it at a random moment and compares the responses with the data; repeatedly. */
async function killLoop(
  times: number,
  env: Record<string, string> = {},
): Promise<{ verdict: Verdict; kills: string[]; repeated: number; broken: unknown[]; longestStartMs: number }> {
  const data = await newStore()
  store = data
  const people = new Writers()
  const kills: string[] = []
  const broken: unknown[] = []
  let verdict: Verdict = { acknowledged: 0, storedUnacknowledged: 0, lost: [], torn: [] }
  let repeated = 0
  let longestStartMs = 0
  for (let round = 0; round < times && verdict.lost.length + verdict.torn.length === 0; round++) {
    const began = performance.now()
    const server = await data.start(env)
    if (round > 0) longestStartMs = Math.max(longestStartMs, performance.now() - began)
    const port = portOf(server.url)
    if (round === 0) await people.begin(server.url)
    else repeated += await people.repeat(port)
    // Counted in responses, so that a slow machine is killed under load too; then up to a few commits later.
    const [answers, later] = [randomInt(1, 400), randomInt(0, 12)]
    const { promise: killed, resolve } = Promise.withResolvers<void>()
    await people.write(port, writers, killed, (count) => {
      if (count === answers) setTimeout(() => void server.kill().then(resolve), later)
    })
    await killed
    kills.push(`${answers} answers and ${later} ms`)
    verdict = await lookAsLeft(data, async (database) => {
      broken.push(...(await brokenInvariants(database)), ...(await brokenFile(database)))
      return people.judge(database)
    })
  }
  return { verdict, kills, repeated, broken, longestStartMs }
}

/** Reads a copy of a file, so that the next process finds and recovers the killed one's file itself. */
async function lookAsLeft<T>(data: Store, work: (database: Database) => Promise<T>): Promise<T> {
  if (engine === 'postgres') return data.look(work)
  const copy = `${data.dataFolder}-copy`
  cpSync(data.dataFolder, copy, { recursive: true })
  const database = openSqlite(copy, () => {})
  try {
    return await work(database)
  } finally {
    await database.close()
    rmSync(copy, { recursive: true })
  }
}

/** Runs the engine's integrity check on a killed process's file. */
async function brokenFile(database: Database): Promise<unknown[]> {
  if (engine === 'postgres') return []
  const { rows } = await sql.raw<Record<string, unknown>>('PRAGMA integrity_check').execute(database.identity)
  return rows.filter((row) => row['integrity_check'] !== 'ok')
}

describe('a process that is killed while 64 people write', () => {
  it(
    'F-01 keeps every acknowledged write, and each other one completely or not at all',
    async () => {
      const { verdict, kills, repeated, broken, longestStartMs } = await killLoop(rounds)
      console.log(
        `${engine}: ${kills.length} kills, ${verdict.acknowledged} acknowledged, ${verdict.lost.length} lost, ${verdict.torn.length} torn; ${repeated} repeated with their keys; from start to ready in at most ${longestStartMs.toFixed(0)} ms`,
      )
      expect({ lost: verdict.lost, torn: verdict.torn, broken }, `killed after ${kills.join(', after ')}`).toEqual({
        lost: [],
        torn: [],
        broken: [],
      })
      expect(verdict.acknowledged).toBeGreaterThan(rounds)
    },
    (180_000 + rounds * 30_000) * timeoutFactor,
  )

  if (engine === 'sqlite') {
    it('fails the test if it responds before the commit (twin)', async () => {
      const { verdict } = await killLoop(25, { NODE_OPTIONS: `--import ${answerEarly}` })
      expect(verdict.lost.length).toBeGreaterThan(0)
    })
  }
})

/** Adds lots one by one and returns, for each, whether the log was synced before the response was sent. */
async function syncedAnswers(count: number, env: Record<string, string> = {}): Promise<boolean[]> {
  const data = await newStore()
  store = data
  const server = await data.start(env)
  const cook = await signUp(server.url)
  await shareHousehold(cook)
  const record = join(data.dataFolder, 'strace')
  await cook.must(addLot, { body: { ingredient: { name: 'Salt' }, quantity: 1, unit: 'kg' } })
  const stopTracing = await trace(server.pid, record)
  for (let i = 0; i < count; i++) await cook.must(addLot, { body: { ingredient: { name: 'Salt' }, quantity: 1, unit: 'kg' } })
  await stopTracing()
  await server.stop()
  return answersAfterSync(record)
}

const noTracing = 'this system lets no process watch another one’s calls; the writer’s own tests show the same inside the process'

if (engine === 'sqlite') {
  describe('a response to a write', () => {
    it(
      'F-02 is sent after the sync of the log returned',
      async ({ annotate }) => {
        if (!canTrace()) return notRunHere(annotate, noTracing)
        const synced = await syncedAnswers(ordered)
        expect(synced).toHaveLength(ordered)
        expect(synced).not.toContain(false)
        console.log(`${engine}: ${synced.length} answers in order, each after the sync of what it says`)
      },
      (60_000 + ordered * 300) * timeoutFactor,
    )

    it('fails the test if it’s sent before (twin)', async ({ annotate }) => {
      if (!canTrace()) return notRunHere(annotate, noTracing)
      expect(await syncedAnswers(20, { NODE_OPTIONS: `--import ${answerEarly}` })).toContain(false)
    })
  })
}
