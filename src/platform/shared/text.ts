import { z } from 'zod'

// Control characters except tab and line breaks, direction overrides, noncharacters. Allows zero-width joiners, which emoji need.
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/u
const visible = /[^\s\u200B-\u200D\u2060\uFEFF\u00AD\p{M}]/u
const tooManyMarks = /\p{M}{9,}/u

/** Text typed by people: trimmed, otherwise unchanged, never truncated. */
export const Text = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((s) => s.isWellFormed() && !forbidden.test(s) && !tooManyMarks.test(s), 'That contains characters that aren’t allowed.')

/** Like `Text`, with at least one visible character. */
export const Name = (max: number) => Text(max).refine((s) => visible.test(s), 'Enter a name.')

/** Returns a key for comparing names: without case and accents, single spaces. */
export function nameKey(name: string): string {
  const folded = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/ß/g, 'ss').replace(/\s+/g, ' ').trim()
  // A name of accents alone would be empty.
  return folded || name.trim()
}

/**
 * Returns whether all browsers resolve `text` to a page of this app: a plain path with an optional query. Returns false for `//`, dot
 * segments, backslashes, percent signs and control characters, which some programs read as another host.
 */
export function isInternalPath(text: string): boolean {
  const [, path] = /^(\/[\w./-]*)(?:\?[\w.=&-]*)?$/.exec(text) ?? []
  if (path === undefined || path.includes('//')) return false
  return path.split('/').every((segment) => segment !== '.' && segment !== '..')
}
