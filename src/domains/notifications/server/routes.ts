import { type Route, serveRead, serveWrite } from '#platform/server/serve/call.ts'
import * as contract from '../contract.ts'
import { changeSettings, getSettings } from './service/settings.ts'
import * as show from './service/show.ts'

export const notificationRoutes = (): Route[] => [
  serveRead(contract.listNotifications, ({ q, caller, query }) => show.listNotifications(q, caller, query)),
  serveWrite(contract.readNotification, ({ tx, caller, params }) => show.readNotification(tx, caller, params.id)),
  serveWrite(contract.readAllNotifications, ({ tx, caller }) => show.readAll(tx, caller)),
  serveWrite(contract.deleteNotification, ({ tx, caller, params }) => show.deleteNotification(tx, caller, params.id)),
  serveWrite(contract.snoozeNotification, ({ tx, caller, params, body }) => show.snooze(tx, caller, params.id, body.days)),
  serveRead(contract.getNotificationSettings, ({ q, caller }) => getSettings(q, caller.userId)),
  serveWrite(contract.changeNotificationSettings, ({ tx, caller, body }) => changeSettings(tx, caller, body)),
]
