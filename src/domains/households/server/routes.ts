import type { Database } from '#platform/server/database/index.ts'
import { type Route, serveIdempotent, serveRead, serveWrite } from '#platform/server/endpoints/route.ts'
import type { UserId } from '#platform/shared/ids.ts'
import * as keyContract from '../contract/access-tokens.ts'
import * as contract from '../contract/index.ts'
import type { QuotaLimits } from '../contract/quota.ts'
import * as usageContract from '../contract/quota.ts'
import * as keys from './use-cases/access-tokens.ts'
import type { History } from './use-cases/history.ts'
import { newHouseholdId } from './use-cases/household-id.ts'
import * as household from './use-cases/manage-household.ts'
import * as members from './use-cases/members.ts'
import { readAccountUsage, readHouseholdUsage, type UsageSources } from './use-cases/quota.ts'

export interface HouseholdRouteOptions extends members.MemberChangeDeps {
  readonly history: History
  readonly usage: UsageSources
}

export const householdRoutes = ({ codes, history, usage, ...memberCounters }: HouseholdRouteOptions): Route[] => [
  serveRead(contract.listHouseholds, ({ q, caller }) => household.listHouseholds(q, codes, caller)),
  serveIdempotent(contract.createHousehold, ({ write, caller, body }) => {
    const householdId = newHouseholdId()
    return write(householdId, (tx) => household.createHousehold(tx, { codes, limits: usage.limits }, caller, householdId, body))
  }),
  serveIdempotent(contract.joinHousehold, async ({ read, write, caller, body }) => {
    const householdId = await read({ crossHousehold: 'invites' }, (q) => household.householdByCode(q, codes, body.inviteCode))
    return write(householdId, (tx) => household.joinHousehold(tx, { codes, limits: usage.limits }, caller, householdId, body.inviteCode))
  }),
  serveWrite(contract.changeHousehold, ({ tx, member, body, ifMatch }) => household.changeHousehold(tx, codes, member, body, ifMatch)),
  serveWrite(contract.deleteHousehold, ({ tx, member }) => household.deleteHousehold(tx, member)),
  serveRead(contract.listDeletedHouseholds, ({ q, caller }) => household.listDeleted(q, caller)),
  serveIdempotent(contract.restoreHousehold, async ({ read, write, caller, params }) => {
    const householdId = await read({ user: caller.userId }, (q) => household.findRestorableHousehold(q, caller, params.id))
    return write(householdId, (tx) => household.restoreHousehold(tx, codes, caller, householdId))
  }),
  serveWrite(contract.refreshInvite, ({ tx, member }) => household.refreshInvite(tx, codes, member)),
  serveRead(contract.listMembers, ({ q, member }) => members.listMembers(q, member)),
  serveWrite(contract.changeMember, ({ tx, member, params, body, ifMatch }) =>
    members.changeRole(tx, { codes, ...memberCounters }, member, params.userId, body.role, ifMatch),
  ),
  serveWrite(contract.removeMember, ({ tx, member, params }) =>
    members.removeMember(tx, { codes, ...memberCounters }, member, params.userId),
  ),
  serveRead(usageContract.getAccountUsage, ({ q, caller }) => readAccountUsage(q, caller, usage)),
  serveRead(usageContract.getHouseholdUsage, ({ q, member }) => readHouseholdUsage(q, member, usage)),
  serveRead(contract.listHistory, async ({ q, member, query, header }) => {
    const { entries, next } = await history.list(q, member, { before: query.cursor, limit: query.limit, lotId: query.lotId })
    if (next !== null) header('X-Next-Cursor', String(next))
    return entries
  }),
  serveIdempotent(contract.undoChange, async ({ read, write, member, params }) => {
    const scope = await read(member.householdId, (q) => history.reach(q, member, params.seq))
    return write(scope, (tx) => history.undo(tx, member, params.seq))
  }),
]

export interface KeyRouteOptions extends Pick<Database, 'publish'> {
  readonly limits: QuotaLimits
  /** Called once for a new key, after the commit. */
  onKeyAdded(userId: UserId, kind: 'token' | 'calendar'): void
}

/** Access tokens and calendar links, with which other programs act for a member. */
export const accessKeyRoutes = ({ publish, limits, onKeyAdded }: KeyRouteOptions): Route[] => [
  serveRead(keyContract.listTokens, ({ q, member }) => keys.listTokens(q, member)),
  serveIdempotent(keyContract.createToken, async ({ write, member, body }) => {
    let isNew = false
    const reply = await write(member.householdId, (tx) => {
      isNew = true
      return keys.createToken(tx, limits, member, body)
    })
    if (isNew) onKeyAdded(member.userId, 'token')
    return reply
  }),
  serveWrite(keyContract.extendToken, ({ tx, member, params, body }) => keys.extendToken(tx, member, params.tokenId, body.expiresInDays)),
  serveIdempotent(keyContract.removeToken, async ({ write, member, params }) => {
    const reply = await write(member.householdId, (tx) => keys.removeToken(tx, member, params.tokenId))
    await publish('session-ended', params.tokenId)
    return reply
  }),
  serveRead(keyContract.getCalendarLink, ({ q, member }) => keys.getCalendarLink(q, member)),
  serveIdempotent(keyContract.createCalendarLink, async ({ write, member }) => {
    let isNew = false
    const reply = await write(member.householdId, (tx) => {
      isNew = true
      return keys.createCalendarLink(tx, member)
    })
    if (isNew) onKeyAdded(member.userId, 'calendar')
    return reply
  }),
  serveWrite(keyContract.removeCalendarLink, ({ tx, member }) => keys.removeCalendarLink(tx, member)),
]
