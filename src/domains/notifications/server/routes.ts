import type { QuotaLimits } from '#domains/households/contract/quota.ts'
import { type Route, route } from '#platform/server/endpoints/route.ts'
import { htmlPage } from '#platform/server/http/mail-link-pages.ts'
import { countAllWaiting, type ManagedQueue, summarizeQueues } from '#platform/server/outbox/outbox.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { notFound } from '#platform/shared/problem.ts'
import * as contract from '../contract/index.ts'
import type { ChannelServices } from './gateway/index.ts'
import { changeSettings, openAlertsOf, turnOffMail } from './use-cases/change-settings.ts'
import * as notifications from './use-cases/manage-notifications.ts'
import { addTarget, listTargets, removeTarget, testTarget } from './use-cases/manage-targets.ts'
import { addDevice, getSettings, listDevices, removeDevice, unsubscribedPage, unsubscribePage } from './use-cases/notification-settings.ts'
import { type PushActionDeps, runPushAction } from './use-cases/run-push-action.ts'

const maxListed = 100

function recipientOf(channels: ChannelServices, token: string): UserId {
  const userId = channels.readUnsubscribeToken(token)
  if (userId === null) throw notFound()
  return userId
}

/** `queues`: all queues of messages that leave the server. */
export const notificationRoutes = (
  channels: ChannelServices,
  queues: readonly ManagedQueue<contract.DeadLetter['channel']>[],
  limits: QuotaLimits,
  pushActions: Omit<PushActionDeps, 'tokens'>,
): Route[] => [
  route(contract.listNotifications, ({ q, caller, query }) => notifications.listNotifications(q, caller, query)),
  route(contract.readNotification, ({ tx, caller, params }) => notifications.markNotificationRead(tx, caller, params.id)),
  route(contract.readAllNotifications, ({ tx, caller }) => notifications.markAllNotificationsRead(tx, caller)),
  route(contract.deleteNotification, ({ tx, caller, params }) => notifications.deleteNotification(tx, caller, params.id)),
  route(contract.snoozeNotification, ({ tx, caller, params, body }) => notifications.snooze(tx, caller, params.id, body.days)),
  route(contract.getNotificationSettings, ({ q, caller }) => getSettings(q, caller.userId)),
  route(
    contract.changeNotificationSettings,
    ({ caller }) => openAlertsOf(pushActions.database, caller),
    ({ tx, caller, body, prepared }) => changeSettings(tx, caller, body, prepared),
  ),
  route(contract.listPushDevices, async ({ q, caller }) => ({
    publicKey: channels.pushSender.publicKey,
    devices: await listDevices(q, caller),
  })),
  route(contract.addPushDevice, ({ tx, caller, body }) => addDevice(tx, caller, channels.pushSender, body)),
  route(contract.removePushDevice, ({ tx, caller, params }) => removeDevice(tx, caller.userId, params.id)),
  route(contract.runPushAction, ({ read, write, writeOnce, body }) =>
    runPushAction({ read, write, writeOnce }, { ...pushActions, tokens: channels.pushActionTokens }, body.token),
  ),
  route(contract.listMessageTargets, ({ q, caller }) => listTargets(q, caller.userId)),
  route(contract.addMessageTarget, ({ tx, caller, body }) => addTarget(tx, { ...channels.targets, limits }, caller, body)),
  route(contract.removeMessageTarget, ({ tx, caller, params }) => removeTarget(tx, caller.userId, params.id)),
  route(contract.testMessageTarget, async ({ read, writeOnce, caller, params }) => ({
    outcome: await testTarget({ read, write: (work) => writeOnce({ user: caller.userId }, work) }, caller, channels.targets, params.id),
  })),
  route(contract.testNotification, async ({ read, writeOnce, caller, body }) => ({
    outcome: await channels.transports[body.channel].sendTest(
      { read, write: (work) => writeOnce({ user: caller.userId }, work) },
      caller.userId,
    ),
  })),
  route(contract.listDeliveries, () => summarizeQueues(queues, maxListed)),
  route(contract.retryDeliveries, async ({ write, caller }) => {
    for (const queue of queues) await queue.retryDeadLetters(caller.now)
    const waiting = await countAllWaiting(queues)
    return write({ crossHousehold: 'jobs' }, async () => ({ waiting }))
  }),
  route(contract.showUnsubscribe, async ({ query }) => {
    recipientOf(channels, query.token)
    return htmlPage(unsubscribePage(query.token))
  }),
  route(
    contract.unsubscribe,
    async ({ query }) => ({ scope: { user: recipientOf(channels, query.token) } }),
    async ({ tx, prepared }) => {
      await turnOffMail(tx, prepared.scope.user, new Date())
      return htmlPage(unsubscribedPage())
    },
  ),
]
