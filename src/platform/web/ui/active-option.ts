import { useEffect } from 'react'

/** Brings the option that the arrow keys have moved to into sight: the focus stays in the box, so the browser does not. */
export function useActiveOption(id: string | undefined): void {
  useEffect(() => {
    if (id !== undefined) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [id])
}
