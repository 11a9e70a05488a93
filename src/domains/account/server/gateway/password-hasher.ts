import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { DatabaseUnavailableError } from '#platform/server/database/index.ts'
import { semaphore } from '#platform/server/workers/semaphore.ts'

// Hashing is slow and shares libuv's four threads with file access, DNS and database logins, so two threads stay free.
const maxConcurrent = 2
const maxWaiting = 500

export interface PasswordHasher {
  hash(password: string): Promise<string>
  verify(data: { hash: string; password: string }): Promise<boolean>
}

/** Hashes with scrypt (N 16384, r 16, p 1) over the NFKC form, two at a time. Throws `Unavailable` when 500 are waiting. */
export function openPasswordHasher(): PasswordHasher {
  const limit = semaphore(
    maxConcurrent,
    maxWaiting,
    () => new DatabaseUnavailableError('busy', new Error('too many passwords wait to be hashed')),
  )
  return {
    hash: (password) => limit(() => hashPassword(password)),
    verify: (data) => limit(() => verifyPassword(data)),
  }
}
