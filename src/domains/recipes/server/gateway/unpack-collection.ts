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

const isData = (name: string) =>
  /\.(?:json|jsonld|zip|paprikarecipe|cook|md|markdown|txt|mmf|mm|mxp|mx2|xml|html?)$/i.test(name) && !isLeftOut(name)
/** Files of macOS, hidden ones and lists of contents aren't recipes. */
const isLeftOut = (name: string) => /(?:^|\/)(?:\.|__MACOSX\/|index\.html?$|(?:readme|license)\.(?:md|txt)$)/i.test(name)
const isPage = (name: string) => /\.html?$/i.test(name)
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
      alone: isAlone ? (own.find(({ name }) => /original|full/i.test(name)) ?? own.find(({ name }) => !/thumb/i.test(name)) ?? null) : null,
    })
  }
  return ({ name }) => {
    const { byName, alone } = folders.get(folderOf(name)) ?? { byName: new Map<string, Packed>(), alone: null }
    return byName.get(withoutExtension(name)) ?? alone
  }
}

type Unpack = () => Promise<Buffer>

/** A data file; pictures are unpacked on request. */
interface ArchiveFile {
  /** Without folder and extension; empty if unknown. */
  name: string
  text: string
  /** The picture that belongs to it by its name or folder; null if there is none. */
  picture: Unpack | null
  /** Returns the picture at a path that the file names; null if the archive has none there. */
  pictureAt: (path: string) => Unpack | null
}
type About = Pick<ArchiveFile, 'name' | 'picture' | 'pictureAt'>

/** A page in the folder of a data file with the same name shows the same recipe, as in Larder's own export. */
function withoutCopies(entries: readonly Packed[]): Packed[] {
  const others = new Set(entries.filter(({ name }) => isData(name) && !isPage(name)).map(({ name }) => withoutExtension(name)))
  return entries.filter(({ name }) => isData(name) && !(isPage(name) && others.has(withoutExtension(name))))
}

async function* filesIn(bytes: Buffer, budget: Budget, depth: number, about: About): AsyncGenerator<ArchiveFile> {
  if (isZip(bytes)) {
    if (depth >= maxDepth) return
    const entries = await entriesOf(bytes)
    const pictureOf = picturesOf(entries)
    const byPath = new Map(entries.filter(({ name }) => isPicture(name)).map((entry) => [entry.name, entry]))
    const unpack = (entry: Packed | null | undefined): Unpack | null => (entry ? () => entry.read(budget) : null)
    for (const entry of withoutCopies(entries)) {
      const folder = folderOf(entry.name)
      yield* filesIn(await entry.read(budget), budget, depth + 1, {
        name: entry.name.slice(folder.length).replace(/\.[^.]*$/, ''),
        picture: unpack(pictureOf(entry)),
        pictureAt: (path) => unpack(byPath.get(folder + path.replace(/^\.\//, '')) ?? byPath.get(path)),
      })
    }
  } else if (isGzip(bytes)) {
    yield* filesIn(await unzipped(bytes, budget), budget, depth + 1, about)
  } else yield { ...about, text: decode(bytes) }
}

const oldPcLetters =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■ '
/** Bytes that are letters on old PCs and control characters or quotes elsewhere: ü, é, ä, ö. */
const oldPcBytes: ReadonlySet<number> = new Set([0x81, 0x82, 0x84, 0x94])

/** Returns the text of a file in UTF-8, UTF-16, the encoding of old PCs (Meal-Master) or that of Windows. */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const foreign = bytes.filter((byte) => byte > 0x7f)
    const isOldPc = foreign.filter((byte) => oldPcBytes.has(byte)).length * 2 > foreign.length
    if (!isOldPc) return new TextDecoder('windows-1252').decode(bytes)
    return bytes.toString('latin1').replace(/[\u0080-\u00ff]/g, (letter) => oldPcLetters[letter.charCodeAt(0) - 0x80] ?? '')
  }
}

/**
 * Returns the recipe files in an upload: a zip (also of zips or gzips), a gzip, or a single file called `name`. Names are never used as
 * paths. Throws `CollectionRefused`: `archive_unreadable`, or `archive_too_large` (60 MiB or 10,000 files unpacked).
 */
export async function* extractFiles(upload: Buffer, name: string): AsyncGenerator<ArchiveFile> {
  const budget = new Budget()
  const careful = (read: Unpack | null): Unpack | null =>
    read &&
    (() =>
      read().catch((error: unknown) => {
        throw refused(error)
      }))
  try {
    for await (const file of filesIn(upload, budget, 0, { name, picture: null, pictureAt: () => null }))
      yield { ...file, picture: careful(file.picture), pictureAt: (path) => careful(file.pictureAt(path)) }
  } catch (error) {
    throw refused(error)
  }
}
