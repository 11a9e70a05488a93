import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import type { Database } from '#platform/server/database/index.ts'
import { type Route, serveFree, serveRead, serveWrite } from '#platform/server/endpoints/route.ts'
import { openTempFiles, type TempFile } from '#platform/server/endpoints/temp-file.ts'
import { semaphore } from '#platform/server/workers/semaphore.ts'
import { exportAccount as accountEndpoint, calendarFeed, exportHousehold as householdEndpoint } from '../contract/export.ts'
import * as hooks from '../contract/webhooks.ts'
import { type DatedLots, readCalendar } from './use-cases/calendar-feed.ts'
import { exportAccount, exportHousehold } from './use-cases/export-household.ts'
import * as webhooks from './use-cases/webhooks.ts'

export interface SettingsParts extends webhooks.Webhooks {
  readonly database: Database
  readonly lotsInExpiryRange: DatedLots
  /** Directory for exports until they are sent. */
  readonly dataDir: string
  /** Called on every use of a key. */
  readonly noteSeen: (id: string, now: Date) => void
}

/** Each uses a database connection, on PostgreSQL one from the pool. */
const exportsAtOnce = 2
const maxExportsWaiting = 50

export function settingsRoutes({ database, secrets, limits, lotsInExpiryRange, noteSeen, dataDir }: SettingsParts): Route[] {
  const exporting = { database, writeTempFile: openTempFiles(join(dataDir, 'exports')) }
  const inTurn = semaphore(exportsAtOnce, maxExportsWaiting)
  return [
    serveRead(hooks.listWebhooks, ({ q, member }) => webhooks.listWebhooks(q, member)),
    serveWrite(hooks.createWebhook, ({ tx, member, body }) => webhooks.createWebhook(tx, { secrets, limits }, member, body)),
    serveWrite(hooks.removeWebhook, ({ tx, member, params }) => webhooks.removeWebhook(tx, member, params.webhookId)),
    serveWrite(hooks.testWebhook, ({ tx, member, params }) => webhooks.testWebhook(tx, member, params.webhookId)),
    serveRead(hooks.listDeliveries, ({ q, member, params }) => webhooks.listDeliveries(q, member, params.webhookId)),
    serveFree(calendarFeed, async ({ query, request, reply }) => {
      const now = new Date()
      const { keyId, text, etag } = await readCalendar(database, query.key, lotsInExpiryRange, now)
      noteSeen(keyId, now)
      reply.headers({ 'Cache-Control': 'private, no-cache', ETag: etag })
      if (request.headers['if-none-match'] === etag) return reply.status(304).send()
      return reply
        .headers({ 'Content-Type': 'text/calendar; charset=utf-8', 'Content-Disposition': 'inline; filename="larder.ics"' })
        .send(text)
    }),
    serveFree(householdEndpoint, async ({ member, reply }) =>
      sendZip(reply, 'larder-household', await inTurn(() => exportHousehold(exporting, member))),
    ),
    serveFree(accountEndpoint, async ({ caller, reply }) =>
      sendZip(reply, 'larder-account', await inTurn(() => exportAccount(exporting, caller))),
    ),
  ]
}

const sendZip = (reply: FastifyReply, name: string, { bytes, content }: TempFile) =>
  reply
    .headers({
      'Content-Length': bytes,
      'Cache-Control': 'no-store',
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${name}-${new Date().toISOString().slice(0, 10)}.zip"`,
    })
    .send(content)
