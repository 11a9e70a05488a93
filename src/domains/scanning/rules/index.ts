import type { RetailCode } from '#domains/ingredients/rules/barcode.ts'
import { notRecognisedSentence, type ScanResult } from '../contract/index.ts'
import type { Fused } from './fuse.ts'

/** A code that was read or typed, with the number of witnesses: decoders that read it so, and the digits printed beside it. */
export interface CorroboratedCode extends RetailCode {
  corroborations: number
}

/** What a code turned out to mean: a food of this household, or a name somebody else gives the product. */
export type Meaning =
  | { kind: 'food'; id: string; name: string }
  /** `food`: the household's own food of that name. */
  | { kind: 'suggestion'; name: string; ingredient: { id: string; name: string } | null }

// Counted on 301 photos of the public test sets: two decoders agreed 251 times and were right 250 times; one read alone 50
// times and was right 44 times. A code that this household has used before is as good as a second witness.
const whenAgreed = 0.99
const whenAlone = 0.88
/** Of the names in a public catalogue, some belong to another pack or another language. */
const suggestedName = 0.95

const isAgreed = (code: CorroboratedCode) => code.corroborations > 1
const confidence = (code: CorroboratedCode) => (isAgreed(code) ? whenAgreed : whenAlone)

/** The code to act on first: well witnessed ones, and among these a product's before a book's or the shop's own label. */
export function rankCodes<C extends CorroboratedCode>(codes: readonly C[]): C[] {
  const worth = (code: C) => (isAgreed(code) ? 2 : 0) + (code.kind === 'product' ? 1 : 0)
  return codes
    .map((code, place) => ({ code, place }))
    .sort((a, b) => worth(b.code) - worth(a.code) || a.place - b.place)
    .map(({ code }) => code)
}

const hundredths = (share: number) => Math.round(share * 100) / 100

/** A picture in which nothing was recognised. */
export const nothingRecognised = (): ScanResult => ({
  success: false,
  needsConfirmation: true,
  error: notRecognisedSentence,
  method: 'photo_recognition',
  confidence: 0,
  extractedText: null,
  ingredient: null,
  barcode: null,
  barcodes: [],
  alternatives: [],
  expirationDate: null,
  scanId: null,
})

/** The answer to a code and what it means here (null: nobody knows it, so a person is asked for a name). `others`: further codes in the picture. */
export function answerToCode(code: CorroboratedCode, meaning: Meaning | null, others: readonly string[] = []): ScanResult {
  const read: ScanResult = {
    ...nothingRecognised(),
    method: 'barcode_lookup',
    needsConfirmation: !isAgreed(code),
    confidence: confidence(code),
    extractedText: code.code,
    barcode: code.code,
    barcodes: [code.code, ...others],
  }
  if (!meaning) return read
  if (meaning.kind === 'food') {
    const { id, name } = meaning
    return { ...read, success: true, error: null, needsConfirmation: false, confidence: whenAgreed, ingredient: { id, name } }
  }
  const sure = hundredths(confidence(code) * suggestedName)
  return {
    ...read,
    success: true,
    error: null,
    needsConfirmation: true,
    confidence: sure,
    extractedText: meaning.name,
    ingredient: meaning.ingredient,
    alternatives: [{ id: meaning.ingredient?.id ?? null, name: meaning.name, confidence: sure }],
  }
}

/** From here on a photo's food is taken without asking, if the household has it. */
const sureEnough = 0.8

/** The answer to a photo without a code. */
export function answerToPhoto({ candidates, isAnswer }: Pick<Fused, 'candidates' | 'isAnswer'>): ScanResult {
  const offered = candidates.map(({ id, name, confidence: share }) => ({ id, name, confidence: hundredths(share) }))
  const [best] = offered
  const nothing = nothingRecognised()
  if (!best) return nothing
  if (!isAnswer) return { ...nothing, confidence: best.confidence, alternatives: offered }
  return {
    ...nothing,
    success: true,
    error: null,
    needsConfirmation: best.id === null || best.confidence < sureEnough,
    confidence: best.confidence,
    ingredient: best.id === null ? null : { id: best.id, name: best.name },
    alternatives: best.id === null ? offered : offered.slice(1),
  }
}
