import { type HistoryDescriber, userNamesOf } from '#domains/households/server/index.ts'
import { type Actor, recordChange } from '#platform/server/changes/change-log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Caller } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { say } from '#platform/shared/say.ts'
import { webhooksEnded } from '../../contract/webhooks.ts'
import { deleteWebhooksBy } from '../store/webhooks.ts'

/** Ends a user's webhooks and their pending messages, when they are no longer an ADMIN. */
export async function endWebhooksOf(tx: Transaction, actor: Actor, userId: string): Promise<void> {
  const webhookIds = await deleteWebhooksBy(tx, actor.householdId, userId)
  if (webhookIds.length > 0) await recordChange(tx, actor, webhooksEnded, { userId, webhookIds })
}

/** Ends the caller's own webhooks when their account is deleted. */
export const endOwnWebhooks = (tx: Transaction, householdId: HouseholdId, caller: Caller): Promise<void> =>
  endWebhooksOf(tx, { ...caller, householdId }, caller.userId)

/** Records in the history whose webhooks ended. */
export const webhookHistory: HistoryDescriber = {
  names: [webhooksEnded.name],
  async describe(q, _householdId, changes) {
    const makerOf = ({ payload }: { payload: unknown }) => (payload as { userId: string }).userId
    const names = await userNamesOf(q, changes.map(makerOf))
    return new Map(
      changes.map((change) => [change.seq, say`Removed the webhooks of ${names.get(makerOf(change))?.firstName ?? say`Someone`}`]),
    )
  },
}
