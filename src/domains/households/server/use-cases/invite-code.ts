import { createHmac, randomInt } from 'node:crypto'
import { createEncryption } from '#platform/server/security/encryption.ts'
import { formatInviteCode, inviteAlphabet, inviteCodeLength, normalizeInviteCode } from '#platform/shared/invite-code.ts'

/** Makes, hides and finds invite codes with a key of this server: encrypted at rest, found by a keyed hash. */
export interface InviteCodes {
  /** `code` is formatted for people. */
  make(): { code: string; hash: string; box: string }
  /** Accepts a code with or without spaces, dashes and capitals. */
  hash(code: string): string
  open(box: string): string
}

export function inviteCodes(key: string): InviteCodes {
  const { encrypt, decrypt } = createEncryption(key, 'invite box')
  const hashKey = createHmac('sha256', key).update('invite hash').digest()
  const hash = (code: string) => createHmac('sha256', hashKey).update(normalizeInviteCode(code)).digest('base64url')
  return {
    hash,
    open: decrypt,
    make() {
      const code = formatInviteCode(
        Array.from({ length: inviteCodeLength }, () => inviteAlphabet[randomInt(inviteAlphabet.length)]).join(''),
      )
      return { code, hash: hash(code), box: encrypt(code) }
    },
  }
}
