import type { QuotaLimits } from '#domains/households/contract/quota.ts'
import { type InviteCodes, membershipOf } from '#domains/households/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import { type AuthenticatedUser, type Route, route } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { notFound, Problem } from '#platform/shared/problem.ts'
import { isRoleAtLeast } from '#platform/shared/roles.ts'
import * as contract from '../contract.ts'
import type { CircleMails } from './gateway/circle-mails.ts'
import { findCircleWriteScope } from './use-cases/circle-access.ts'
import * as circle from './use-cases/edit-circle.ts'
import * as leaving from './use-cases/end-circle-access.ts'
import * as joining from './use-cases/join-circle.ts'
import { findPublicCircles, listCircles, listLinkedCircles, readCircle, readPublicCircle } from './use-cases/read-circles.ts'

export interface CircleDeps {
  readonly codes: InviteCodes
  readonly limits: QuotaLimits
  readonly mails: CircleMails
  readonly loans: leaving.CircleLoanCloser
}

const resolveMe = (userId: string, caller: AuthenticatedUser) => (userId === 'me' ? caller.userId : userId)

/** Returns the household's id. Throws 404 if the caller is not in the household, 403 if they are not its admin. */
async function checkHouseholdAdmin(q: Reader, { userId }: AuthenticatedUser, id: string): Promise<HouseholdId> {
  const membership = await membershipOf(q, userId, id.toLowerCase())
  if (!membership) throw notFound()
  if (!isRoleAtLeast(membership.role, 'ADMIN'))
    throw new Problem(403, 'role_denied', 'Only a household’s owner or admins can link it to a circle.')
  return membership.householdId
}

/** Returns the households of the circle with the path's `{id}`. Throws 404 or 403 for callers without the role. */
const findAs =
  (role: contract.CircleRole) =>
  ({ q, caller, params }: { q: Reader; caller: AuthenticatedUser; params: { id: string } }) =>
    findCircleWriteScope(q, caller, params.id, role)

export const circleRoutes = (circles: CircleDeps): Route[] => [
  ...ownCircleRoutes(circles),
  ...joinRoutes(circles),
  ...memberRoutes(circles),
  ...householdRoutes(circles),
]

const ownCircleRoutes = ({ codes, limits, loans }: CircleDeps): Route[] => [
  route(contract.listMyCircles, ({ q, caller }) => listCircles(q, caller)),
  route(contract.createCircle, ({ tx, caller, body }) => circle.createCircle(tx, { codes, limits }, caller, body)),
  route(contract.findPublicCircles, ({ q, caller, query }) => findPublicCircles(q, caller, query.name)),
  route(contract.getCircle, ({ q, caller, params }) => readCircle(q, caller, params.id)),
  route(contract.changeCircle, findAs('ADMIN'), ({ tx, caller, params, body, ifMatch, prepared }) =>
    circle.changeCircle(tx, caller, params.id, prepared.households, body, ifMatch),
  ),
  route(
    contract.deleteCircle,
    ({ q, caller, params }) => leaving.findScopeToEndLoans(q, caller, loans, { circleId: params.id }, 'ADMIN'),
    ({ tx, caller, params, prepared }) => leaving.deleteCircle(tx, loans, caller, params.id, prepared.households),
  ),
]

const joinRoutes = ({ codes, limits, mails }: CircleDeps): Route[] => [
  route(
    contract.joinCircle,
    async ({ q, caller, body }) => {
      const hash = codes.hash(body.code)
      const invitedTo = await joining.findCircleByCode(q, caller, hash)
      return { ...(await findCircleWriteScope(q, caller, invitedTo.circleId, 'outsider')), invitedTo, hash }
    },
    ({ tx, caller, prepared }) => joining.joinCircle(tx, limits, caller, prepared.invitedTo, prepared.households, prepared.hash),
  ),
  route(contract.previewCircleInvite, ({ q, caller, body }) => joining.previewInvite(q, caller, codes.hash(body.code))),
  route(contract.inviteToCircle, async ({ read, write, caller, params, body: { email } }) => {
    const notifiedEmail = email !== undefined && (await mails.consumeInvite(email)) ? email : null
    let createdCode: string | null = null
    const { scope } = await read({ crossHousehold: 'circles' }, (q) => findCircleWriteScope(q, caller, params.id, 'MEMBER'))
    const answer = await write(scope, async (tx) => {
      const { circle, code } = await joining.getOrCreateInvite(tx, codes, caller, params.id, email !== undefined)
      if (notifiedEmail !== null) await joining.notifyInvitee(tx, caller, circle, notifiedEmail)
      createdCode = code
      return { code }
    })
    // A repeated request doesn't run the write, so it sends no second mail.
    if (notifiedEmail !== null && createdCode !== null) mails.invite(notifiedEmail, createdCode)
    return answer
  }),
  route(contract.refreshCircleCode, findAs('ADMIN'), ({ tx, caller, params }) => circle.renewInviteCode(tx, codes, caller, params.id)),
  route(contract.revokeInvite, findAs('ADMIN'), ({ tx, caller, params }) => joining.revokeInvite(tx, caller, params.id, params.inviteId)),
  route(
    contract.askToJoin,
    async ({ q, caller, params }) => {
      await readPublicCircle(q, caller.userId, params.id)
      return findCircleWriteScope(q, caller, params.id, 'outsider')
    },
    ({ tx, caller, params, prepared }) => joining.askToJoin(tx, limits, caller, params.id, prepared.households),
  ),
  route(contract.approveJoinRequest, findAs('ADMIN'), ({ tx, caller, params, prepared }) =>
    joining.approveJoinRequest(tx, caller, params.id, prepared.households, params.userId),
  ),
  route(
    contract.declineJoinRequest,
    ({ q, caller, params }) =>
      findCircleWriteScope(q, caller, params.id, resolveMe(params.userId, caller) === caller.userId ? 'outsider' : 'MEMBER'),
    ({ tx, caller, params }) => joining.declineJoinRequest(tx, caller, params.id, resolveMe(params.userId, caller)),
  ),
]

const memberRoutes = ({ codes, loans }: CircleDeps): Route[] => [
  route(contract.changeCircleMember, findAs('ADMIN'), ({ tx, caller, params, body, prepared }) =>
    circle.changeRole(tx, codes, caller, params.id, prepared.households, params.userId, body.role),
  ),
  route(
    contract.removeCircleMember,
    ({ q, caller, params }) =>
      leaving.findScopeToEndLoans(q, caller, loans, { circleId: params.id, userId: resolveMe(params.userId, caller) }, 'MEMBER'),
    ({ tx, caller, params, prepared }) =>
      leaving.removeMember(tx, { loans, codes }, caller, params.id, prepared.households, resolveMe(params.userId, caller)),
  ),
]

const householdRoutes = ({ limits, loans }: CircleDeps): Route[] => [
  route(
    contract.linkHousehold,
    async ({ q, caller, params }) => {
      await readCircle(q, caller, params.id)
      const householdId = await checkHouseholdAdmin(q, caller, params.householdId)
      return { ...(await findCircleWriteScope(q, caller, params.id, 'MEMBER', [householdId])), householdId }
    },
    ({ tx, caller, params, prepared }) =>
      circle.linkHousehold(tx, limits, caller, params.id, prepared.households, prepared.householdId, (q) =>
        checkHouseholdAdmin(q, caller, prepared.householdId),
      ),
  ),
  route(contract.listLinkedCircles, ({ q, member }) => listLinkedCircles(q, member)),
  route(
    contract.unlinkHousehold,
    ({ q, caller, params }) => leaving.findUnlinkScope(q, loans, caller, params.id, params.householdId.toLowerCase()),
    ({ tx, caller, params, prepared }) => leaving.unlinkHousehold(tx, loans, caller, params.id, prepared),
  ),
]
