import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { Unavailable } from '#platform/server/database/index.ts'

// Hashing is slow and shares libuv's four threads with file access, DNS and database logins, so two threads stay free.
const maxConcurrent = 2
const maxWaiting = 500

export interface PasswordHasher {
  hash(password: string): Promise<string>
  verify(data: { hash: string; password: string }): Promise<boolean>
}

/** Hashes with scrypt (N 16384, r 16, p 1) over the NFKC form, two at a time. Throws `Unavailable` when 500 are waiting. */
export function openPasswordHasher(): PasswordHasher {
  const waiting: (() => void)[] = []
  let running = 0

  async function limitConcurrency<T>(work: () => Promise<T>): Promise<T> {
    if (running >= maxConcurrent) {
      if (waiting.length >= maxWaiting) throw new Unavailable('busy', new Error('too many passwords wait to be hashed'))
      // The finished task passes its slot on, so `running` doesn't change.
      await new Promise<void>((resolve) => waiting.push(resolve))
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
