import { type Route, serveFree, serveIdempotent, serveRead, serveWrite } from '#platform/server/endpoints/route.ts'
import { sendPage } from '#platform/server/http/mail-link-pages.ts'
import { countAllWaiting, listOutgoing, type OutgoingQueue } from '#platform/server/outbox/outbox.ts'
import { notFound } from '#platform/shared/problem.ts'
import * as contract from '../contract/index.ts'
import type { Channels } from './gateway/index.ts'
import { addDevice, listDevices, removeDevice } from './use-cases/devices.ts'
import { changeSettings, donePage, getSettings, stopMail, unsubscribePage } from './use-cases/notification-settings.ts'
import * as notifications from './use-cases/to-response.ts'

const maxListed = 100

/** `queues`: all queues of messages that leave the server. */
export const notificationRoutes = (channels: Channels, queues: readonly OutgoingQueue<contract.DeadLetter['channel']>[]): Route[] => [
  serveRead(contract.listNotifications, ({ q, caller, query }) => notifications.listNotifications(q, caller, query)),
  serveWrite(contract.readNotification, ({ tx, caller, params }) => notifications.readNotification(tx, caller, params.id)),
  serveWrite(contract.readAllNotifications, ({ tx, caller }) => notifications.readAll(tx, caller)),
  serveWrite(contract.deleteNotification, ({ tx, caller, params }) => notifications.deleteNotification(tx, caller, params.id)),
  serveWrite(contract.snoozeNotification, ({ tx, caller, params, body }) => notifications.snooze(tx, caller, params.id, body.days)),
  serveRead(contract.getNotificationSettings, ({ q, caller }) => getSettings(q, caller.userId)),
  serveWrite(contract.changeNotificationSettings, ({ tx, caller, body }) => changeSettings(tx, caller, body)),
  serveRead(contract.listPushDevices, async ({ q, caller }) => ({
    publicKey: channels.pushSender.publicKey,
    devices: await listDevices(q, caller.userId),
  })),
  serveWrite(contract.addPushDevice, ({ tx, caller, body }) => addDevice(tx, caller, channels.pushSender, body)),
  serveWrite(contract.removePushDevice, ({ tx, caller, params }) => removeDevice(tx, caller.userId, params.id)),
  serveFree(contract.testNotification, async ({ read, writeOnce, caller, body }) => ({
    outcome: await channels.transports[body.channel].sendTest(
      { read, write: (work) => writeOnce({ user: caller.userId }, work) },
      caller.userId,
    ),
  })),
  serveFree(contract.listDeliveries, () => listOutgoing(queues, maxListed)),
  serveIdempotent(contract.retryDeliveries, async ({ write, caller }) => {
    for (const queue of queues) await queue.retryDeadLetters(caller.now)
    const waiting = await countAllWaiting(queues)
    return write({ crossHousehold: 'jobs' }, async () => ({ waiting }))
  }),
  serveFree(contract.showUnsubscribe, async ({ query, reply }) => {
    if (channels.readUnsubscribeToken(query.token) === null) throw notFound()
    await sendPage(reply, unsubscribePage(query.token))
  }),
  serveFree(contract.unsubscribe, async ({ query, writeOnce, reply }) => {
    const userId = channels.readUnsubscribeToken(query.token)
    if (userId === null) throw notFound()
    await writeOnce({ user: userId }, (tx) => stopMail(tx, userId, new Date()))
    await sendPage(reply, donePage())
  }),
]
