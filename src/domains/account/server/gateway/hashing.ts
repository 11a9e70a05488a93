import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { Unavailable } from '#platform/server/database/index.ts'

// Hashing is made slow on purpose and runs in the same four threads as files, names and database log-ins: two must stay free for those.
const maxConcurrent = 2
const maxWaiting = 500

export interface PasswordHasher {
  hash(password: string): Promise<string>
  verify(data: { hash: string; password: string }): Promise<boolean>
}

/** scrypt (N 16384, r 16, p 1) over the NFKC form, two at a time; the rest wait their turn. Throws `Unavailable` when too many wait. */
export function openPasswordHasher(): PasswordHasher {
  const waiting: (() => void)[] = []
  let running = 0

  async function limitConcurrency<T>(work: () => Promise<T>): Promise<T> {
    if (running >= maxConcurrent) {
      if (waiting.length >= maxWaiting) throw new Unavailable('busy', new Error('too many passwords wait to be hashed'))
      // Whoever is done hands its place over, so `running` stays as it is.
      await new Promise<void>((go) => waiting.push(go))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }

  return {
    hash: (password) => limitConcurrency(() => hashPassword(password)),
    verify: (data) => limitConcurrency(() => verifyPassword(data)),
  }
}
