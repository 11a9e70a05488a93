import { availableParallelism } from 'node:os'
import type { FastifyReply } from 'fastify'
import { normaliseBarcode } from '#domains/ingredients/rules/barcode.ts'
import type { Catalogue as LocalCatalogue } from '#domains/ingredients/server/index.ts'
import type { Database } from '#platform/server/database/index.ts'
import { type OrderedQueue, orderedQueue } from '#platform/server/database/ordered-queue.ts'
import { openRateLimiter } from '#platform/server/endpoints/rate-limiter.ts'
import { type Route, serveFree, serveWrite } from '#platform/server/endpoints/route.ts'
import { pictureForm } from '#platform/server/endpoints/uploads.ts'
import type { Encryption } from '#platform/server/security/encryption.ts'
import { invalid } from '#platform/shared/problem.ts'
import * as contract from '../contract/index.ts'
import * as receipts from '../contract/receipt.ts'
import { answerToCode } from '../rules/index.ts'
import { writesDayFirst } from '../rules/read-date.ts'
import { openFoodFacts } from './gateway/open-food-facts.ts'
import { openRecognizers, type Recognizers } from './gateway/recognizers.ts'
import { scannerBusy } from './gateway/scanner-busy.ts'
import { learnPhoto } from './use-cases/learn-from-scan.ts'
import { type Asker, lookUpFor, type ProductSources } from './use-cases/look-up-barcode.ts'
import { draftsFor, learnNames, readPicture } from './use-cases/read-receipt.ts'
import { recognitionContextOf } from './use-cases/recognition-context.ts'
import { recognise } from './use-cases/recognize-photo.ts'

export interface ScanningOptions {
  database: Database
  /** The catalogue on this server. */
  local: LocalCatalogue
  /** Unset: no code is asked outside. */
  openFoodFactsUrl: string | null
  version: string
  /** Where a service that is asked can reach the operator; part of the User-Agent. */
  contact: string
  /** Off: pictures are searched for codes only. */
  photoRecognition: boolean
  /** Locks what a scan hands out to be confirmed. */
  seal: Encryption
  log(message: string): void
}

export interface Scanning {
  readonly recognizers: Recognizers
  /** Pictures are recognised so many at once and answered in the order they came; what waits is only what was sent. */
  readonly inTurn: OrderedQueue
  readonly seal: Encryption
  readonly sources: ProductSources
  close(): Promise<void>
}

/** The service allows 15; clocks differ. */
const foodFactsPerMinute = 12

/** Nothing starts before the first picture comes. */
export function openScanning(options: ScanningOptions): Scanning {
  const { database, local, openFoodFactsUrl, version, contact, photoRecognition, seal, log } = options
  const recognizers = openRecognizers({ photoRecognition, onTrouble: log })
  const budget = openRateLimiter(database, 'openfoodfacts', foodFactsPerMinute, 60_000)
  const outside = openFoodFactsUrl === null ? null : openFoodFacts({ origin: openFoodFactsUrl, version, contact, budget })
  return {
    recognizers,
    inTurn: orderedQueue({ maxConcurrent: maxAtOnce, maxWaiting, waitMs: patienceMs }, scannerBusy),
    seal,
    sources: { local, outside },
    close: () => recognizers.close(),
  }
}

const askerOf = ({
  member,
  read,
  writeOnce,
}: { member: { householdId: Asker['householdId']; now: Date } } & Pick<Asker, 'read' | 'writeOnce'>): Asker => ({
  householdId: member.householdId,
  now: member.now,
  read,
  writeOnce,
})

/** One core is left for everybody else. */
const maxAtOnce = Math.max(1, Math.min(4, availableParallelism() - 1))
const maxWaiting = 24
/** A picture that takes longer on its way than all of them together on a busy machine comes over a slow line. */
const patienceMs = 1000

/** When the request began, before anybody was asked who sent it. */
const cameAt = (reply: FastifyReply) => performance.now() - reply.elapsedTime

export const scanningRoutes = ({ recognizers, inTurn, seal, sources }: Scanning): Route[] => [
  serveFree(contract.scanPhoto, async (call) => {
    const asker = askerOf(call)
    const options = {
      today: call.member.today,
      dayFirst: writesDayFirst(call.request.headers['accept-language']),
      everything: call.query.everything === 'true',
    }
    const { result } = await inTurn(
      cameAt(call.reply),
      () => call.receiveFile(pictureForm),
      async (picture) =>
        recognise(await picture.read(), recognizers, recognitionContextOf(asker, lookUpFor(asker, sources), seal), options),
    )
    return result
  }),
  serveWrite(contract.confirmScan, ({ tx, member, body }) => learnPhoto(tx, seal, member, body)),
  serveFree(contract.scanBarcode, async (call) => {
    const code = normaliseBarcode(call.body.code)
    if (!code) throw invalid('barcode_invalid', 'That isn’t a supported barcode.', 'code')
    const [meaning] = await lookUpFor(askerOf(call), sources)([code])
    return answerToCode({ ...code, corroborations: 1 }, meaning ?? null)
  }),
  serveFree(receipts.readReceiptPhoto, async ({ receiveFile, reply, read, member: { householdId } }) => {
    const { lines, total } = await inTurn(
      cameAt(reply),
      () => receiveFile(pictureForm),
      async (picture) => readPicture(await picture.read(), recognizers.text),
    )
    return { lines: await read(householdId, (q) => draftsFor(q, householdId, lines)), total }
  }),
  serveWrite(receipts.learnReceiptNames, ({ tx, member, body }) => learnNames(tx, member, body.names)),
]
