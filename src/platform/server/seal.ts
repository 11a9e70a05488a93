import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** Hides a text at rest with a key of this server: AES-256-GCM, each box its own nonce. */
export interface Seal {
  seal(text: string): string
  /** Throws when the box was not sealed with this key or was changed. */
  open(box: string): string
}

const nonceBytes = 12
const tagBytes = 16

/** `use` keeps the boxes of one purpose from being opened as those of another. */
export function sealer(key: string, use: string): Seal {
  const boxKey = createHmac('sha256', key).update(use).digest()
  return {
    seal(text) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', boxKey, nonce, { authTagLength: tagBytes })
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(box) {
      const bytes = Buffer.from(box, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', boxKey, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}
