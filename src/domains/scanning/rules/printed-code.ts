import { normaliseBarcode, type RetailCode } from '#domains/ingredients/rules/barcode.ts'

export interface PrintedRun {
  text: string
  box: { left: number; top: number; right: number; bottom: number }
}
type Box = PrintedRun['box']

const digitsOf = (text: string) => (/^[\d\s"'.|<>-]+$/.test(text) ? text.replace(/\D/g, '') : '')
const height = ({ box }: PrintedRun) => box.bottom - box.top

/** What stands in one row, from left to right: a code's first and last digit are printed apart, and smaller. */
function rowsOfDigits(lines: readonly PrintedRun[]): { digits: string; lengths: number[]; box: Box }[] {
  const runs = lines.map((line) => ({ ...line, digits: digitsOf(line.text) })).filter(({ digits }) => digits !== '')
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

/**
 * Whether the digits of a code stand in the print: all of them, or those between the first and the last, which are printed apart and are
 * easily missed.
 */
export function isPrinted(code: string, lines: readonly PrintedRun[]): boolean {
  const american = code.length === 13 && code.startsWith('0') ? code.slice(1) : null
  const forms = [code, ...(code.length === 13 ? [code.slice(1)] : []), ...(american ? [american.slice(1), american.slice(1, -1)] : [])]
  const rows = [...rowsOfDigits(lines).map(({ digits }) => digits), ...lines.map(({ text }) => text.replace(/\D/g, ''))]
  return rows.some((digits) => forms.some((form) => digits.includes(form)))
}

/** Whether digits stand under (or over) bars, where a code's would. */
function belongs(digits: Box, bars: Box): boolean {
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

/** UPC-A as eleven digits, one of its two outer ones lost; the check digit says which the lost one is. */
function completed(digits: string, lengths: readonly number[]): RetailCode | null {
  if (digits.length !== 11 || lengths.length !== 2) return null
  for (let lost = 0; lost <= 9; lost += 1) {
    const whole = lengths[0] === 10 ? `${lost}${digits}` : lengths[1] === 10 ? `${digits}${lost}` : ''
    const code = normaliseBarcode(whole)
    if (code) return code
  }
  return null
}

/**
 * A code that nobody could read from the bars, read from the digits printed beside them. `bars`: where bars may be; without any there is
 * no such code. Only for a person to confirm.
 */
export function codeFromDigits(lines: readonly PrintedRun[], bars: readonly Box[]): RetailCode | null {
  for (const { digits, lengths, box } of rowsOfDigits(lines)) {
    if (!bars.some((each) => belongs(box, each))) continue
    const code = digits.length === 12 || digits.length === 13 ? normaliseBarcode(digits) : completed(digits, lengths)
    if (code) return code
  }
  return null
}
