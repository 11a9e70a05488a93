import { createHash, randomBytes } from 'node:crypto'

const secretFormat = /^[\w-]{22}$/

/** Returns a new secret of 128 bits for a link. */
export const createLinkSecret = (): string => randomBytes(16).toString('base64url')

/** Returns what is stored of a link's secret, or null if the text can't be one. A fast hash is enough for 128 random bits. */
export const hashLinkSecret = (secret: string): string | null =>
  secretFormat.test(secret) ? createHash('sha256').update(secret).digest('base64url') : null
