import { randomUUIDv7 } from 'node:crypto'
import type { Transaction } from '#platform/server/database/index.ts'
import type { UserId } from '#platform/shared/ids.ts'
import type { TargetResult } from '../gateway/message-sender.ts'
import { clearProblem, findTarget, setProblem } from '../store/message-targets.ts'
import { insertNotifications, notDue } from '../store/notifications.ts'

/** Records for a target's owner whether a message was delivered. Notifies them if the server won't accept others either. */
export async function recordTargetResult(
  tx: Transaction,
  userId: UserId,
  targetId: string,
  { kind, problem }: TargetResult,
  now: Date,
): Promise<void> {
  if (kind === 'delivered') return void (await clearProblem(tx, userId, targetId))
  if (!problem || !(await setProblem(tx, userId, targetId, problem, now.toISOString())) || kind !== 'gone') return
  const target = await findTarget(tx, userId, targetId)
  if (!target) return
  const at = now.toISOString()
  await insertNotifications(tx, [
    {
      user_id: userId,
      id: randomUUIDv7(),
      household_id: null,
      type: 'app_failed',
      cause: `app:${targetId}:${at}`,
      alert_id: null,
      lot_id: null,
      ingredient_id: null,
      facts: JSON.stringify({ app: { name: target.name, problem } }),
      shown: 1,
      created_at: at,
      at,
      held_until: null,
      before_held: null,
      read_at: null,
      ...notDue,
    },
  ])
}
