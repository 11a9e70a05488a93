import { setImmediate } from 'node:timers/promises'
import type { RetailCode } from '#domains/ingredients/rules/barcode.ts'
import { canBeListed } from '#domains/ingredients/rules/catalog-dump.ts'
import { findIngredientByBarcode, type Catalog as LocalCatalog, listIngredients } from '#domains/ingredients/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import { type GrayPicture, type Region, type SafePicture, safeImage } from '#platform/server/security/safe-image.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import type { ShelfReading } from '../../contract.ts'
import { foodsOnShelf, type Sign } from '../../rules/foods-on-shelf.ts'
import { matchPrintedText, type NamedIngredient, type PrintedLine } from '../../rules/match-printed-text.ts'
import { rankCandidates } from '../../rules/rank-candidates.ts'
import { type CorroboratedCode, codeConfidence, rankCodes } from '../../rules/scan-result.ts'
import { shelfParts, shelfViews } from '../../rules/shelf-parts.ts'
import { type Classified, coarseOf, maxClassifySide, modelVersion } from '../gateway/classifier.ts'
import type { Recognizers } from '../gateway/recognizers.ts'
import { maxTextSide } from '../gateway/text-reader.ts'
import { crop } from '../gateway/transform-picture.ts'
import { listPhotoExamples } from '../store/index.ts'
import { nearestExample, packFeatures } from './learn-from-photo.ts'
import { builtInIngredientNames } from './recognize-photo.ts'

/** The size of a phone's picture; larger ones gain nothing. */
const maxSide = 4096
/** No part is started after this long. */
const totalBudgetMs = 25_000
/** Most parts of a shelf show no code. */
const codeBudgetMs = 700
/** A busy computer needs longer than for one package. */
const textBudgetMs = 10_000
const maxLinesPerPart = 30
const maxCodes = 30

interface ShelfEvidence {
  readonly codes: readonly CorroboratedCode[]
  /** The lines of each part of the photo. */
  readonly print: readonly (readonly PrintedLine[])[]
  readonly looks: readonly Classified[]
  readonly isComplete: boolean
}

/**
 * Reads a photo of a shelf part by part, without access to the household. Throws the problems of `safeImage`, and 503 `scanner_busy`.
 */
export async function readShelfPhoto(
  bytes: Uint8Array,
  recognizers: Omit<Recognizers, 'close'>,
  budgetMs = totalBudgetMs,
): Promise<ShelfEvidence> {
  const deadline = performance.now() + budgetMs
  const picture = await safeImage(bytes)
  const gray = await picture.toGray(maxSide)
  const codes = new Map<string, CorroboratedCode>()
  const print: PrintedLine[][] = []
  const looks: Classified[] = []
  const areAllRead = await whileInTime(shelfParts(picture), deadline, async (part) => {
    const [found, lines] = await Promise.all([readCodes(gray, part, recognizers), readPrint(picture, part, recognizers)])
    for (const code of found)
      if ((codes.get(code.code)?.corroborations ?? 0) < code.corroborations && codes.size < maxCodes) codes.set(code.code, code)
    print.push(lines)
  })
  const { classifier } = recognizers
  const areAllSeen = await whileInTime(classifier ? shelfViews(picture) : [], deadline, async (view) => {
    const seen = await classifier?.classify(await picture.toColor(maxClassifySide, view))
    if (seen) looks.push(seen)
  })
  return { codes: rankCodes([...codes.values()]), print, looks, isComplete: areAllRead && areAllSeen }
}

/** Returns whether there was time for all. */
async function whileInTime<T>(all: readonly T[], deadline: number, work: (one: T) => Promise<void>): Promise<boolean> {
  for (const one of all) {
    if (performance.now() > deadline) return false
    await work(one)
  }
  return true
}

async function readCodes(
  { width, height, ...picture }: GrayPicture,
  part: Region,
  { decoder }: Pick<Recognizers, 'decoder'>,
): Promise<CorroboratedCode[]> {
  const box = { left: part.left * width, top: part.top * height, right: part.right * width, bottom: part.bottom * height }
  const { codes } = await decoder.search(await crop({ ...picture, width, height }, box, 0), codeBudgetMs)
  return codes.map(({ code, kind, by }) => ({ code, kind, corroborations: by.length }))
}

async function readPrint(picture: SafePicture, part: Region, { text }: Pick<Recognizers, 'text'>): Promise<PrintedLine[]> {
  if (!text) return []
  const lines = await text.read(await picture.toColor(maxTextSide, part), { maxLines: maxLinesPerPart, budgetMs: textBudgetMs })
  return lines.map(({ text: words, box }) => ({ text: words, height: Math.min(box.bottom - box.top, box.right - box.left) }))
}

/** Says which foods the evidence is for: the household's ingredients, and others. Codes aren't looked up outside of this server. */
export async function listFoodsOnShelf(
  q: Reader,
  householdId: HouseholdId,
  catalog: Pick<LocalCatalog, 'find'>,
  { codes, print, looks, isComplete }: ShelfEvidence,
): Promise<ShelfReading> {
  const own = (await listIngredients(q, householdId)).map(({ id, name, aliases, name_key }) => ({
    id,
    name,
    aliases: JSON.parse(aliases) as string[],
    key: name_key,
  }))
  const signs: Sign[] = []
  const unknownBarcodes: string[] = []
  for (const code of codes) {
    const ingredient = await findIngredientByBarcode(q, householdId, code.code)
    const name = ingredient?.name ?? nameInCatalog(catalog, code)
    const meant = ingredient ?? (name === null ? undefined : own.find(({ key }) => key === nameKey(name)))
    if (name === null) unknownBarcodes.push(code.code)
    else
      signs.push({
        ingredientId: meant?.id ?? null,
        name: meant?.name ?? name,
        barcode: code.code,
        evidence: 'barcode',
        confidence: codeConfidence(code),
      })
  }
  const examples = (await listPhotoExamples(q, householdId, modelVersion())).map((row) => ({
    ingredientId: row.ingredient_id,
    features: row.features,
  }))
  signs.push(...(await signsWithoutCodes({ print, looks }, [...own, ...builtInIngredientNames()], examples)))
  return { seen: foodsOnShelf(signs), unknownBarcodes, isComplete }
}

/** Returns what print and looks say. `ingredients`: the household's own first. */
export async function signsWithoutCodes(
  { print, looks }: Pick<ShelfEvidence, 'print' | 'looks'>,
  ingredients: readonly NamedIngredient[],
  examples: Parameters<typeof nearestExample>[1],
): Promise<Sign[]> {
  const signs = looks.flatMap((seen) => signsOfLooks(seen, examples, ingredients))
  for (const lines of print) {
    signs.push(...signsOfPrint(lines, ingredients))
    // Comparing print with every name takes milliseconds a part.
    await setImmediate()
  }
  return signs
}

const nameInCatalog = (catalog: Pick<LocalCatalog, 'find'>, code: RetailCode): string | null =>
  canBeListed(code) ? catalog.find(code.code) : null

const signsOfPrint = (lines: readonly PrintedLine[], ingredients: readonly NamedIngredient[]): Sign[] =>
  matchPrintedText(lines, ingredients).map(({ ingredient, p }) => ({
    ingredientId: ingredient.id,
    name: ingredient.name,
    barcode: null,
    evidence: 'print',
    confidence: p,
  }))

function signsOfLooks(looks: Classified, examples: Parameters<typeof nearestExample>[1], ingredients: readonly NamedIngredient[]): Sign[] {
  const { candidates, isAnswer } = rankCandidates({
    guesses: { fine: looks.fine, coarse: looks.coarse, coarseOf },
    nearest: nearestExample(packFeatures(looks.features), examples),
    lines: [],
    ingredients,
  })
  const [first] = candidates
  return isAnswer && first
    ? [{ ingredientId: first.id, name: first.name, barcode: null, evidence: 'looks', confidence: first.confidence }]
    : []
}
