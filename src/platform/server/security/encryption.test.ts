import { describe, expect, it } from 'vitest'
import { createEncryption } from './encryption.ts'

const encryption = createEncryption('key of a test', 'mailed link')
const ciphertext = Buffer.from(encryption.encrypt('basil and thyme'), 'base64url')
const decrypt = (bytes: Uint8Array) => encryption.decrypt(Buffer.from(bytes).toString('base64url'))
const [nonceBytes, tagBytes] = [12, 16]

describe('an encrypted text', () => {
  it('decrypts with its own key and purpose only, and differs each time', () => {
    expect(decrypt(ciphertext)).toBe('basil and thyme')
    expect(encryption.encrypt('basil and thyme')).not.toBe(ciphertext.toString('base64url'))
    expect(() => createEncryption('another key', 'mailed link').decrypt(ciphertext.toString('base64url'))).toThrow()
    expect(() => createEncryption('key of a test', 'stored response').decrypt(ciphertext.toString('base64url'))).toThrow()
  })

  it('doesn’t decrypt with any bit changed', () => {
    for (let i = 0; i < ciphertext.length * 8; i++) {
      const changed = Buffer.from(ciphertext)
      changed[i >> 3] = (changed[i >> 3] ?? 0) ^ (1 << (i & 7))
      expect(() => decrypt(changed), `bit ${i}`).toThrow()
    }
  })

  it('doesn’t decrypt without its tag or with a part of it', () => {
    const withoutTag = Buffer.concat([ciphertext.subarray(0, nonceBytes), ciphertext.subarray(nonceBytes + tagBytes)])
    expect(() => decrypt(withoutTag)).toThrow()
    // A short tag could be guessed.
    const empty = Buffer.from(encryption.encrypt(''), 'base64url')
    expect(decrypt(empty)).toBe('')
    for (let length = 0; length < tagBytes; length++) expect(() => decrypt(empty.subarray(0, nonceBytes + length)), `${length}`).toThrow()
    expect(() => encryption.decrypt('')).toThrow()
  })
})
