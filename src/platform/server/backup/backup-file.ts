import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat, statfs } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

/** A backup starts with these bytes. A gzip stream follows, then the SHA-256 of both. With a passphrase, all of it is encrypted with age. */
const magic = Buffer.from('LARDER-ARCHIVE 1\n')
const ageMagic = 'age-encryption.org/v1'
const digestBytes = 32
/**
 * Limits what a foreign file may decompress to: this many times its size plus twice the free space, because rows take less space than
 * their JSON. A ratio alone isn't enough, because valid backups of repetitive text compress as well as a zip bomb.
 */
const maxGrowth = 300
/** Each line is in memory. The longest rows are texts and pictures of a few megabytes. */
const maxLineBytes = 100_000_000

/** A file isn't a usable backup. The message is for users. */
export class UnusableBackupError extends Error {}

/**
 * Writes lines as a backup, encrypted if there is a passphrase. The file gets its name once it is complete and synced to disk. Returns its
 * decompressed size in bytes.
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
  const addDigest = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      done(null, hash.digest())
    },
  })
  try {
    const encryption = passphrase === null ? identity : (bytes: AsyncIterable<Buffer>) => encrypted(bytes, passphrase)
    await pipeline(
      joined(lines),
      counted,
      createGzip({ level: 6 }),
      addDigest,
      withMagic,
      encryption,
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
 * Yields the lines of a backup, only after verifying them: first the checksum of the file or, in one pass, the authentication of an
 * encrypted one. Throws `UnusableBackup`, also beyond `maxBytes` of decompressed content.
 */
export async function* readLines(file: string, passphrase: string | null, maxBytes: number): AsyncGenerator<string> {
  const bytes = () => decrypted(file, passphrase)
  try {
    if (!(await isEncrypted(file))) await verifyDigest(bytes())
    yield* decompressed(bytes(), maxBytes)
  } catch (error) {
    if (error instanceof UnusableBackupError) throw error
    throw new UnusableBackupError('This backup is damaged, or the key does not fit. Nothing was changed.', { cause: error })
  }
}

/** Returns how many bytes a foreign file may decompress to in `folder`. */
export async function maxUnpackedBytes(file: string, folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return (await stat(file)).size * maxGrowth + 2 * bavail * bsize
}

async function* decompressed(bytes: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<string> {
  const gunzip = createGunzip()
  // Read errors are thrown by iterating `gunzip`.
  void pipeline(withoutFrame(bytes), gunzip).catch(() => {})
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let totalBytes = 0
  let lineBytes = 0
  // Chunks of an incomplete line, joined once so that long lines take linear time.
  let started: string[] = []
  for await (const chunk of gunzip as AsyncIterable<Buffer>) {
    totalBytes += chunk.length
    lineBytes += chunk.length
    if (totalBytes > maxBytes || lineBytes > maxLineBytes)
      throw new UnusableBackupError('This file unpacks to more than a backup holds. Nothing was changed.')
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n')
    started.push(first)
    const last = others.pop()
    if (last === undefined) continue
    lineBytes = 0
    yield started.join('')
    yield* others
    started = [last]
  }
  if (started.join('') !== '') throw new UnusableBackupError('This backup ends in the middle of a line. Nothing was changed.')
}

async function verifyDigest(bytes: AsyncIterable<Buffer>): Promise<void> {
  const hash = createHash('sha256')
  let pending = Buffer.alloc(0)
  let length = 0
  for await (const chunk of bytes) {
    length += chunk.length
    pending = Buffer.concat([pending, chunk])
    const contentBytes = pending.length - digestBytes
    if (contentBytes <= 0) continue
    hash.update(pending.subarray(0, contentBytes))
    pending = pending.subarray(contentBytes)
  }
  if (length < magic.length + digestBytes || !hash.digest().equals(pending))
    throw new UnusableBackupError('This backup is damaged: its checksum does not fit. Nothing was changed.')
}

async function* decrypted(file: string, passphrase: string | null): AsyncGenerator<Buffer> {
  const needsKey = await isEncrypted(file)
  if (needsKey && passphrase === null)
    throw new UnusableBackupError('This backup is locked. Set LARDER_BACKUP_KEY to the key it was made with.')
  const bytes = createReadStream(file)
  if (!needsKey) return yield* bytes
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase ?? '')
  yield* asBuffers(await decrypter.decrypt(Readable.toWeb(bytes) as ReadableStream<Uint8Array>))
}

/** Removes the magic at the start and the digest at the end. */
async function* withoutFrame(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pending = Buffer.alloc(0)
  let hasStarted = false
  for await (const chunk of bytes) {
    pending = Buffer.concat([pending, chunk])
    if (!hasStarted) {
      if (pending.length < magic.length) continue
      if (!pending.subarray(0, magic.length).equals(magic))
        throw new UnusableBackupError('This file is no backup of Larder. Nothing was changed.')
      pending = pending.subarray(magic.length)
      hasStarted = true
    }
    if (pending.length <= digestBytes) continue
    yield pending.subarray(0, -digestBytes)
    pending = pending.subarray(-digestBytes)
  }
}

async function* withMagic(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield magic
  yield* bytes
}

/** Joins lines into chunks large enough to compress. */
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

async function* identity(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* bytes
}

async function* encrypted(bytes: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  yield* asBuffers(await encrypter.encrypt(Readable.toWeb(Readable.from(bytes)) as ReadableStream<Uint8Array>))
}

async function* asBuffers(stream: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) yield Buffer.from(chunk)
}

async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(ageMagic.length), 0, ageMagic.length, 0)
    return buffer.subarray(0, bytesRead).toString('latin1') === ageMagic
  } finally {
    await handle.close()
  }
}
