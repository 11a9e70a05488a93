import { Name } from '#platform/shared/text.ts'

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
