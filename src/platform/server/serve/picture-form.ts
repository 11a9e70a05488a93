import type { FastifyRequest } from 'fastify'
import { Problem } from '#platform/contract/problem.ts'
import { pictureTooLarge } from '../safe-image.ts'

const onePicture = () => new Problem(400, 'image_field', 'Send one picture, as the form field named image.')

/**
 * The one file `image` of the form. Its name and declared type are not looked at.
 * Throws 415 `media_type`, 413 `image_too_large`, 400 `image_field`.
 */
export async function pictureOf(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw new Problem(415, 'media_type', 'Send the picture as multipart/form-data, in the field image.')
  const { RequestFileTooLargeError } = request.server.multipartErrors
  try {
    return await onlyFile(request)
  } catch (error) {
    if (error instanceof RequestFileTooLargeError) throw pictureTooLarge()
    // What the parser itself throws at a form without boundary or end has no status of its own.
    throw error instanceof Problem || (error instanceof Error && 'statusCode' in error) ? error : onePicture()
  }
}

async function onlyFile(request: FastifyRequest): Promise<Buffer> {
  let picture: Buffer | undefined
  for await (const part of request.parts()) {
    if (part.type !== 'file') throw onePicture()
    if (part.fieldname !== 'image' || picture) {
      part.file.resume()
      throw onePicture()
    }
    picture = await part.toBuffer()
  }
  if (!picture) throw onePicture()
  return picture
}
