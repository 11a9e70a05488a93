import { createHmac, randomInt } from 'node:crypto'
import { sealer } from '#platform/server/seal.ts'

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
  const { seal, open } = sealer(key, 'invite box')
  const hashKey = createHmac('sha256', key).update('invite hash').digest()
  const hash = (code: string) => createHmac('sha256', hashKey).update(code).digest('base64url')
  return {
    hash,
    open,
    make() {
      const code = Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
      return { code, hash: hash(code), box: seal(code) }
    },
  }
}
