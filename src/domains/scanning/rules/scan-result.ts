import type { RetailCode } from '#domains/ingredients/rules/barcode.ts'
import { notRecognizedSentence, type ScanResult } from '../contract.ts'
import type { PackageCode } from './package-code.ts'
import type { RankedCandidates } from './rank-candidates.ts'

/** A code that was read or typed. `corroborations` counts the decoders that read it and the digits printed next to it. */
export interface CorroboratedCode extends RetailCode {
  corroborations: number
  /** What else a GS1 code on the package says. */
  package?: PackageCode
}

/** What a code refers to: an ingredient of the household, or a product name from a catalog. */
export type CodeMatch =
  | { kind: 'food'; id: string; name: string }
  /** `ingredient`: the household's own of that name. */
  | { kind: 'suggestion'; name: string; ingredient: { id: string; name: string } | null }

// Measured on 301 photos of public test sets: two decoders agreed 251 times and were right 250 times; a single decoder read 50 and was
// right 44 times. A code the household has used before counts like a second decoder.
const corroboratedConfidence = 0.99
const singleConfidence = 0.88
/** Some names in a public catalog belong to another package or another language. */
const suggestionConfidence = 0.95

const isCorroborated = (code: CorroboratedCode) => code.corroborations > 1
/** How sure it is that a code was read right, 0 to 1. */
export const codeConfidence = (code: CorroboratedCode): number => (isCorroborated(code) ? corroboratedConfidence : singleConfidence)

/** Sorts corroborated codes first, and among them product codes before books and in-store labels. */
export function rankCodes<C extends CorroboratedCode>(codes: readonly C[]): C[] {
  const worth = (code: C) => (isCorroborated(code) ? 2 : 0) + (code.kind === 'product' ? 1 : 0)
  return codes
    .map((code, place) => ({ code, place }))
    .sort((a, b) => worth(b.code) - worth(a.code) || a.place - b.place)
    .map(({ code }) => code)
}

const hundredths = (share: number) => Math.round(share * 100) / 100

/** Returns the result for a picture in which nothing was recognized. */
export const nothingRecognized = (): ScanResult => ({
  success: false,
  needsConfirmation: true,
  error: notRecognizedSentence,
  method: 'photo_recognition',
  confidence: 0,
  extractedText: null,
  ingredient: null,
  barcode: null,
  barcodes: [],
  alternatives: [],
  expirationDate: null,
  dateKind: null,
  quantity: null,
  unit: null,
  price: null,
  lotNumber: null,
  label: null,
  scanId: null,
})

/** Returns the result for a picture of a printed label. */
export const resultForLabel = (label: string): ScanResult => ({
  ...nothingRecognized(),
  success: true,
  error: null,
  needsConfirmation: false,
  method: 'barcode_lookup',
  confidence: 1,
  label,
})

/** Returns the result for a code. `meaning` is null if the code is unknown; `others` are further codes in the picture. */
export function resultForCode(code: CorroboratedCode, meaning: CodeMatch | null, others: readonly string[] = []): ScanResult {
  const read: ScanResult = {
    ...nothingRecognized(),
    method: 'barcode_lookup',
    needsConfirmation: !isCorroborated(code),
    confidence: codeConfidence(code),
    extractedText: code.code,
    barcode: code.code,
    barcodes: [code.code, ...others],
    ...(code.package && packageFields(code.package)),
  }
  if (!meaning) return read
  if (meaning.kind === 'food') {
    const { id, name } = meaning
    return { ...read, success: true, error: null, needsConfirmation: false, confidence: corroboratedConfidence, ingredient: { id, name } }
  }
  const sure = hundredths(codeConfidence(code) * suggestionConfidence)
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

const packageFields = ({ expirationDate, dateKind, amount, price, lotNumber }: PackageCode) => ({
  expirationDate,
  dateKind,
  quantity: amount?.quantity ?? null,
  unit: amount?.unit ?? null,
  price,
  lotNumber,
})

/** Adds what GS1 codes say to the codes read from bars. A GS1 code without bars counts as corroborated, since it corrects errors itself. */
export function mergeGs1Codes(codes: readonly CorroboratedCode[], packages: readonly PackageCode[]): CorroboratedCode[] {
  const byCode = new Map(packages.map((one) => [one.code, one]))
  const known = new Set(codes.map(({ code }) => code))
  return [
    ...codes.map((code) => {
      const one = byCode.get(code.code)
      return one ? { ...code, corroborations: code.corroborations + 1, package: one } : code
    }),
    ...[...byCode.values()].filter(({ code }) => !known.has(code)).map((one) => ({ ...one, corroborations: 2, package: one })),
  ]
}

/** From this confidence on, a photo of a known ingredient needs no confirmation. */
const minUnconfirmed = 0.8

/** Returns the result for a photo without a code. */
export function resultForPhoto({ candidates, isAnswer }: Pick<RankedCandidates, 'candidates' | 'isAnswer'>): ScanResult {
  const offered = candidates.map(({ id, name, confidence: share }) => ({ id, name, confidence: hundredths(share) }))
  const [best] = offered
  const nothing = nothingRecognized()
  if (!best) return nothing
  if (!isAnswer) return { ...nothing, confidence: best.confidence, alternatives: offered }
  return {
    ...nothing,
    success: true,
    error: null,
    needsConfirmation: best.id === null || best.confidence < minUnconfirmed,
    confidence: best.confidence,
    ingredient: best.id === null ? null : { id: best.id, name: best.name },
    alternatives: best.id === null ? offered : offered.slice(1),
  }
}
