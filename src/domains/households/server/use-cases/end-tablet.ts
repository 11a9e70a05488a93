import { type Actor, recordChange } from '#platform/server/changes/change-log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { notFound } from '#platform/shared/problem.ts'
import { tabletEnded } from '../../contract/tablets.ts'
import { deleteTablets } from '../store/access-tokens.ts'

/** Ends a tablet and its live stream. Throws 404. */
export async function endTablet(tx: Transaction, member: Member, id: string): Promise<void> {
  if ((await end(tx, member, { id })) === 0) throw notFound()
}

/** Ends the tablets that act for a member who may no longer change the household's food. */
export const endTabletsOf = (tx: Transaction, actor: Actor, userId: string): Promise<number> => end(tx, actor, { userId })

async function end(tx: Transaction, actor: Actor, which: { id: string } | { userId: string }): Promise<number> {
  const ids = await deleteTablets(tx, actor.householdId, which)
  for (const id of ids) {
    await recordChange(tx, actor, tabletEnded, { pairedId: id })
    tx.publish('session-ended', id)
  }
  return ids.length
}
