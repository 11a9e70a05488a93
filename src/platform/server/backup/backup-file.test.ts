import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { maxUnpackedBytes } from './backup-file.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'larder-test-archive-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('lets a backup unpack to 300 times its size, beyond twice the free space', async () => {
  const sized = (bytes: number) => {
    const file = join(folder, `${bytes}.backup`)
    writeFileSync(file, '')
    truncateSync(file, bytes)
    return maxUnpackedBytes(file, folder)
  }
  // Sparse and large, so that other writes to the disk don't matter.
  const bytes = 1_000_000_000_000
  const growth = ((await sized(bytes)) - (await sized(0))) / bytes
  expect(Math.round(growth)).toBe(300)
  expect(await sized(0)).toBeGreaterThan(0)
})
