import { useEffect } from 'react'

/** Scrolls the option selected by the arrow keys into view. The focus stays in the input, so the browser doesn't. */
export function useScrollIntoView(id: string | undefined): void {
  useEffect(() => {
    if (id !== undefined) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [id])
}
