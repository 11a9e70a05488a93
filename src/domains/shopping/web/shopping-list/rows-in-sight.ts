import { useVirtualRows } from '#platform/web/ui/virtual-rows.ts'

/** Up to here all rows are in the page, where the browser's own search and print find them. */
const fewRows = 150
const nothingMore = () => {}

/** Which rows to draw: all of a short list, of a long one those in sight. */
export function useRowsInSight(count: number, rowHeightPx: number) {
  const { box, shown, before, after, measure } = useVirtualRows(count, rowHeightPx, nothingMore)
  if (count <= fewRows) return { box, shown: Array.from({ length: count }, (_, index) => index), before: 0, after: 0, measure }
  return { box, shown: shown.map(({ index }) => index), before, after, measure }
}
