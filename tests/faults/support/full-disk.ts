import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect } from 'vitest'
import { putAvatar } from '#domains/account/contract/profile.ts'
import { addLot, listLots } from '#domains/inventory/contract.ts'
import type { HttpPerson } from '#tests/support/server/http-client.ts'

export const problem = (status: number, code: string) => ({ status, body: { status, code, detail: expect.stringMatching(/^[A-Z].*\.$/) } })
export const bigLot = { ingredient: { name: 'Flour' }, quantity: 1, unit: 'kg' as const }

/** A picture that doesn't compress. */
const grainyPicture = async (): Promise<Uint8Array<ArrayBuffer>> => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const jpeg = await sharp({ create: { width: 800, height: 800, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer()
  return new Uint8Array(jpeg)
}

/** Adds lots until the response isn't 201. Returns that response and how many were added. */
async function fillUp(cook: HttpPerson): Promise<{ added: number; refused: { status: number; body: unknown; headers: Headers } }> {
  for (let added = 0; added < 20_000; ) {
    const answers = await Promise.all(Array.from({ length: 16 }, () => cook.call(addLot, { body: bigLot })))
    added += answers.filter(({ status }) => status === 201).length
    const refused = answers.find(({ status }) => status !== 201)
    if (refused) return { added, refused }
  }
  throw new Error('the disk never filled up')
}

/** F-04: what must hold on a full disk, and after there is room again. */
export async function expectFullDiskHandling(cook: HttpPerson, makeRoom: () => void): Promise<void> {
  const { added, refused } = await fillUp(cook)
  expect(refused).toMatchObject(problem(507, 'disk_full'))
  expect(refused.headers.get('content-type')).toContain('application/problem+json')
  expect(refused.headers.get('retry-after')).toBe('5')
  const form = new FormData()
  form.append('image', new Blob([await grainyPicture()]))
  const { 'content-type': _json, ...headers } = cook.headers()
  const upload = async () => (await fetch(`${cook.url}${putAvatar.path}`, { method: putAvatar.method, headers, body: form })).status
  expect(await upload()).toBe(507)
  for (let i = 0; i < 5; i++) expect(await cook.must(listLots, { query: {} })).toHaveLength(added)
  makeRoom()
  // A signal that makes room takes a moment.
  await expect.poll(async () => (await cook.call(addLot, { body: bigLot })).status).toBe(201)
  expect(await cook.must(listLots, { query: {} })).toHaveLength(added + 1)
  expect(await upload()).toBe(200)
}

const smallBytes = 24 * 1024 * 1024

/** Mounts a file system of a few megabytes on a folder; returns false if this process may not. */
export function mountSmallDisk(folder: string, bytes: number = smallBytes): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'larder-test', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Fills a small disk. Returns a function that frees the space. Throws rather than fill a disk that isn't small. */
export function fillDisk(folder: string, bytes: number = smallBytes): () => void {
  const file = join(folder, 'ballast')
  const handle = openSync(file, 'w')
  const block = Buffer.alloc(64 * 1024, 1)
  let isFull = false
  for (let written = 0; !isFull && written < 2 * bytes; written += block.length) {
    try {
      writeSync(handle, block)
    } catch {
      isFull = true
    }
  }
  closeSync(handle)
  if (!isFull) {
    rmSync(file)
    throw new Error(`${folder} is not on the small disk`)
  }
  return () => rmSync(file)
}
