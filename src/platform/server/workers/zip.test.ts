import { strToU8, type Zippable, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { openZip } from './zip.ts'

const zipOf = (files: Zippable, level: 0 | 6 = 6): Buffer => Buffer.from(zipSync(files, { level }))
/** Where the directory's record of each entry begins. */
function recordsIn(zip: Buffer): number[] {
  const places: number[] = []
  const signature = Buffer.from([0x50, 0x4b, 0x01, 0x02])
  for (let at = zip.indexOf(signature); at >= 0; at = zip.indexOf(signature, at + 1)) places.push(at)
  return places
}
/** The zip with the directory's record of its last entry changed. */
function withLastRecord(zip: Buffer, change: (recordChange: Buffer) => void): Buffer {
  const changed = Buffer.from(zip)
  change(changed.subarray(recordsIn(changed).at(-1)))
  return changed
}
/** The names and texts inside, or why it is refused. */
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
  it.each([0, 6] as const)('gives the wanted entries, packed at level %i', async (level) => {
    expect(await read(zipOf(two, level))).toEqual([
      ['a.json', 'first'],
      ['b.json', 'other'],
    ])
    expect(await read(zipOf(two, level), (name) => name === 'b.json')).toEqual([['b.json', 'other']])
  })
  it('with entries that share bytes is refused', async () => {
    const shared = withLastRecord(zipOf(two), (recordChange) => recordChange.writeUInt32LE(0, 42))
    expect(await read(shared)).toBe('damaged')
    expect(await read(shared, (name) => name === 'a.json')).toBe('damaged')
  })
  it('with an entry that begins inside another is refused', async () => {
    const inner = zipOf({ 'b.json': strToU8('other') }, 0)
    const outer = zipOf({ 'a.json': new Uint8Array(inner), 'b.json': strToU8('other') }, 0)
    const inside = withLastRecord(outer, (recordChange) => recordChange.writeUInt32LE(outer.indexOf(inner), 42))
    expect(await read(inside)).toBe('damaged')
  })
  it('that unpacks to more than a hundred times its size is refused', async () => {
    expect(await read(zipOf({ 'a.json': new Uint8Array(2_000_000) }))).toBe('too_large')
    const parts = Object.fromEntries(Array.from({ length: 4 }, (_, at) => [`${at}.json`, new Uint8Array(500_000)]))
    expect(await read(zipOf(parts))).toBe('too_large')
    expect(await read(zipOf({ 'a.json': new Uint8Array(500_000) }))).toEqual([['a.json', '\0'.repeat(500_000)]])
  })
  it('that is encrypted, packed by an unusual method, or has a dangerous name is refused', async () => {
    const zip = zipOf(two)
    expect(await read(withLastRecord(zip, (recordChange) => recordChange.writeUInt16LE(1, 8)))).toBe('damaged')
    expect(await read(withLastRecord(zip, (recordChange) => recordChange.writeUInt16LE(12, 10)))).toBe('damaged')
    expect(await read(zipOf({ '../a.json': strToU8('first') }))).toBe('damaged')
  })
  it('whose entry is not what the directory says is refused', async () => {
    const zip = zipOf(two)
    expect(await read(withLastRecord(zip, (recordChange) => recordChange.writeUInt32LE(7, 16)))).toBe('damaged')
    expect(await read(withLastRecord(zip, (recordChange) => recordChange.writeUInt32LE(4, 24)))).toBe('damaged')
    expect(await read(zip.subarray(0, -30))).toBe('damaged')
  })
  it('with more entries than any export is refused before they are read', async () => {
    const many = Object.fromEntries(Array.from({ length: 20_001 }, (_, at) => [`${at}.json`, strToU8('')]))
    expect(await read(zipOf(many, 0))).toBe('too_large')
  })
})
