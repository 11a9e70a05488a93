import { Unreadable } from '../../rules/plan.ts'

/** The text of a file: UTF-8, UTF-16 with its mark, else as Windows writes tables in Western Europe. Throws `Unreadable` for what is no text. */
export function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes.subarray(0, 4000).includes(0)) throw new Unreadable('not_known')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
