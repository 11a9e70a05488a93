import { isAccountLocked, languageOf } from '#domains/account/server/index.ts'
import type { createHistory } from '#domains/households/server/index.ts'
import { membershipOf, timeZoneOf } from '#domains/households/server/index.ts'
import { formatLotAmount } from '#domains/inventory/rules/lot-amount.ts'
import { consumeLot, lotWithReserved } from '#domains/inventory/server/index.ts'
import { addItem, type ShoppingDeps } from '#domains/shopping/server/index.ts'
import { lastSeq } from '#platform/server/changes/change-log.ts'
import type { Database, Reader, Scope, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { RawJson } from '#platform/server/endpoints/serialize.ts'
import { withLanguage } from '#platform/server/i18n/current-language.ts'
import { dateInTimeZone } from '#platform/shared/calendar.ts'
import type { ReplyOf } from '#platform/shared/endpoint.ts'
import type { UserId } from '#platform/shared/ids.ts'
import type { Language } from '#platform/shared/language.ts'
import { conflict, notFound, Problem } from '#platform/shared/problem.ts'
import { fromMilli } from '#platform/shared/quantity-and-money.ts'
import { isRoleAtLeast } from '#platform/shared/roles.ts'
import { say } from '#platform/shared/say.ts'
import type * as contract from '../../contract/index.ts'
import { pushFailureText } from '../gateway/push.ts'
import type { PushAction, PushActionTokens } from '../gateway/push-actions.ts'
import { listDevices } from '../store/deliveries.ts'
import * as store from '../store/notifications.ts'

type Reply = ReplyOf<typeof contract.runPushAction>

export interface PushActionDeps {
  readonly database: Database
  readonly tokens: PushActionTokens
  readonly history: Pick<ReturnType<typeof createHistory>, 'reach' | 'undo'>
  readonly shopping: ShoppingDeps
}

/** Database access of the request. */
interface Access {
  readonly read: <T>(scope: Scope, work: (q: Reader) => Promise<T>) => Promise<T>
  readonly write: (scope: Scope, work: (tx: Transaction) => Promise<Reply>) => Promise<RawJson>
  readonly writeOnce: <T>(scope: Scope, work: (tx: Transaction) => Promise<T>) => Promise<T>
}

/** Who pressed the button, and the notification that it is about; null for an undo. */
interface Press {
  readonly pressed: PushAction
  readonly userId: UserId
  readonly language: Language
  readonly row: store.NotificationRow | null
  readonly member: Member | null
  readonly now: Date
}

/**
 * Does what a button of a push message says, in the name of the user it was sent to. Throws 404 if the token has expired or was signed out,
 * or if its user can't see what it is about any more, and 403 `role_denied` for viewers.
 */
export async function runPushAction(access: Access, deps: PushActionDeps, token: string): Promise<RawJson> {
  const press = await findPress(access, deps, token, new Date())
  return withLanguage(press.language, () => carryOut(access, deps, press))
}

async function findPress({ read }: Access, { database, tokens }: PushActionDeps, token: string, now: Date): Promise<Press> {
  const pressed = tokens.read(token, now)
  if (pressed === null) throw notFound()
  const { action, deviceId } = pressed
  const userId = pressed.userId as UserId
  // A locked user can't sign in, so their buttons must not work either.
  if (await isAccountLocked(database, userId)) throw notFound()
  return read({ user: userId }, async (q) => {
    // Signing out removes the device.
    if (!(await listDevices(q, userId)).some(({ id }) => id === deviceId)) throw notFound()
    const row = action.do === 'undo' ? null : await store.findAccessible(q, userId, action.notificationId)
    if (row === undefined) throw notFound()
    const householdId = action.do === 'undo' ? action.householdId : row?.household_id
    const member = householdId ? await findMember(q, userId, deviceId, householdId, now) : null
    return { pressed, userId, language: await languageOf(q, { id: userId }), row, member, now }
  })
}

async function findMember(q: Reader, userId: UserId, deviceId: string, household: string, now: Date): Promise<Member | null> {
  const found = await membershipOf(q, userId, household)
  if (!found) return null
  const timeZone = await timeZoneOf(q, found.householdId)
  return { userId, sessionId: deviceId, isToken: true, now, ...found, timeZone, today: dateInTimeZone(timeZone, now) }
}

async function carryOut(access: Access, deps: PushActionDeps, press: Press): Promise<RawJson> {
  const { pressed, userId, row, member, now } = press
  const { action } = pressed
  if (row && action.do === 'snooze')
    return access.write({ user: userId }, async (tx) => {
      if (!(await store.snooze(tx, userId, row.id, new Date(now.getTime() + 86_400_000).toISOString()))) throw notFound()
      return { message: null }
    })
  if (!member) throw notFound()
  if (!isRoleAtLeast(member.role, 'MEMBER')) throw new Problem(403, 'role_denied', say`You can look, but not change anything here.`)
  if (action.do === 'undo') {
    const scope = await access.read(member.householdId, (q) => deps.history.reach(q, member, action.seq))
    return access.write(scope, async (tx) => {
      await deps.history.undo(tx, member, action.seq)
      return { message: null }
    })
  }
  if (!row) throw notFound()
  const done = await access.write(member.householdId, (tx) =>
    action.do === 'use_up' ? useUp(tx, deps, press, member, row) : list(tx, deps, press, member, row),
  )
  await access.writeOnce({ user: userId }, (tx) => store.markRead(tx, userId, row.id, now.toISOString()))
  return done
}

async function useUp(tx: Transaction, deps: PushActionDeps, press: Press, member: Member, row: store.NotificationRow): Promise<Reply> {
  const found = row.lot_id === null ? null : await lotWithReserved(tx, member.householdId, row.lot_id)
  if (!found) throw notFound()
  if (found.row.state !== 'active') throw conflict('lot_ended', 'There’s none left.')
  const quantity = fromMilli(found.row.milli)
  const lot = await consumeLot(tx, member, found.row.id, quantity)
  return offerUndo(tx, deps, press, member, say`Used up ${lot.ingredient.name}`, formatLotAmount(lot, quantity))
}

async function list(tx: Transaction, deps: PushActionDeps, press: Press, member: Member, row: store.NotificationRow): Promise<Reply> {
  if (row.ingredient_id === null) throw notFound()
  // With the notification's id, a second press adds nothing.
  const item = await addItem(tx, member, deps.shopping, { id: row.id, ingredientId: row.ingredient_id })
  return offerUndo(tx, deps, press, member, say`On the shopping list: ${item.ingredientName}`, '')
}

async function offerUndo(
  tx: Transaction,
  { tokens }: PushActionDeps,
  { pressed: { userId, deviceId }, now }: Press,
  { householdId }: Member,
  title: string,
  body: string,
): Promise<Reply> {
  const action = { do: 'undo', householdId, seq: await lastSeq(tx, householdId) } as const
  const undo = { title: say`Undo`, token: tokens.sign({ action, userId, deviceId }, now) }
  return { message: { title, body, url: '/', tag: `done:${householdId}`, actions: [undo], failureText: pushFailureText() } }
}
