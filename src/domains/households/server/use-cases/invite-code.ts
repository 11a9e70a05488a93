import { createHmac, randomInt } from 'node:crypto'
import { createEncryption } from '#platform/server/security/encryption.ts'
import { formatInviteCode, inviteAlphabet, inviteCodeLength, normalizeInviteCode } from '#platform/shared/invite-code.ts'

/** Creates invite codes, which are stored encrypted and looked up by a keyed hash. */
export interface InviteCodes {
  /** `code` is formatted for reading. */
  create(): { code: string; hash: string; encryptedCode: string }
  /** Ignores spaces, dashes and case. */
  hash(code: string): string
  decrypt(encryptedCode: string): string
}

export function openInviteCodes(key: string): InviteCodes {
  const { encrypt, decrypt } = createEncryption(key, 'invite box')
  const hashKey = createHmac('sha256', key).update('invite hash').digest()
  const hash = (code: string) => createHmac('sha256', hashKey).update(normalizeInviteCode(code)).digest('base64url')
  return {
    hash,
    decrypt,
    create() {
      const code = formatInviteCode(
        Array.from({ length: inviteCodeLength }, () => inviteAlphabet[randomInt(inviteAlphabet.length)]).join(''),
      )
      return { code, hash: hash(code), encryptedCode: encrypt(code) }
    },
  }
}
