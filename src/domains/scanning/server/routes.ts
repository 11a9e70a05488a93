import { normaliseBarcode } from '#domains/products/rules/barcode.ts'
import type { Catalogue as LocalCatalogue } from '#domains/products/server/service.ts'
import { invalid } from '#platform/contract/problem.ts'
import { openBrake } from '#platform/server/brake.ts'
import type { Database } from '#platform/server/database.ts'
import { type Route, serveFree } from '#platform/server/serve/call.ts'
import { pictureOf } from '#platform/server/serve/picture-form.ts'
import * as contract from '../contract.ts'
import { answerToCode } from '../rules.ts'
import { type Decoder, startDecoder } from './gateway/decode.ts'
import { openFoodFacts } from './gateway/open-food-facts.ts'
import { startTextReader, type TextReader } from './gateway/read-text.ts'
import { type Asker, lookUpFor, type Sources } from './service/look-up.ts'
import { recognise } from './service/recognise.ts'

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
  log(message: string): void
}

export interface Scanning {
  readonly decoder: Decoder
  /** Null: photo recognition is off. */
  readonly text: TextReader | null
  readonly sources: Sources
  close(): Promise<void>
}

/** The service allows 15; clocks differ. */
const foodFactsPerMinute = 12

/** Nothing starts before the first picture comes. */
export function openScanning({ database, local, openFoodFactsUrl, version, contact, photoRecognition, log }: ScanningOptions): Scanning {
  const decoder = startDecoder({ onTrouble: (what) => log(`a picture was not searched for codes: ${what}`) })
  const text = photoRecognition ? startTextReader({ onTrouble: (what) => log(`a picture was not read: ${what}`) }) : null
  const budget = openBrake(database, 'openfoodfacts', foodFactsPerMinute, 60_000)
  const outside = openFoodFactsUrl === null ? null : openFoodFacts({ origin: openFoodFactsUrl, version, contact, budget })
  return {
    decoder,
    text,
    sources: { local, outside },
    close: async () => {
      await Promise.all([decoder.close(), text?.close()])
    },
  }
}

const askerOf = ({
  member,
  read,
  note,
}: { member: { householdId: Asker['householdId']; now: Date } } & Pick<Asker, 'read' | 'note'>): Asker => ({
  householdId: member.householdId,
  now: member.now,
  read,
  note,
})

export const scanningRoutes = ({ decoder, sources }: Scanning): Route[] => [
  serveFree(contract.scanPhoto, async (call) => {
    const picture = await pictureOf(call.request)
    return recognise(picture, { decoder, lookUp: lookUpFor(askerOf(call), sources) })
  }),
  serveFree(contract.scanBarcode, async (call) => {
    const code = normaliseBarcode(call.body.code)
    if (!code) throw invalid('barcode_invalid', 'That is not a barcode we know how to read.', 'code')
    const [meaning] = await lookUpFor(askerOf(call), sources)([code])
    return answerToCode({ ...code, witnesses: 1 }, meaning ?? null)
  }),
]
