import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** Hides a text at rest with a key of this server: AES-256-GCM, each box its own nonce. */
export interface Encryption {
  encrypt(text: string): string
  /** Throws when the box was not sealed with this key or was changed. */
  decrypt(ciphertext: string): string
}

const nonceBytes = 12
const tagBytes = 16

/** `use` keeps the boxes of one purpose from being opened as those of another. */
export function createEncryption(key: string, purpose: string): Encryption {
  const derivedKey = createHmac('sha256', key).update(purpose).digest()
  return {
    encrypt(text) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', derivedKey, nonce, { authTagLength: tagBytes })
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    decrypt(ciphertext) {
      const bytes = Buffer.from(ciphertext, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', derivedKey, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}
