import { expect, test } from 'vitest'
import { DatabaseUnavailableError } from '#platform/server/database/index.ts'
import { openPasswordHasher } from './password-hasher.ts'

test('verifies a password in any Unicode form of its accents', async () => {
  const passwords = openPasswordHasher()
  const hash = await passwords.hash('crème et 42 pommes')
  expect(hash).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/)
  const opens = (password: string) => passwords.verify({ hash, password })
  expect(await Promise.all([opens('crème et 42 pommes'), opens('cre\u0300me et 42 pommes'), opens('creme et 42 pommes')])).toEqual([
    true,
    true,
    false,
  ])
  expect(await passwords.hash('crème et 42 pommes')).not.toBe(hash)
})

// bcrypt ignores everything after byte 72.
test.each([72, 73, 127, 128, 255, 256, 511])('distinguishes passwords that differ only after byte %i', async (bytes) => {
  const passwords = openPasswordHasher()
  const start = 'é'.repeat(bytes / 2) + (bytes % 2 ? 'e' : '')
  expect(Buffer.byteLength(start)).toBe(bytes)
  const hash = await passwords.hash(`${start}a`)
  const opens = (password: string) => passwords.verify({ hash, password })
  expect(await Promise.all([opens(`${start}a`), opens(`${start}b`), opens(start)])).toEqual([true, false, false])
})

test('rejects a call while 500 are waiting and completes those', async () => {
  const passwords = openPasswordHasher()
  // An invalid hash is rejected quickly: verifying 502 real ones would take a minute.
  const asked = Array.from({ length: 503 }, () => passwords.verify({ hash: 'none', password: 'x' }).catch((error: unknown) => error))
  const answers = await Promise.all(asked)
  expect(answers.filter((answer) => answer instanceof DatabaseUnavailableError)).toHaveLength(1)
  expect(answers.at(-1)).toBeInstanceOf(DatabaseUnavailableError)
})
