import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'

/** How many rows before the end the next page is fetched. */
const prefetchRows = 80

/** Renders only the visible rows of a list that scrolls with the window. */
export function useVirtualRows(count: number, rowHeightPx: number, onNearEnd: () => void) {
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => setTop(box.current ? box.current.getBoundingClientRect().top + window.scrollY : 0)
    measure()
    const watcher = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(measure)
    for (const part of elementsAbove(box.current)) watcher?.observe(part)
    return () => watcher?.disconnect()
  }, [])
  const rows = useWindowVirtualizer({ count, estimateSize: () => rowHeightPx, overscan: 8, scrollMargin: top })
  const shown = rows.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  useLayoutEffect(() => {
    if (count > 0 && last >= count - prefetchRows) onNearEnd()
  }, [count, last, onNearEnd])
  const before = (shown[0]?.start ?? top) - top
  const after = rows.getTotalSize() - ((shown.at(-1)?.end ?? top) - top)
  return { box, shown, before: Math.max(0, before), after: Math.max(0, after), measure: rows.measureElement }
}

/** Returns the elements above the list. Their size changes move it. */
function elementsAbove(box: HTMLElement | null): Element[] {
  const parts: Element[] = []
  for (let part: Element | null = box; part && part.tagName !== 'MAIN'; part = part.parentElement) {
    for (let before = part.previousElementSibling; before; before = before.previousElementSibling) parts.push(before)
  }
  return parts
}
