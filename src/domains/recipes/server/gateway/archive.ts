import { promisify } from 'node:util'
import { gunzip, inflateRaw } from 'node:zlib'
import { invalid } from '#platform/contract/problem.ts'
import { filesOfZip, isZip } from '#platform/server/zip.ts'

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

const isGzip = (bytes: Buffer) => bytes.length > 17 && bytes[0] === 0x1f && bytes[1] === 0x8b

interface Packed {
  name: string
  read(budget: Budget): Promise<Buffer>
}

function entriesOf(zip: Buffer): Packed[] {
  const files = filesOfZip(zip, (name) => isData(name) || isPicture(name))
  if (files === null) throw unreadableArchive()
  return files.map(({ name, isDeflated, packed }) => ({
    name,
    async read(budget) {
      if (isDeflated) return unpack(inflate(packed, { maxOutputLength: budget.entryBytes }), budget)
      budget.spend(packed.length)
      return packed
    },
  }))
}

const isData = (name: string) => /\.(?:json|jsonld|zip|paprikarecipe)$/i.test(name)
const isPicture = (name: string) => /\.(?:jpe?g|png|webp)$/i.test(name)
const folderOf = (name: string) => name.slice(0, name.lastIndexOf('/') + 1)
const bare = (name: string) => name.replace(/\.[^.]*$/, '').toLowerCase()

/** The picture beside a file: of the same name, or the only recipe's in its folder or in `images/` there, the original before thumbnails. */
function picturesOf(entries: readonly Packed[]): (file: Packed) => Packed | null {
  const byFolder = Map.groupBy(entries, ({ name }) => folderOf(name))
  const pictures = (folder: string) => (byFolder.get(folder) ?? []).filter(({ name }) => isPicture(name))
  const folders = new Map<string, { named: Map<string, Packed>; alone: Packed | null }>()
  for (const [folder, inside] of byFolder) {
    const own = [...pictures(folder), ...pictures(`${folder}images/`)]
    const isAlone = inside.filter(({ name }) => isData(name)).length === 1
    folders.set(folder, {
      // Of two with one name the first counts.
      named: new Map(own.toReversed().map((picture) => [bare(picture.name), picture])),
      alone: isAlone ? (own.find(({ name }) => /original/i.test(name)) ?? own[0] ?? null) : null,
    })
  }
  return ({ name }) => {
    const { named, alone } = folders.get(folderOf(name)) ?? { named: new Map<string, Packed>(), alone: null }
    return named.get(bare(name)) ?? alone
  }
}

/** A file of data, with the picture that lies beside it. */
export interface ArchiveFile {
  text: string
  picture: Buffer | null
}

async function* filesIn(bytes: Buffer, budget: Budget, depth: number, picture: Buffer | null): AsyncGenerator<ArchiveFile> {
  if (isZip(bytes)) {
    if (depth >= mostDepth) return
    const entries = entriesOf(bytes)
    const pictureOf = picturesOf(entries)
    for (const entry of entries) {
      if (!isData(entry.name)) continue
      const beside = pictureOf(entry)
      yield* filesIn(await entry.read(budget), budget, depth + 1, beside && (await beside.read(budget)))
    }
  } else if (isGzip(bytes)) {
    yield* filesIn(await unpack(ungzip(bytes, { maxOutputLength: budget.entryBytes }), budget), budget, depth + 1, picture)
  } else yield { text: bytes.toString('utf8'), picture }
}

/**
 * The JSON files in an upload: a zip (also of zips or gzips), a gzip, or JSON itself. Names are never used as paths.
 * Throws 422 `archive_unreadable` and `archive_too_large` (60 MiB or 10,000 files unpacked).
 */
export const archiveFiles = (upload: Buffer): AsyncGenerator<ArchiveFile> => filesIn(upload, new Budget(), 0, null)
