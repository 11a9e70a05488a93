import { call, upload } from '#platform/web/call.ts'
import {
  imageTooLargeBytes,
  imageTypes,
  type ScanResult,
  scanBarcode,
  scanPhoto,
  tooLargeSentence,
  wrongTypeSentence,
} from '../contract.ts'

/** Why a file cannot be scanned, in the words the server would use; null when it can. */
export function imageProblem(file: Pick<File, 'type' | 'size'>): string | null {
  if (!imageTypes.some((type) => type === file.type)) return wrongTypeSentence
  return file.size < imageTooLargeBytes ? null : tooLargeSentence
}

/** Sends a picture to be recognised. Throws `ApiError` when the request itself fails. */
export function scanImage(file: File, signal?: AbortSignal): Promise<ScanResult> {
  const form = new FormData()
  form.set('image', file, file.name)
  return upload(scanPhoto, form, signal ? { signal } : {})
}

/** Looks a typed or beeped code up. */
export const lookUp = (code: string, signal?: AbortSignal): Promise<ScanResult> =>
  call(scanBarcode, { body: { code }, ...(signal ? { signal } : {}) })

/** Where a recognised food is put in: the add form, filled with what the scan found. */
export function addressOfAdding(result: Pick<ScanResult, 'ingredient' | 'barcode' | 'expirationDate'>): {
  to: '/inventory/add'
  search: Record<string, string>
} {
  return {
    to: '/inventory/add',
    search: {
      ...(result.ingredient ? { ingredient: result.ingredient.id } : {}),
      ...(result.barcode ? { barcode: result.barcode } : {}),
      ...(result.expirationDate ? { date: result.expirationDate } : {}),
    },
  }
}
