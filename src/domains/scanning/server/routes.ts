import { availableParallelism } from 'node:os'
import type { FastifyReply } from 'fastify'
import type { Catalog as LocalCatalog } from '#domains/ingredients/server/index.ts'
import type { Database } from '#platform/server/database/index.ts'
import { openRateLimiter } from '#platform/server/endpoints/rate-limiter.ts'
import { type Route, route } from '#platform/server/endpoints/route.ts'
import { pictureForm } from '#platform/server/endpoints/uploads.ts'
import type { Encryption } from '#platform/server/security/encryption.ts'
import { type OrderedQueue, orderedQueue } from '#platform/server/workers/ordered-queue.ts'
import { invalid } from '#platform/shared/problem.ts'
import * as contract from '../contract.ts'
import { readPackageCode } from '../rules/package-code.ts'
import { writesDayFirst } from '../rules/read-date.ts'
import { resultForCode } from '../rules/scan-result.ts'
import { createOpenFoodFactsCatalog } from './gateway/open-food-facts.ts'
import { openRecognizers, type Recognizers } from './gateway/recognizers.ts'
import { scannerBusy } from './gateway/scanner-busy.ts'
import { learnFromScan } from './use-cases/learn-from-photo.ts'
import { createBarcodeLookUp, type LookupContext, type ProductSources } from './use-cases/look-up-barcode.ts'
import { draftReceiptLines, learnReceiptNames, readReceiptPhoto, storeOfReceipt } from './use-cases/read-receipt.ts'
import { listFoodsOnShelf, readShelfPhoto } from './use-cases/read-shelf-photo.ts'
import { recognitionContextOf, recognizePhoto } from './use-cases/recognize-photo.ts'

export interface ScanningOptions {
  database: Database
  /** The product catalog on this server. */
  local: LocalCatalog
  /** Null: codes are never looked up on the internet. */
  openFoodFactsUrl: string | null
  version: string
  /** How the service can reach the operator; part of the User-Agent. */
  contact: string
  /** If false, pictures are only searched for codes. */
  photoRecognition: boolean
  /** Encrypts the scan ids that are handed out. */
  encryption: Encryption
  log(message: string): void
}

export interface Scanning {
  readonly recognizers: Recognizers
  /** Limits concurrent recognition and responds in order of arrival. */
  readonly queue: OrderedQueue
  /** Photos of shelves, which take so long that other pictures go in between their parts. */
  readonly shelfQueue: OrderedQueue
  readonly encryption: Encryption
  readonly sources: ProductSources
  close(): Promise<void>
}

/** The service allows 15; clocks differ. */
const foodFactsPerMinute = 12

/** Starts no workers before the first picture arrives. */
export function openScanning(options: ScanningOptions): Scanning {
  const { database, local, openFoodFactsUrl, version, contact, photoRecognition, encryption, log } = options
  const recognizers = openRecognizers({ photoRecognition, onTrouble: log })
  const budget = openRateLimiter(database, 'openfoodfacts', foodFactsPerMinute, 60_000)
  const remote = openFoodFactsUrl === null ? null : createOpenFoodFactsCatalog({ origin: openFoodFactsUrl, version, contact, budget })
  return {
    recognizers,
    queue: orderedQueue({ maxConcurrent, maxWaiting, waitMs: maxUploadWaitMs }, scannerBusy),
    shelfQueue: orderedQueue({ maxConcurrent: 1, maxWaiting: maxWaitingShelves, waitMs: maxUploadWaitMs }, scannerBusy),
    encryption,
    sources: { local, remote },
    close: () => recognizers.close(),
  }
}

const lookupContextOf = ({
  member,
  read,
  writeOnce,
}: { member: { householdId: LookupContext['householdId']; now: Date } } & Pick<LookupContext, 'read' | 'writeOnce'>): LookupContext => ({
  householdId: member.householdId,
  now: member.now,
  read,
  writeOnce,
})

/** Leaves one core for other requests. */
const maxConcurrent = Math.max(1, Math.min(4, availableParallelism() - 1))
const maxWaiting = 24
/** Each may take half a minute, and proxies wait for a minute. */
const maxWaitingShelves = 1
/** An upload still incomplete after this long comes over a slow connection and loses its turn. */
const maxUploadWaitMs = 1000

/** Returns when the request started, before authorization. */
const requestStartedAt = (reply: FastifyReply) => performance.now() - reply.elapsedTime

export const scanningRoutes = ({ recognizers, queue, shelfQueue, encryption, sources }: Scanning): Route[] => [
  route(contract.scanPhoto, async (call) => {
    const context = lookupContextOf(call)
    const options = {
      today: call.member.today,
      dayFirst: writesDayFirst(call.request.headers['accept-language']),
      everything: call.query.everything === 'true',
    }
    const { result } = await queue(
      requestStartedAt(call.reply),
      () => call.receiveFile(pictureForm),
      async (picture) =>
        recognizePhoto(
          await picture.read(),
          recognizers,
          recognitionContextOf(context, createBarcodeLookUp(context, sources), encryption),
          options,
        ),
    )
    return result
  }),
  route(contract.confirmScan, ({ tx, member, body }) => learnFromScan(tx, encryption, member, body)),
  route(contract.scanBarcode, async (call) => {
    const code = readPackageCode(call.body.code, call.member.today)
    if (!code) throw invalid('barcode_invalid', 'That isn’t a supported barcode.', 'code')
    const [meaning] = await createBarcodeLookUp(lookupContextOf(call), sources)([code])
    return resultForCode({ ...code, corroborations: 1, package: code }, meaning ?? null)
  }),
  route(
    contract.readReceiptPhoto,
    ({ receiveFile, reply }) =>
      queue(
        requestStartedAt(reply),
        () => receiveFile(pictureForm),
        async (picture) => readReceiptPhoto(await picture.read(), recognizers.text),
      ),
    async ({ q, member: { householdId }, prepared: { rows, lines, total } }) => ({
      lines: await draftReceiptLines(q, householdId, lines),
      total,
      storeId: await storeOfReceipt(q, householdId, rows),
    }),
  ),
  route(
    contract.readShelfPhoto,
    ({ receiveFile, reply }) =>
      shelfQueue(
        requestStartedAt(reply),
        () => receiveFile(pictureForm),
        async (picture) => readShelfPhoto(await picture.read(), recognizers),
      ),
    ({ q, member: { householdId }, prepared }) => listFoodsOnShelf(q, householdId, sources.local, prepared),
  ),
  route(contract.learnReceiptNames, ({ tx, member, body }) => learnReceiptNames(tx, member, body.names)),
]
