import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'

/** `too_large`: it would decompress to implausibly many bytes. `damaged`: any other defect. */
export class ZipError extends Error {
  readonly reason: 'damaged' | 'too_large'
  constructor(reason: ZipError['reason'], message: string) {
    super(message)
    this.name = 'ZipError'
    this.reason = reason
  }
}

/** A file in a zip, not decompressed yet. */
export interface ZipEntry {
  /** Untrusted; don't use it as a path. */
  readonly name: string
  /** Decompressed bytes; `read` returns exactly as many. */
  readonly size: number
  /** Decompresses the file and verifies its checksum. Throws `ZipError`. */
  read(): Promise<Buffer>
}

const maxEntries = 20_000
/** Text compresses about 10:1, table rows 20:1. */
const maxRatio = 100
/** Short repetitive text may exceed `maxRatio`. */
const ratioFreeBytes = 1024 * 1024

/** Throws `ZipError` for an implausible compression ratio. */
export function checkCompressionRatio(packed: number, unpacked: number): void {
  if (unpacked > ratioFreeBytes && unpacked > maxRatio * packed) throw new ZipError('too_large', `${packed} bytes unpack to ${unpacked}`)
}

export const isZip = (bytes: Buffer): boolean => bytes.length > 21 && bytes.readUInt32LE(0) === 0x04034b50

const damaged = (error: unknown) => (error instanceof ZipError ? error : new ZipError('damaged', String(error)))

/**
 * Opens an untrusted zip and returns the entries whose names match, in directory order. Throws `ZipError` if it is damaged, encrypted,
 * compressed by an unusual method, decompresses to too much, or if entries overlap.
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
      checkCompressionRatio(entry.compressedSize, entry.uncompressedSize)
    }
    const sum = (size: (entry: Entry) => number) => wanted.reduce((total, entry) => total + size(entry), 0)
    checkCompressionRatio(
      sum(({ compressedSize }) => compressedSize),
      sum(({ uncompressedSize }) => uncompressedSize),
    )
    return wanted.map((entry) => ({ name: entry.fileName, size: entry.uncompressedSize, read: () => read(zip, entry) }))
  } catch (error) {
    throw damaged(error)
  }
}

/** Throws for overlapping entries, with which a small archive decompresses to many times its size. */
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
