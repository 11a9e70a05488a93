import { type Route, route } from '#platform/server/endpoints/route.ts'
import * as contract from '../contract/index.ts'
import { type CallDeps, callJoinedServer } from './use-cases/call-linked-server.ts'
import { acceptInvitation, confirmLink, endHouseholdLink, inviteLink, listLinks, readLink } from './use-cases/manage-links.ts'
import { findJoin, findMessage, receiveJoin, receiveMessage } from './use-cases/receive-message.ts'

export const federationRoutes = (deps: CallDeps): Route[] => [
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
  route(
    contract.receiveJoin,
    ({ q, body }) => findJoin(q, deps, body.message, deps.database.now()),
    ({ tx, prepared: { scope, linkId, message } }) => receiveJoin(tx, deps, scope, linkId, message, deps.database.now()),
  ),
  route(
    contract.receiveMessage,
    ({ q, body }) => findMessage(q, deps, body.message, deps.database.now()),
    ({ tx, prepared: { scope, linkId, message } }) => receiveMessage(tx, deps, scope, linkId, message, deps.database.now()),
  ),
]
