import type { ShoppingDeps } from '#domains/shopping/server/index.ts'
import { type Route, route } from '#platform/server/endpoints/route.ts'
import * as contract from '../contract.ts'
import { connectHousehold, disconnectHousehold, readLink } from './use-cases/connect-household.ts'
import { runCommand } from './use-cases/run-command.ts'

/** `hasBroker`: whether the operator set an MQTT broker. */
export const homeAssistantRoutes = (shopping: ShoppingDeps, hasBroker: boolean): Route[] => [
  route(contract.getHomeAssistant, ({ q, member }) => readLink(q, member, hasBroker)),
  route(contract.connectHomeAssistant, ({ tx, member }) => connectHousehold(tx, member, hasBroker)),
  route(contract.disconnectHomeAssistant, ({ tx, member }) => disconnectHousehold(tx, member)),
  route(contract.runCommand, ({ tx, member, body }) => runCommand(tx, member, shopping, body)),
]
