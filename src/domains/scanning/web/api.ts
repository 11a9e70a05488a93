import { z } from 'zod'
import { call, upload } from '#platform/web/api/call.ts'
import { tabState } from '#platform/web/session/session.ts'
import {
  confirmScan,
  imageTooLargeBytes,
  imageTypes,
  type ScanResult,
  scanBarcode,
  scanPhoto,
  tooLargeSentence,
  wrongTypeSentence,
} from '../contract/index.ts'

/** Why a file cannot be scanned, in the words the server would use; null when it can. */
export function imageProblem(file: Pick<File, 'type' | 'size'>): string | null {
  if (!imageTypes.some((type) => type === file.type)) return wrongTypeSentence
  return file.size < imageTooLargeBytes ? null : tooLargeSentence
}

/** Sends a picture to be recognised. Throws `ApiError` when the request itself fails. */
export async function scanImage(file: File, signal?: AbortSignal): Promise<ScanResult> {
  const form = new FormData()
  form.set('image', file, file.name)
  const result = await upload(scanPhoto, form, signal ? { signal } : {})
  if (result.scanId) holdPhoto({ scanId: result.scanId, told: null })
  return result
}

/** The photo this tab scanned last, and the food that somebody said it shows. */
const HeldPhoto = z.object({ scanId: z.string(), told: z.string().nullable() })
const photoSlot = 'scannedPhoto'
const holdPhoto = (photo: z.infer<typeof HeldPhoto>) => tabState.write(photoSlot, JSON.stringify(photo))

function heldPhoto(): z.infer<typeof HeldPhoto> | null {
  try {
    return HeldPhoto.parse(JSON.parse(tabState.read(photoSlot) ?? 'null'))
  } catch {
    return null
  }
}

/** What a scan is called in an address: all of it is too long, its end is as random as the rest. */
const shortName = (scanId: string) => scanId.slice(-16)

/** Says what a photo showed, so that the next one like it is known. When that cannot be told it is one example fewer, and nobody is bothered. */
export async function tellPhoto(scanId: string, ingredientId: string, household?: string | null): Promise<void> {
  try {
    await call(confirmScan, { body: { scanId, ingredientId }, ...(household === undefined ? {} : { household }) })
    holdPhoto({ scanId, told: ingredientId })
  } catch {
    // Gone, or out of reach.
  }
}

/** As `tellPhoto`, once food was put in for the scan of this short name: what went in is what the photo showed, also where that puts a guess right. */
export async function tellPhotoOf(scan: string, ingredientId: string, household: string | null): Promise<void> {
  const photo = heldPhoto()
  if (photo && shortName(photo.scanId) === scan && photo.told !== ingredientId) await tellPhoto(photo.scanId, ingredientId, household)
}

/** Looks a typed or beeped code up. */
export const lookUp = (code: string, signal?: AbortSignal): Promise<ScanResult> =>
  call(scanBarcode, { body: { code }, ...(signal ? { signal } : {}) })

/** Where a recognised food is put in: the add form, filled with what the scan found. */
export function addressOfAdding(
  { ingredient, barcode, expirationDate, scanId }: Pick<ScanResult, 'ingredient' | 'barcode' | 'expirationDate' | 'scanId'>,
  more: { name?: string; edit?: 'name' } = {},
): { to: '/inventory/add'; search: Record<string, string> } {
  return {
    to: '/inventory/add',
    search: {
      ...(ingredient ? { ingredient: ingredient.id } : {}),
      ...(barcode ? { barcode } : {}),
      ...(expirationDate ? { date: expirationDate } : {}),
      ...(scanId ? { scan: shortName(scanId) } : {}),
      ...more,
    },
  }
}
