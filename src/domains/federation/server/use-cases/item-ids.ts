import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { HouseholdLinkRow } from '../store/links.ts'
import type { FederationDeps } from './link-access.ts'

const cipher = 'aes-128-ecb'
/** What a UUID looks like that other servers accept: one in eight blocks. */
const isUuid = (block: Buffer) => {
  const [version, variant] = [(block[6] ?? 0) >> 4, (block[8] ?? 0) >> 6]
  return version >= 1 && version <= 8 && variant === 2
}
const blockOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')
const uuidOf = (block: Buffer) => block.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/**
 * Ids of lots as a linked household sees them. A lot's own id tells when it was entered, and would let it be followed over several links. A
 * permutation with a key of the link needs no table, and gives the same id after a restore: a UUID is one block of the cipher, encrypted
 * again until it has the form of a UUID.
 */
export function itemIds({ secrets }: Pick<FederationDeps, 'secrets'>, link: Pick<HouseholdLinkRow, 'private_key_box'>) {
  const key = Buffer.from(hkdfSync('sha256', secrets.decrypt(link.private_key_box), '', 'larder item ids', 16))
  const permute = (id: string, create: typeof createCipheriv | typeof createDecipheriv) => {
    let block = blockOf(id)
    if (block.length !== 16 || !isUuid(block)) return id
    do block = create(cipher, key, null).setAutoPadding(false).update(block)
    while (!isUuid(block))
    return uuidOf(block)
  }
  return {
    itemOf: (lotId: string): string => permute(lotId, createCipheriv),
    lotOf: (itemId: string): string => permute(itemId, createDecipheriv),
  }
}
