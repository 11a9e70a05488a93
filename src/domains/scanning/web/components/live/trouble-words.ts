import { t } from '@lingui/core/macro'
import type { CameraTrouble } from './camera.ts'

/** Why there is no live picture, and what works instead. */
export function troubleWords(trouble: CameraTrouble): string {
  switch (trouble) {
    case 'insecure':
      return t`The live camera needs https: browsers lend it to no page on plain http. A picture of the code, or its digits, work here.`
    case 'missing':
      return t`This device has no camera that a page may use. Upload a picture of the code, type its digits, or use a hand scanner.`
    case 'denied':
      return t`This page may not use the camera. Allow it in your browser's settings for this page, or upload a picture of the code.`
    default:
      return t`The camera did not start: another program may be using it. Close that one, or upload a picture of the code.`
  }
}
