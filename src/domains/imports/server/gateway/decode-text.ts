import { UnreadableFileError } from '../../rules/import-plan.ts'

/** Decodes UTF-8, UTF-16 with a byte order mark, or else Windows-1252. Throws `UnreadableFileError` if the file isn't text. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes.subarray(0, 4000).includes(0)) throw new UnreadableFileError('not_known')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
