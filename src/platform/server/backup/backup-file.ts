import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat, statfs } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

/** First bytes of an archive; the gzip stream follows, and the SHA-256 of both ends the file. Locked, all of it stands in an age file. */
const magic = Buffer.from('LARDER-ARCHIVE 1\n')
const ageMagic = 'age-encryption.org/v1'
const digestBytes = 32
/**
 * What a foreign file may unpack to: so many times its size, and what twice the free space would hold, for rows take less than their
 * JSON. No ratio alone tells a bomb from a backup: gzip packs a household's longest recipes of one letter as tightly as it packs anything.
 */
const maxGrowth = 300
/** A line is held in memory whole. The longest row of a household is a recipe or a picture of some megabytes. */
const longestLine = 100_000_000

/** Says in a sentence why a file is no archive that can be used. */
export class UnusableBackup extends Error {}

/**
 * Writes lines as an archive, locked with the passphrase if there is one. The file has its name only once it is whole and on disk.
 * Answers how many bytes it unpacks to.
 */
export async function writeLines(file: string, lines: AsyncIterable<string>, passphrase: string | null): Promise<number> {
  const unfinished = `${file}.unfinished`
  const hash = createHash('sha256').update(magic)
  let bytes = 0
  const counted = async function* (pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      const buffer = Buffer.from(piece)
      bytes += buffer.length
      yield buffer
    }
  }
  const sealed = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      done(null, hash.digest())
    },
  })
  try {
    const seal = passphrase === null ? passed : (bytes: AsyncIterable<Buffer>) => locked(bytes, passphrase)
    await pipeline(
      joined(lines),
      counted,
      createGzip({ level: 6 }),
      sealed,
      withMagic,
      seal,
      createWriteStream(unfinished, { mode: 0o600 }),
    )
    const handle = await open(unfinished)
    await handle.sync()
    await handle.close()
    await rename(unfinished, file)
    return bytes
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/**
 * Lines of an archive. Nothing unproven is handed out: a file is held against its checksum first, a locked one is proven piece by piece
 * as it is unlocked (which costs a second of key stretching, so once). `most`: bytes it may unpack to. Throws `UnusableBackup`.
 */
export async function* readLines(file: string, passphrase: string | null, max: number): AsyncGenerator<string> {
  const bytes = () => opened(file, passphrase)
  try {
    if (!(await isLocked(file))) await hold(bytes())
    yield* unpacked(bytes(), max)
  } catch (error) {
    if (error instanceof UnusableBackup) throw error
    throw new UnusableBackup('This backup is damaged, or the key does not fit. Nothing was changed.', { cause: error })
  }
}

/** How many bytes a file that others may have made may unpack to in `folder`. */
export async function maxUnpacked(file: string, folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return (await stat(file)).size * maxGrowth + 2 * bavail * bsize
}

async function* unpacked(bytes: AsyncIterable<Buffer>, max: number): AsyncGenerator<string> {
  const gunzip = createGunzip()
  // What goes wrong on the way in is thrown by `gunzip`; whoever stops reading early wants no more of it.
  void pipeline(packedPart(bytes), gunzip).catch(() => {})
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let seen = 0
  let lineBytes = 0
  // Pieces of the line that is not whole yet: joined once, so that a long line costs no more than its length.
  let started: string[] = []
  for await (const chunk of gunzip as AsyncIterable<Buffer>) {
    seen += chunk.length
    lineBytes += chunk.length
    if (seen > max || lineBytes > longestLine)
      throw new UnusableBackup('This file unpacks to more than a backup holds. Nothing was changed.')
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n')
    started.push(first)
    const last = others.pop()
    if (last === undefined) continue
    lineBytes = 0
    yield started.join('')
    yield* others
    started = [last]
  }
  if (started.join('') !== '') throw new UnusableBackup('This backup ends in the middle of a line. Nothing was changed.')
}

async function hold(bytes: AsyncIterable<Buffer>): Promise<void> {
  const hash = createHash('sha256')
  let held = Buffer.alloc(0)
  let length = 0
  for await (const chunk of bytes) {
    length += chunk.length
    held = Buffer.concat([held, chunk])
    const sure = held.length - digestBytes
    if (sure <= 0) continue
    hash.update(held.subarray(0, sure))
    held = held.subarray(sure)
  }
  if (length < magic.length + digestBytes || !hash.digest().equals(held))
    throw new UnusableBackup('This backup is damaged: its checksum does not fit. Nothing was changed.')
}

/** The bytes inside, unlocked where they were locked. */
async function* opened(file: string, passphrase: string | null): AsyncGenerator<Buffer> {
  const locked = await isLocked(file)
  if (locked && passphrase === null) throw new UnusableBackup('This backup is locked. Set LARDER_BACKUP_KEY to the key it was made with.')
  const bytes = createReadStream(file)
  if (!locked) return yield* bytes
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase ?? '')
  yield* asBuffers(await decrypter.decrypt(Readable.toWeb(bytes) as ReadableStream<Uint8Array>))
}

/** Without the magic before and the digest after. */
async function* packedPart(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held = Buffer.alloc(0)
  let hasStarted = false
  for await (const chunk of bytes) {
    held = Buffer.concat([held, chunk])
    if (!hasStarted) {
      if (held.length < magic.length) continue
      if (!held.subarray(0, magic.length).equals(magic)) throw new UnusableBackup('This file is no backup of Larder. Nothing was changed.')
      held = held.subarray(magic.length)
      hasStarted = true
    }
    if (held.length <= digestBytes) continue
    yield held.subarray(0, -digestBytes)
    held = held.subarray(-digestBytes)
  }
}

async function* withMagic(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield magic
  yield* bytes
}

/** Lines in pieces large enough to be worth packing. */
async function* joined(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = ''
  for await (const line of lines) {
    piece += `${line}\n`
    if (piece.length < 65_536) continue
    yield piece
    piece = ''
  }
  yield piece
}

async function* passed(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* bytes
}

async function* locked(bytes: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  yield* asBuffers(await encrypter.encrypt(Readable.toWeb(Readable.from(bytes)) as ReadableStream<Uint8Array>))
}

async function* asBuffers(stream: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) yield Buffer.from(chunk)
}

async function isLocked(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(ageMagic.length), 0, ageMagic.length, 0)
    return buffer.subarray(0, bytesRead).toString('latin1') === ageMagic
  } finally {
    await handle.close()
  }
}
