import type { QuotaLimits } from '#domains/households/contract/quota.ts'
import { findHouseholdId, type InviteCodes, membershipOf } from '#domains/households/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import { type Caller, type Route, serveFree, serveIdempotent, serveWrite } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { notFound, Problem } from '#platform/shared/problem.ts'
import { isRoleAtLeast } from '#platform/shared/roles.ts'
import * as contract from '../contract.ts'
import type { CircleMails } from './gateway.ts'
import { writeInCircle } from './use-cases/circle-access.ts'
import * as circle from './use-cases/edit-circle.ts'
import { linkHousehold } from './use-cases/edit-circle.ts'
import * as leaving from './use-cases/end-circle-access.ts'
import * as joining from './use-cases/join-circle.ts'
import { findPublicCircles, listCircles, listLinkedCircles, readCircle, readPublicCircle } from './use-cases/read-circles.ts'

export interface Circles {
  readonly codes: InviteCodes
  readonly limits: QuotaLimits
  readonly mails: CircleMails
  readonly loans: leaving.LoansOfCircle
}

const crossHousehold = { crossHousehold: 'circles' } as const
const resolveMe = (userId: string, caller: Caller) => (userId === 'me' ? caller.userId : userId)

/** Returns the household's id. Throws 404 if the caller is not in the household, 403 if they are not its admin. */
async function checkHouseholdAdmin(q: Reader, { userId }: Caller, id: string): Promise<HouseholdId> {
  const membership = await membershipOf(q, userId, id)
  if (!membership) throw notFound()
  if (!isRoleAtLeast(membership.role, 'ADMIN'))
    throw new Problem(403, 'role_denied', 'Only a household’s owner or admins can link it to a circle.')
  return membership.householdId
}

export const circleRoutes = (circles: Circles): Route[] => [
  ...ownCircleRoutes(circles),
  ...joinRoutes(circles),
  ...memberRoutes(circles),
  ...householdRoutes(circles),
]

const ownCircleRoutes = ({ codes, limits, loans }: Circles): Route[] => [
  serveFree(contract.listCircles, ({ read, caller }) => read(crossHousehold, (q) => listCircles(q, caller))),
  serveWrite(contract.createCircle, ({ tx, caller, body }) => circle.createCircle(tx, { codes, limits }, caller, body)),
  serveFree(contract.findPublicCircles, ({ read, caller, query }) => read(crossHousehold, (q) => findPublicCircles(q, caller, query.name))),
  serveFree(contract.getCircle, ({ read, caller, params }) => read(crossHousehold, (q) => readCircle(q, caller, params.id))),
  serveIdempotent(contract.changeCircle, (call) =>
    writeInCircle(call, call.params.id, 'ADMIN', (tx, households) =>
      circle.changeCircle(tx, call.caller, call.params.id, households, call.body, call.ifMatch),
    ),
  ),
  serveIdempotent(contract.deleteCircle, (call) => leaving.deleteCircle(call, loans, call.params.id)),
]

const joinRoutes = ({ codes, limits, mails }: Circles): Route[] => [
  serveIdempotent(contract.joinCircle, async (call) => {
    const hash = codes.hash(call.body.code)
    const found = await call.read(crossHousehold, (q) => joining.findCircleByCode(q, call.caller, hash))
    return writeInCircle(call, found.circleId, 'outsider', (tx, households) =>
      joining.joinCircle(tx, limits, call.caller, found, households, hash),
    )
  }),
  serveIdempotent(contract.inviteToCircle, async (call) => {
    const { email } = call.body
    const notifiedEmail = email !== undefined && (await mails.consumeInvite(email)) ? email : null
    let createdCode: string | null = null
    const answer = await writeInCircle(call, call.params.id, 'MEMBER', async (tx) => {
      const { circle, code } = await joining.getOrCreateInvite(tx, codes, call.caller, call.params.id, email !== undefined)
      if (notifiedEmail !== null) await joining.notifyInvitee(tx, call.caller, circle, notifiedEmail)
      createdCode = code
      return { code }
    })
    // A repeated request doesn't run the write, so it sends no second mail.
    if (notifiedEmail !== null && createdCode !== null) mails.invite(notifiedEmail, createdCode)
    return answer
  }),
  serveIdempotent(contract.refreshCircleCode, (call) =>
    writeInCircle(call, call.params.id, 'ADMIN', (tx) => circle.refreshCode(tx, codes, call.caller, call.params.id)),
  ),
  serveIdempotent(contract.revokeInvite, (call) =>
    writeInCircle(call, call.params.id, 'ADMIN', (tx) => joining.revokeInvite(tx, call.caller, call.params.id, call.params.inviteId)),
  ),
  serveIdempotent(contract.askToJoin, async (call) => {
    await call.read(crossHousehold, (q) => readPublicCircle(q, call.caller.userId, call.params.id))
    return writeInCircle(call, call.params.id, 'outsider', (tx, households) =>
      joining.askToJoin(tx, limits, call.caller, call.params.id, households),
    )
  }),
  serveIdempotent(contract.approveJoinRequest, (call) =>
    writeInCircle(call, call.params.id, 'ADMIN', (tx, households) =>
      joining.approveJoinRequest(tx, call.caller, call.params.id, households, call.params.userId),
    ),
  ),
  serveIdempotent(contract.declineJoinRequest, (call) => {
    const userId = resolveMe(call.params.userId, call.caller)
    const role = userId === call.caller.userId ? 'outsider' : 'MEMBER'
    return writeInCircle(call, call.params.id, role, (tx) => joining.declineJoinRequest(tx, call.caller, call.params.id, userId))
  }),
]

const memberRoutes = ({ codes, loans }: Circles): Route[] => [
  serveIdempotent(contract.changeCircleMember, (call) =>
    writeInCircle(call, call.params.id, 'ADMIN', (tx, households) =>
      circle.changeRole(tx, codes, call.caller, call.params.id, households, call.params.userId, call.body.role),
    ),
  ),
  serveIdempotent(contract.removeCircleMember, (call) =>
    leaving.removeMember(call, { loans, codes }, call.params.id, resolveMe(call.params.userId, call.caller)),
  ),
]

const householdRoutes = ({ limits, loans }: Circles): Route[] => [
  serveIdempotent(contract.linkHousehold, async (call) => {
    const checkAdmin = (q: Reader) => checkHouseholdAdmin(q, call.caller, call.params.householdId.toLowerCase())
    await call.read(crossHousehold, (q) => readCircle(q, call.caller, call.params.id))
    const householdId = await call.read({ user: call.caller.userId }, checkAdmin)
    return writeInCircle(
      call,
      call.params.id,
      'MEMBER',
      (tx, households) => linkHousehold(tx, limits, call.caller, call.params.id, households, householdId, checkAdmin),
      [householdId],
    )
  }),
  serveFree(contract.listLinkedCircles, ({ read, member }) => read(crossHousehold, (q) => listLinkedCircles(q, member))),
  serveIdempotent(contract.unlinkHousehold, async (call) => {
    const householdId = await call.read(crossHousehold, (q) => findHouseholdId(q, call.params.householdId.toLowerCase()))
    if (!householdId) throw notFound()
    const isHouseholdAdmin = async (q: Reader) => {
      const membership = await membershipOf(q, call.caller.userId, householdId)
      return membership !== undefined && isRoleAtLeast(membership.role, 'ADMIN')
    }
    return leaving.unlinkHousehold(call, loans, call.params.id, householdId, isHouseholdAdmin)
  }),
]
