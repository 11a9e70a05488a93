import { z } from 'zod'

/** Letters and digits that are not easily confused: no 0 O, 1 I L, 5 S, 8 B, 2 Z. */
export const inviteAlphabet = 'ACDEFGHJKMNPQRTUVWXY34679'
/** Twelve of 25 characters: 55 bits. */
export const inviteCodeLength = 12

/** Formats a code in groups of four: `ACDEFGHJKMNP` → `ACDE-FGHJ-KMNP`. */
export const formatInviteCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? ''

/** Removes spaces and dashes from a typed code and converts it to upper case. */
export const normalizeInviteCode = (text: string): string => text.toUpperCase().replace(/[\s\p{Dash_Punctuation}]/gu, '')

/** Accepts an invite code as typed and normalizes it. */
export const InviteCode = z
  .string()
  .max(64)
  .transform(normalizeInviteCode)
  .pipe(z.string().regex(/^[A-Z0-9]{1,32}$/, 'Enter the invite code you were given.'))
