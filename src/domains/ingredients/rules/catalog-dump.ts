import { Name } from '#platform/shared/text-schemas.ts'
import { normalizeBarcode, type RetailCode } from './barcode.ts'

/** A product of a public dump, with its normalized barcode and a plain name. */
export interface DumpProduct {
  code: string
  name: string
}

/** Returns null for a heading or a line without a name or valid barcode. */
export type ParseDumpLine = (line: string) => DumpProduct | null

const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt'] as const

/** True for product codes and a chain's short codes. Codes that a store assigns to weighed goods are not unique. */
export const canBeListed = ({ kind, code }: RetailCode): boolean => kind === 'product' || (kind === 'in_store' && code.length === 8)

function productOf(code: unknown, names: readonly unknown[]): DumpProduct | null {
  const barcode = typeof code === 'string' || typeof code === 'number' ? normalizeBarcode(String(code)) : null
  if (!barcode || !canBeListed(barcode)) return null
  for (const name of names) {
    const plain = typeof name === 'string' && name !== '' ? plainName(name) : null
    if (plain !== null) return { code: barcode.code, name: plain }
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
 * Detects the format from the first line: JSONL, or tab-separated with a heading that contains `code` and `product_name`, or with the
 * columns code and name.
 */
export function createDumpLineParser(first: string): ParseDumpLine {
  if (first.trimStart().startsWith('{')) return readJson
  const heading = first.split('\t').map((cell) => cell.trim())
  const code = heading.indexOf('code')
  const name = heading.indexOf('product_name')
  const [codeIndex, nameIndex] = code >= 0 && name >= 0 ? [code, name] : [0, 1]
  return (line) => {
    const cells = line.split('\t')
    return productOf(cells[codeIndex], [cells[nameIndex]])
  }
}

// Created once: creating a schema costs more than parsing.
const DisplayName = Name(120)

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Strips markup, entities and control characters from an untrusted name. Returns null if no valid name is left. */
export function plainName(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > 10_000) return null
  const plain = text
    .replace(/<(script|style)\b[^>]*>[\s\S]*?(<\/\1\s*>|$)/gi, ' ')
    .replace(/<[^>]*(>|$)/g, ' ')
    .replace(/&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|([a-z]{2,5}));/gi, (entity, decimal: string, hex: string, name: string) =>
      name ? (entities[name.toLowerCase()] ?? entity) : codePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replace(/[<>\p{Cc}\p{Cf}\p{Co}\p{Cs}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const short = plain.length > 120 ? `${[...plain].slice(0, 100).join('').trimEnd()}…` : plain
  return DisplayName.safeParse(short).success ? short : null
}

const codePoint = (value: number) => (value <= 0x10ffff && (value < 0xd800 || value > 0xdfff) ? String.fromCodePoint(value) : ' ')
