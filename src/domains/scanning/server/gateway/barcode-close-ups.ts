import type { GrayPicture } from '#platform/server/security/safe-image.ts'
import { type BarcodeReader, type BarcodeReaderName, type Box, zbar, zxing } from './barcode-readers.ts'
import { likelyBarcodeSpots, mainTilt, type Spot } from './locate-barcodes.ts'
import { type BarcodeCandidates, createBoxScaler, isCorroborated } from './merge-barcode-readings.ts'
import { averageAlongBars, averageBars, crop, enlarge, longerSide, rotate, sharpen, sharpenBars } from './transform-picture.ts'

export const readers: Record<BarcodeReaderName, BarcodeReader> = { zxing, zbar }
const other: Record<BarcodeReaderName, BarcodeReaderName> = { zxing: 'zbar', zbar: 'zxing' }

/** Limits the longer side of a crop. */
const maxViewSide = 1100
const maxEnlargedSide = 2000
export const maxSpots = 3
/** In pictures larger than this, crops that look like bars are searched first. */
export const closeUpsFirstAboveSide = 1600
/** A spot with at least a quarter of the best weight may be a second code, half as long. */
const minRelativeWeight = 0.25

const size = (box: Box) => Math.max(box.right - box.left, box.bottom - box.top)
const turnUpright = (picture: GrayPicture, tilt: number) => (Math.abs(tilt) < 4 ? picture : rotate(picture, -tilt))
/** The bars of a rotated picture are in its middle; above and below are its corners. */
const cropMiddle = (picture: GrayPicture) =>
  crop(picture, { left: 0, top: picture.height / 4, right: picture.width, bottom: (picture.height * 3) / 4 }, 0)

/** Returns where bars may be, and the picture to crop each from: `picture`, or `small` if the spot is large. */
export function locateCloseUps(picture: GrayPicture, small: GrayPicture): { spot: Spot; in: GrayPicture; place: Box }[] {
  return likelyBarcodeSpots(small, maxSpots).map((spot) => {
    const place = createBoxScaler(small, picture)(spot.box)
    return size(place) > maxViewSide ? { spot, in: small, place } : { spot: { ...spot, box: place }, in: picture, place }
  })
}

/** Yields the most likely spots upright and at full resolution. */
export async function* uprightCloseUps(picture: GrayPicture, small: GrayPicture): AsyncGenerator<GrayPicture> {
  for (const { spot, in: source } of locateCloseUps(picture, small)) yield turnUpright(await closeUpOf(source, spot), spot.tilt)
}

const closeUpOf = async (picture: GrayPicture, { box }: Spot) => enlarge(await crop(picture, box, size(box) * 0.2 + 32), 1, maxViewSide)

const names = ['zxing', 'zbar'] as const
/** How each decoder reads upright bars out of focus best. */
const focused = { zxing: sharpenBars, zbar: averageBars }
type Stage = readonly [BarcodeReaderName[], (view: GrayPicture) => Promise<GrayPicture>]
const shortStages: readonly Stage[] = [[['zxing'], averageBars]]
const longStages: readonly Stage[] = [
  ...shortStages,
  [['zxing', 'zbar'], (view) => enlarge(view, 2, maxEnlargedSide)],
  [['zxing'], (view) => averageAlongBars(view)],
  [['zxing'], async (view) => sharpen(await enlarge(view, 2, maxViewSide), 2.5, 3, 4)],
]

/** Reads the most likely spots upright and at full resolution; in large pictures also enlarged and sharpened. */
export async function readCloseUps(
  picture: GrayPicture,
  small: GrayPicture,
  candidates: BarcodeCandidates,
  deadline: number,
): Promise<void> {
  const views: { view: GrayPicture; box: Box }[] = []
  const spots = locateCloseUps(picture, small)
  for (const { spot, in: source, place } of spots) {
    const isWeak = spot.weight < (spots[0]?.spot.weight ?? 0) * minRelativeWeight
    if ((isWeak && candidates.hasCorroborated) || performance.now() > deadline) break
    const cut = await closeUpOf(source, spot)
    const view = await turnUpright(cut, spot.tilt)
    views.push({ view, box: place })
    const first = view === cut ? view : await cropMiddle(view)
    for (const name of names) candidates.add(name, await readers[name](first, true), () => place)
    if (candidates.hasCorroborated) continue
    for (const name of names) candidates.add(name, await readers[name](await focused[name](first), true), () => place)
  }
  if (candidates.isEnough) return
  // The full size of a small picture has already been searched like this.
  for (const [by, prepare] of longerSide(picture) > closeUpsFirstAboveSide ? longStages : shortStages) {
    for (const { view, box } of views) {
      if (performance.now() > deadline) return
      const prepared = await prepare(view)
      for (const name of by) candidates.add(name, await readers[name](prepared), () => box)
    }
    if (candidates.isEnough) return
  }
}

const enlargeBy = (times: number) => (view: GrayPicture) => enlarge(view, times, maxEnlargedSide)

/** Returns the square around a box; for a slanted code zbar reports only a narrow strip. */
function squareAround({ left, right, top, bottom }: Box): Box {
  const reach = Math.max(right - left, bottom - top) / 2
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  return { left: x - reach, right: x + reach, top: y - reach, bottom: y + reach }
}

/** Shows the other decoder each code that only one has read: cropped and with upright bars. */
export async function corroborateCodes(picture: GrayPicture, candidates: BarcodeCandidates, deadline: number): Promise<void> {
  for (const candidate of [...candidates.all.values()]) {
    const [first] = candidate.by
    if (isCorroborated(candidate) || first === undefined) continue
    const { box } = candidate
    const cut = await crop(picture, squareAround(box), size(box) * 0.3 + 10)
    const view = await turnUpright(cut, likelyBarcodeSpots(cut, 1)[0]?.tilt ?? mainTilt(cut))
    const second = other[first]
    for (const prepare of [enlargeBy(1), focused[second], enlargeBy(2), enlargeBy(3)]) {
      if (performance.now() > deadline) return
      candidates.add(second, await readers[second](await prepare(view)), () => box)
      if (isCorroborated(candidate)) break
    }
  }
}
