import type { Conversion } from '#platform/shared/units.ts'

const maxKept = 500
const kept = new Map<string, readonly Conversion[]>()

/** Conversions as a food keeps them. Few are different, and a list asks for thousands. */
export function parseConversions(text: string | null): readonly Conversion[] {
  if (text === null || text === '[]') return []
  let read = kept.get(text)
  if (!read) {
    if (kept.size >= maxKept) kept.clear()
    read = JSON.parse(text) as readonly Conversion[]
    kept.set(text, read)
  }
  return read
}
