/** What stands before the decimals. */
export type DecimalMark = '.' | ','

const grouped = /^[+-]?[1-9]\d{0,2}([.,])\d{2,3}(?:\1\d{2,3})*$/
const inThousands = /^[+-]?[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})+$/
const eitherWay = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/

/** Whether it is one number with a decimal mark and another with a mark of thousands: `1.500`. */
export const isEitherWay = (text: string): boolean => eitherWay.test(text)

/** Whether nothing but thousands can be meant by its marks: `1.234.567`. */
export const isInThousands = (text: string): boolean => inThousands.test(text)

/**
 * A written number with a point before its decimals and nothing between its thousands: `1.234,5` → `1234.5`. `mark` tells of those that
 * could be read either way; without it their point or comma stands before decimals. What is no number stays none.
 */
export function withDecimalPoint(text: string, mark?: DecimalMark): string {
  const [point, comma] = [text.lastIndexOf('.'), text.lastIndexOf(',')]
  if (point >= 0 && comma >= 0) {
    const last = Math.max(point, comma)
    const whole = text.slice(0, last)
    return grouped.test(whole) ? `${whole.replaceAll(/[.,]/g, '')}.${text.slice(last + 1)}` : text
  }
  const isThousands = isInThousands(text) || (mark !== undefined && !text.includes(mark) && isEitherWay(text))
  return isThousands ? text.replaceAll(/[.,]/g, '') : text.replace(',', '.')
}
