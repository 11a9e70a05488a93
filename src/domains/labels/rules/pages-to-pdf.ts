import type { DrawnPage } from './draw-labels.ts'

/** Points, the unit of PDF, in a millimeter. */
const points = 72 / 25.4
const rounded = (value: number) => String(Math.round(value * 1000) / 1000)
const inPoints = (millimeters: number) => rounded(millimeters * points)

/** Returns the drawing commands of a page. PDF measures from the bottom. */
function commandsOf({ height, codes, texts, lines }: DrawnPage): string {
  const drawn: string[] = []
  for (const { left, top, module, runs } of codes) {
    const side = module * points
    // One unit is a module, and y goes down. Rows overlap a little: viewers would show light seams between them.
    drawn.push(`q ${rounded(side)} 0 0 ${rounded(-side)} ${inPoints(left)} ${inPoints(height - top)} cm`)
    drawn.push(...runs.map(({ x, y, length }) => `${x} ${y} ${length} 1.02 re`), 'f Q')
  }
  for (const { x, y, length } of lines)
    drawn.push(`0.7 G 0.5 w ${inPoints(x)} ${inPoints(height - y)} m ${inPoints(x + length)} ${inPoints(height - y)} l S`)
  for (const { x, y, size, text } of texts)
    drawn.push(`BT /F1 ${inPoints(size)} Tf ${inPoints(x)} ${inPoints(height - y)} Td (${text}) Tj ET`)
  return drawn.join('\n')
}

/**
 * Returns a PDF of the pages, in their size. Texts may have capitals, digits and dashes only: the font is one that every viewer has, and
 * nothing is escaped.
 */
export function pagesToPdf(pages: readonly DrawnPage[]): Uint8Array<ArrayBuffer> {
  const pageNumber = (at: number) => 4 + at * 2
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${pageNumber(at)} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier-Bold >>',
    ...pages.flatMap((page, at) => {
      const commands = commandsOf(page)
      const box = `[0 0 ${inPoints(page.width)} ${inPoints(page.height)}]`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox ${box} /Resources << /Font << /F1 3 0 R >> >> /Contents ${pageNumber(at) + 1} 0 R >>`,
        `<< /Length ${commands.length} >>\nstream\n${commands}\nendstream`,
      ]
    }),
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = text.length
  // Each entry has 20 bytes.
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}
