import { t } from '@lingui/core/macro'

const tooLargeBytes = 10 * 1024 * 1024
const pictureTypes = ['image/jpeg', 'image/jpg', 'image/png', 'image/webp']
/** For a file field's `accept`. */
export const acceptedPictures = pictureTypes.join(',')

/** Returns what is wrong with a chosen file; null if nothing is. */
export function pictureProblem({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!pictureTypes.includes(type)) return t`Please select a valid image file (JPEG, PNG, or WebP)`
  return size >= tooLargeBytes ? t`File size must be less than 10MB` : null
}
