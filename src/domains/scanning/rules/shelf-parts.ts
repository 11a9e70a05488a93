/** A part of a picture, from 0 (left, top) to 1 (right, bottom). */
interface Part {
  left: number
  top: number
  right: number
  bottom: number
}

/** Parts along the longer and the shorter side: print is readable in each, and all are read in the time that a person waits. */
const along = 3
const across = 2
/** How much neighbors overlap, as a share of a part, so that what lies on a border is whole in one of them. */
const overlap = 0.15
/** A picture with a longer side of fewer pixels is read as a whole. */
const minSplitSide = 1400

/** Divides a photo of a shelf into parts that are read one by one, row by row. */
export function shelfParts({ width, height }: { width: number; height: number }): Part[] {
  if (Math.max(width, height) < minSplitSide) return [{ left: 0, top: 0, right: 1, bottom: 1 }]
  const [columns, rows] = width >= height ? [along, across] : [across, along]
  return Array.from({ length: rows * columns }, (_, at) => {
    const [left, right] = span(at % columns, columns)
    const [top, bottom] = span(Math.floor(at / columns), rows)
    return { left, top, right, bottom }
  })
}

function span(at: number, count: number): [number, number] {
  const reach = overlap / count
  return [Math.max(0, at / count - reach), Math.min(1, (at + 1) / count + reach)]
}

/** Divides a photo of a shelf for the picture model, which needs one food to fill its picture: also halfway between the parts. */
export function shelfViews(size: { width: number; height: number }): Part[] {
  if (Math.max(size.width, size.height) < minSplitSide) return shelfParts(size)
  const [columns, rows] = size.width >= size.height ? [along, across] : [across, along]
  return Array.from({ length: (2 * columns - 1) * (2 * rows - 1) }, (_, at) => {
    const left = (at % (2 * columns - 1)) / (2 * columns)
    const top = Math.floor(at / (2 * columns - 1)) / (2 * rows)
    return { left, top, right: left + 1 / columns, bottom: top + 1 / rows }
  })
}
