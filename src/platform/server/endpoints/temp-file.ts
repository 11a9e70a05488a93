import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { DatabaseUnavailableError } from '../database/index.ts'

/** A complete file on disk, ready to be sent. */
export interface TempFile {
  readonly bytes: number
  /** Frees the disk space when it ends or is destroyed. */
  readonly content: Readable
}

/** Writes a stream to disk. Rejects and leaves nothing behind if the stream fails or the disk is full. */
export type WriteTempFile = (from: Readable) => Promise<TempFile>

/** `folder` should be on a disk: the temporary folder of a container is often memory. */
export function openTempFiles(folder: string): WriteTempFile {
  return async (from) => {
    const file = await writeUnlinked(folder, from)
    return { bytes: (await file.stat()).size, content: file.createReadStream({ start: 0 }) }
  }
}

/** Sends a zip under this name and today's date. */
export const sendZip = (reply: FastifyReply, name: string, { bytes, content }: TempFile): FastifyReply =>
  reply
    .headers({
      'Content-Length': bytes,
      'Cache-Control': 'no-store',
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${name}-${new Date().toISOString().slice(0, 10)}.zip"`,
    })
    .send(content)

/**
 * Writes a stream to a new file in `folder` that has no name, so nothing is left behind when the process ends. The caller closes the file.
 * Destroys the stream and throws when the stream fails or the disk is full.
 */
export async function writeUnlinked(folder: string, from: Readable, onBytes?: (count: number) => void): Promise<FileHandle> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const name = join(folder, `.spool-${randomUUID()}`)
    const file = await open(name, 'wx+', 0o600)
    try {
      await rm(name)
      // Not through a write stream, which would keep the file open.
      await file.writeFile(onBytes ? counted(from, onBytes) : from)
      return file
    } catch (error) {
      await file.close()
      throw error
    }
  } catch (error) {
    from.destroy()
    throw unavailable(error) ?? error
  }
}

async function* counted(from: Readable, onBytes: (count: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of from) {
    yield chunk as Buffer
    onBytes((chunk as Buffer).length)
  }
}

function unavailable(error: unknown): DatabaseUnavailableError | null {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOSPC' || code === 'EDQUOT') return new DatabaseUnavailableError('disk_full', error)
  return code === 'EROFS' ? new DatabaseUnavailableError('read_only', error) : null
}
