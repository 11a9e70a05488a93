import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { openAccountServices } from '#domains/account/server/gateway/index.ts'
import {
  type AccountDeletionHook,
  isServerAdmin,
  lastAuthenticationReader,
  localizedMails,
  sendSecurityMail,
  serverAdmins,
} from '#domains/account/server/index.ts'
import { expiredSessionsJob } from '#domains/account/server/jobs.ts'
import { accountRoutes } from '#domains/account/server/routes.ts'
import { openBackups } from '#domains/admin/server/gateway/backups.ts'
import { backupJobs } from '#domains/admin/server/jobs.ts'
import { adminRoutes } from '#domains/admin/server/routes.ts'
import { alertConsumer } from '#domains/alerts/server/consumers.ts'
import { alertHistory, alertReferences } from '#domains/alerts/server/index.ts'
import { wasteRiskJob } from '#domains/alerts/server/jobs.ts'
import { alertRoutes } from '#domains/alerts/server/routes.ts'
import { assistantRoutes } from '#domains/assistant/server/routes.ts'
import { circleMails } from '#domains/circles/server/gateway/circle-mails.ts'
import { countCirclesOf, countCirclesOfHousehold, leaveAllCircles } from '#domains/circles/server/index.ts'
import { circleRoutes } from '#domains/circles/server/routes.ts'
import { dashboardRoutes } from '#domains/dashboard/server/routes.ts'
import { dietHistory, foodContentsReferences, forgetEater } from '#domains/diets/server/index.ts'
import { oldNeedsJob } from '#domains/diets/server/jobs.ts'
import { dietRoutes } from '#domains/diets/server/routes.ts'
import { linkTransport } from '#domains/federation/server/gateway/link-transport.ts'
import { federationHistory } from '#domains/federation/server/index.ts'
import { linkExpiryJob } from '#domains/federation/server/jobs.ts'
import { federationRoutes } from '#domains/federation/server/routes.ts'
import { callLinkedServer } from '#domains/federation/server/use-cases/call-linked-server.ts'
import { limitMessages } from '#domains/federation/server/use-cases/limit-messages.ts'
import { openForecastService } from '#domains/forecast/server/index.ts'
import { stockDoubtsJob } from '#domains/forecast/server/jobs.ts'
import { forecastRoutes } from '#domains/forecast/server/routes.ts'
import { disconnectHousehold, disconnectOwn, homeAssistantHistory } from '#domains/home-assistant/server/index.ts'
import { openPublisher } from '#domains/home-assistant/server/jobs/index.ts'
import { homeAssistantRoutes } from '#domains/home-assistant/server/routes.ts'
import {
  createHistory,
  createIdentityFinder,
  householdDeletionHook,
  householdHistory,
  isValidInviteCode,
  liveStreamAccess,
  openInviteCodes,
  recheckMembership,
  revokeTokensOf,
  tabletCookie,
  timeZoneOf,
  type UsageSources,
} from '#domains/households/server/index.ts'
import { householdErasureJob, inviteRenewalJob } from '#domains/households/server/jobs.ts'
import { accessKeyRoutes, householdRoutes, tabletRoutes } from '#domains/households/server/routes.ts'
import { importsJob, previewExpiryJob } from '#domains/imports/server/jobs.ts'
import { importRoutes, openImportFileReader } from '#domains/imports/server/routes.ts'
import { importHistory } from '#domains/imports/server/use-cases/history-handler.ts'
import {
  barcodeOwnUnits,
  barcodeReferences,
  ingredientColumns,
  ingredientHistory,
  kindReferences,
  type MergeDeps,
} from '#domains/ingredients/server/index.ts'
import { pictureErasureJob } from '#domains/ingredients/server/jobs.ts'
import { createCatalogImporter, ingredientRoutes, openCatalog } from '#domains/ingredients/server/routes.ts'
import {
  activeLotsAt,
  hasStock,
  inventoryHistory,
  inventoryLiveFrames,
  lotLocation,
  lotOwnUnits,
  lotReferences,
  lotsInExpiryRange,
  refreshExpirationDates,
  stockedIngredients,
} from '#domains/inventory/server/index.ts'
import { inventoryRoutes } from '#domains/inventory/server/routes.ts'
import { countLabels, type LabelDeps, labelHistory, labelLocation } from '#domains/labels/server/index.ts'
import { labelRoutes } from '#domains/labels/server/routes.ts'
import { notificationConsumer } from '#domains/notifications/server/consumers.ts'
import { openChannelServices } from '#domains/notifications/server/gateway/index.ts'
import { circleNotificationsJob, deliveryQueueJobs } from '#domains/notifications/server/jobs.ts'
import { notificationRoutes } from '#domains/notifications/server/routes.ts'
import { countTargets } from '#domains/notifications/server/store/message-targets.ts'
import { followEndedSessions } from '#domains/notifications/server/use-cases/notification-settings.ts'
import { forgetPlaces, listPlacePictures, type PlaceReferences, placeHistory } from '#domains/places/server/index.ts'
import { placeRoutes } from '#domains/places/server/routes.ts'
import { mealReservationConsumer, planListConsumer } from '#domains/recipes/server/consumers.ts'
import {
  cookbookHistory,
  countOwnRecipes,
  listCookingPictures,
  listedFoodReferences,
  listMeals,
  openCollectionReader,
  openPageReader,
  openWeekPlanner,
  planReferences,
  recipeHistory,
  recipeMatchReferences,
  repeatReferences,
  storedPhotoBytes,
} from '#domains/recipes/server/index.ts'
import { photoErasureJob } from '#domains/recipes/server/jobs.ts'
import { recipeRoutes } from '#domains/recipes/server/routes.ts'
import { scanningReferences } from '#domains/scanning/server/index.ts'
import { openScanning, scanningRoutes } from '#domains/scanning/server/routes.ts'
import { webhookConsumer } from '#domains/settings/server/consumers.ts'
import { webhookTransport } from '#domains/settings/server/gateway/webhook-transport.ts'
import { settingsRoutes } from '#domains/settings/server/routes.ts'
import { countWebhooks } from '#domains/settings/server/store/webhooks.ts'
import { endOwnWebhooks, endWebhooksOf, webhookHistoryHandler } from '#domains/settings/server/use-cases/webhooks.ts'
import { circleLoanCleanup, deleteMessagesToLenders, sharingHistory, signalSharedChanges } from '#domains/sharing/server/index.ts'
import { borrowExpiryJob } from '#domains/sharing/server/jobs.ts'
import { sharingRoutes } from '#domains/sharing/server/routes.ts'
import { listRestockConsumer } from '#domains/shopping/server/consumers.ts'
import {
  bundleHistory,
  namedListHistory,
  recurringHistory,
  recurringItemReferences,
  restockCauseReferences,
  type ShoppingDeps,
  shoppingHistory,
  shoppingItemReferences,
  shoppingLiveFrames,
  tripHistory,
} from '#domains/shopping/server/index.ts'
import { openShopping, shoppingRoutes } from '#domains/shopping/server/routes.ts'
import { storeHistory } from '#domains/stores/server/index.ts'
import { storeRoutes } from '#domains/stores/server/routes.ts'
import { wasteRoutes } from '#domains/waste/server/routes.ts'
import { wasteActionReferences } from '#domains/waste/server/store.ts'
import { wasteHistoryHandler } from '#domains/waste/server/use-cases/waste-actions.ts'
import { openChangeDeadLetters } from '#platform/server/changes/change-dead-letters.ts'
import type { Actor } from '#platform/server/changes/change-log.ts'
import type { Database, Transaction } from '#platform/server/database/index.ts'
import { expireStoredResponses } from '#platform/server/endpoints/idempotency.ts'
import { mount } from '#platform/server/endpoints/mount.ts'
import { deleteExpiredRateLimits } from '#platform/server/endpoints/rate-limiter.ts'
import type { Member, Route } from '#platform/server/endpoints/route.ts'
import { openUploads } from '#platform/server/endpoints/uploads.ts'
import { createOpenApiDocument, serveApiDocs } from '#platform/server/http/api-docs.ts'
import { serveMetrics } from '#platform/server/http/metrics.ts'
import { createHttpServer } from '#platform/server/http/server.ts'
import { prepareGracefulStop } from '#platform/server/http/shutdown.ts'
import { systemRoutes } from '#platform/server/http/system-routes.ts'
import { type JobOptions, type Jobs, openJobs } from '#platform/server/jobs/background-work.ts'
import { openMailer } from '#platform/server/outbox/mailer.ts'
import { openOutbox } from '#platform/server/outbox/outbox.ts'
import { liveRoutes } from '#platform/server/realtime/live-route.ts'
import { openLiveStreams } from '#platform/server/realtime/live-streams.ts'
import { createEncryption, loadSecret } from '#platform/server/security/encryption.ts'
import { syncRoutes } from '#platform/server/sync/routes.ts'
import { syncFrames } from '#platform/server/sync/sync-frames.ts'
import { boundedCache } from '#platform/shared/bounded-cache.ts'
import { once } from '#platform/shared/once.ts'
import type { Config } from './config.ts'
import { openDatabase } from './open-database.ts'
import { createHouseholdSync, sharedTables } from './synced-tables.ts'

const root = resolve(import.meta.dirname, '../..')
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const consumers = [alertConsumer, notificationConsumer, webhookConsumer, mealReservationConsumer, listRestockConsumer, planListConsumer]
export const version: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version

/** A complete server that is not listening yet. */
export interface AppServer {
  readonly app: FastifyInstance
  readonly database: Database
  readonly routes: readonly Route[]
  readonly jobs: Jobs
  close(): Promise<void>
}

/** Wires the server together: database, identity, domains, HTTP, web app. `address` returns the server's URL once it listens. */
export async function compose(config: Config, address: () => string, jobOptions: Partial<JobOptions> = {}): Promise<AppServer> {
  const http = await createHttpServer({
    logLevel: config.logLevel,
    publicUrl: config.publicUrl,
    hosts: config.hosts,
    tls: config.tls,
    trustedProxies: config.trustedProxies,
    webFolder: join(root, 'dist'),
    uploadBytes: 10 * 1024 * 1024,
  })
  const log = (message: string) => http.log.warn(message)
  const database = await openDatabase(config, version, log)
  const stopHttp = prepareGracefulStop(http, database.engine === 'postgres')
  if (config.metricsToken) serveMetrics(http, config.metricsToken, { version, engine: database.engine })
  const services = await openServices({ config, address, database, log })
  const routes = await composeRoutes(services, () => jobs)
  await serveRoutes(http, routes, services)
  const jobs = openJobs(database, consumers, scheduledJobs(services), log, jobOptions)

  return {
    app: http,
    database,
    routes,
    jobs,
    async close() {
      const { live, files, collections, pages, backups, imports, outbox, homeAssistant, scanning, products, planner, forecasts, mailer } =
        services
      // Stops accepting connections before ending the streams, so that clients reconnect to another process. Closing the file readers
      // answers the requests that wait for them.
      await Promise.all([stopHttp(), live.close(), files.close(), collections.close(), pages.close()])
      await backups.close()
      imports.close()
      await jobs.close()
      await outbox.close()
      await homeAssistant?.close()
      await scanning.close()
      await products.imports.close()
      products.catalog.close()
      await planner.close()
      await forecasts.close()
      await mailer.close()
      await database.close()
    },
  }
}

interface Foundation {
  readonly config: Config
  readonly address: () => string
  readonly database: Database
  readonly log: (message: string) => void
}

type Services = Awaited<ReturnType<typeof openServices>>

/** Opens what the domains' routes and jobs work with. */
async function openServices(foundation: Foundation) {
  const { config, address, database, log } = foundation
  const mailer = openMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, outboxFolder: join(config.dataDir, 'outbox') }, log)
  const codes = openInviteCodes(await loadSecret(database, 'invite-codes'))
  const accounts = await openAccountServices({
    database,
    mailer,
    config,
    listeningUrl: address,
    isInvited: (code) => isValidInviteCode(database, codes, code),
    revokeTokens: revokeTokensOf,
    log,
  })
  const products = {
    catalog: openCatalog(config.dataDir, log),
    imports: createCatalogImporter(config.dataDir),
    admins: serverAdmins(config),
  }
  const scanning = openScanning({
    database,
    local: products.catalog,
    openFoodFactsUrl: config.openFoodFactsUrl,
    version,
    contact: config.publicUrl ?? 'self-hosted',
    photoRecognition: config.photoRecognition,
    encryption: createEncryption(await loadSecret(database, 'scans'), 'scanned photo'),
    log,
  })
  const shopping = openShopping(config)
  const frameSources = [inventoryLiveFrames(timeZoneOf), shoppingLiveFrames(shopping, timeZoneOf), syncFrames(sharedTables)]
  const live = openLiveStreams(database, frameSources, liveStreamAccess(database), log)
  const channels = await openChannelServices(database, { ...config, mailer, base: () => config.publicUrl ?? address() })
  signalSharedChanges(database, live, log)
  followEndedSessions(database, log)
  const { webhookSecrets, webhooks } = await openWebhooks(foundation)
  const [transports, links] = [[...channels.outbox, webhooks], await openLinks(foundation)]
  return {
    ...foundation,
    mailer,
    codes,
    accounts,
    products,
    scanning,
    shopping,
    forecasts: openForecastService({ read: database.read, log }),
    planner: openWeekPlanner(log),
    collections: openCollectionReader(log),
    pages: openPageReader(log),
    live,
    channels,
    webhookSecrets,
    queues: [...transports, mailer.queue, openChangeDeadLetters(database, consumers)],
    links: links.deps,
    outbox: openOutbox([...transports, links.transport], log),
    homeAssistant: await openHomeAssistant(foundation, shopping),
    files: openImportFileReader(),
    imports: importsJob(database, config.quotas),
    backups: openBackups({ ...config, version }),
  }
}

async function openWebhooks({ config, database }: Foundation) {
  const webhookSecrets = createEncryption(await loadSecret(database, 'webhooks'), 'webhook secret')
  const hooks = { allowsLan: config.webhookLan, ownHosts: hostsOf(config.publicUrl) }
  return { webhookSecrets, webhooks: webhookTransport(database, webhookSecrets, hooks) }
}

/** What links with households on other servers work with, and how their servers are called. */
async function openLinks({ config, database }: Foundation) {
  const deps = {
    database,
    secrets: createEncryption(await loadSecret(database, 'links'), 'link key'),
    url: config.federation ? config.publicUrl : null,
    peers: { hosts: config.federationHosts, ownHosts: hostsOf(config.publicUrl) },
    positions: boundedCache<string, string>(10_000),
    limits: limitMessages(database, config.rateLimits),
  }
  return { deps, transport: linkTransport(database, deps.url !== null, (link) => callLinkedServer(deps, link)) }
}

/** Starts to send households to Home Assistant. Null without a broker. */
async function openHomeAssistant({ config, database, log }: Foundation, shopping: ShoppingDeps) {
  if (config.mqtt === null) return null
  const { mqtt, publicUrl, rateLimits } = config
  const serverId = createHash('sha256')
    .update(await loadSecret(database, 'mqtt'))
    .digest('hex')
    .slice(0, 16)
  return openPublisher({ database, log, serverId, version, publicUrl, rateLimits, shopping, ...mqtt })
}

const stockOfIngredient = { has: hasStock, stocked: stockedIngredients, refreshExpirationDates }
export const merging: MergeDeps = {
  stock: stockOfIngredient,
  references: [
    barcodeReferences,
    foodContentsReferences,
    kindReferences,
    lotReferences,
    ...scanningReferences,
    shoppingItemReferences,
    restockCauseReferences,
    recurringItemReferences,
    planReferences,
    recipeMatchReferences,
    ...listedFoodReferences,
    repeatReferences,
    wasteActionReferences,
    alertReferences,
  ],
  ownUnits: [barcodeOwnUnits, lotOwnUnits],
}

const placeReferences: PlaceReferences = {
  columns: [lotLocation, labelLocation, ...ingredientColumns],
  hasItems: async (q, householdId, location) => (await activeLotsAt(q, householdId, location)).length > 0,
}

const forgetUnnamed = (tx: Transaction, member: Member, names: readonly string[]) => forgetPlaces(tx, placeReferences, member, names)

/** What other domains do when a member leaves or loses rights, and when a household drops names. */
const householdHooks = { endAdminWork, forgetMember: forgetEater, forgetPlaces: forgetUnnamed }

/** `jobs` returns the scheduler once it is open. */
async function composeRoutes(services: Services, jobs: () => Jobs): Promise<Route[]> {
  const { config, database, log, codes, accounts, products, shopping, forecasts, planner, collections, pages, files, imports } = services
  const { quotas: limits, dataDir, signup: signUp } = config
  const ownHosts = hostsOf(config.publicUrl)
  const circles = await openCircles(services)
  const pictures = { limits, storedBytes: storedPhotoBytes }
  return [
    ...accountRoutes(accounts, deletionHooks(services, circles)),
    ...householdRoutes({ codes, history: historyReader(config), usage: usageReader(limits), ...householdHooks }),
    ...accessKeyRoutes({
      limits,
      onKeyAdded: (userId, kind) => sendSecurityMail(accounts, userId, kind === 'token' ? 'tokenAdded' : 'calendarLinkAdded'),
    }),
    ...tabletRoutes({ cookie: tabletCookieOf(config), onPaired: (userId) => sendSecurityMail(accounts, userId, 'tabletAdded') }),
    ...ingredientRoutes(merging, products, pictures),
    ...dietRoutes,
    ...placeRoutes(placeReferences, pictures),
    ...inventoryRoutes(),
    ...scanningRoutes(services.scanning),
    ...labelRoutes(labelDepsOf(config)),
    ...storeRoutes,
    ...shoppingRoutes(shopping),
    ...recipeRoutes(
      { forecasts, planner, collections, pages, limits, pictures, publicUrl: config.publicUrl, database, dataDir, outside: { ownHosts } },
      shopping,
    ),
    ...importRoutes({ limits, files, grocyHosts: { hosts: config.importHosts, ownHosts }, runNow: () => jobs().runNow(imports.name) }),
    ...circleRoutes(circles),
    ...federationRoutes(services.links),
    ...sharingRoutes(forecasts, services.links),
    ...settingsRoutes({
      database,
      secrets: services.webhookSecrets,
      limits,
      calendar: { lots: lotsInExpiryRange, meals: listMeals },
      recordLastSeen: accounts.recordLastSeen,
      dataDir,
    }),
    ...forecastRoutes(forecasts),
    ...wasteRoutes(forecasts, stockOfIngredient),
    ...alertRoutes(),
    ...notificationRoutes(services.channels, services.queues, limits, { database, history: historyReader(config), shopping, log }),
    ...dashboardRoutes(),
    ...homeAssistantRoutes(shopping, config.mqtt !== null),
    ...adminRoutes({
      engine: database.engine,
      backups: services.backups,
      jobs,
      version,
      signUp,
      sendsMail: config.smtpUrl !== null,
      admins: serverAdmins(config),
      log,
    }),
    ...syncRoutes(database, createHouseholdSync(codes, shopping)),
    ...assistantRoutes({ version, publicUrl: config.publicUrl }),
  ]
}

/** Ends what only an ADMIN may run, when a member is no longer one. */
async function endAdminWork(tx: Transaction, actor: Actor, userId: string): Promise<void> {
  await endWebhooksOf(tx, actor, userId)
  await disconnectHousehold(tx, actor, userId)
}

async function openCircles({ config, database, mailer, address }: Services) {
  return {
    limits: config.quotas,
    codes: openInviteCodes(await loadSecret(database, 'circle-codes')),
    mails: circleMails({ database, post: localizedMails(database, mailer), base: address, limits: config.rateLimits }),
    loans: circleLoanCleanup,
  }
}

/** What the domains do before an account is deleted, in order. */
function deletionHooks({ database, codes }: Services, circles: Awaited<ReturnType<typeof openCircles>>): AccountDeletionHook[] {
  return [
    { leave: (caller) => leaveAllCircles(database, circles, caller) },
    householdDeletionHook(database, codes, [endOwnWebhooks, disconnectOwn, deleteMessagesToLenders, forgetEater]),
  ]
}

const tabletCookieOf = ({ publicUrl, tls }: Config) => tabletCookie(publicUrl?.startsWith('https:') === true || tls !== null)

const labelDepsOf = ({ quotas, publicUrl }: Config): LabelDeps => ({ limits: quotas, publicUrl })

function historyReader(config: Config) {
  const kitchenHistory = [
    householdHistory,
    storeHistory,
    namedListHistory,
    bundleHistory,
    recurringHistory,
    tripHistory,
    ingredientHistory(merging),
    dietHistory,
    placeHistory(placeReferences),
    inventoryHistory,
    shoppingHistory,
    labelHistory(labelDepsOf(config)),
    recipeHistory(config.quotas),
    cookbookHistory,
  ]
  return createHistory([
    ...kitchenHistory,
    webhookHistoryHandler,
    homeAssistantHistory,
    importHistory,
    wasteHistoryHandler,
    federationHistory,
    sharingHistory,
    alertHistory,
  ])
}

const usageReader = (limits: Config['quotas']): UsageSources => ({
  limits,
  ofAccount: {
    circles: (q, { userId }) => countCirclesOf(q, userId),
    messageTargets: (q, { userId }) => countTargets(q, userId),
  },
  ofHousehold: {
    recipes: (q, { householdId }) => countOwnRecipes(q, householdId),
    storedBytes: (q, { householdId }) => storedPhotoBytes(q, householdId),
    labels: (q, { householdId }) => countLabels(q, householdId),
    linkedCircles: (q, { householdId }) => countCirclesOfHousehold(q, householdId),
    webhooks: (q, { householdId }) => countWebhooks(q, householdId),
  },
})

/** Mounts the routes and the API description. Adds the system routes to `routes`. */
async function serveRoutes(http: FastifyInstance, routes: Route[], { config, database, live, accounts }: Services): Promise<void> {
  const describeApi = once(() => createOpenApiDocument(routes, version))
  // Serialized once, because it is large and public.
  const document = once(() => JSON.stringify(describeApi()))
  routes.push(...liveRoutes(live), ...systemRoutes(database, config.databaseUrl ? null : config.dataDir, document))
  mount(http, routes, {
    database,
    identify: createIdentityFinder(database, accounts.secret, accounts.extendSession, accounts.recordLastSeen),
    authenticatedAt: lastAuthenticationReader(database),
    tabletCookie: tabletCookieOf(config).name,
    isServerAdmin: (userId) => database.read({ user: userId }, (q) => isServerAdmin(q, userId, serverAdmins(config))),
    recheck: recheckMembership,
    limits: config.rateLimits,
    responseEncryption: createEncryption(await loadSecret(database, 'answers'), 'kept answer'),
    uploads: openUploads(join(config.dataDir, 'uploads')),
  })
  serveApiDocs(http, describeApi)
}

const scheduledJobs = ({ config, database, codes, outbox, forecasts, channels, imports, backups }: Services) => [
  outbox.job,
  expiredSessionsJob(database),
  householdErasureJob(database),
  photoErasureJob(database),
  oldNeedsJob(database),
  pictureErasureJob(database, async (q, householdId) => [
    ...(await listPlacePictures(q, householdId)),
    ...(await listCookingPictures(q, householdId)),
  ]),
  previewExpiryJob(database),
  inviteRenewalJob(database, codes),
  borrowExpiryJob(database),
  linkExpiryJob(database),
  wasteRiskJob(database, forecasts),
  stockDoubtsJob(database, forecasts),
  circleNotificationsJob(database),
  ...deliveryQueueJobs(database, channels),
  imports,
  ...backupJobs(backups, config.backupHours),
  { name: 'stored responses', everyMs: dayMs, run: (now: Date) => expireStoredResponses(database, now) },
  { name: 'rate limit counters', everyMs: hourMs, run: () => deleteExpiredRateLimits(database) },
]

const hostsOf = (url: string | null): string[] => (url === null ? [] : [new URL(url).hostname])
