import type { RetailCode } from '#domains/products/rules/barcode.ts'
import { safeImage } from '#platform/server/safe-image.ts'
import type { ScanResult } from '../../contract.ts'
import { answerToCode, type Meaning, nothingRecognised, rankCodes } from '../../rules.ts'
import type { Decoder } from '../gateway/decode.ts'

/** Says what codes mean, in their order; null for one that nobody knows. */
export type LookUp = (codes: readonly RetailCode[]) => Promise<(Meaning | null)[]>

const nobodyKnows: LookUp = async (codes) => codes.map(() => null)

/** A phone's whole picture; larger ones gain nothing. */
const longestSide = 4096
/** A picture of a full shelf is not asked about code by code. */
const mostLookedUp = 5

interface Options {
  decoder: Decoder
  /** Left out: no code is known. */
  lookUp?: LookUp
  /** How long the search for codes may take. */
  budgetMs?: number
}

/**
 * What is in a picture. Throws the problems of `safeImage`, and 503 `scanner_busy`; a picture with nothing in it is an answer,
 * not an error.
 */
export async function recognise(picture: Uint8Array, { decoder, lookUp = nobodyKnows, budgetMs }: Options): Promise<ScanResult> {
  const grey = await (await safeImage(picture)).toGrey(longestSide)
  const codes = rankCodes((await decoder.decode(grey, budgetMs)).map(({ code, kind, by }) => ({ code, kind, witnesses: by.length })))
  const asked = codes.slice(0, mostLookedUp)
  const meanings = asked.length > 0 ? await lookUp(asked) : []
  const isFood = meanings.findIndex((meaning) => meaning?.kind === 'food')
  const chosen = Math.max(0, isFood)
  const code = codes[chosen]
  if (!code) return nothingRecognised()
  return answerToCode(
    code,
    meanings[chosen] ?? null,
    codes.filter((found) => found !== code).map((found) => found.code),
  )
}
