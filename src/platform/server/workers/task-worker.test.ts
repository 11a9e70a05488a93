import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { startProcess } from './task-worker.ts'

const folder = mkdtempSync(join(tmpdir(), 'larder-worker-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('gives a process no settings, and turns off telemetry of its libraries', async () => {
  const file = join(folder, 'worker.mjs')
  writeFileSync(file, "process.on('message', () => process.send({ result: { ...process.env } }))")
  const worker = startProcess<object, Record<string, string>>(pathToFileURL(file))
  const result = await new Promise<unknown>((resolve, reject) => {
    worker.listen({ onMessage: resolve, onEnd: reject })
    worker.post({})
  })
  expect(result).toMatchObject({ result: { ORT_DISABLE_TELEMETRY: '1' } })
  const { result: environment } = result as { result: Record<string, string> }
  expect(Object.keys(environment).filter((name) => !/^(ORT_|NODE_|__CF)/.test(name))).toEqual([])
  await worker.terminate()
})
