import { userNamesOf } from '#domains/households/server/index.ts'
import { type Actor, recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { AuthenticatedUser, Member } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict } from '#platform/shared/problem.ts'
import * as contract from '../../contract.ts'
import * as store from '../store.ts'

/** Published with the household's id when it is switched on or off. */
export const linkChangedTopic = 'home-assistant-link'

/** `isAvailable`: whether this server has a broker. */
export async function readLink(q: Reader, { householdId }: Member, isAvailable: boolean): Promise<contract.HomeAssistantLink> {
  const row = await store.findLink(q, householdId)
  const names = await userNamesOf(q, row ? [row.created_by] : [])
  return {
    isAvailable,
    isOn: row !== undefined,
    enabledBy: row ? (names.get(row.created_by) ?? { firstName: '', lastName: '' }) : null,
    enabledAt: row?.created_at ?? null,
    connection: row?.connection ?? null,
    connectionSince: row?.connection_since ?? null,
  }
}

/** Switches it on, unless it is. Throws 409 `no_broker`. */
export async function connectHousehold(tx: Transaction, member: Member, isAvailable: boolean): Promise<contract.HomeAssistantLink> {
  if (!isAvailable) throw conflict('no_broker', 'This server has no MQTT broker. Ask your server admin to set one up.')
  const at = member.now.toISOString()
  const row = { household_id: member.householdId, created_by: member.userId, created_at: at, connection: null, connection_since: null }
  if (await store.insertHomeAssistantLink(tx, row)) {
    await recordChange(tx, member, contract.homeAssistantConnected, {})
    tx.publish(linkChangedTopic, member.householdId)
  }
  return readLink(tx, member, isAvailable)
}

/** Switches it off. `ofUserId`: only if this member had switched it on. */
export async function disconnectHousehold(tx: Transaction, actor: Actor, ofUserId?: string): Promise<void> {
  const userId = await store.deleteLink(tx, actor.householdId, ofUserId)
  if (userId === undefined) return
  await recordChange(tx, actor, contract.homeAssistantDisconnected, { userId })
  tx.publish(linkChangedTopic, actor.householdId)
}

/** Switches off what the caller had switched on, when their account is deleted. */
export const disconnectOwn = (tx: Transaction, householdId: HouseholdId, caller: AuthenticatedUser): Promise<void> =>
  disconnectHousehold(tx, { ...caller, householdId }, caller.userId)
