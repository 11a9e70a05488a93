import { useSyncExternalStore } from 'react'

const wide = '(min-width: 48rem)'
const query = () => (typeof window.matchMedia === 'function' ? window.matchMedia(wide) : null)

function watch(tell: () => void): () => void {
  const media = query()
  media?.addEventListener('change', tell)
  return () => media?.removeEventListener('change', tell)
}

/** Room for a table. One of table and rows is in the page, never both. */
export const useIsWide = (): boolean => useSyncExternalStore(watch, () => query()?.matches ?? true)
