import { useSyncExternalStore } from 'react'

const wide = '(min-width: 48rem)'
const query = () => (typeof window.matchMedia === 'function' ? window.matchMedia(wide) : null)

function watch(tell: () => void): () => void {
  const media = query()
  media?.addEventListener('change', tell)
  return () => media?.removeEventListener('change', tell)
}

/** Whether there is room for a table instead of rows. */
export const useIsWide = (): boolean => useSyncExternalStore(watch, () => query()?.matches ?? true)
