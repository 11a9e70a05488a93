/** Only a `product` code is unique. Each store assigns its own `in_store` codes, for example to weighed goods. */
export type CodeKind = 'product' | 'in_store' | 'book' | 'periodical' | 'coupon'

export interface RetailCode {
  /** GTIN-13 or EAN-8 digits. */
  code: string
  kind: CodeKind
}

/** Returns the GS1 check digit: weights 3 and 1 from the right. */
function checkDigit(digits: string): string {
  let sum = 0
  for (let place = 1; place <= digits.length; place += 1) sum += Number(digits.at(-place)) * (place % 2 === 1 ? 3 : 1)
  return String((10 - (sum % 10)) % 10)
}

const isValid = (code: string) => checkDigit(code.slice(0, -1)) === code.slice(-1)

/** Expands UPC-E (number system 0 or 1, six digits, check digit) to GTIN-13. Returns null if it isn't valid UPC-E. */
export function expandUpcE(code: string): string | null {
  if (!/^[01]\d{7}$/.test(code)) return null
  const [system, a, b, c, d, e, last, check] = code
  const manufacturer = {
    '0': [a, b, last, '00', '00', c, d, e],
    '1': [a, b, last, '00', '00', c, d, e],
    '2': [a, b, last, '00', '00', c, d, e],
    '3': [a, b, c, '00', '000', d, e],
    '4': [a, b, c, d, '0', '0000', e],
  }[last ?? '']
  const body = `0${system}${(manufacturer ?? [a, b, c, d, e, '0000', last]).join('')}`
  return checkDigit(body) === check ? `${body}${check}` : null
}

/**
 * Returns the kind by GS1 prefix: 978, 979 and 192 books, 977 periodicals, 02, 04 and 20–29 (EAN-8: 0 and 2) in-store codes, 05 and 98–99
 * coupons.
 */
export function codeKind(code: string): CodeKind {
  if (code.length === 8) return /^[02]/.test(code) ? 'in_store' : 'product'
  if (/^(978|979|192)/.test(code)) return 'book'
  if (code.startsWith('977')) return 'periodical'
  if (/^(02|04|2)/.test(code)) return 'in_store'
  return /^(05|98|99)/.test(code) ? 'coupon' : 'product'
}

/** Reads eight digits as EAN-8 if the check digit matches, else as UPC-E. */
function normalizeDigits(digits: string): string | null {
  switch (digits.length) {
    case 8: {
      if (isValid(digits)) return digits
      const expanded = expandUpcE(digits)
      return expanded && normalizeDigits(expanded)
    }
    case 12:
      return isValid(digits) ? normalizeDigits(`0${digits}`) : null
    case 13:
      // GS1 reserves GTIN-13 numbers with five leading zeros for padded EAN-8.
      if (!isValid(digits)) return null
      return digits.startsWith('00000') ? digits.slice(5) : digits
    case 14: {
      // A carton has the product's digits with its own check digit.
      if (!isValid(digits)) return null
      const item = digits.slice(1, 13)
      return normalizeDigits(`${item}${checkDigit(item)}`)
    }
    default:
      return null
  }
}

/**
 * Normalizes a scanned or typed EAN-8, UPC-E, UPC-A, EAN-13 or ITF-14 to EAN-8 or GTIN-13. Spaces and hyphens are allowed. Returns null if
 * it is none of these or the check digit is wrong.
 */
export function normalizeBarcode(text: string): RetailCode | null {
  if (text.length > 64) return null
  const digits = text.replace(/[\s-]/g, '')
  if (!/^\d+$/.test(digits)) return null
  const code = normalizeDigits(digits)
  return code === null ? null : { code, kind: codeKind(code) }
}
