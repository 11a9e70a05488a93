import type { RetailCode } from '#domains/ingredients/rules/barcode.ts'
import { type SafePicture, safeImage } from '#platform/server/security/safe-image.ts'
import type { ScanResult } from '../../contract/index.ts'
import { fuse } from '../../rules/fuse.ts'
import { answerToCode, answerToPhoto, type CorroboratedCode, type Meaning, nothingRecognised, rankCodes } from '../../rules/index.ts'
import type { NamedIngredient } from '../../rules/match-print.ts'
import { type DateReading, readDate } from '../../rules/read-date.ts'
import { coarseOf, maxClassifySide } from '../gateway/classifier.ts'
import { longestTextSide, type TextReader } from '../gateway/read-text.ts'
import type { Recognizers } from '../gateway/recognizers.ts'
import { corroborate, type Print, type ReadPrint } from './corroborate.ts'
import { packFeatures } from './nearest-ingredient.ts'

/** Says what codes mean, in their order; null for one that nobody knows. */
export type LookUp = (codes: readonly RetailCode[]) => Promise<(Meaning | null)[]>

/** What is known where the picture was taken. */
export interface RecognitionContext {
  lookUp: LookUp
  /** The household's own foods, then those everybody knows. */
  ingredients(): Promise<readonly NamedIngredient[]>
  /** The food of the confirmed photo that looks most like this one, and how likely it is the same. */
  nearest(features: string): Promise<{ ingredientId: string; p: number } | null>
  /** A name under which the photo can be confirmed. */
  scanIdFor(features: string): string | null
}

export interface Recognition {
  result: ScanResult
  /** The picture model's own names; null when it sees no food, or was not asked. */
  fine: string | null
  coarse: string | null
}

/** A phone's whole picture; larger ones gain nothing. */
const longestSide = 4096
/** A picture of a full shelf is not asked about code by code. */
const maxLookedUp = 5
/** A picture this large shows more than a code, and reading it takes longer than a person who holds a code up wants to wait. */
const largeFrom = 2_000_000
const maxText = 500

interface Options extends DateReading {
  /** Read print and look at the photo even where a code says what a large picture shows. */
  everything?: boolean
  /** How long each of the searches may take; left out: what a person waits for. */
  budgetMs?: number
}

/**
 * What is in a picture: codes first, then print and what it looks like. Throws the problems of `safeImage`, and 503 `scanner_busy`; a picture
 * with nothing in it is an answer, not an error.
 */
export async function recognise(
  bytes: Uint8Array,
  recognizers: Omit<Recognizers, 'close'>,
  recognitionContext: RecognitionContext,
  options: Options,
): Promise<Recognition> {
  const picture = await safeImage(bytes)
  const read = printReader(picture, recognizers.text, options.budgetMs)
  const grey = await picture.toGrey(longestSide)
  const size = { width: grey.width, height: grey.height }
  const codes = rankCodes(await corroborate(await recognizers.decoder.search(grey, options.budgetMs), size, read))
  const meanings = codes.length > 0 ? await recognitionContext.lookUp(codes.slice(0, maxLookedUp)) : []
  const chosen = Math.max(
    0,
    meanings.findIndex((meaning) => meaning?.kind === 'food'),
  )
  const [code, meaning] = [codes[chosen], meanings[chosen] ?? null]
  if (!code) return photographed(picture, await read(), recognizers, recognitionContext, options)
  const answer = answerToCode(code, meaning, others(codes, code))
  const isLarge = picture.width * picture.height > largeFrom
  if (isLarge && options.everything !== true) return { result: answer, fine: null, coarse: null }
  const { lines } = await read()
  return {
    result: {
      ...answer,
      expirationDate: readDate(
        lines.map(({ text }) => text),
        options,
      ),
    },
    fine: null,
    coarse: null,
  }
}

const others = (codes: readonly CorroboratedCode[], code: CorroboratedCode) =>
  codes.filter((found) => found !== code).map((found) => found.code)

/** Each part of the picture is read once, and only when somebody asks. */
function printReader(picture: SafePicture, text: TextReader | null, budgetMs: number | undefined): ReadPrint {
  let whole: Promise<Print> | undefined
  const readPart: ReadPrint = async (part) => {
    if (!text) return { lines: [], size: picture }
    const pixels = await picture.toColour(longestTextSide, part)
    const size = { width: pixels.width, height: pixels.height }
    return { lines: await text.read(pixels, budgetMs === undefined ? {} : { budgetMs }), size }
  }
  return (part) => {
    if (part) return readPart(part)
    whole ??= readPart()
    return whole
  }
}

/** A picture without a code. */
async function photographed(
  picture: SafePicture,
  { lines }: Print,
  { classifier }: Pick<Recognizers, 'classifier'>,
  recognitionContext: RecognitionContext,
  options: Options,
): Promise<Recognition> {
  const texts = lines.map(({ text }) => text)
  const seen = classifier && (await classifier.classify(await picture.toColour(maxClassifySide), options.budgetMs))
  const features = seen && packFeatures(seen.features)
  const fused = fuse({
    guesses: seen && { fine: seen.fine, coarse: seen.coarse, coarseOf },
    nearest: features ? await recognitionContext.nearest(features) : null,
    lines: lines.map(({ text, box }) => ({ text, height: Math.min(box.bottom - box.top, box.right - box.left) })),
    ingredients: await recognitionContext.ingredients(),
  })
  return {
    result: {
      ...(fused.candidates.length > 0 ? answerToPhoto(fused) : nothingRecognised()),
      extractedText: texts.join(' ').slice(0, maxText) || null,
      expirationDate: readDate(texts, options),
      scanId: features ? recognitionContext.scanIdFor(features) : null,
    },
    fine: fused.fine,
    coarse: fused.coarse,
  }
}

/** A household that knows no code and has no food, as the command line stands for. */
export const emptyRecognitionContext = (ingredients: readonly NamedIngredient[]): RecognitionContext => ({
  lookUp: async (codes) => codes.map(() => null),
  ingredients: async () => ingredients,
  nearest: async () => null,
  scanIdFor: () => null,
})
