import type { GreyPicture } from '#platform/server/security/safe-image.ts'
import { askOther, closeUpFrom, closeUps, maxSpots, readers } from './decode-close-up.ts'
import { Findings, type FoundCode, type Place, scaledBack } from './decode-findings.ts'
import { likelySpots } from './decode-locate.ts'
import type { Box, ReaderName } from './decode-readers.ts'
import { alongBars, enlarged, halved, longer, sharpened, shorter, turned } from './decode-restore.ts'

/** What a search for codes found; `bars`: where bars may be, the likeliest first, if no code was read. */
export interface Search {
  codes: FoundCode[]
  bars: Box[]
}

/** zbar takes seconds over a whole phone picture; zxing does not mind. */
const zbarLongest = 2000
const zxingLongest = 2400
const restoredLongest = 1600

/** Where a box of the picture turned by 45° (and perhaps made smaller) lies in the upright one. */
const turnedBack = (from: GreyPicture, to: GreyPicture): Place => {
  // Turned by 45°, a picture is as wide as half the square root of two of its two sides together.
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
  /** Looks at a large picture as it is, not at half of it. */
  isFine?: boolean
  prepare(picture: GreyPicture): Promise<GreyPicture>
  place?: (from: GreyPicture, to: GreyPicture) => Place
}

// In the order in which they pay: a pass runs only while the ones before it have read nothing.
const passes: readonly (readonly Pass[])[] = [
  [
    { readers: ['zxing'], isFine: true, prepare: async (picture) => picture },
    { readers: ['zbar'], prepare: (picture) => enlarged(picture, 1, zbarLongest) },
  ],
  [
    { readers: ['zxing'], prepare: (picture) => enlarged(picture, 3, zxingLongest) },
    {
      readers: ['zbar'],
      prepare: (picture) => enlarged(picture, 1.5, Math.max(picture.width, picture.height) > zbarLongest / 1.5 ? 1000 : zbarLongest),
    },
  ],
  // zxing looks along rows and columns only and is blind between 35° and 50°.
  [{ readers: ['zxing', 'zbar'], prepare: async (picture) => turned(await enlarged(picture, 1, restoredLongest), 45), place: turnedBack }],
  // Out of focus: the bars summed up along their length, then their edges drawn hard.
  [{ readers: ['zxing'], prepare: (picture) => alongBars(picture) }],
  [{ readers: ['zxing'], prepare: async (picture) => sharpened(await enlarged(picture, 2, restoredLongest), 2.5, 3, 4) }],
]

/** The whole of a picture larger than this is looked at in half its size. */
const halvedFrom = zxingLongest

/**
 * Every retail code that can be read in the picture, best witnessed first. Two decoders look, then look again at what was made
 * larger, turned or sharpened, until something is read or `deadline` (as `performance.now()`) has passed. Of a large picture the spots that look
 * like bars come first: there a code is nearly always read, in a tenth of the time. Of a small one they come last.
 */
export async function readCodes(picture: GreyPicture, deadline: number): Promise<Search> {
  const small = longer(picture) > halvedFrom && shorter(picture) > 1 ? halved(picture) : picture
  const codes = await cascade(picture, small, deadline)
  return { codes, bars: codes.length > 0 ? [] : likelySpots(small, maxSpots).map(({ box }) => scaledBack(small, picture)(box)) }
}

async function cascade(picture: GreyPicture, small: GreyPicture, deadline: number): Promise<FoundCode[]> {
  const findings = new Findings()
  const isLarge = longer(picture) > closeUpFrom
  if (isLarge) await closeUps(picture, small, findings, deadline)
  for (const stage of passes) {
    if (findings.isEnough) break
    for (const pass of stage) {
      if (performance.now() > deadline) return findings.best()
      const prepared = await pass.prepare(pass.isFine ? picture : small)
      const place = (pass.place ?? scaledBack)(prepared, picture)
      for (const name of pass.readers) findings.add(name, await readers[name](prepared), place)
    }
  }
  if (!isLarge && !findings.isEnough) await closeUps(picture, small, findings, deadline)
  await askOther(picture, findings, deadline)
  return findings.best()
}
