import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { Database } from '../database/index.ts'

/** Encrypts texts at rest with AES-256-GCM and a random nonce each. */
export interface Encryption {
  encrypt(text: string): string
  /** Throws if the ciphertext was changed or encrypted with another key or purpose. */
  decrypt(ciphertext: string): string
}

const nonceBytes = 12
const tagBytes = 16

/** Derives a key per purpose, so that a ciphertext can't be used for another. */
export function createEncryption(key: string, purpose: string): Encryption {
  const derivedKey = createHmac('sha256', key).update(purpose).digest()
  return {
    encrypt(text) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', derivedKey, nonce, { authTagLength: tagBytes })
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')
    },
    decrypt(ciphertext) {
      const bytes = Buffer.from(ciphertext, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', derivedKey, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

type SecretTables = {
  secrets: { name: string; value: string }
}

/**
 * Returns a secret of this installation: 32 random bytes as base64url. The first call generates it and stores it in the database; concurrent
 * calls, also in other processes, return the same one.
 */
export async function loadSecret(database: Database, name: string): Promise<string> {
  const db = database.identity.withTables<SecretTables>()
  const find = () => db.selectFrom('secrets').select('value').where('name', '=', name)
  const stored = await find().executeTakeFirst()
  if (stored) return stored.value
  await db
    .insertInto('secrets')
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await find().executeTakeFirstOrThrow()).value
}
