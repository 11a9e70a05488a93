import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeFormula, formatCsv, unescapeFormula } from './csv.ts'

/** Parses RFC 4180. */
function read(text: string): string[][] {
  const rows: string[][] = [[]]
  let field = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (isQuoted && char === '"' && text[at + 1] === '"') field += text[++at]
    else if (char === '"') isQuoted = !isQuoted
    else if (isQuoted || (char !== ',' && char !== '\r')) field += char
    else {
      rows.at(-1)?.push(field)
      field = ''
      if (char === '\r') {
        rows.push([])
        at++
      }
    }
  }
  return rows.slice(0, -1)
}

describe('CSV', () => {
  it('I-48 has no formula in any field, and quotes where needed', () => {
    const risky = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\0x', 'a"b', 'a,b', 'a;b', 'a\nb', ' a', "'a", 'plain']
    const text = formatCsv([risky, [1.5, null, '-2']])
    expect(text.split('\r\n').at(-1)).toBe('')
    const [first, second] = read(text)
    for (const field of first ?? []) expect(field).toMatch(/^[^=+\-@\t\r\0]/)
    expect(first?.map(unescapeFormula)).toEqual(risky)
    expect(second).toEqual(['1.5', '', "'-2"])
  })

  it('I-48 escapes every character that normalizes to a formula’s, also after whitespace and invisible characters', () => {
    const codePoints = Array.from({ length: 0x110000 }, (_none, at) => at).filter((at) => at < 0xd800 || at > 0xdfff)
    const starters = codePoints.map((at) => String.fromCodePoint(at)).filter((char) => /^[=+\-@\u2212]/.test(char.normalize('NFKC')))
    expect(starters).toEqual(expect.arrayContaining(['=', '＝', '＋', '－', '＠', '﹦', '⁼']))
    for (const starter of starters)
      for (const before of ['', ' ', '\u00a0', '\u3000', '\u200b', '\ufeff', '\n', '\u0001', "'"])
        expect(escapeFormula(`${before}${starter}1+1`)).toBe(`'${before}${starter}1+1`)
    for (const plain of ['milk', ' milk', '500 g', '½ l', '(=)', '']) expect(escapeFormula(plain)).toBe(plain)
  })

  it('begins with a byte order mark only on request', () => {
    expect(formatCsv([['ä']])).toBe('ä\r\n')
    expect(formatCsv([['ä']], { bom: true })).toBe('\uFEFFä\r\n')
  })

  it('I-48 preserves any text exactly', () => {
    const anyField = fc.string({ unit: fc.constantFrom(...'\'"=+-@\t\r\n\0,; aß☃＝－\u200b\u00a0') })
    fc.assert(
      fc.property(fc.array(fc.array(anyField, { minLength: 1, maxLength: 5 }), { maxLength: 5 }), (rows) => {
        expect(read(formatCsv(rows)).map((row) => row.map(unescapeFormula))).toEqual(rows)
      }),
    )
    fc.assert(fc.property(anyField, (text) => unescapeFormula(escapeFormula(text)) === text))
  })
})
