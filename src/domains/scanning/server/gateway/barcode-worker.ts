import type { GrayPicture } from '#platform/server/security/safe-image.ts'
import { serveTasks } from '#platform/server/workers/task-worker.ts'
import { closeUpsFirstAboveSide, corroborateCodes, maxSpots, readCloseUps, readers, uprightCloseUps } from './barcode-close-ups.ts'
import type { DecodeTask } from './barcode-decoder.ts'
import { type BarcodeReaderName, type Box, readGs1Texts } from './barcode-readers.ts'
import { likelyBarcodeSpots } from './locate-barcodes.ts'
import { BarcodeCandidates, createBoxScaler, type FoundBarcode, type ScaleBox } from './merge-barcode-readings.ts'
import { averageAlongBars, enlarge, halve, longerSide, rotate, sharpen, shorterSide } from './transform-picture.ts'

/**
 * Result of a search. `gs1Texts`: of codes that may say more than the product. `bars`: where bars may be, most likely first, if no code was
 * read.
 */
export interface BarcodeSearch {
  codes: FoundBarcode[]
  gs1Texts: string[]
  bars: Box[]
}

/** zbar takes seconds for a full phone picture; zxing doesn't. */
const maxZbarSide = 2000
const maxZxingSide = 2400
const maxRestoredSide = 1600

/** Maps a box of the picture rotated by 45° (and perhaps scaled down) to the original. */
const rotatedBack = (from: GrayPicture, to: GrayPicture): ScaleBox => {
  // Rotated by 45°, a picture is as wide as the sum of its sides divided by the square root of two.
  const larger = ((to.width + to.height) * Math.SQRT1_2) / from.width
  return (box) => {
    const x = ((box.left + box.right) / 2 - from.width / 2) * larger * Math.SQRT1_2
    const y = ((box.top + box.bottom) / 2 - from.height / 2) * larger * Math.SQRT1_2
    const reach = (Math.max(box.right - box.left, box.bottom - box.top) * larger) / 2
    const [cx, cy] = [x + y + to.width / 2, y - x + to.height / 2]
    return { left: cx - reach, right: cx + reach, top: cy - reach, bottom: cy + reach }
  }
}

interface Pass {
  readers: BarcodeReaderName[]
  /** Uses a large picture at full size rather than half. */
  isFine?: boolean
  prepare(picture: GrayPicture): Promise<GrayPicture>
  place?: (from: GrayPicture, to: GrayPicture) => ScaleBox
}

// Ordered by benefit: a stage only runs if the ones before read nothing.
const passes: readonly (readonly Pass[])[] = [
  [
    { readers: ['zxing'], isFine: true, prepare: async (picture) => picture },
    { readers: ['zbar'], prepare: (picture) => enlarge(picture, 1, maxZbarSide) },
  ],
  [
    { readers: ['zxing'], prepare: (picture) => enlarge(picture, 3, maxZxingSide) },
    {
      readers: ['zbar'],
      prepare: (picture) => enlarge(picture, 1.5, Math.max(picture.width, picture.height) > maxZbarSide / 1.5 ? 1000 : maxZbarSide),
    },
  ],
  // zxing scans rows and columns only and misses angles between 35° and 50°.
  [{ readers: ['zxing', 'zbar'], prepare: async (picture) => rotate(await enlarge(picture, 1, maxRestoredSide), 45), place: rotatedBack }],
  // For pictures out of focus: averages the bars along their length, then sharpens the edges.
  [{ readers: ['zxing'], prepare: (picture) => averageAlongBars(picture) }],
  [{ readers: ['zxing'], prepare: async (picture) => sharpen(await enlarge(picture, 2, maxRestoredSide), 2.5, 3, 4) }],
]

/** A larger picture is searched at half its size. */
const minHalvedSide = maxZxingSide

/**
 * Returns every code of a product in the picture, best corroborated first. Two decoders search it for retail codes, then enlarged, rotated
 * and sharpened versions, until a code is read or `deadline` (as `performance.now()`) has passed. In a large picture, crops that look like
 * bars come first: they almost always contain the code and take a tenth of the time. In a small one they come last. Square codes are
 * searched first, since a package may have both, and they say more.
 */
export async function readBarcodes(picture: GrayPicture, deadline: number): Promise<BarcodeSearch> {
  const small = longerSide(picture) > minHalvedSide && shorterSide(picture) > 1 ? halve(picture) : picture
  const gs1Texts = performance.now() > deadline ? [] : await readGs1Texts(await enlarge(picture, 1, maxZxingSide), 'matrix')
  const codes = await searchBars(picture, small, gs1Texts, deadline)
  const bars =
    codes.length > 0 || gs1Texts.length > 0
      ? []
      : likelyBarcodeSpots(small, maxSpots).map(({ box }) => createBoxScaler(small, picture)(box))
  return { codes, gs1Texts, bars }
}

/** Also adds the long GS1 codes to `gs1Texts`. With a square one, bars are only further evidence and not searched for long. */
async function searchBars(picture: GrayPicture, small: GrayPicture, gs1Texts: string[], deadline: number): Promise<FoundBarcode[]> {
  const candidates = new BarcodeCandidates()
  const isLarge = longerSide(picture) > closeUpsFirstAboveSide
  if (isLarge) await readCloseUps(picture, small, candidates, deadline)
  for (const [at, stage] of passes.entries()) {
    if (candidates.isEnough) break
    if (at === 1) {
      await addLongGs1Texts(picture, small, gs1Texts, deadline)
      if (gs1Texts.length > 0) break
    }
    for (const pass of stage) {
      if (performance.now() > deadline) return candidates.best()
      const prepared = await pass.prepare(pass.isFine ? picture : small)
      const place = (pass.place ?? createBoxScaler)(prepared, picture)
      for (const name of pass.readers) candidates.add(name, await readers[name](prepared), place)
    }
  }
  if (!isLarge && !candidates.isEnough && gs1Texts.length === 0) await readCloseUps(picture, small, candidates, deadline)
  await corroborateCodes(picture, candidates, deadline)
  return candidates.best()
}

async function addLongGs1Texts(picture: GrayPicture, small: GrayPicture, gs1Texts: string[], deadline: number): Promise<void> {
  for await (const view of uprightCloseUps(picture, small)) {
    if (gs1Texts.length > 0 || performance.now() > deadline) return
    gs1Texts.push(...(await readGs1Texts(view, 'linear')))
  }
}

serveTasks(({ picture, budgetMs }: DecodeTask) => readBarcodes(picture, performance.now() + budgetMs))
