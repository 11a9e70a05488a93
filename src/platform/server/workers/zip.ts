import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'

/** `too_large`: it would unpack to far more than an honest archive of its size. `damaged`: anything else that is wrong with it. */
export class ZipError extends Error {
  readonly reason: 'damaged' | 'too_large'
  constructor(reason: ZipError['reason'], message: string) {
    super(message)
    this.name = 'ZipError'
    this.reason = reason
  }
}

/** One file in a zip, not yet unpacked. */
export interface ZipEntry {
  /** As the zip has it; never a path to write to. */
  readonly name: string
  /** Bytes when unpacked. `read` never returns another number of bytes. */
  readonly size: number
  /** Unpacks it and checks its checksum. Throws `ZipError`. */
  read(): Promise<Buffer>
}

/** Entries of one archive, read or not. */
const maxEntries = 20_000
/** Text shrinks to a tenth, rows of a table to a twentieth. */
const maxRatio = 100
/** A short text that repeats itself may shrink by more than `maxRatio`. */
const ratioFreeBytes = 1024 * 1024

/** Whether so few bytes may unpack to so many. Throws `ZipError`. */
export function checkRatio(packed: number, unpacked: number): void {
  if (unpacked > ratioFreeBytes && unpacked > maxRatio * packed) throw new ZipError('too_large', `${packed} bytes unpack to ${unpacked}`)
}

export const isZip = (bytes: Buffer): boolean => bytes.length > 21 && bytes.readUInt32LE(0) === 0x04034b50

const damaged = (error: unknown) => (error instanceof ZipError ? error : new ZipError('damaged', String(error)))

/**
 * Opens a zip that a stranger may have made and returns the entries whose names are wanted, in the order of its directory.
 * Throws `ZipError` if it is damaged, encrypted, packed by an unusual method, unpacks to too much, or if two of its entries share bytes.
 */
export async function openZip(bytes: Buffer, isWanted: (name: string) => boolean): Promise<ZipEntry[]> {
  try {
    const zip = await fromBufferPromise(bytes)
    if (zip.entryCount > maxEntries) throw new ZipError('too_large', `${zip.entryCount} entries`)
    const entries: Entry[] = []
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw new ZipError('damaged', 'an entry is encrypted')
      entries.push(entry)
    }
    await refuseOverlaps(zip, entries)
    const wanted = entries.filter(({ fileName }) => isWanted(fileName))
    for (const entry of wanted) {
      if (!entry.canDecodeFileData()) throw new ZipError('damaged', `compression method ${entry.compressionMethod}`)
      checkRatio(entry.compressedSize, entry.uncompressedSize)
    }
    const sum = (size: (entry: Entry) => number) => wanted.reduce((total, entry) => total + size(entry), 0)
    checkRatio(
      sum(({ compressedSize }) => compressedSize),
      sum(({ uncompressedSize }) => uncompressedSize),
    )
    return wanted.map((entry) => ({ name: entry.fileName, size: entry.uncompressedSize, read: () => read(zip, entry) }))
  } catch (error) {
    throw damaged(error)
  }
}

/** Entries that share bytes make a small archive unpack to many times its size. */
async function refuseOverlaps(zip: ZipFile, entries: readonly Entry[]): Promise<void> {
  let end = 0
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader < end) throw new ZipError('damaged', 'two entries overlap')
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
    end = fileDataStart + entry.compressedSize
  }
}

async function read(zip: ZipFile, entry: Entry): Promise<Buffer> {
  try {
    const data = await buffer(await zip.openReadStreamPromise(entry))
    if (crc32(data) !== entry.crc32) throw new ZipError('damaged', 'a checksum is wrong')
    return data
  } catch (error) {
    throw damaged(error)
  }
}
