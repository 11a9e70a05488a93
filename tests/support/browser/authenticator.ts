import { codeAt } from '#domains/account/server/use-cases/totp.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What an authenticator app makes of the secret one types in. */
export function fromBase32(text: string): string {
  const bits = [...text].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return (bits.match(/.{8}/g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 2))).join('')
}

export const codeOf = (secret: string): string => codeAt(fromBase32(secret), Date.now() / 1000)
export const wrongCode = (secret: string): string => String((Number(codeOf(secret)) + 500_000) % 1_000_000).padStart(6, '0')
