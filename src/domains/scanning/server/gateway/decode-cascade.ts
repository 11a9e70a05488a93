import type { GreyPicture } from '#platform/server/security/safe-image.ts'
import { corroborateCodes, maxSpots, minCloseUpSide, readCloseUps, readers } from './decode-close-up.ts'
import { Findings, type FoundCode, type Place, scaleToOriginal } from './decode-findings.ts'
import { likelySpots } from './decode-locate.ts'
import type { Box, ReaderName } from './decode-readers.ts'
import { averageAlongBars, enlarge, halve, longerSide, rotate, sharpen, shorterSide } from './decode-restore.ts'

/** Result of a search. `bars`: where bars may be, most likely first, if no code was read. */
export interface Search {
  codes: FoundCode[]
  bars: Box[]
}

/** zbar takes seconds for a full phone picture; zxing doesn't. */
const maxZbarSide = 2000
const maxZxingSide = 2400
const maxRestoredSide = 1600

/** Maps a box of the picture rotated by 45° (and perhaps scaled down) to the original. */
const rotatedBack = (from: GreyPicture, to: GreyPicture): Place => {
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
  readers: ReaderName[]
  /** Uses a large picture at full size rather than half. */
  isFine?: boolean
  prepare(picture: GreyPicture): Promise<GreyPicture>
  place?: (from: GreyPicture, to: GreyPicture) => Place
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
 * Returns every retail code in the picture, best corroborated first. Two decoders search it, then enlarged, rotated and sharpened versions,
 * until a code is read or `deadline` (as `performance.now()`) has passed. In a large picture, crops that look like bars come first: they
 * almost always contain the code and take a tenth of the time. In a small one they come last.
 */
export async function readCodes(picture: GreyPicture, deadline: number): Promise<Search> {
  const small = longerSide(picture) > minHalvedSide && shorterSide(picture) > 1 ? halve(picture) : picture
  const codes = await cascade(picture, small, deadline)
  return { codes, bars: codes.length > 0 ? [] : likelySpots(small, maxSpots).map(({ box }) => scaleToOriginal(small, picture)(box)) }
}

async function cascade(picture: GreyPicture, small: GreyPicture, deadline: number): Promise<FoundCode[]> {
  const findings = new Findings()
  const isLarge = longerSide(picture) > minCloseUpSide
  if (isLarge) await readCloseUps(picture, small, findings, deadline)
  for (const stage of passes) {
    if (findings.isEnough) break
    for (const pass of stage) {
      if (performance.now() > deadline) return findings.best()
      const prepared = await pass.prepare(pass.isFine ? picture : small)
      const place = (pass.place ?? scaleToOriginal)(prepared, picture)
      for (const name of pass.readers) findings.add(name, await readers[name](prepared), place)
    }
  }
  if (!isLarge && !findings.isEnough) await readCloseUps(picture, small, findings, deadline)
  await corroborateCodes(picture, findings, deadline)
  return findings.best()
}
