/** What a spreadsheet would run as a formula. Our own guard counts as well, so that taking it away gives back exactly what was there. */
const risky = /^'*[=+\-@\t\r\0]/

/** A text that no spreadsheet takes for a formula. */
export const guarded = (text: string): string => (risky.test(text) ? `'${text}` : text)

/** What `guarded` was given. */
export const unguarded = (text: string): string => (text.startsWith("'") && risky.test(text) ? text.slice(1) : text)

const quoted = (text: string): string => (/["',;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/**
 * Rows as CSV (RFC 4180: commas, CRLF, doubled quotes). Numbers stand as they are; texts are guarded against formulas. Null is empty.
 * `bom`: begins with a byte order mark, without which some spreadsheets do not see UTF-8.
 */
export function writeCsv(rows: readonly (readonly (string | number | null)[])[], { bom = false } = {}): string {
  const field = (value: string | number | null) =>
    value === null ? '' : typeof value === 'number' ? String(value) : quoted(guarded(value))
  return `${bom ? '\uFEFF' : ''}${rows.map((row) => `${row.map(field).join(',')}\r\n`).join('')}`
}
