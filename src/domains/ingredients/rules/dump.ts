import { normaliseBarcode, type RetailCode } from './barcode.ts'
import { plainName } from './plain-name.ts'

/** A product of a public dump: its code in normal form and a name fit to be shown. */
export interface DumpProduct {
  code: string
  name: string
}

/** Reads one line of a dump; null for one that names no product (no name, a code that is none, a heading). */
export type ReadLine = (line: string) => DumpProduct | null

const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt'] as const

/** A product, or a chain's own short code, which means the same in all its shops; what one shop weighs and labels means nothing elsewhere. */
export const mayBeListed = ({ kind, code }: RetailCode): boolean => kind === 'product' || (kind === 'in_store' && code.length === 8)

function productOf(code: unknown, names: readonly unknown[]): DumpProduct | null {
  const normal = typeof code === 'string' || typeof code === 'number' ? normaliseBarcode(String(code)) : null
  if (!normal || !mayBeListed(normal)) return null
  for (const name of names) {
    const plain = typeof name === 'string' && name !== '' ? plainName(name) : null
    if (plain !== null) return { code: normal.code, name: plain }
  }
  return null
}

function readJson(line: string): DumpProduct | null {
  let product: unknown
  try {
    product = JSON.parse(line)
  } catch {
    return null
  }
  if (typeof product !== 'object' || product === null) return null
  const field = (key: string): unknown => Reflect.get(product, key)
  const names = ['product_name', ...languages.map((language) => `product_name_${language}`), 'generic_name']
  return productOf(field('code'), names.map(field))
}

/**
 * How lines of this dump are read, told from its first line: JSON objects (JSONL), tab-separated with a heading that names `code` and
 * `product_name`, or tab-separated without one: code, name.
 */
export function lineReader(first: string): ReadLine {
  if (first.trimStart().startsWith('{')) return readJson
  const heading = first.split('\t').map((cell) => cell.trim())
  const code = heading.indexOf('code')
  const named = heading.indexOf('product_name')
  const isHeading = code >= 0 && named >= 0
  const [codeAt, nameAt] = isHeading ? [code, named] : [0, 1]
  return (line) => {
    const cells = line.split('\t')
    return productOf(cells[codeAt], [cells[nameAt]])
  }
}
