import { normalizeBarcode, type RetailCode } from '#domains/ingredients/rules/barcode.ts'

export interface PrintedText {
  text: string
  box: { left: number; top: number; right: number; bottom: number }
}
type Box = PrintedText['box']

const readDigits = (text: string) => (/^[\d\s"'.|<>-]+$/.test(text) ? text.replace(/\D/g, '') : '')
const height = ({ box }: PrintedText) => box.bottom - box.top

/** Groups digits by row, left to right: the first and last digit of a code are printed apart, and smaller. */
function groupDigits(lines: readonly PrintedText[]): { digits: string; lengths: number[]; box: Box }[] {
  const runs = lines.map((line) => ({ ...line, digits: readDigits(line.text) })).filter(({ digits }) => digits !== '')
  const rows: (typeof runs)[] = []
  for (const run of runs.toSorted((a, b) => height(b) - height(a))) {
    const row = rows.find(([first]) => first && run.box.bottom > first.box.top + height(first) * 0.25 && run.box.top < first.box.bottom)
    if (row) row.push(run)
    else rows.push([run])
  }
  return rows.map((row) => {
    const sorted = row.toSorted((a, b) => a.box.left - b.box.left)
    return {
      digits: sorted.map(({ digits }) => digits).join(''),
      lengths: sorted.map(({ digits }) => digits.length),
      box: {
        left: Math.min(...row.map(({ box }) => box.left)),
        top: Math.min(...row.map(({ box }) => box.top)),
        right: Math.max(...row.map(({ box }) => box.right)),
        bottom: Math.max(...row.map(({ box }) => box.bottom)),
      },
    }
  })
}

/** Returns true if the code's digits are printed: all of them, or those between the first and the last, which are easily missed. */
export function isPrinted(code: string, lines: readonly PrintedText[]): boolean {
  const american = code.length === 13 && code.startsWith('0') ? code.slice(1) : null
  const forms = [code, ...(code.length === 13 ? [code.slice(1)] : []), ...(american ? [american.slice(1), american.slice(1, -1)] : [])]
  const rows = [...groupDigits(lines).map(({ digits }) => digits), ...lines.map(({ text }) => text.replace(/\D/g, ''))]
  return rows.some((digits) => forms.some((form) => digits.includes(form)))
}

/** Returns true if the digits are printed below (or above) the bars. */
function isNearBars(digits: Box, bars: Box): boolean {
  const tall = bars.bottom - bars.top
  const middle = (digits.left + digits.right) / 2
  const across = bars.right - bars.left
  return (
    middle > bars.left - across * 0.25 &&
    middle < bars.right + across * 0.25 &&
    digits.top < bars.bottom + tall &&
    digits.bottom > bars.top - tall
  )
}

/** Completes a UPC-A of which one outer digit is missing, by its check digit. */
function completeUpcA(digits: string, lengths: readonly number[]): RetailCode | null {
  if (digits.length !== 11 || lengths.length !== 2) return null
  for (let missing = 0; missing <= 9; missing += 1) {
    const candidate = lengths[0] === 10 ? `${missing}${digits}` : lengths[1] === 10 ? `${digits}${missing}` : ''
    const code = normalizeBarcode(candidate)
    if (code) return code
  }
  return null
}

/**
 * Reads a code from the digits printed near bars that couldn't be decoded. `bars`: where bars may be; returns null without any. The user
 * must confirm the result.
 */
export function readPrintedCode(lines: readonly PrintedText[], bars: readonly Box[]): RetailCode | null {
  for (const { digits, lengths, box } of groupDigits(lines)) {
    if (!bars.some((each) => isNearBars(box, each))) continue
    const code = digits.length === 12 || digits.length === 13 ? normalizeBarcode(digits) : completeUpcA(digits, lengths)
    if (code) return code
  }
  return null
}
