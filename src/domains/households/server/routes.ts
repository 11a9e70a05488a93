import { cookieOf } from '#platform/server/endpoints/authorize.ts'
import { type Route, route } from '#platform/server/endpoints/route.ts'
import type { UserId } from '#platform/shared/ids.ts'
import * as keyContract from '../contract/access-tokens.ts'
import * as contract from '../contract/index.ts'
import * as usageContract from '../contract/quota.ts'
import * as tabletContract from '../contract/tablets.ts'
import * as keys from './use-cases/access-tokens.ts'
import { endTablet } from './use-cases/end-tablet.ts'
import type { History } from './use-cases/history.ts'
import { newHouseholdId } from './use-cases/household-id.ts'
import { listTablets } from './use-cases/list-tablets.ts'
import * as household from './use-cases/manage-household.ts'
import * as members from './use-cases/members.ts'
import * as pairing from './use-cases/pair-tablet.ts'
import { readAccountUsage, readHouseholdUsage, type UsageSources } from './use-cases/quota.ts'
import { readTabletScreen, type TabletCookie } from './use-cases/tablet-screen.ts'

export interface HouseholdRouteDeps extends members.MemberChangeDeps, Pick<household.HouseholdChangeDeps, 'forgetPlaces'> {
  readonly history: History
  readonly usage: UsageSources
}

export const householdRoutes = ({ codes, history, usage, forgetPlaces, ...memberCounters }: HouseholdRouteDeps): Route[] => [
  route(contract.listHouseholds, ({ q, caller }) => household.listHouseholds(q, codes, caller)),
  route(
    contract.createHousehold,
    async () => ({ scope: newHouseholdId() }),
    ({ tx, caller, body, prepared }) => household.createHousehold(tx, { codes, limits: usage.limits }, caller, prepared.scope, body),
  ),
  route(
    contract.joinHousehold,
    async ({ q, body }) => ({ scope: await household.householdByCode(q, codes, body.inviteCode) }),
    ({ tx, caller, body, prepared }) =>
      household.joinHousehold(tx, { codes, limits: usage.limits }, caller, prepared.scope, body.inviteCode),
  ),
  route(contract.changeHousehold, ({ tx, member, body, ifMatch }) =>
    household.changeHousehold(tx, { codes, forgetPlaces }, member, body, ifMatch),
  ),
  route(contract.deleteHousehold, ({ tx, member }) => household.deleteHousehold(tx, member)),
  route(contract.listDeletedHouseholds, ({ q, caller }) => household.listDeleted(q, caller)),
  route(
    contract.restoreHousehold,
    async ({ q, caller, params }) => ({ scope: await household.findRestorableHousehold(q, caller, params.id) }),
    ({ tx, caller, prepared }) => household.restoreHousehold(tx, codes, caller, prepared.scope),
  ),
  route(contract.refreshInvite, ({ tx, member }) => household.refreshInvite(tx, codes, member)),
  route(contract.listMembers, ({ q, member }) => members.listMembers(q, member)),
  route(contract.changeMember, ({ tx, member, params, body, ifMatch }) =>
    members.changeRole(tx, { codes, ...memberCounters }, member, params.userId, body.role, ifMatch),
  ),
  route(contract.removeMember, ({ tx, member, params }) => members.removeMember(tx, { codes, ...memberCounters }, member, params.userId)),
  route(usageContract.getAccountUsage, ({ q, caller }) => readAccountUsage(q, caller, usage)),
  route(usageContract.getHouseholdUsage, ({ q, member }) => readHouseholdUsage(q, member, usage)),
  route(contract.listHistory, async ({ q, member, query, header }) => {
    const { entries, next } = await history.list(q, member, { before: query.cursor, limit: query.limit, lotId: query.lotId })
    if (next !== null) header('X-Next-Cursor', String(next))
    return entries
  }),
  route(
    contract.undoChange,
    async ({ q, member, params }) => ({ scope: await history.reach(q, member, params.seq) }),
    ({ tx, member, params }) => history.undo(tx, member, params.seq),
  ),
]

export interface AccessKeyDeps {
  readonly limits: usageContract.QuotaLimits
  /** Called once for a new key, after the commit. */
  onKeyAdded(userId: UserId, kind: 'token' | 'calendar'): void
}

/** Access tokens and calendar links, with which other programs act for a member. */
export const accessKeyRoutes = ({ limits, onKeyAdded }: AccessKeyDeps): Route[] => [
  route(keyContract.listTokens, ({ q, member }) => keys.listTokens(q, member)),
  route(keyContract.createToken, ({ tx, afterCommit, member, body }) => {
    afterCommit(() => onKeyAdded(member.userId, 'token'))
    return keys.createToken(tx, limits, member, body)
  }),
  route(keyContract.extendToken, ({ tx, member, params, body }) => keys.extendToken(tx, member, params.tokenId, body.expiresInDays)),
  route(keyContract.removeToken, async ({ tx, member, params }) => {
    await keys.removeToken(tx, member, params.tokenId)
    tx.publish('session-ended', params.tokenId)
  }),
  route(keyContract.listAppPasswords, ({ q, member }) => keys.listAppPasswords(q, member)),
  route(keyContract.createAppPassword, ({ tx, afterCommit, member, body }) => {
    afterCommit(() => onKeyAdded(member.userId, 'token'))
    return keys.createAppPassword(tx, limits, member, body.name)
  }),
  route(keyContract.getCalendarLink, ({ q, member }) => keys.getCalendarLinkStatus(q, member)),
  route(keyContract.createCalendarLink, ({ tx, afterCommit, member }) => {
    afterCommit(() => onKeyAdded(member.userId, 'calendar'))
    return keys.createCalendarLink(tx, member)
  }),
  route(keyContract.removeCalendarLink, ({ tx, member }) => keys.removeCalendarLink(tx, member)),
]

export interface TabletDeps {
  readonly cookie: TabletCookie
  /** Called once for a new tablet, after the commit. */
  onPaired(userId: UserId): void
}

/** Tablets without a person, paired with a code. */
export const tabletRoutes = ({ cookie, onPaired }: TabletDeps): Route[] => [
  route(tabletContract.startPairing, ({ tx }) => pairing.startPairing(tx, new Date())),
  route(tabletContract.pollPairing, ({ q, body }) => pairing.pollPairing(q, body.secret, new Date())),
  route(
    tabletContract.claimPairing,
    ({ q, body }) => pairing.findConfirmed(q, body.secret, new Date()),
    async ({ tx, body, prepared, header }) =>
      header('Set-Cookie', cookie.write(await pairing.claimPairing(tx, prepared.scope, body.secret, new Date()))),
  ),
  route(
    tabletContract.getTablet,
    async ({ request, member }) => (member.tabletId === undefined ? null : cookieOf(request, cookie.name)),
    ({ q, member, prepared, header }) => {
      if (prepared !== null) header('Set-Cookie', cookie.write(prepared))
      return readTabletScreen(q, member)
    },
  ),
  route(tabletContract.listTablets, ({ q, member }) => listTablets(q, member)),
  route(tabletContract.pairTablet, ({ tx, afterCommit, member, body }) => {
    afterCommit(() => onPaired(member.userId))
    return pairing.pairTablet(tx, member, body)
  }),
  route(tabletContract.endTablet, ({ tx, member, params }) => endTablet(tx, member, params.tabletId)),
]
