import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { checkCompressionRatio, isZip, openZip, ZipError } from '#platform/server/security/open-zip.ts'

const ungzip = promisify(gunzip)

const maxEntries = 10_000
const maxEntryBytes = 8 * 1024 * 1024
const maxBytes = 60 * 1024 * 1024
/** Zips in zips: Tandoor packs each recipe again. */
const maxDepth = 2

/** Why an upload is rejected, as a code: the worker thread that reads it has no translations. */
export type CollectionRefusal = 'archive_unreadable' | 'archive_too_large' | 'too_many' | 'too_many_lines'
export class CollectionRefusedError extends Error {
  readonly code: CollectionRefusal
  constructor(code: CollectionRefusal) {
    super(code)
    this.name = 'CollectionRefused'
    this.code = code
  }
}

/** Limits what may be unpacked of one upload, including nested archives. */
class Budget {
  #left = maxBytes
  #entries = maxEntries
  get entryBytes(): number {
    return Math.min(maxEntryBytes, this.#left)
  }
  spend(bytes: number): void {
    if (bytes > this.entryBytes) throw new CollectionRefusedError('archive_too_large')
    this.#left -= bytes
    this.#entries -= 1
    if (this.#left <= 0 || this.#entries < 0) throw new CollectionRefusedError('archive_too_large')
  }
}

function refused(error: unknown): unknown {
  if (error instanceof ZipError)
    return new CollectionRefusedError(error.reason === 'too_large' ? 'archive_too_large' : 'archive_unreadable')
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ERR_BUFFER_TOO_LARGE') return new CollectionRefusedError('archive_too_large')
  return code.startsWith('Z_') ? new CollectionRefusedError('archive_unreadable') : error
}

async function unzipped(bytes: Buffer, budget: Budget): Promise<Buffer> {
  const data = await ungzip(bytes, { maxOutputLength: budget.entryBytes })
  checkCompressionRatio(bytes.length, data.length)
  budget.spend(data.length)
  return data
}

const isGzip = (bytes: Buffer) => bytes.length > 17 && bytes[0] === 0x1f && bytes[1] === 0x8b

interface Packed {
  name: string
  read(budget: Budget): Promise<Buffer>
}

async function entriesOf(zip: Buffer): Promise<Packed[]> {
  const entries = await openZip(zip, (name) => isData(name) || isPicture(name))
  return entries.map((entry) => ({
    name: entry.name,
    read(budget) {
      // Checked before unpacking: an entry never holds more than its declared size.
      budget.spend(entry.size)
      return entry.read()
    },
  }))
}

const isData = (name: string) => /\.(?:json|jsonld|zip|paprikarecipe)$/i.test(name)
const isPicture = (name: string) => /\.(?:jpe?g|png|webp)$/i.test(name)
const folderOf = (name: string) => name.slice(0, name.lastIndexOf('/') + 1)
const withoutExtension = (name: string) => name.replace(/\.[^.]*$/, '').toLowerCase()

/**
 * Finds the picture for a file: the one with the same name, or that of the folder's only recipe there or in `images/`, originals before
 * thumbnails.
 */
function picturesOf(entries: readonly Packed[]): (file: Packed) => Packed | null {
  const byFolder = Map.groupBy(entries, ({ name }) => folderOf(name))
  const pictures = (folder: string) => (byFolder.get(folder) ?? []).filter(({ name }) => isPicture(name))
  const folders = new Map<string, { byName: Map<string, Packed>; alone: Packed | null }>()
  for (const [folder, inside] of byFolder) {
    const own = [...pictures(folder), ...pictures(`${folder}images/`)]
    const isAlone = inside.filter(({ name }) => isData(name)).length === 1
    folders.set(folder, {
      // Of two with the same name the first counts.
      byName: new Map(own.toReversed().map((picture) => [withoutExtension(picture.name), picture])),
      alone: isAlone ? (own.find(({ name }) => /original/i.test(name)) ?? own[0] ?? null) : null,
    })
  }
  return ({ name }) => {
    const { byName, alone } = folders.get(folderOf(name)) ?? { byName: new Map<string, Packed>(), alone: null }
    return byName.get(withoutExtension(name)) ?? alone
  }
}

/** A data file and its picture, which is unpacked on request. */
interface ArchiveFile {
  text: string
  picture: (() => Promise<Buffer>) | null
}

async function* filesIn(bytes: Buffer, budget: Budget, depth: number, picture: ArchiveFile['picture']): AsyncGenerator<ArchiveFile> {
  if (isZip(bytes)) {
    if (depth >= maxDepth) return
    const entries = await entriesOf(bytes)
    const pictureOf = picturesOf(entries)
    for (const entry of entries) {
      if (!isData(entry.name)) continue
      const ownPicture = pictureOf(entry)
      yield* filesIn(await entry.read(budget), budget, depth + 1, ownPicture && (() => ownPicture.read(budget)))
    }
  } else if (isGzip(bytes)) {
    yield* filesIn(await unzipped(bytes, budget), budget, depth + 1, picture)
  } else yield { text: bytes.toString('utf8'), picture }
}

/**
 * Returns the JSON files in an upload: a zip (also of zips or gzips), a gzip, or JSON. Names are never used as paths. Throws
 * `CollectionRefused`: `archive_unreadable`, or `archive_too_large` (60 MiB or 10,000 files unpacked).
 */
export async function* extractJsonFiles(upload: Buffer): AsyncGenerator<ArchiveFile> {
  const budget = new Budget()
  const careful = (read: () => Promise<Buffer>) => () =>
    read().catch((error: unknown) => {
      throw refused(error)
    })
  try {
    for await (const { text, picture } of filesIn(upload, budget, 0, null)) yield { text, picture: picture && careful(picture) }
  } catch (error) {
    throw refused(error)
  }
}
