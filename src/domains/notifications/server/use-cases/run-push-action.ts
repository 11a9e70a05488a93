import { hasSession, isAccountLocked, languageOf } from '#domains/account/server/index.ts'
import { isAlertOpen } from '#domains/alerts/server/index.ts'
import type { createHistory } from '#domains/households/server/index.ts'
import { membershipOf, timeZoneOf } from '#domains/households/server/index.ts'
import { formatLotAmount } from '#domains/inventory/rules/lot-amount.ts'
import { consumeLot, lotWithReserved } from '#domains/inventory/server/index.ts'
import { addUnlessListed, type ShoppingDeps } from '#domains/shopping/server/index.ts'
import type { Database, Reader, Scope, Transaction } from '#platform/server/database/index.ts'
import { actingMember } from '#platform/server/endpoints/acting-member.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { RawJson } from '#platform/server/endpoints/serialize.ts'
import { withLanguage } from '#platform/server/i18n/current-language.ts'
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
import { scheduleSnoozed } from './schedule-snoozed.ts'

type Reply = ReplyOf<typeof contract.runPushAction>

export interface PushActionDeps {
  readonly database: Database
  readonly tokens: PushActionTokens
  readonly history: Pick<ReturnType<typeof createHistory>, 'reach' | 'undo'>
  readonly shopping: ShoppingDeps
  readonly log: (message: string) => void
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
 * or if its user can't see what it is about any more, 403 `role_denied` for viewers, and 409 if the food isn't as the message says.
 */
export async function runPushAction(access: Access, deps: PushActionDeps, token: string): Promise<RawJson> {
  const press = await findPress(access, deps, token, new Date())
  return withLanguage(press.language, () => carryOut(access, deps, press).catch(translateProblem))
}

/** Translates a problem here, into the language of the user: the response would use that of the request. */
function translateProblem(error: unknown): never {
  if (!(error instanceof Problem)) throw error
  throw new Problem(error.status, error.code, say(error.message), error.extra)
}

const changedText = /*i18n*/ 'It changed since. Tap to open Larder.'

async function findPress({ read }: Access, { database, tokens }: PushActionDeps, token: string, now: Date): Promise<Press> {
  const pressed = tokens.read(token, now)
  if (pressed === null) throw notFound()
  const { action, deviceId } = pressed
  const userId = pressed.userId as UserId
  // A locked user can't sign in, so their buttons must not work either.
  if (await isAccountLocked(database, userId)) throw notFound()
  return read({ user: userId }, async (q) => {
    const device = (await listDevices(q, userId)).find(({ id }) => id === deviceId)
    if (!device?.session_id || !(await hasSession(q, userId, device.session_id, now))) throw notFound()
    const row = action.do === 'undo' ? null : ((await store.findAccessible(q, userId, action.notificationId)) ?? null)
    const householdId = action.do === 'undo' ? action.householdId : row?.household_id
    const member = householdId ? await findMember(q, userId, deviceId, householdId, now) : null
    return { pressed, userId, language: await languageOf(q, { id: userId }), row, member, now }
  })
}

async function findMember(q: Reader, userId: UserId, deviceId: string, household: string, now: Date): Promise<Member | null> {
  const found = await membershipOf(q, userId, household)
  if (!found) return null
  const timeZone = await timeZoneOf(q, found.householdId)
  return actingMember({ userId, sessionId: deviceId, ...found, timeZone }, now)
}

async function carryOut(access: Access, deps: PushActionDeps, press: Press): Promise<RawJson> {
  const { pressed, userId, row, member, now } = press
  const { action } = pressed
  // A notification goes with its alert. The new one, if there is any, has its own message.
  if (action.do === 'snooze') return row ? snooze(access, press, row) : access.write({ user: userId }, async () => ({ message: null }))
  if (action.do !== 'undo' && !row) throw new Problem(404, 'not_found', changedText)
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
    action.do === 'use_up' ? useUp(tx, deps, press, member, row, action.lotVersion) : list(tx, deps, press, member, row),
  )
  // What was asked for is done, so a failure here is no failure of the button.
  await access
    .writeOnce({ user: userId }, (tx) => store.markRead(tx, userId, row.id, now.toISOString()))
    .catch((error: unknown) => deps.log(`a notification wasn't marked as read: ${error instanceof Error ? error.name : 'error'}`))
  return done
}

/** Hides a notification until tomorrow. Does nothing if it was read or its alert is closed: it would come back without a reason. */
async function snooze(access: Access, { userId, member, now }: Press, row: store.NotificationRow): Promise<RawJson> {
  const { alert_id } = row
  const isOpen =
    alert_id === null || (member !== null && (await access.read(member.householdId, (q) => isAlertOpen(q, member.householdId, alert_id))))
  return access.write({ user: userId }, async (tx) => {
    const until = new Date(now.getTime() + 86_400_000)
    if (isOpen) {
      await store.snoozeUnread(tx, userId, row.id, until.toISOString(), now.toISOString())
      const timeZone = (await store.timeZonesOf(tx, [userId])).get(userId) ?? 'UTC'
      if (alert_id !== null) await scheduleSnoozed(tx, [userId], [alert_id], timeZone, until)
    }
    return { message: null }
  })
}

async function useUp(
  tx: Transaction,
  deps: PushActionDeps,
  press: Press,
  member: Member,
  row: store.NotificationRow,
  lotVersion: number,
): Promise<Reply> {
  const found = row.lot_id === null ? null : await lotWithReserved(tx, member.householdId, row.lot_id)
  if (!found) throw notFound()
  if (found.row.state !== 'active') throw conflict('lot_ended', 'There’s none left.')
  if (Number(found.row.version) !== lotVersion) throw conflict('changed_meanwhile', changedText)
  if (found.reservedMilli > 0) throw conflict('reserved', 'Part of it is promised. Tap to open Larder.')
  const quantity = fromMilli(found.row.milli)
  const lot = await consumeLot(tx, member, found.row.id, quantity)
  return offerUndo(tx, deps, press, member, say`Used up ${lot.ingredient.name}`, formatLotAmount(lot, quantity))
}

async function list(tx: Transaction, deps: PushActionDeps, press: Press, member: Member, row: store.NotificationRow): Promise<Reply> {
  if (row.ingredient_id === null) throw notFound()
  const item = await addUnlessListed(tx, member, deps.shopping, { id: row.id, ingredientId: row.ingredient_id })
  return offerUndo(tx, deps, press, member, say`On the shopping list: ${item.ingredientName}`, '')
}

/** Returns the reply with a button that undoes what this transaction recorded, if it recorded anything. */
function offerUndo(
  tx: Transaction,
  { tokens }: PushActionDeps,
  { pressed: { userId, deviceId }, now }: Press,
  { householdId }: Member,
  title: string,
  body: string,
): Reply {
  const seq = tx.recorded.get(householdId)
  const undo = (action: PushAction['action']) => ({ title: say`Undo`, token: tokens.sign({ action, userId, deviceId }, now) })
  const actions = seq === undefined ? [] : [undo({ do: 'undo', householdId, seq })]
  return { message: { title, body, url: '/', tag: `done:${householdId}`, actions, failureText: pushFailureText() } }
}
