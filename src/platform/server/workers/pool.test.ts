import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { startPool } from './pool.ts'
import { startProcess } from './task-worker.ts'

const folder = mkdtempSync(join(tmpdir(), 'larder-pool-'))
const file = join(folder, 'worker.mjs')
writeFileSync(file, "process.on('message', (ms) => setTimeout(() => process.send({ result: ms }), ms))")
const troubles: string[] = []
const pool = startPool(() => startProcess<number, number>(pathToFileURL(file)), {
  maxWorkers: 1,
  graceMs: 0,
  onTrouble: (reason) => troubles.push(reason),
})
afterAll(async () => {
  await pool.close()
  rmSync(folder, { recursive: true })
})

it('counts the budget of a task for that task only', async () => {
  expect(await pool.run(1)).toEqual({ result: 1 })
  expect(await pool.run(1, 3000)).toEqual({ result: 1 })
  // Still running when the budget of the task before would be over.
  expect(await pool.run(4000)).toEqual({ result: 4000 })
  expect(troubles).toEqual([])
})
