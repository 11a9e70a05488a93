import { z } from 'zod'

// Control characters other than tab and line breaks, direction overrides, characters that are none. Zero-width ones stay: emoji are joined by them.
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/u
const visible = /[^\s\u200B-\u200D\u2060\uFEFF\u00AD\p{M}]/u
const tooManyMarks = /\p{M}{9,}/u

/** Text people type: trimmed, kept as written otherwise, never shortened. */
export const Text = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((s) => s.isWellFormed() && !forbidden.test(s) && !tooManyMarks.test(s), 'That contains characters that aren’t allowed.')

/** As `Text`, with at least one character that can be seen. */
export const Name = (max: number) => Text(max).refine((s) => visible.test(s), 'Enter a name.')

/** The form in which names are compared: case- and accent-folded, single spaces. */
export function nameKey(name: string): string {
  const folded = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/ß/g, 'ss').replace(/\s+/g, ' ').trim()
  // A name of signs alone folds to nothing; it is compared as written.
  return folded || name.trim()
}
