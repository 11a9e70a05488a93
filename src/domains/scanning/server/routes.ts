import { normaliseBarcode } from '#domains/products/rules/barcode.ts'
import { invalid } from '#platform/contract/problem.ts'
import { type Route, serveFree } from '#platform/server/serve/call.ts'
import { pictureOf } from '#platform/server/serve/picture-form.ts'
import * as contract from '../contract.ts'
import { answerToCode } from '../rules.ts'
import { type Decoder, startDecoder } from './gateway/decode.ts'
import { type Catalogue, openFoodFacts } from './gateway/open-food-facts.ts'
import { type Asker, lookUpFor } from './service/look-up.ts'
import { recognise } from './service/recognise.ts'

export interface ScanningOptions {
  /** Unset: no code is asked outside. */
  openFoodFactsUrl: string | null
  version: string
  /** Where a service that is asked can reach the operator; part of the User-Agent. */
  contact: string
  log(message: string): void
}

export interface Scanning {
  readonly decoder: Decoder
  readonly catalogue: Catalogue | null
  close(): Promise<void>
}

/** Nothing starts before the first picture comes. */
export function openScanning({ openFoodFactsUrl, version, contact, log }: ScanningOptions): Scanning {
  const decoder = startDecoder({ onTrouble: (what) => log(`a picture was not searched for codes: ${what}`) })
  const catalogue = openFoodFactsUrl === null ? null : openFoodFacts({ origin: openFoodFactsUrl, version, contact })
  return { decoder, catalogue, close: () => decoder.close() }
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

export const scanningRoutes = ({ decoder, catalogue }: Scanning): Route[] => [
  serveFree(contract.scanPhoto, async (call) => {
    const picture = await pictureOf(call.request)
    return recognise(picture, { decoder, lookUp: lookUpFor(askerOf(call), catalogue) })
  }),
  serveFree(contract.scanBarcode, async (call) => {
    const code = normaliseBarcode(call.body.code)
    if (!code) throw invalid('barcode_invalid', 'That is not a barcode we know how to read.', 'code')
    const [meaning] = await lookUpFor(askerOf(call), catalogue)([code])
    return answerToCode({ ...code, witnesses: 1 }, meaning ?? null)
  }),
]
