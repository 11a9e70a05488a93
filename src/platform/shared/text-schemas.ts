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
