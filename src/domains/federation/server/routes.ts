import { type Route, route } from '#platform/server/endpoints/route.ts'
import * as contract from '../contract/index.ts'
import { type CallDeps, callJoinedServer } from './use-cases/call-linked-server.ts'
import type { MessageLimits } from './use-cases/limit-messages.ts'
import { acceptInvitation, confirmLink, endHouseholdLink, inviteLink, listLinks, readLink } from './use-cases/manage-links.ts'
import { findJoin, findMessage, receiveJoin, receiveMessage } from './use-cases/receive-message.ts'

interface RouteDeps extends CallDeps {
  readonly limits: MessageLimits
}

const byKey = { crossHousehold: 'keys' } as const

export const federationRoutes = (deps: RouteDeps): Route[] => [
  route(contract.listLinks, ({ q, member }) => listLinks(q, deps, member)),
  route(contract.inviteLink, ({ tx, member, body }) => inviteLink(tx, deps, member, body)),
  route(contract.joinLink, async ({ write, read, member, body }) => {
    const stored = await write(member.householdId, (tx) => acceptInvitation(tx, deps, member, body))
    const { id } = JSON.parse(stored.text) as { id: string }
    await callJoinedServer(deps, member.householdId, id)
    return read(member.householdId, (q) => readLink(q, member, id))
  }),
  route(contract.confirmLink, ({ tx, member, params, body }) => confirmLink(tx, deps, member, params.id, body)),
  route(contract.endHouseholdLink, ({ tx, member, params }) => endHouseholdLink(tx, member, params.id)),
  route(contract.receiveJoin, async ({ read, write, body }) => {
    const { scope, linkId, message } = await read(byKey, (q) => findJoin(q, deps, body.message, deps.database.now()))
    await deps.limits.consumeJoin(linkId)
    return write(scope, (tx) => receiveJoin(tx, deps, scope, linkId, message, deps.database.now()))
  }),
  route(contract.receiveMessage, async ({ read, write, body }) => {
    const { scope, linkId, message } = await read(byKey, (q) => findMessage(q, deps, body.message, deps.database.now()))
    await deps.limits.consume(linkId, message.id)
    return write(scope, (tx) => receiveMessage(tx, deps, scope, linkId, message, deps.database.now()))
  }),
]
