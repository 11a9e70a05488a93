/**
 * Matches text that a spreadsheet might run as a formula: `=`, `+`, `-` or `@` in any form that Unicode normalization (NFKC) maps to them,
 * after whitespace or invisible characters, which some programs trim. Also matches escaped text, so that unescaping is exact.
 */
const risky =
  /^'*(?:[\t\r\0]|[\s\p{Cc}\p{Cf}]*[=+\-@\u2212\u207A-\u207C\u208A-\u208C\u2A75\u2A76\uFB29\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20])/u

/** Returns a text that no spreadsheet runs as a formula. */
export const escapeFormula = (text: string): string => (risky.test(text) ? `'${text}` : text)

/** Reverts `escapeFormula`. */
export const unescapeFormula = (text: string): string => (text.startsWith("'") && risky.test(text) ? text.slice(1) : text)

const quoted = (text: string): string => (/["',;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/**
 * Formats rows as CSV (RFC 4180: commas, CRLF, doubled quotes). Escapes formulas in texts; null is an empty field. `bom` adds a byte order
 * mark, which some spreadsheets need to detect UTF-8.
 */
export function formatCsv(rows: readonly (readonly (string | number | null)[])[], { bom = false } = {}): string {
  const field = (value: string | number | null) =>
    value === null ? '' : typeof value === 'number' ? String(value) : quoted(escapeFormula(value))
  return `${bom ? '\uFEFF' : ''}${rows.map((row) => `${row.map(field).join(',')}\r\n`).join('')}`
}

export interface CsvRow {
  /** Line in the file where the row begins, from 1. */
  line: number
  cells: string[]
}

/**
 * Parses CSV. Quoted fields may contain separators, doubled quotes and line breaks; CRLF, LF and CR end a row. Skips empty rows and stops
 * after `max` rows.
 */
export function parseCsv(text: string, separator: string, max: number): CsvRow[] {
  const rows: CsvRow[] = []
  let [cells, cell, line, startLine, isQuoted]: [string[], string, number, number, boolean] = [[], '', 1, 1, false]
  const endRow = () => {
    cells.push(cell)
    if (cells.some((one) => one.trim() !== '')) rows.push({ line: startLine, cells })
    cells = []
    cell = ''
  }
  const from = text.startsWith('\uFEFF') ? 1 : 0
  for (let at = from; at < text.length && rows.length < max; at += 1) {
    const letter = text[at] ?? ''
    if (isQuoted && letter === '"' && text[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (letter === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted
    else if (!isQuoted && letter === separator) {
      cells.push(cell)
      cell = ''
    } else if (!isQuoted && (letter === '\n' || letter === '\r')) {
      if (letter === '\r' && text[at + 1] === '\n') at += 1
      endRow()
      line += 1
      startLine = line
    } else {
      cell += letter
      if (letter === '\n') line += 1
    }
  }
  if (rows.length < max && (cell !== '' || cells.length > 0)) endRow()
  return rows
}
