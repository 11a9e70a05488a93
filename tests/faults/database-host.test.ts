import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { addLot, listLots } from '#domains/inventory/contract.ts'
import { brokenInvariants } from '#tests/support/database/invariants.ts'
import { startCluster } from '#tests/support/database/postgres.ts'
import { notRunHere } from '#tests/support/runner/machine.ts'
import { openStream } from '#tests/support/server/event-stream.ts'
import { shareHousehold, signUp } from '#tests/support/server/http-client.ts'
import { newStore } from '#tests/support/server/server-processes.ts'
import { bigLot, expectFullDiskHandling, fillDisk, mountSmallDisk } from './support/full-disk.ts'
import { portOf, Writers } from './support/writers.ts'

/** How long the database is unreachable; 30 s in the long run. */
const awayMs = Number(process.env['LARDER_FAILOVER_MS'] ?? 3000)
/** Far above the time of a refusal, and half of the time a dead connection may take. */
const maxWaitMs = 30_000
const diskBytes = 200 * 1024 * 1024

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function ownCluster(settings: Record<string, string>, parent?: string) {
  const cluster = await startCluster(settings, parent)
  cleanUps.push(() => cluster.stop())
  const store = await newStore(() => cluster)
  cleanUps.push(() => store.remove())
  return { cluster, store }
}

describe('the PostgreSQL host', () => {
  it('F-04 has a full disk: rejects writes and pictures with the reason, serves reads, and recovers without a restart', async ({
    annotate,
  }) => {
    const folder = mkdtempSync(join(tmpdir(), 'larder-test-disk-'))
    cleanUps.push(() => rmSync(folder, { recursive: true }))
    if (!mountSmallDisk(folder, diskBytes)) return notRunHere(annotate, 'this process may not mount a file system')
    cleanUps.push(() => execFileSync('umount', [folder]))
    const { store } = await ownCluster({ max_wal_size: '32MB' }, folder)
    const server = await store.start()
    const cook = await signUp(server.url)
    await shareHousehold(cook)
    await expectFullDiskHandling(cook, fillDisk(folder, diskBytes))
    expect(await server.stop()).toBe(0)
    expect(await store.look(brokenInvariants)).toEqual([])
  })

  it('F-06 is unreachable for a while: responds 503, loses nothing acknowledged, completes retries by key, and streams go on', async () => {
    const { cluster, store } = await ownCluster({ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' })
    const server = await store.start()
    const people = new Writers()
    await people.begin(server.url)
    const watcher = await signUp(server.url, 'Ben')
    await shareHousehold(watcher)
    const stream = await openStream(watcher)
    const { promise: stopped, resolve } = Promise.withResolvers<void>()
    const writing = people.write(portOf(server.url), 4, stopped)
    await pause(500)
    await cluster.crash()
    const attempt = { at: performance.now(), waited: 0 }
    while (performance.now() - attempt.at < awayMs) {
      const before = performance.now()
      const { status, headers } = await watcher.call(listLots)
      attempt.waited = Math.max(attempt.waited, performance.now() - before)
      expect([status, Number(headers.get('retry-after')) <= 5]).toEqual([503, true])
      await pause(50)
    }
    await cluster.startAgain()
    const back = performance.now()
    await expect.poll(async () => (await watcher.call(addLot, { body: bigLot })).status, { timeout: 10_000 }).toBe(201)
    const backMs = performance.now() - back
    await stream.next((frame) => frame.event === 'item.added')
    stream.close()
    resolve()
    expect(new Set(await writing)).toEqual(new Set([503]))
    const repeated = await people.repeat(portOf(server.url))
    expect(await server.stop()).toBe(0)
    const [verdict, broken] = await store.look(
      async (database) => [await people.judge(database), await brokenInvariants(database)] as const,
    )
    console.log(
      `postgres: away for ${awayMs} ms, ${verdict.acknowledged} acknowledged, ${verdict.lost.length} lost, ${repeated} repeated with their keys; longest wait ${attempt.waited.toFixed(0)} ms, written again ${backMs.toFixed(0)} ms after it was back`,
    )
    expect(attempt.waited).toBeLessThan(maxWaitMs)
    expect(verdict).toMatchObject({ lost: [], torn: [], storedUnacknowledged: 0 })
    expect(broken).toEqual([])
  })
})
