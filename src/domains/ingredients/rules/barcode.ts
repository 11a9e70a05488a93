/**
 * What a retail code stands for. Only a `product` names the same thing in every shop; `in_store` codes (weighed goods,
 * shop labels) mean something else in the next one and are not to be learned for everybody.
 */
export type CodeKind = 'product' | 'in_store' | 'book' | 'periodical' | 'coupon'

export interface RetailCode {
  /** GTIN-13 digits; EAN-8 stays eight. */
  code: string
  kind: CodeKind
}

/** The last digit that a GTIN of these leading digits must have (GS1: weights 3 and 1 from the right). */
function checkDigit(digits: string): string {
  let sum = 0
  for (let place = 1; place <= digits.length; place += 1) sum += Number(digits.at(-place)) * (place % 2 === 1 ? 3 : 1)
  return String((10 - (sum % 10)) % 10)
}

const isValid = (code: string) => checkDigit(code.slice(0, -1)) === code.slice(-1)

/** UPC-E (eight digits: system 0 or 1, six digits, check digit) as the GTIN-13 it abbreviates; null when it is none. */
export function expandUpcE(code: string): string | null {
  if (!/^[01]\d{7}$/.test(code)) return null
  const [system, a, b, c, d, e, last, check] = code
  const maker = {
    '0': [a, b, last, '00', '00', c, d, e],
    '1': [a, b, last, '00', '00', c, d, e],
    '2': [a, b, last, '00', '00', c, d, e],
    '3': [a, b, c, '00', '000', d, e],
    '4': [a, b, c, d, '0', '0000', e],
  }[last ?? '']
  const body = `0${system}${(maker ?? [a, b, c, d, e, '0000', last]).join('')}`
  return checkDigit(body) === check ? `${body}${check}` : null
}

/**
 * What a normal code stands for, by its GS1 prefix: 978, 979 and 192 books, 977 magazines, 02, 04 and 20–29 (EAN-8: 0 and 2)
 * given by the shop itself, 05 and 98–99 coupons.
 */
export function codeKind(code: string): CodeKind {
  if (code.length === 8) return /^[02]/.test(code) ? 'in_store' : 'product'
  if (/^(978|979|192)/.test(code)) return 'book'
  if (code.startsWith('977')) return 'periodical'
  if (/^(02|04|2)/.test(code)) return 'in_store'
  return /^(05|98|99)/.test(code) ? 'coupon' : 'product'
}

/** An eight-digit text is EAN-8 when its check digit fits as such, else UPC-E. */
function normalDigits(digits: string): string | null {
  switch (digits.length) {
    case 8: {
      if (isValid(digits)) return digits
      const long = expandUpcE(digits)
      return long && normalDigits(long)
    }
    case 12:
      return isValid(digits) ? normalDigits(`0${digits}`) : null
    case 13:
      // GS1 keeps numbers that begin with five zeros free, so that a padded EAN-8 is no other product.
      if (!isValid(digits)) return null
      return digits.startsWith('00000') ? digits.slice(5) : digits
    case 14: {
      // A carton: the same product inside, with its own check digit.
      if (!isValid(digits)) return null
      const item = digits.slice(1, 13)
      return normalDigits(`${item}${checkDigit(item)}`)
    }
    default:
      return null
  }
}

/**
 * A scanned or typed EAN-8, UPC-E, UPC-A, EAN-13 or ITF-14 in normal form; spaces and hyphens between the digits are allowed.
 * Null when it is none of these or the check digit is wrong.
 */
export function normaliseBarcode(text: string): RetailCode | null {
  if (text.length > 64) return null
  const digits = text.replace(/[\s-]/g, '')
  if (!/^\d+$/.test(digits)) return null
  const code = normalDigits(digits)
  return code === null ? null : { code, kind: codeKind(code) }
}
