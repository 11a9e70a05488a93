import { t } from '@lingui/core/macro'
import type { CameraTrouble } from './camera.ts'

/** Why there is no live picture, and what works instead. */
export function troubleWords(trouble: CameraTrouble): string {
  switch (trouble) {
    case 'insecure':
      return t`The live camera needs HTTPS. On this address you can upload a photo of the barcode or type the number.`
    case 'missing':
      return t`No camera available. Upload a photo of the barcode, type the number, or use a barcode scanner.`
    case 'denied':
      return t`Camera access is blocked. Allow it in your browser settings, or upload a photo of the barcode.`
    default:
      return t`Couldn’t start the camera; another app may be using it. Close that app, or upload a photo of the barcode.`
  }
}
