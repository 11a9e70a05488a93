import type { FastifyRequest } from 'fastify'
import { normaliseBarcode } from '#domains/products/rules/barcode.ts'
import { invalid, Problem } from '#platform/contract/problem.ts'
import { pictureTooLarge } from '#platform/server/safe-image.ts'
import { type Route, serveFree } from '#platform/server/serve/call.ts'
import * as contract from '../contract.ts'
import { answerToCode } from '../rules.ts'
import { type Decoder, startDecoder } from './gateway/decode.ts'
import { type Catalogue, openFoodFacts } from './gateway/open-food-facts.ts'
import { type Asker, lookUpFor } from './service/look-up.ts'
import { recognise } from './service/recognise.ts'

export interface ScanningOptions {
  /** Unset: no code is asked outside. */
  openFoodFactsUrl: string | null
  version: string
  /** Where a service that is asked can reach the operator; part of the User-Agent. */
  contact: string
  log(message: string): void
}

export interface Scanning {
  readonly decoder: Decoder
  readonly catalogue: Catalogue | null
  close(): Promise<void>
}

/** Nothing starts before the first picture comes. */
export function openScanning({ openFoodFactsUrl, version, contact, log }: ScanningOptions): Scanning {
  const decoder = startDecoder({ onTrouble: (what) => log(`a picture was not searched for codes: ${what}`) })
  const catalogue = openFoodFactsUrl === null ? null : openFoodFacts({ origin: openFoodFactsUrl, version, contact })
  return { decoder, catalogue, close: () => decoder.close() }
}

const onePicture = () => new Problem(400, 'image_field', 'Send one picture, as the form field named image.')

/** The one file `image` of the form. Its name and declared type are not looked at. */
async function pictureOf(request: FastifyRequest): Promise<Buffer> {
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

const askerOf = ({
  member,
  read,
  note,
}: { member: { householdId: Asker['householdId']; now: Date } } & Pick<Asker, 'read' | 'note'>): Asker => ({
  householdId: member.householdId,
  now: member.now,
  read,
  note,
})

export const scanningRoutes = ({ decoder, catalogue }: Scanning): Route[] => [
  serveFree(contract.scanPhoto, async (call) => {
    const picture = await pictureOf(call.request)
    return recognise(picture, { decoder, lookUp: lookUpFor(askerOf(call), catalogue) })
  }),
  serveFree(contract.scanBarcode, async (call) => {
    const code = normaliseBarcode(call.body.code)
    if (!code) throw invalid('barcode_invalid', 'That is not a barcode we know how to read.', 'code')
    const [meaning] = await lookUpFor(askerOf(call), catalogue)([code])
    return answerToCode({ ...code, witnesses: 1 }, meaning ?? null)
  }),
]
