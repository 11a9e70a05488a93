import { onSignOut } from '#platform/web/session/session.ts'
import { sharedPictureCache, sharedPicturePath } from './shared-picture-cache.ts'

const forget = () => void globalThis.caches?.delete(sharedPictureCache).catch(() => {})
onSignOut(forget)

/** Returns the picture that another app shared with this one, once; null if there is none. */
export async function takeSharedPicture(): Promise<File | null> {
  const found = await globalThis.caches?.match(sharedPicturePath, { cacheName: sharedPictureCache }).catch(() => undefined)
  if (!found) return null
  const content = await found.blob()
  forget()
  return new File([content], 'shared', { type: content.type })
}
