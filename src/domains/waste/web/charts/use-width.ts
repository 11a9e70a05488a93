import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** How wide a drawing may be, in CSS pixels, so that its words keep their size. 0 before it is known. */
export function useWidth<E extends Element>(): [RefObject<E | null>, number] {
  const place = useRef<E>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const measure = () => setWidth(Math.floor(element.getBoundingClientRect().width) || 320)
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [place, width]
}
