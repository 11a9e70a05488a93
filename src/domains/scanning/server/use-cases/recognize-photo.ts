import type { RetailCode } from '#domains/ingredients/rules/barcode.ts'
import { builtInFoodsForRecognition, listIngredients } from '#domains/ingredients/server/index.ts'
import type { Encryption } from '#platform/server/security/encryption.ts'
import { type ColorPicture, type GrayPicture, type Region, type SafePicture, safeImage } from '#platform/server/security/safe-image.ts'
import type { ScanResult } from '../../contract.ts'
import { readLabelLink } from '../../rules/label-link.ts'
import type { NamedIngredient } from '../../rules/match-printed-text.ts'
import { readPackageCode } from '../../rules/package-code.ts'
import { isPrinted, readPrintedCode } from '../../rules/printed-code.ts'
import { rankCandidates } from '../../rules/rank-candidates.ts'
import { type ReadDateOptions, readDate } from '../../rules/read-date.ts'
import {
  type CodeMatch,
  type CorroboratedCode,
  mergeGs1Codes,
  nothingRecognized,
  rankCodes,
  resultForCode,
  resultForLabel,
  resultForPhoto,
} from '../../rules/scan-result.ts'
import type { Box } from '../gateway/barcode-readers.ts'
import type { BarcodeSearch } from '../gateway/barcode-worker.ts'
import { coarseOf, maxClassifySide, modelVersion } from '../gateway/classifier.ts'
import type { Recognizers } from '../gateway/recognizers.ts'
import { maxTextSide, type TextLine, type TextReader } from '../gateway/text-reader.ts'
import { listPhotoExamples } from '../store/index.ts'
import { nearestExample, packFeatures, scanIdOf } from './learn-from-photo.ts'
import type { LookupContext } from './look-up-barcode.ts'

/** Looks up codes, in their order; null for an unknown one. */
export type LookUp = (codes: readonly RetailCode[]) => Promise<(CodeMatch | null)[]>

/** What is known about the household that scans. */
export interface RecognitionContext {
  lookUp: LookUp
  /** The household's own, then the built-in ones. */
  ingredients(): Promise<readonly NamedIngredient[]>
  /** Returns the ingredient of the most similar confirmed photo and its probability. */
  nearest(features: string): Promise<{ ingredientId: string; p: number } | null>
  /** Returns an id with which the photo can be confirmed. */
  scanIdFor(features: string): string | null
}

export interface Recognition {
  result: ScanResult
  /** The model's label of the variety; null if it sees no food or wasn't used. */
  fine: string | null
  coarse: string | null
}

/** The size of a phone's picture; larger ones gain nothing. */
const maxSide = 4096
/** Limits look-ups for a picture of a full shelf. */
const maxLookedUp = 5
/** A picture this large shows more than a code, and reading it takes longer than a user waits for a barcode scan. */
const minLargePixels = 2_000_000
const maxTextLength = 500

interface Options extends ReadDateOptions {
  /** Reads print and classifies the photo even if a code identifies the product. */
  everything?: boolean
  /** Time limit of each search in milliseconds. The default suits an interactive scan. */
  budgetMs?: number
}

/**
 * Recognizes a picture: codes first, then print and the photo. Finding nothing is a result, not an error. Throws the problems of
 * `safeImage`, and 503 `scanner_busy`.
 */
export async function recognizePhoto(
  bytes: Uint8Array,
  recognizers: Omit<Recognizers, 'close'>,
  recognitionContext: RecognitionContext,
  options: Options,
): Promise<Recognition> {
  const picture = await safeImage(bytes)
  const read = printReader(picture, recognizers.text, options.budgetMs)
  const gray = await picture.toGray(maxSide)
  const size = { width: gray.width, height: gray.height }
  const search = await recognizers.decoder.search(gray, options.budgetMs)
  const [label] = search.gs1Texts.flatMap((text) => readLabelLink(text) ?? [])
  if (label !== undefined) return { result: resultForLabel(label), fine: null, coarse: null }
  const packages = search.gs1Texts.flatMap((text) => readPackageCode(text, options.today) ?? [])
  const codes = rankCodes(mergeGs1Codes(await corroborateWithPrint(search, size, read), packages))
  const meanings = codes.length > 0 ? await recognitionContext.lookUp(codes.slice(0, maxLookedUp)) : []
  const chosen = Math.max(
    0,
    meanings.findIndex((meaning) => meaning?.kind === 'food'),
  )
  const [code, meaning] = [codes[chosen], meanings[chosen] ?? null]
  if (!code) return recognizeWithoutCode(picture, await read(), recognizers, recognitionContext, options)
  const answer = resultForCode(code, meaning, others(codes, code))
  const isLarge = picture.width * picture.height > minLargePixels
  if (isLarge && options.everything !== true) return { result: answer, fine: null, coarse: null }
  const { lines } = await read()
  return {
    result: {
      ...answer,
      expirationDate:
        answer.expirationDate ??
        readDate(
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

/** Reads each part at most once, on demand. */
function printReader(picture: SafePicture, text: TextReader | null, budgetMs: number | undefined): ReadPrint {
  let full: Promise<Print> | undefined
  const readPart: ReadPrint = async (part) => {
    if (!text) return { lines: [], size: picture }
    const pixels = await picture.toColor(maxTextSide, part)
    const size = { width: pixels.width, height: pixels.height }
    return { lines: await text.read(pixels, budgetMs === undefined ? {} : { budgetMs }), size }
  }
  return (part) => {
    if (part) return readPart(part)
    full ??= readPart()
    return full
  }
}

async function recognizeWithoutCode(
  picture: SafePicture,
  { lines }: Print,
  { classifier }: Pick<Recognizers, 'classifier'>,
  recognitionContext: RecognitionContext,
  options: Options,
): Promise<Recognition> {
  const texts = lines.map(({ text }) => text)
  const seen = classifier && (await classifier.classify(await picture.toColor(maxClassifySide), options.budgetMs))
  const features = seen && packFeatures(seen.features)
  const fused = rankCandidates({
    guesses: seen && { fine: seen.fine, coarse: seen.coarse, coarseOf },
    nearest: features ? await recognitionContext.nearest(features) : null,
    lines: lines.map(({ text, box }) => ({ text, height: Math.min(box.bottom - box.top, box.right - box.left) })),
    ingredients: await recognitionContext.ingredients(),
  })
  return {
    result: {
      ...(fused.candidates.length > 0 ? resultForPhoto(fused) : nothingRecognized()),
      extractedText: texts.join(' ').slice(0, maxTextLength) || null,
      expirationDate: readDate(texts, options),
      scanId: features ? recognitionContext.scanIdFor(features) : null,
    },
    fine: fused.fine,
    coarse: fused.coarse,
  }
}

/** Returns the context of an empty household, for the command line. */
export const emptyRecognitionContext = (ingredients: readonly NamedIngredient[]): RecognitionContext => ({
  lookUp: async (codes) => codes.map(() => null),
  ingredients: async () => ingredients,
  nearest: async () => null,
  scanIdFor: () => null,
})

/** Returns the built-in ingredients in the reader's language. */
export const builtInIngredientNames = (): NamedIngredient[] =>
  builtInFoodsForRecognition().map(({ name, aliases }) => ({ id: null, name, aliases }))

/** Returns what recognition may use of a household: its codes, ingredients and confirmed photos. */
export const recognitionContextOf = (
  { householdId, now, read }: LookupContext,
  lookUp: LookUp,
  encryption: Encryption,
): RecognitionContext => ({
  lookUp,
  ingredients: async () => {
    const own = await read(householdId, (q) => listIngredients(q, householdId))
    return [...own.map(({ id, name, aliases }) => ({ id, name, aliases: JSON.parse(aliases) })), ...builtInIngredientNames()]
  },
  nearest: async (features) => {
    const rows = await read(householdId, (q) => listPhotoExamples(q, householdId, modelVersion()))
    return nearestExample(
      features,
      rows.map((row) => ({ ingredientId: row.ingredient_id, features: row.features })),
    )
  },
  scanIdFor: (features) => scanIdOf(encryption, { householdId, model: modelVersion(), features }, now),
})

/** Reads print in the picture or in a part of it. */
type ReadPrint = (part?: Region) => Promise<Print>
interface Print {
  lines: TextLine[]
  /** The size that the lines' boxes refer to. */
  size: Pick<ColorPicture, 'width' | 'height'>
}

type Size = Pick<GrayPicture, 'width' | 'height'>

/** In larger pictures the digits next to a code are too small and are read from a crop. */
const cropFrom = 960
const margin = 0.35

function around(box: Box, size: Size): Region {
  const reach = Math.max(box.right - box.left, box.bottom - box.top) * margin
  return {
    left: (box.left - reach) / size.width,
    top: (box.top - reach) / size.height,
    right: (box.right + reach) / size.width,
    bottom: (box.bottom + reach) / size.height,
  }
}

/**
 * Returns the codes found, using printed digits as further evidence if only one decoder read a code or two disagree. If no bars could be
 * read, digits near bars are used.
 */
async function corroborateWithPrint(search: BarcodeSearch, size: Size, read: ReadPrint): Promise<CorroboratedCode[]> {
  const isLarge = Math.max(size.width, size.height) > cropFrom
  const codes: CorroboratedCode[] = []
  for (const { code, kind, by, box, rivals } of search.codes) {
    if (by.length > 1) codes.push({ code, kind, corroborations: by.length })
    else {
      const { lines } = await read(isLarge ? around(box, size) : undefined)
      const printed = [code, ...rivals].find((each) => isPrinted(each, lines))
      codes.push({ code: printed ?? code, kind, corroborations: printed === undefined ? 1 : 2 })
    }
  }
  if (codes.length > 0 || search.bars.length === 0) return codes
  const { lines, size: printSize } = await read()
  const [across, down] = [size.width / printSize.width, size.height / printSize.height]
  const placed = lines.map(({ text, box }) => ({
    text,
    box: { left: box.left * across, right: box.right * across, top: box.top * down, bottom: box.bottom * down },
  }))
  const code = readPrintedCode(placed, search.bars)
  return code ? [{ ...code, corroborations: 1 }] : []
}
