import { useSyncExternalStore } from 'react'

const wide = '(min-width: 48rem)'
const query = () => (typeof window.matchMedia === 'function' ? window.matchMedia(wide) : null)

function watch(onChange: () => void): () => void {
  const media = query()
  media?.addEventListener('change', onChange)
  return () => media?.removeEventListener('change', onChange)
}

/** Whether there is room for a table instead of rows. */
export const useIsWide = (): boolean => useSyncExternalStore(watch, () => query()?.matches ?? true)
