import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** How many rows before the end the next page is fetched. */
const prefetchRows = 80

/** Renders only the visible rows of a list that scrolls with the window. */
export function useVirtualRows(count: number, rowHeightPx: number, onNearEnd: () => void) {
  const { box, top } = useTop(null)
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

/**
 * Says which rows of a list are visible in the element that it scrolls with. `offsetOf` returns where a row starts, and for `count` where
 * the last one ends, in pixels from the top of the list. Rows keep their measured height by `keyOf`.
 */
export function useVirtualRowsIn(
  scroller: RefObject<HTMLElement | null>,
  { count, rowHeightPx, keyOf }: { count: number; rowHeightPx: number; keyOf: (index: number) => string },
) {
  const { box, top } = useTop(scroller)
  const rows = useVirtualizer<HTMLElement, Element>({
    count,
    estimateSize: () => rowHeightPx,
    getItemKey: keyOf,
    getScrollElement: () => scroller.current,
    // Waits for the layout to tell a new row's height: reading it now would make the browser lay out the page twice.
    measureElement: (row, entry, list) =>
      Math.round(entry?.borderBoxSize[0]?.blockSize ?? list.measurementsCache[list.indexFromElement(row)]?.size ?? rowHeightPx),
    overscan: 8,
    scrollMargin: top,
  })
  const shown = rows.getVirtualItems()
  const total = rows.getTotalSize()
  return {
    box,
    /** The index of the first visible row, and of the one after the last. */
    from: shown[0]?.index ?? 0,
    to: (shown.at(-1)?.index ?? -1) + 1,
    offsetOf: (index: number) => (index < count ? (rows.measurementsCache[index]?.start ?? top) - top : total),
    measure: rows.measureElement,
  }
}

/** Measures how far below the start of what scrolls a list begins. Null: it scrolls with the window. */
function useTop(scroller: RefObject<HTMLElement | null> | null) {
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      const within = scroller?.current
      const start = within ? within.scrollTop - within.getBoundingClientRect().top : window.scrollY
      setTop(box.current ? box.current.getBoundingClientRect().top + start : 0)
    }
    measure()
    const watcher = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(measure)
    for (const part of elementsAbove(box.current)) watcher?.observe(part)
    return () => watcher?.disconnect()
  }, [scroller])
  return { box, top }
}

/** Returns the elements above the list. Their size changes move it. */
function elementsAbove(box: HTMLElement | null): Element[] {
  const parts: Element[] = []
  for (let part: Element | null = box; part && part.tagName !== 'MAIN'; part = part.parentElement) {
    for (let before = part.previousElementSibling; before; before = before.previousElementSibling) parts.push(before)
  }
  return parts
}
