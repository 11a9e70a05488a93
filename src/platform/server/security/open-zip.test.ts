import { strToU8, type Zippable, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { openZip } from './open-zip.ts'

const zipOf = (files: Zippable, level: 0 | 6 = 6): Buffer => Buffer.from(zipSync(files, { level }))
/** Returns the offsets of the directory's records. */
function recordsIn(zip: Buffer): number[] {
  const offsets: number[] = []
  const signature = Buffer.from([0x50, 0x4b, 0x01, 0x02])
  for (let at = zip.indexOf(signature); at >= 0; at = zip.indexOf(signature, at + 1)) offsets.push(at)
  return offsets
}
/** Returns the zip with its last directory record changed. */
function withLastRecord(zip: Buffer, change: (recordChange: Buffer) => void): Buffer {
  const changed = Buffer.from(zip)
  change(changed.subarray(recordsIn(changed).at(-1)))
  return changed
}
/** Returns the names and texts of the entries, or the reason of the error. */
async function read(zip: Buffer, isWanted = (_name: string) => true): Promise<unknown> {
  try {
    const entries = await openZip(zip, isWanted)
    return await Promise.all(entries.map(async (entry) => [entry.name, (await entry.read()).toString()]))
  } catch (error) {
    return (error as { reason?: string }).reason ?? error
  }
}

const two = { 'a.json': strToU8('first'), 'b.json': strToU8('other') }

describe('a zip', () => {
  it.each([0, 6] as const)('returns the matching entries, compressed at level %i', async (level) => {
    expect(await read(zipOf(two, level))).toEqual([
      ['a.json', 'first'],
      ['b.json', 'other'],
    ])
    expect(await read(zipOf(two, level), (name) => name === 'b.json')).toEqual([['b.json', 'other']])
  })
  it('is refused with overlapping entries', async () => {
    const shared = withLastRecord(zipOf(two), (recordChange) => recordChange.writeUInt32LE(0, 42))
    expect(await read(shared)).toBe('damaged')
    expect(await read(shared, (name) => name === 'a.json')).toBe('damaged')
  })
  it('is refused with an entry inside another', async () => {
    const inner = zipOf({ 'b.json': strToU8('other') }, 0)
    const outer = zipOf({ 'a.json': new Uint8Array(inner), 'b.json': strToU8('other') }, 0)
    const inside = withLastRecord(outer, (recordChange) => recordChange.writeUInt32LE(outer.indexOf(inner), 42))
    expect(await read(inside)).toBe('damaged')
  })
  it('is refused if it decompresses to more than a hundred times its size', async () => {
    expect(await read(zipOf({ 'a.json': new Uint8Array(2_000_000) }))).toBe('too_large')
    const parts = Object.fromEntries(Array.from({ length: 4 }, (_, at) => [`${at}.json`, new Uint8Array(500_000)]))
    expect(await read(zipOf(parts))).toBe('too_large')
    expect(await read(zipOf({ 'a.json': new Uint8Array(500_000) }))).toEqual([['a.json', '\0'.repeat(500_000)]])
  })
  it('is refused with encryption, an unusual compression method or a dangerous name', async () => {
    const zip = zipOf(two)
    expect(await read(withLastRecord(zip, (recordChange) => recordChange.writeUInt16LE(1, 8)))).toBe('damaged')
    expect(await read(withLastRecord(zip, (recordChange) => recordChange.writeUInt16LE(12, 10)))).toBe('damaged')
    expect(await read(zipOf({ '../a.json': strToU8('first') }))).toBe('damaged')
  })
  it('is refused if an entry differs from its directory record', async () => {
    const zip = zipOf(two)
    expect(await read(withLastRecord(zip, (recordChange) => recordChange.writeUInt32LE(7, 16)))).toBe('damaged')
    expect(await read(withLastRecord(zip, (recordChange) => recordChange.writeUInt32LE(4, 24)))).toBe('damaged')
    expect(await read(zip.subarray(0, -30))).toBe('damaged')
  })
  it('is refused with more than 20,000 entries', async () => {
    const many = Object.fromEntries(Array.from({ length: 20_001 }, (_, at) => [`${at}.json`, strToU8('')]))
    expect(await read(zipOf(many, 0))).toBe('too_large')
  })
})
