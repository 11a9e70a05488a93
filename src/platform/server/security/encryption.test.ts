import { describe, expect, it } from 'vitest'
import { createEncryption } from './encryption.ts'

const seal = createEncryption('key of a test', 'mailed link')
const box = Buffer.from(seal.encrypt('basil and thyme'), 'base64url')
const open = (bytes: Uint8Array) => seal.decrypt(Buffer.from(bytes).toString('base64url'))
const [nonceBytes, tagBytes] = [12, 16]

describe('a sealed text', () => {
  it('opens with its own key and purpose, and never looks the same twice', () => {
    expect(open(box)).toBe('basil and thyme')
    expect(seal.encrypt('basil and thyme')).not.toBe(box.toString('base64url'))
    expect(() => createEncryption('another key', 'mailed link').decrypt(box.toString('base64url'))).toThrow()
    expect(() => createEncryption('key of a test', 'kept answer').decrypt(box.toString('base64url'))).toThrow()
  })

  it('does not open with any one bit changed', () => {
    for (let i = 0; i < box.length * 8; i++) {
      const changed = Buffer.from(box)
      changed[i >> 3] = (changed[i >> 3] ?? 0) ^ (1 << (i & 7))
      expect(() => open(changed), `bit ${i}`).toThrow()
    }
  })

  it('does not open without its tag, or with a part of it', () => {
    const withoutTag = Buffer.concat([box.subarray(0, nonceBytes), box.subarray(nonceBytes + tagBytes)])
    expect(() => open(withoutTag)).toThrow()
    // A short tag could be guessed, and belongs to an empty text here.
    const empty = Buffer.from(seal.encrypt(''), 'base64url')
    expect(open(empty)).toBe('')
    for (let length = 0; length < tagBytes; length++) expect(() => open(empty.subarray(0, nonceBytes + length)), `${length}`).toThrow()
    expect(() => seal.decrypt('')).toThrow()
  })
})
