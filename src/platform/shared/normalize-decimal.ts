/** Separates the decimals. */
export type DecimalMark = '.' | ','

const grouped = /^[+-]?[1-9]\d{0,2}([.,])\d{2,3}(?:\1\d{2,3})*$/
const inThousands = /^[+-]?[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})+$/
const eitherWay = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/

/** Returns whether the mark may separate decimals or thousands: `1.500`. */
export const hasAmbiguousMark = (text: string): boolean => eitherWay.test(text)

/** Returns whether its marks can only separate thousands: `1.234.567`. */
export const hasThousandsSeparators = (text: string): boolean => inThousands.test(text)

/**
 * Rewrites a number with a decimal point and without thousands separators: `1.234,5` → `1234.5`. `mark` is the decimal mark of ambiguous
 * numbers; without it, their only mark separates decimals. Invalid numbers stay invalid.
 */
export function withDecimalPoint(text: string, mark?: DecimalMark): string {
  const [point, comma] = [text.lastIndexOf('.'), text.lastIndexOf(',')]
  if (point >= 0 && comma >= 0) {
    const last = Math.max(point, comma)
    const whole = text.slice(0, last)
    return grouped.test(whole) ? `${whole.replaceAll(/[.,]/g, '')}.${text.slice(last + 1)}` : text
  }
  const isThousands = hasThousandsSeparators(text) || (mark !== undefined && !text.includes(mark) && hasAmbiguousMark(text))
  return isThousands ? text.replaceAll(/[.,]/g, '') : text.replace(',', '.')
}
