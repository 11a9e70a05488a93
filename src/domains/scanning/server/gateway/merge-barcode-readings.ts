import type { RetailCode } from '#domains/ingredients/rules/barcode.ts'
import type { GrayPicture } from '#platform/server/security/safe-image.ts'
import type { BarcodeReaderName, BarcodeReading, Box } from './barcode-readers.ts'

/** A code in a picture and the decoders that read it. */
export interface FoundBarcode extends RetailCode {
  by: BarcodeReaderName[]
  /** Number of scan lines on which it was read, over all passes. */
  lines: number
  box: Box
  /** Other codes read from the same bars. */
  rivals: string[]
}

export interface BarcodeCandidate extends Omit<FoundBarcode, 'rivals'> {
  isShort: boolean
}

/** Maps a box of a derived picture to the original. */
export type ScaleBox = (box: Box) => Box
export const createBoxScaler = (from: GrayPicture, to: GrayPicture): ScaleBox => {
  const across = to.width / from.width
  const down = to.height / from.height
  return (box) => ({ left: box.left * across, right: box.right * across, top: box.top * down, bottom: box.bottom * down })
}

export const isCorroborated = (code: Pick<FoundBarcode, 'by'>) => code.by.length > 1
/** zbar often mistakes half of a blurred UPC-A or EAN-13 for a UPC-E, so such a reading doesn't end the search. */
const isDoubtful = (code: BarcodeCandidate) => code.isShort && code.by.every((name) => name === 'zbar')
const holdsCenter = (outer: Box, inner: Box) => {
  const slack = Math.max(outer.right - outer.left, outer.bottom - outer.top) * 0.25
  const x = (inner.left + inner.right) / 2
  const y = (inner.top + inner.bottom) / 2
  return x > outer.left - slack && x < outer.right + slack && y > outer.top - slack && y < outer.bottom + slack
}
const sameSpot = (a: BarcodeCandidate, b: BarcodeCandidate) => holdsCenter(a.box, b.box) || holdsCenter(b.box, a.box)

/** Collects what all passes over one picture read. */
export class BarcodeCandidates {
  readonly all = new Map<string, BarcodeCandidate>()

  add(by: BarcodeReaderName, sightings: readonly BarcodeReading[], place: ScaleBox): void {
    for (const { code, kind, box, lines, isShort } of sightings) {
      const known = this.all.get(code)
      if (!known) this.all.set(code, { code, kind, by: [by], lines, isShort, box: place(box) })
      else {
        known.lines += lines
        if (!known.by.includes(by)) known.by.push(by)
      }
    }
  }

  get isEnough() {
    return [...this.all.values()].some((code) => !isDoubtful(code))
  }

  /** True if both decoders read the same code. */
  get hasCorroborated() {
    return [...this.all.values()].some(isCorroborated)
  }

  /** Returns the best reading per spot; the others are misreads of the same bars. */
  best(): FoundBarcode[] {
    const ranked = [...this.all.values()].sort(
      (a, b) => b.by.length - a.by.length || Number(isDoubtful(a)) - Number(isDoubtful(b)) || b.lines - a.lines,
    )
    const best: { candidate: BarcodeCandidate; rivals: string[] }[] = []
    for (const candidate of ranked) {
      const better = best.find((each) => sameSpot(each.candidate, candidate))
      if (better) better.rivals.push(candidate.code)
      else best.push({ candidate, rivals: [] })
    }
    return best.map(({ candidate: { code, kind, by, lines, box }, rivals }) => ({ code, kind, by, lines, box, rivals }))
  }
}
