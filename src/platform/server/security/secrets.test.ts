import { expect, test } from 'vitest'
import { openDesk } from '#tests/support/server/account-admin.ts'
import { secret } from './secrets.ts'

test('a secret is made once, is 32 random bytes, and is the same for everybody who asks at once', async () => {
  const { database, close } = await openDesk()
  try {
    const asked = await Promise.all(Array.from({ length: 20 }, () => secret(database, 'soup')))
    expect(new Set(asked).size).toBe(1)
    expect(asked[0]).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(await secret(database, 'soup')).toBe(asked[0])
    expect(await secret(database, 'stew')).not.toBe(asked[0])
  } finally {
    await close()
  }
})
