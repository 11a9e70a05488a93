import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { createEncryption } from '#platform/server/security/encryption.ts'
import { itemIds } from './item-ids.ts'
import { createLinkKeys } from './sign-message.ts'

const secrets = createEncryption(randomBytes(32).toString('base64url'), 'test')
const idsOfNewLink = () => itemIds({ secrets }, { private_key_box: secrets.encrypt(createLinkKeys().privateKey) })

it('gives each lot another id on each link, and finds the lot again', () => {
  const [one, other] = [idsOfNewLink(), idsOfNewLink()]
  const lots = Array.from({ length: 500 }, (_, n) => (n % 2 === 0 ? randomUUIDv7() : randomUUID()))
  const items = lots.map(one.itemOf)
  for (const id of items) expect(z.uuid().lowercase().safeParse(id).success, id).toBe(true)
  expect(items.map(one.lotOf)).toEqual(lots)
  expect(new Set([...lots, ...items, ...lots.map(other.itemOf)]).size).toBe(1500)
})

it('leaves what is no UUID as it is', () => {
  expect(idsOfNewLink().lotOf('eggs')).toBe('eggs')
})
