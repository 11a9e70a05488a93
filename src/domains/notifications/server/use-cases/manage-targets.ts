import { randomUUIDv7 } from 'node:crypto'
import type { QuotaLimits } from '#domains/households/contract/quota.ts'
import { checkQuota } from '#domains/households/server/index.ts'
import type { Database, Reader, Transaction } from '#platform/server/database/index.ts'
import type { AuthenticatedUser } from '#platform/server/endpoints/route.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { notFound } from '#platform/shared/problem.ts'
import * as contract from '../../contract/index.ts'
import { testMessageTexts } from '../gateway/delivery-transport.ts'
import type { TargetServices } from '../gateway/index.ts'
import { sendToTarget } from '../gateway/message-sender.ts'
import * as store from '../store/message-targets.ts'
import { recordTargetResult } from './record-target-result.ts'

const toTarget = ({ id, kind, name, host, created_at, problem, problem_since }: store.TargetRow): contract.MessageTarget => ({
  id,
  kind,
  name,
  host,
  createdAt: created_at,
  problem,
  problemSince: problem_since,
})

export const listTargets = async (q: Reader, userId: UserId): Promise<contract.MessageTarget[]> =>
  (await store.listTargets(q, userId)).map(toTarget)

/** Throws 409 `quota_reached`. */
export async function addTarget(
  tx: Transaction,
  { encryption, messages, limits }: TargetServices & { readonly limits: QuotaLimits },
  { userId, now }: AuthenticatedUser,
  { name, to }: BodyOf<typeof contract.addMessageTarget>,
): Promise<contract.MessageTarget> {
  await tx.lock(`message targets ${userId}`)
  checkQuota(limits, 'messageTargets', await store.countTargets(tx, userId))
  const address = to.kind === 'telegram' ? messages.telegramUrl : to.kind === 'webhook' ? to.url : to.server
  const row: store.TargetRow = {
    user_id: userId,
    id: randomUUIDv7(),
    kind: to.kind,
    name,
    host: new URL(address).host,
    address_box: encryption.encrypt(JSON.stringify(to)),
    problem: null,
    problem_since: null,
    created_at: now.toISOString(),
  }
  await store.insertTarget(tx, row)
  return toTarget(row)
}

export async function removeTarget(tx: Transaction, userId: UserId, id: string): Promise<void> {
  if (!(await store.deleteTarget(tx, userId, id))) throw notFound()
}

interface TestAccess {
  readonly read: Database['read']
  readonly write: (work: (tx: Transaction) => Promise<unknown>) => Promise<unknown>
}

/** Sends a test message now, regardless of settings and quiet hours. */
export async function testTarget(
  { read, write }: TestAccess,
  { userId, now }: AuthenticatedUser,
  { encryption, messages, base }: TargetServices,
  id: string,
): Promise<contract.TargetTestOutcome> {
  const target = await read({ user: userId }, (q) => store.findTarget(q, userId, id))
  if (!target) throw notFound()
  const address = contract.TargetAddress.parse(JSON.parse(encryption.decrypt(target.address_box)))
  const { title, message: body } = testMessageTexts()
  const link = new URL('/settings?tab=notifications', base()).href
  const { problem } = await sendToTarget(address, { title, body, link, isUrgent: false }, messages)
  // Its owner sees the outcome, so nothing notifies them.
  await write((tx) =>
    recordTargetResult(tx, userId, id, problem ? { kind: 'away', reason: '', retryAfterMs: 0, problem } : { kind: 'delivered' }, now),
  )
  return problem ?? 'delivered'
}
