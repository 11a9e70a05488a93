import { membersOf, timeZoneOf } from '#domains/households/server/index.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import { actingMember } from '#platform/server/endpoints/acting-member.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { Encryption } from '#platform/server/security/encryption.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import * as store from '../store/links.ts'
import { type SignedType, signMessage } from './sign-message.ts'

/** What links work with. */
export interface FederationDeps {
  /** Encrypts private keys and tokens. */
  readonly secrets: Encryption
  /** The address of this server; null if links are off. */
  readonly url: string | null
}

/** Signs with the key of a link. */
export const signFor = ({ secrets }: FederationDeps, link: store.HouseholdLinkRow, type: SignedType, payload: object): string =>
  signMessage(type, payload, { publicKey: link.public_key, privateKey: secrets.decrypt(link.private_key_box) })

/** Whether what the other household does counts, and whether it may see anything. */
export const isOpen = (link: store.FoundLink): boolean => link.state === 'active' && Boolean(link.isInCircle)

/** Has the other server called as soon as possible, because there is something new. */
export const markDue = (tx: Transaction, link: Pick<store.HouseholdLinkRow, 'household_id' | 'id'>, now: Date) =>
  store.updateLink(tx, link, ['active', 'joining'], { due_at: now.toISOString(), changed_at: now.toISOString() })

/**
 * Returns the member in whose name the server records what the other household does: the one who asked or answered; an owner if they left.
 * Returns null for a household without members, which is being deleted.
 */
export async function actorFor(tx: Transaction, householdId: HouseholdId, userId: string | null, now: Date): Promise<Member | null> {
  const members = await membersOf(tx, householdId)
  const member = members.find((one) => one.userId === userId) ?? members.find(({ role }) => role === 'OWNER')
  if (!member) return null
  return actingMember({ ...member, sessionId: '', householdId, timeZone: await timeZoneOf(tx, householdId) }, now)
}
