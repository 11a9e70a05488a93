import { createCipheriv, createDecipheriv, createHmac, randomBytes, randomInt } from 'node:crypto'

// Without look-alikes: no 0 O, 1 I L, 5 S, 8 B, 2 Z.
const letters = 'ACDEFGHJKMNPQRTUVWXY34679'
const length = 8

/** Makes, hides and finds invite codes with a key of this server: 8 letters, encrypted at rest, found by a keyed hash. */
export interface InviteCodes {
  make(): { code: string; hash: string; box: string }
  hash(code: string): string
  open(box: string): string
}

export function inviteCodes(key: string): InviteCodes {
  const derive = (use: string) => createHmac('sha256', key).update(use).digest()
  const [boxKey, hashKey] = [derive('invite box'), derive('invite hash')]
  const hash = (code: string) => createHmac('sha256', hashKey).update(code).digest('base64url')
  return {
    hash,
    make() {
      const code = Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', boxKey, nonce)
      const sealed = Buffer.concat([cipher.update(code, 'utf8'), cipher.final()])
      return { code, hash: hash(code), box: Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url') }
    },
    open(box) {
      const bytes = Buffer.from(box, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', boxKey, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}
