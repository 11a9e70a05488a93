import { createHmac, timingSafeEqual } from 'node:crypto'

export interface TokenSigner {
  /** Returns a token that says `text`, readable by anyone. */
  sign(text: string): string
  /** Returns what a token says; null if it wasn't signed with this key. */
  read(token: string): string | null
}

/** Signs what a link or button says, so that the server needn't store it. */
export function createTokenSigner(key: string): TokenSigner {
  const signatureOf = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  return {
    sign: (text) => `${Buffer.from(text).toString('base64url')}.${signatureOf(text)}`,
    read(token) {
      const [encoded = '', signature = ''] = token.split('.')
      const text = Buffer.from(encoded, 'base64url').toString('utf8')
      const [actual, expected] = [Buffer.from(signature), Buffer.from(signatureOf(text))]
      return actual.length === expected.length && timingSafeEqual(actual, expected) ? text : null
    },
  }
}
