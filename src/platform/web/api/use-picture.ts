import { useEffect, useState } from 'react'
import { downloadPicture } from './call.ts'

/**
 * Returns a picture of the API as an address for `<img>`; null if there is none, it isn't loaded yet or loading failed. Pictures are fetched
 * with the token, which `<img>` can't send.
 */
export function usePicture(address: string | null): string | null {
  const [shown, setShown] = useState<string | null>(null)
  useEffect(() => {
    setShown(null)
    if (address === null) return
    const stop = new AbortController()
    let objectUrl: string | null = null
    downloadPicture(address, stop.signal).then(
      (picture) => {
        if (stop.signal.aborted) return
        objectUrl = URL.createObjectURL(picture)
        setShown(objectUrl)
      },
      () => undefined,
    )
    return () => {
      stop.abort()
      if (objectUrl !== null) URL.revokeObjectURL(objectUrl)
    }
  }, [address])
  return shown
}
