import { encode } from 'uqr'
import { labelLink } from '#domains/scanning/rules/label-link.ts'
import { formatLabelCode, type LabelSizeName } from '../contract.ts'
import { labelSizes } from './label-size.ts'

/** A QR code: runs of dark modules, in modules from its left and top. */
interface DrawnCode {
  left: number
  top: number
  /** The side of a module in millimeters. */
  module: number
  runs: { x: number; y: number; length: number }[]
}

/** What is printed on a page, in millimeters from its left and top. */
export interface DrawnPage {
  width: number
  height: number
  codes: DrawnCode[]
  /** Texts in a fixed-width font. `y` is the baseline. */
  texts: { x: number; y: number; size: number; text: string }[]
  /** Lines to write on by hand. */
  lines: { x: number; y: number; length: number }[]
}

/** Light around a QR code, in modules, without which scanners don't find it. */
const quietZone = 4
/** Printers don't reach the edge, and paper slips. */
const edge = 1
const maxTextSize = 4.2
/** The width of a letter of the fixed-width font, as a share of its size. */
const letterWidth = 0.6

function darkRuns(text: string): { runs: DrawnCode['runs']; size: number } {
  const { data, size } = encode(text, { ecc: 'M', boostEcc: true, border: 0 })
  const runs = data.flatMap((row, y) => {
    const found: DrawnCode['runs'] = []
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue
      const last = found.at(-1)
      if (last && last.x + last.length === x) last.length += 1
      else found.push({ x, y, length: 1 })
    }
    return found
  })
  return { runs, size }
}

function drawLabel(
  page: DrawnPage,
  code: string,
  origin: string,
  at: { x: number; y: number },
  label: { width: number; height: number },
): void {
  const { runs, size } = darkRuns(labelLink(origin, code))
  const side = Math.min(label.height, label.width * 0.6) - 2 * edge
  const module = side / (size + 2 * quietZone)
  const box = { x: at.x + edge, y: at.y + (label.height - side) / 2 }
  page.codes.push({ left: box.x + quietZone * module, top: box.y + quietZone * module, module, runs })
  const left = box.x + side
  const width = at.x + label.width - 2 * edge - left
  const text = formatLabelCode(code)
  const textSize = Math.min(maxTextSize, width / (letterWidth * text.length))
  const bottom = box.y + side - quietZone * module
  page.texts.push({ x: left, y: bottom, size: textSize, text })
  const room = bottom - textSize - box.y
  const count = room > 18 ? 2 : 1
  for (let line = 1; line <= count; line++) page.lines.push({ x: left, y: box.y + (room * line) / (count + 0.4), length: width })
}

/** Draws labels on pages, from the place `first` (1 is the first) of the first page on. */
export function drawLabels(codes: readonly string[], sizeName: LabelSizeName, origin: string, first = 1): DrawnPage[] {
  const { page, columns, rows, label, margin, gap } = labelSizes[sizeName]
  const pages: DrawnPage[] = []
  for (const [index, code] of codes.entries()) {
    const place = index + first - 1
    const onPage = place % (columns * rows)
    const pageAt = Math.floor(place / (columns * rows))
    pages[pageAt] ??= { ...page, codes: [], texts: [], lines: [] }
    const [column, row] = [onPage % columns, Math.floor(onPage / columns)]
    const at = { x: margin.left + column * (label.width + gap.x), y: margin.top + row * (label.height + gap.y) }
    drawLabel(pages[pageAt], code, origin, at, label)
  }
  return pages
}
