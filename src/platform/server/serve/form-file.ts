import type { FastifyRequest } from 'fastify'
import { Problem } from '#platform/contract/problem.ts'
import { say } from '#platform/contract/say.ts'
import { pictureTooLarge } from '../safe-image.ts'

interface Form {
  field: string
  /** Bytes; what every form may send unless said otherwise. */
  most?: number
  tooLarge: () => Problem
}

/**
 * The one file of a form. Its name and declared type are not looked at.
 * Throws 415 `media_type`, 400 `<field>_field`, and what `tooLarge` makes.
 */
export async function fileOf(request: FastifyRequest, { field, most, tooLarge }: Form): Promise<Buffer> {
  const wrong = () => new Problem(400, `${field}_field`, say`Send one file, as the form field named ${field}.`)
  if (!request.isMultipart()) throw new Problem(415, 'media_type', say`Send the file as multipart/form-data, in the field ${field}.`)
  const { RequestFileTooLargeError } = request.server.multipartErrors
  try {
    let file: Buffer | undefined
    for await (const part of request.parts(most === undefined ? {} : { limits: { fileSize: most } })) {
      if (part.type !== 'file') throw wrong()
      if (part.fieldname !== field || file) {
        part.file.resume()
        throw wrong()
      }
      // As soon as it is too large, not once all of it is here.
      part.file.once('limit', () => part.file.destroy(new RequestFileTooLargeError()))
      file = await part.toBuffer()
    }
    if (!file) throw wrong()
    return file
  } catch (error) {
    // What still comes is passed over: a browser that cannot go on sending would not read the answer.
    request.raw.unpipe()
    request.raw.resume()
    if (error instanceof RequestFileTooLargeError) throw tooLarge()
    // What the parser itself throws at a form without boundary or end has no status of its own.
    throw error instanceof Problem || (error instanceof Error && 'statusCode' in error) ? error : wrong()
  }
}

/** The one picture of a form, in the field `image`: `fileOf`, with 413 `image_too_large`. */
export const pictureOf = (request: FastifyRequest): Promise<Buffer> => fileOf(request, { field: 'image', tooLarge: pictureTooLarge })
