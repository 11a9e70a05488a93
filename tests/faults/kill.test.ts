import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import type { Database } from '#platform/server/database.ts'
import { engine, newStore, type Store } from '#tests/support/crew.ts'
import { brokenInvariants } from '#tests/support/invariants.ts'
import { portOf, type Verdict, Writers } from './support/writing.ts'

const rounds = Number(process.env.LARDER_KILL_ROUNDS ?? 5)
const writers = 32

let store: Store | undefined
afterEach(async () => {
  await store?.remove()
  store = undefined
})

/** Starts, lets 32 people write, kills the process at a random moment and holds what they were told against the data; again and again. */
async function killLoop(
  times: number,
  env: Record<string, string> = {},
): Promise<{ verdict: Verdict; kills: string[]; repeated: number; broken: unknown[] }> {
  const data = await newStore()
  store = data
  const people = new Writers()
  const kills: string[] = []
  const broken: unknown[] = []
  let verdict: Verdict = { acknowledged: 0, keptUnasked: 0, lost: [], torn: [] }
  let repeated = 0
  for (let round = 0; round < times && verdict.lost.length + verdict.torn.length === 0; round++) {
    const server = await data.start(env)
    const port = portOf(server.url)
    if (round === 0) await people.begin(server.url)
    else repeated += await people.repeat(port)
    // Counted in answers, so that a slow machine is killed in the thick of it too; then up to a few commits later.
    const [answers, later] = [randomInt(1, 400), randomInt(0, 12)]
    const { promise: killed, resolve } = Promise.withResolvers<void>()
    await people.write(port, writers, killed, (count) => {
      if (count === answers) setTimeout(() => void server.kill().then(resolve), later)
    })
    await killed
    kills.push(`${answers} answers and ${later} ms`)
    verdict = await data.look(async (database) => {
      broken.push(...(await brokenInvariants(database)), ...(await brokenFile(database)))
      return people.judge(database)
    })
  }
  return { verdict, kills, repeated, broken }
}

/** What the engine itself says of a file that was left by a killed process. */
async function brokenFile(database: Database): Promise<unknown[]> {
  if (engine === 'postgres') return []
  const say = async (text: string) => (await sql.raw<Record<string, unknown>>(text).execute(database.identity)).rows
  const integrity = (await say('PRAGMA integrity_check')).filter((row) => row['integrity_check'] !== 'ok')
  return [...integrity, ...(await say('PRAGMA foreign_key_check'))]
}

describe('a process that is killed while 32 people write', () => {
  it(
    'F-01 keeps every acknowledged write, and of the others all or nothing',
    async () => {
      const { verdict, kills, repeated, broken } = await killLoop(rounds)
      console.log(
        `${engine}: ${kills.length} kills, ${verdict.acknowledged} acknowledged, ${verdict.lost.length} lost, ${verdict.torn.length} torn; ${repeated} repeated with their keys`,
      )
      expect({ lost: verdict.lost, torn: verdict.torn, broken }, `killed after ${kills.join(', after ')}`).toEqual({
        lost: [],
        torn: [],
        broken: [],
      })
      expect(verdict.acknowledged).toBeGreaterThan(rounds)
    },
    60_000 + rounds * 10_000,
  )

  if (engine === 'sqlite') {
    it('is caught when it answers before the commit (twin)', async () => {
      const early = join(import.meta.dirname, 'support', 'answer-early.ts')
      const { verdict } = await killLoop(25, { NODE_OPTIONS: `--import ${early}` })
      expect(verdict.lost.length).toBeGreaterThan(0)
    })
  }
})
