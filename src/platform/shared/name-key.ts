/** Returns a key for comparing names: without case and accents, single spaces. */
export function nameKey(name: string): string {
  const folded = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/ß/g, 'ss').replace(/\s+/g, ' ').trim()
  // A name of accents alone would be empty.
  return folded || name.trim()
}
