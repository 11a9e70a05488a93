import { join } from 'node:path'
import type { Database } from '#platform/server/database/index.ts'
import { type Route, route } from '#platform/server/endpoints/route.ts'
import { RawResponse } from '#platform/server/endpoints/serialize.ts'
import { openTempFiles, sendZip } from '#platform/server/endpoints/temp-file.ts'
import { semaphore } from '#platform/server/workers/semaphore.ts'
import * as contract from '../contract.ts'
import { type CalendarSources, findCalendar, readCalendar } from './use-cases/calendar-feed.ts'
import { exportAccount, exportHousehold } from './use-cases/export-household.ts'
import * as webhooks from './use-cases/webhooks.ts'

export interface SettingsDeps extends webhooks.CreateWebhookDeps {
  readonly database: Database
  readonly calendar: CalendarSources
  /** Directory for exports until they are sent. */
  readonly dataDir: string
  /** Called on every use of a key. */
  readonly recordLastSeen: (id: string, now: Date) => void
}

/** Each uses a database connection, on PostgreSQL one from the pool. */
const exportsAtOnce = 2
const maxExportsWaiting = 50

export function settingsRoutes({ database, secrets, limits, calendar, recordLastSeen, dataDir }: SettingsDeps): Route[] {
  const exporting = { database, writeTempFile: openTempFiles(join(dataDir, 'exports')) }
  const inTurn = semaphore(exportsAtOnce, maxExportsWaiting)
  return [
    route(contract.listWebhooks, ({ q, member }) => webhooks.listWebhooks(q, member)),
    route(contract.createWebhook, ({ tx, member, body }) => webhooks.createWebhook(tx, { secrets, limits }, member, body)),
    route(contract.removeWebhook, ({ tx, member, params }) => webhooks.removeWebhook(tx, member, params.webhookId)),
    route(contract.testWebhook, ({ tx, member, params }) => webhooks.enqueueTestDelivery(tx, member, params.webhookId)),
    route(contract.listDeliveries, ({ q, member, params }) => webhooks.listDeliveries(q, member, params.webhookId)),
    route(
      contract.calendarFeed,
      ({ q, query }) => findCalendar(q, query.key),
      async ({ q, prepared, query }) => {
        const now = new Date()
        const { text, etag } = await readCalendar(q, prepared, calendar, query.show, now)
        recordLastSeen(prepared.keyId, now)
        return new RawResponse(text, {
          'Content-Type': 'text/calendar; charset=utf-8',
          'Content-Disposition': 'inline; filename="larder.ics"',
          'Cache-Control': 'private, no-cache',
          ETag: etag,
        })
      },
    ),
    route(contract.exportHousehold, async ({ member, reply }) =>
      sendZip(reply, 'larder-household', await inTurn(() => exportHousehold(exporting, member))),
    ),
    route(contract.exportAccount, async ({ caller, reply }) =>
      sendZip(reply, 'larder-account', await inTurn(() => exportAccount(exporting, caller))),
    ),
  ]
}
