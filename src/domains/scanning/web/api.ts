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
} from '../contract.ts'
import { type PackageCode, readPackageCode } from '../rules/package-code.ts'

/** Returns why a file can't be scanned, in the server's words, or null. */
export function imageProblem(file: Pick<File, 'type' | 'size'>): string | null {
  if (!imageTypes.some((type) => type === file.type)) return wrongTypeSentence
  return file.size < imageTooLargeBytes ? null : tooLargeSentence
}

/** Sends a picture to be recognized. Throws `ApiError` if the request fails. */
export async function scanImage(file: File, signal?: AbortSignal): Promise<ScanResult> {
  const form = new FormData()
  form.set('image', file, file.name)
  const result = await upload(scanPhoto, form, signal ? { signal } : {})
  if (result.scanId) saveLastPhoto({ scanId: result.scanId, told: null })
  return result
}

/** The last photo scanned in this tab, and the ingredient it was confirmed as. */
const LastPhoto = z.object({ scanId: z.string(), told: z.string().nullable() })
const photoSlot = 'scannedPhoto'
const saveLastPhoto = (photo: z.infer<typeof LastPhoto>) => tabState.write(photoSlot, JSON.stringify(photo))

function readLastPhoto(): z.infer<typeof LastPhoto> | null {
  try {
    return LastPhoto.parse(JSON.parse(tabState.read(photoSlot) ?? 'null'))
  } catch {
    return null
  }
}

/** Shortens a scan id for URLs; its end is random enough. */
const shortScanId = (scanId: string) => scanId.slice(-16)

/** Confirms what a photo shows so that similar ones are recognized. Failures are ignored: they cost one example. */
export async function teachFromPhoto(scanId: string, ingredientId: string, household?: string | null): Promise<void> {
  try {
    await call(confirmScan, { body: { scanId, ingredientId }, ...(household === undefined ? {} : { household }) })
    saveLastPhoto({ scanId, told: ingredientId })
  } catch {
    // Expired or offline.
  }
}

/** Confirms the photo with this short id after its item was added, even if the user corrected the guess. */
export async function confirmPhotoByShortId(scan: string, ingredientId: string, household: string | null): Promise<void> {
  const photo = readLastPhoto()
  if (photo && shortScanId(photo.scanId) === scan && photo.told !== ingredientId)
    await teachFromPhoto(photo.scanId, ingredientId, household)
}

/** Returns what a scanned text says, or null if it isn't a code. */
export const readScannedText = (text: string): PackageCode | null => readPackageCode(text, new Date().toISOString().slice(0, 10))

/** Looks up a typed or scanned code. */
export const lookUp = (code: string, signal?: AbortSignal): Promise<ScanResult> =>
  call(scanBarcode, { body: { code }, ...(signal ? { signal } : {}) })

/** Returns a link to the add form, filled with what the scan found. */
export function linkToAddForm(
  { ingredient, barcode, expirationDate, dateKind, quantity, unit, price, scanId }: Omit<ScanResult, 'alternatives'>,
  more: { name?: string; edit?: 'name' } = {},
): { to: '/inventory/add'; search: Record<string, string | number> } {
  return {
    to: '/inventory/add',
    search: {
      ...(ingredient ? { ingredient: ingredient.id } : {}),
      ...(barcode ? { barcode } : {}),
      ...(expirationDate ? { date: expirationDate } : {}),
      ...(expirationDate && dateKind ? { dateKind } : {}),
      ...(quantity && unit ? { quantity, unit } : {}),
      ...(price ? { price } : {}),
      ...(scanId ? { scan: shortScanId(scanId) } : {}),
      ...more,
    },
  }
}
