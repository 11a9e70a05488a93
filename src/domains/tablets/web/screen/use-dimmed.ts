import { useEffect, useState } from 'react'

/** Without touch for as long, the screen dims. */
export const dimAfterMs = 60_000
const activity = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

/** Returns whether no one has touched the tablet for a while, and the function that wakes it. */
export function useDimmed(): [isDimmed: boolean, wake: () => void] {
  const [isDimmed, setDimmed] = useState(false)
  useEffect(() => {
    if (isDimmed) return
    let timer: ReturnType<typeof setTimeout>
    const restart = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setDimmed(true), dimAfterMs)
    }
    restart()
    for (const event of activity) window.addEventListener(event, restart, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const event of activity) window.removeEventListener(event, restart)
    }
  }, [isDimmed])
  return [isDimmed, () => setDimmed(false)]
}
