import { createHash } from 'node:crypto'

/** Returns the form in which a session token is stored: its SHA-256 in hex. A copy of the table signs nobody in. */
export const hashSessionToken = (token: string): string => createHash('sha256').update(token).digest('hex')
