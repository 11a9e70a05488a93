import { promisify } from 'node:util'
import { gunzip, inflateRaw } from 'node:zlib'
import { invalid } from '#platform/contract/problem.ts'

const inflate = promisify(inflateRaw)
const ungzip = promisify(gunzip)

const mostEntries = 10_000
const mostEntryBytes = 8 * 1024 * 1024
const mostBytes = 60 * 1024 * 1024
/** Zips in zips: Tandoor packs each recipe again. */
const mostDepth = 2

export const unreadableArchive = () => invalid('archive_unreadable', 'That file is no recipe export we can read, or it is damaged.', 'file')
const tooLarge = () => invalid('archive_too_large', 'That export holds more than we can unpack at once. Please bring it in parts.', 'file')

/** What may still be unpacked of one upload, over everything inside it. */
class Budget {
  #left = mostBytes
  #entries = mostEntries
  get entryBytes(): number {
    return Math.min(mostEntryBytes, this.#left)
  }
  spend(bytes: number): void {
    this.#left -= bytes
    this.#entries -= 1
    if (this.#left <= 0 || this.#entries < 0) throw tooLarge()
  }
}

async function unpack(work: Promise<Buffer>, budget: Budget): Promise<Buffer> {
  try {
    const data = await work
    budget.spend(data.length)
    return data
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge()
    throw error instanceof Error && 'code' in error && String(error.code).startsWith('Z_') ? unreadableArchive() : error
  }
}

const isZip = (bytes: Buffer) => bytes.length > 21 && bytes.readUInt32LE(0) === 0x04034b50
const isGzip = (bytes: Buffer) => bytes.length > 17 && bytes[0] === 0x1f && bytes[1] === 0x8b

/** The files of a zip by its directory at the end, wanted ones unpacked; nothing it says is trusted beyond its own bytes. */
async function* entriesOf(zip: Buffer, budget: Budget): AsyncGenerator<{ name: string; data: Buffer }> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > zip.length) throw unreadableArchive()
  const count = zip.readUInt16LE(end + 10)
  let at = zip.readUInt32LE(end + 16)
  for (let entry = 0; entry < count; entry += 1) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== 0x02014b50) throw unreadableArchive()
    const [flags, method, packed] = [zip.readUInt16LE(at + 8), zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)]
    const [nameLength, extraLength, noteLength, local] = [
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
      zip.readUInt32LE(at + 42),
    ]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    at += 46 + nameLength + extraLength + noteLength
    if (!/\.(?:json|jsonld|zip|paprikarecipe)$/i.test(name)) continue
    if ((flags & 1) === 1 || local + 30 > zip.length || zip.readUInt32LE(local) !== 0x04034b50) throw unreadableArchive()
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    if (start + packed > zip.length) throw unreadableArchive()
    const body = zip.subarray(start, start + packed)
    if (method === 0) {
      budget.spend(body.length)
      yield { name, data: body }
    } else if (method === 8) yield { name, data: await unpack(inflate(body, { maxOutputLength: budget.entryBytes }), budget) }
    else throw unreadableArchive()
  }
}

async function* textsIn(bytes: Buffer, budget: Budget, depth: number): AsyncGenerator<string> {
  if (isZip(bytes)) {
    if (depth >= mostDepth) return
    for await (const { data } of entriesOf(bytes, budget)) yield* textsIn(data, budget, depth + 1)
  } else if (isGzip(bytes)) {
    yield* textsIn(await unpack(ungzip(bytes, { maxOutputLength: budget.entryBytes }), budget), budget, depth + 1)
  } else yield bytes.toString('utf8')
}

/**
 * The texts of JSON files in an upload: a zip (also of zips or gzips), a gzip, or JSON itself. Names are never used as paths.
 * Throws 422 `archive_unreadable` and `archive_too_large` (60 MiB or 10,000 files unpacked).
 */
export const archiveTexts = (upload: Buffer): AsyncGenerator<string> => textsIn(upload, new Budget(), 0)
