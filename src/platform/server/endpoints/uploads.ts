import type { FileHandle } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyRequest } from 'fastify'
import { once } from '#platform/shared/once.ts'
import { Problem } from '#platform/shared/problem.ts'
import { say } from '#platform/shared/say.ts'
import { DatabaseUnavailableError } from '../database/index.ts'
import { pictureTooLarge, pictureTooLargeBytes } from '../security/safe-image.ts'
import { semaphore } from '../workers/semaphore.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'
import { writeUnlinked } from './temp-file.ts'

/** An uploaded file on disk. It is deleted when its request ends. */
export interface UploadedFile {
  readonly size: number
  /** File descriptor, for a child process that reads the file itself. Read from position 0. */
  readonly fd: number
  /** Reads the file into memory. Bound the number of concurrent calls. */
  read(): Promise<Buffer>
}

interface Form {
  field: string
  maxBytes: number
  tooLarge: () => Problem
}

/**
 * Streams the one file of a form to disk. Ignores its name and declared type.
 * Throws 415 `media_type`, 400 `<field>_field`, 503 `uploads_full`, and the result of `tooLarge`.
 */
export type ReceiveFile = (form: Form) => Promise<UploadedFile>

/** The form of every route that takes a picture. Throws 413 `image_too_large`. */
export const pictureForm: Form = { field: 'image', maxBytes: pictureTooLargeBytes, tooLarge: pictureTooLarge }

/** Keeps two pictures in memory at a time; others wait on disk. */
const pictureSemaphore = semaphore(2, 100)

/** Receives a picture and passes its bytes to `work`. */
export async function withPicture<T>(receiveFile: ReceiveFile, work: (picture: Buffer) => Promise<T>): Promise<T> {
  const file = await receiveFile(pictureForm)
  return pictureSemaphore(async () => work(await file.read()))
}

/** Limits concurrent uploads per person and in total. */
export interface Uploads {
  /**
   * Runs the handler of an upload. Its file is closed when the handler settles.
   * Throws 429 `too_many_uploads` before the body is read if the person already has the maximum in progress.
   */
  receive<T>(request: FastifyRequest, userId: string, handle: (receiveFile: ReceiveFile) => Promise<T>): Promise<T>
}

export interface UploadLimits {
  maxConcurrentPerPerson: number
  /** Bytes on disk for all uploads in progress. */
  maxBytes: number
}
export const uploadLimits: UploadLimits = { maxConcurrentPerPerson: 2, maxBytes: 1024 ** 3 }

const tooManyUploads = () =>
  new Problem(429, 'too_many_uploads', say`You’re already uploading files. Try again when they’re done.`, {
    retryAfterSeconds: 5,
  })
const uploadsFull = () =>
  new Problem(503, 'uploads_full', say`The server is busy receiving files. Try again in a minute.`, {
    retryAfterSeconds: 60,
  })

/** `folder` should be on a disk: the temporary folder of a container is often memory. */
export function openUploads(folder: string, { maxConcurrentPerPerson, maxBytes }: UploadLimits = uploadLimits): Uploads {
  let reservedBytes = 0
  const limit = createConcurrencyLimit({
    max: Number.POSITIVE_INFINITY,
    // The second half of the space is for people who have no upload in progress.
    maxPerClient: () => (reservedBytes >= maxBytes / 2 ? 1 : maxConcurrentPerPerson),
  })

  return {
    receive(request, userId, handle) {
      const refuse = (problem: Problem) => {
        discardBody(request)
        return problem
      }
      const receiveAndHandle = async () => {
        let reserved = 0
        let file: FileHandle | undefined
        try {
          return await handle(async (form) => {
            const requested = Math.min(Number(request.headers['content-length'] ?? form.maxBytes), form.maxBytes)
            if (reservedBytes + requested > maxBytes) throw refuse(uploadsFull())
            reserved += requested
            reservedBytes += requested
            file = await receive(request, folder, form)
            return uploadedFile(file)
          })
        } finally {
          reservedBytes -= reserved
          await file?.close()
        }
      }
      return limit(receiveAndHandle, userId, () => refuse(tooManyUploads()))
    },
  }
}

/** Reads and drops the body, because browsers read a response only after sending everything. Disconnects beyond a picture's size. */
function discardBody({ raw }: FastifyRequest): void {
  let left = pictureTooLargeBytes
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length
    scavengeAfterReceiving(chunk.length)
    if (left < 0) raw.destroy()
  })
}

async function uploadedFile(file: FileHandle): Promise<UploadedFile> {
  const { size } = await file.stat()
  return {
    size,
    fd: file.fd,
    async read() {
      const content = Buffer.allocUnsafeSlow(size)
      for (let offset = 0; offset < size; ) {
        const { bytesRead } = await file.read(content, offset, size - offset, offset)
        if (bytesRead === 0) throw new Error('an uploaded file became shorter')
        offset += bytesRead
      }
      return content
    },
  }
}

async function receive(request: FastifyRequest, folder: string, { field, maxBytes, tooLarge }: Form): Promise<FileHandle> {
  const wrong = () => new Problem(400, `${field}_field`, say`Send one file, as the form field named ${field}.`)
  if (!request.isMultipart()) throw new Problem(415, 'media_type', say`Send the file as multipart/form-data, in the field ${field}.`)
  // The client has disconnected; the form parser would wait forever.
  if (request.raw.destroyed) throw wrong()
  const { RequestFileTooLargeError } = request.server.multipartErrors
  let file: FileHandle | undefined
  try {
    for await (const part of request.parts({ limits: { fileSize: maxBytes } })) {
      if (part.type !== 'file') throw wrong()
      if (part.fieldname !== field || file) {
        part.file.resume()
        throw wrong()
      }
      // Fails at the limit, not at the end of the file.
      part.file.once('limit', () => part.file.destroy(new RequestFileTooLargeError()))
      file = await writeUnlinked(folder, part.file, scavengeAfterReceiving)
    }
    if (!file) throw wrong()
    return file
  } catch (error) {
    await file?.close()
    // Keeps reading, because browsers read a response only after sending everything.
    request.raw.unpipe()
    request.raw.resume()
    if (error instanceof RequestFileTooLargeError) throw tooLarge()
    // The parser's own errors, for a form without boundary or end, have no status.
    throw error instanceof Problem || (error instanceof Error && ('statusCode' in error || error instanceof DatabaseUnavailableError))
      ? error
      : wrong()
  }
}

type CollectGarbage = (options: { type: 'minor' }) => void

const exposeGc = once((): CollectGarbage => {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as CollectGarbage
  setFlagsFromString('--no-expose-gc')
  return gc
})

const scavengeEveryBytes = 16 * 1024 * 1024
let receivedBytes = 0

/**
 * Counts received bytes of request bodies and runs a scavenge (about 1 ms) every 16 MB. Their chunks are outside the heap, where V8
 * collects more than 64 MB of garbage before it runs one. Returns whether it ran one.
 */
export function scavengeAfterReceiving(bytes: number): boolean {
  receivedBytes += bytes
  if (receivedBytes < scavengeEveryBytes) return false
  receivedBytes = 0
  exposeGc()({ type: 'minor' })
  return true
}
