import { expect, test } from 'vitest'
import { openAccountsApp } from '#tests/support/server/accounts-app.ts'
import { loadSecret } from './encryption.ts'

test('generates 32 random bytes once, also for concurrent calls', async () => {
  const { database, close } = await openAccountsApp()
  try {
    const values = await Promise.all(Array.from({ length: 20 }, () => loadSecret(database, 'soup')))
    expect(new Set(values).size).toBe(1)
    expect(values[0]).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(await loadSecret(database, 'soup')).toBe(values[0])
    expect(await loadSecret(database, 'stew')).not.toBe(values[0])
  } finally {
    await close()
  }
})
