import type { GreyPicture } from '#platform/server/security/safe-image.ts'
import { agreed, type Findings, scaledBack } from './decode-findings.ts'
import { likelySpots, mainTilt, type Spot } from './decode-locate.ts'
import { type Box, type Reader, type ReaderName, zbar, zxing } from './decode-readers.ts'
import { alongBars, enlarged, hardened, longer, part, sharpened, summedUp, turned } from './decode-restore.ts'

export const readers: Record<ReaderName, Reader> = { zxing, zbar }
const other: Record<ReaderName, ReaderName> = { zxing: 'zbar', zbar: 'zxing' }

/** A close-up of a spot is made no larger than this along its longer side. */
const viewLongest = 1100
const maxEnlarged = 2000
export const maxSpots = 3
/** A picture larger than this is searched for spots that look like bars first, which are then looked at as they are. */
export const closeUpFrom = 1600
/** A spot that looks at least a quarter as much like bars as the likeliest one may be another code, half as long. */
const minOfLikeliest = 0.25

const size = (box: Box) => Math.max(box.right - box.left, box.bottom - box.top)
const upright = (picture: GreyPicture, tilt: number) => (Math.abs(tilt) < 4 ? picture : turned(picture, -tilt))
/** Bars of a turned picture lie in its middle: above and below is what came in with its corners. */
const middle = (picture: GreyPicture) =>
  part(picture, { left: 0, top: picture.height / 4, right: picture.width, bottom: (picture.height * 3) / 4 }, 0)

/**
 * Where bars may be in a large picture, and the picture in which each is best looked at: `picture`, or for large ones `small`, in which
 * they are searched for.
 */
export function spotsIn(picture: GreyPicture, small: GreyPicture): { spot: Spot; in: GreyPicture; whole: Box }[] {
  return likelySpots(small, maxSpots).map((spot) => {
    const whole = scaledBack(small, picture)(spot.box)
    return size(whole) > viewLongest ? { spot, in: small, whole } : { spot: { ...spot, box: whole }, in: picture, whole }
  })
}

const names = ['zxing', 'zbar'] as const
/** Upright bars out of focus, as each reads them best. */
const focused = { zxing: hardened, zbar: summedUp }
type Stage = readonly [ReaderName[], (view: GreyPicture) => Promise<GreyPicture>]
const lastLook: readonly Stage[] = [[['zxing'], summedUp]]
const longLook: readonly Stage[] = [
  ...lastLook,
  [['zxing', 'zbar'], (view) => enlarged(view, 2, maxEnlarged)],
  [['zxing'], (view) => alongBars(view)],
  [['zxing'], async (view) => sharpened(await enlarged(view, 2, viewLongest), 2.5, 3, 4)],
]

/** The likeliest spots, turned upright and read at full sharpness; those of a large picture then also made larger and sharper. */
export async function closeUps(picture: GreyPicture, small: GreyPicture, findings: Findings, deadline: number): Promise<void> {
  const views: { view: GreyPicture; box: Box }[] = []
  const spots = spotsIn(picture, small)
  for (const { spot, in: source, whole } of spots) {
    const isLess = spot.weight < (spots[0]?.spot.weight ?? 0) * minOfLikeliest
    if ((isLess && findings.isAgreed) || performance.now() > deadline) break
    const cut = await enlarged(await part(source, spot.box, size(spot.box) * 0.2 + 32), 1, viewLongest)
    const view = await upright(cut, spot.tilt)
    views.push({ view, box: whole })
    const first = view === cut ? view : await middle(view)
    for (const name of names) findings.add(name, await readers[name](first, true), () => whole)
    if (findings.isAgreed) continue
    for (const name of names) findings.add(name, await readers[name](await focused[name](first), true), () => whole)
  }
  if (findings.isEnough) return
  // The whole of a small picture has been looked at in these ways before.
  for (const [by, prepare] of longer(picture) > closeUpFrom ? longLook : lastLook) {
    for (const { view, box } of views) {
      if (performance.now() > deadline) return
      const prepared = await prepare(view)
      for (const name of by) findings.add(name, await readers[name](prepared), () => box)
    }
    if (findings.isEnough) return
  }
}

const enlargedBy = (times: number) => (view: GreyPicture) => enlarged(view, times, maxEnlarged)

/** The square around a box; zbar says of a slanted code only on which lines it read it, a narrow strip. */
function squareAround({ left, right, top, bottom }: Box): Box {
  const reach = Math.max(right - left, bottom - top) / 2
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  return { left: x - reach, right: x + reach, top: y - reach, bottom: y + reach }
}

/** Shows the spot where one decoder read a code to the other one: close up, and turned so that the bars stand upright. */
export async function askOther(picture: GreyPicture, findings: Findings, deadline: number): Promise<void> {
  for (const candidate of [...findings.all.values()]) {
    const [first] = candidate.by
    if (agreed(candidate) || first === undefined) continue
    const { box } = candidate
    const cut = await part(picture, squareAround(box), size(box) * 0.3 + 10)
    const view = await upright(cut, likelySpots(cut, 1)[0]?.tilt ?? mainTilt(cut))
    const second = other[first]
    for (const prepare of [enlargedBy(1), focused[second], enlargedBy(2), enlargedBy(3)]) {
      if (performance.now() > deadline) return
      findings.add(second, await readers[second](await prepare(view)), () => box)
      if (agreed(candidate)) break
    }
  }
}
