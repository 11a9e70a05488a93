import type { RetailCode } from '#domains/products/rules/barcode.ts'
import type { GreyPicture } from '#platform/server/safe-image.ts'
import { likelySpots } from './decode-locate.ts'
import { type Box, type Reader, type ReaderName, type Sighting, zbar, zxing } from './decode-readers.ts'
import { enlarged, part, sharpened, stretched, turned } from './decode-restore.ts'

/** A code found in a picture, and which decoders read it. */
export interface FoundCode extends RetailCode {
  by: ReaderName[]
  /** On how many lines across the bars it was read, over all passes. */
  lines: number
  box: Box
  /** What else was read from the same bars. */
  rivals: string[]
}

/** What a search for codes found; `bars`: where bars may be, the likeliest first, if no code was read. */
export interface Search {
  codes: FoundCode[]
  bars: Box[]
}

interface Candidate extends Omit<FoundCode, 'rivals'> {
  isShort: boolean
}

const readers: Record<ReaderName, Reader> = { zxing, zbar }
const other: Record<ReaderName, ReaderName> = { zxing: 'zbar', zbar: 'zxing' }

/** zbar takes seconds over a whole phone picture; zxing does not mind. */
const zbarLongest = 2000
const zxingLongest = 2400
const restoredLongest = 1600

type Place = (box: Box) => Box
const scaledBack = (from: GreyPicture, to: GreyPicture): Place => {
  const across = to.width / from.width
  const down = to.height / from.height
  return (box) => ({ left: box.left * across, right: box.right * across, top: box.top * down, bottom: box.bottom * down })
}

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

const agreed = (code: Pick<FoundCode, 'by'>) => code.by.length > 1
/** To zbar, half of a blurred UPC-A or EAN-13 easily passes for the short UPC-E: such a reading ends no search. */
const isDoubtful = (code: Candidate) => code.isShort && code.by.every((name) => name === 'zbar')
const holdsCentre = (outer: Box, inner: Box) => {
  const slack = Math.max(outer.right - outer.left, outer.bottom - outer.top) * 0.25
  const x = (inner.left + inner.right) / 2
  const y = (inner.top + inner.bottom) / 2
  return x > outer.left - slack && x < outer.right + slack && y > outer.top - slack && y < outer.bottom + slack
}
const sameSpot = (a: Candidate, b: Candidate) => holdsCentre(a.box, b.box) || holdsCentre(b.box, a.box)

class Findings {
  readonly all = new Map<string, Candidate>()

  add(by: ReaderName, sightings: readonly Sighting[], place: Place): void {
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

  /** Of readings on one spot only the best witnessed stands: the others are the same bars misread. */
  best(): FoundCode[] {
    const ranked = [...this.all.values()].sort(
      (a, b) => b.by.length - a.by.length || Number(isDoubtful(a)) - Number(isDoubtful(b)) || b.lines - a.lines,
    )
    const kept: { candidate: Candidate; rivals: string[] }[] = []
    for (const candidate of ranked) {
      const better = kept.find((each) => sameSpot(each.candidate, candidate))
      if (better) better.rivals.push(candidate.code)
      else kept.push({ candidate, rivals: [] })
    }
    return kept.map(({ candidate: { code, kind, by, lines, box }, rivals }) => ({ code, kind, by, lines, box, rivals }))
  }
}

const upright = (picture: GreyPicture, tilt: number) => (Math.abs(tilt) < 4 ? picture : turned(picture, -tilt))

/** Shows the spot where one decoder read a code to the other one: close up, and turned so that the bars stand upright. */
async function askOther(picture: GreyPicture, findings: Findings, deadline: number): Promise<void> {
  for (const candidate of [...findings.all.values()]) {
    const [first] = candidate.by
    if (agreed(candidate) || first === undefined) continue
    const { box } = candidate
    const size = Math.max(box.right - box.left, box.bottom - box.top)
    const cut = await part(picture, box, size * 0.3 + 10)
    const view = await upright(cut, likelySpots(cut, 1)[0]?.tilt ?? 0)
    for (const times of [1, 2, 3]) {
      if (performance.now() > deadline) return
      findings.add(other[first], await readers[other[first]](await enlarged(view, times, zbarLongest)), () => box)
      if (agreed(candidate)) break
    }
  }
}

interface Pass {
  readers: ReaderName[]
  prepare(picture: GreyPicture): Promise<GreyPicture>
  place?: (from: GreyPicture, to: GreyPicture) => Place
}

// In the order in which they pay: a pass runs only while the ones before it have read nothing.
const passes: readonly (readonly Pass[])[] = [
  [
    { readers: ['zxing'], prepare: async (picture) => picture },
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

async function alongBars(picture: GreyPicture): Promise<GreyPicture> {
  const across = Math.min(3, zxingLongest / picture.width)
  return stretched(await sharpened(await stretched(picture, across, across / 12), 3.5, 3, 4), 1, 4)
}

/** A picture larger than this is searched for spots that look like bars, which are then looked at as they are. */
const closeUpFrom = restoredLongest
const mostSpots = 3

/** The likeliest spots of a large picture, turned upright and read at full sharpness. */
async function closeUps(picture: GreyPicture, findings: Findings, deadline: number): Promise<void> {
  const spots = likelySpots(picture, mostSpots)
  const views: { view: GreyPicture; box: Box }[] = []
  for (const { box, tilt } of spots) {
    const size = Math.max(box.right - box.left, box.bottom - box.top)
    const cut = await enlarged(await part(picture, box, size * 0.2 + 32), 1, restoredLongest)
    views.push({ view: await upright(cut, tilt), box })
  }
  for (const [names, prepare] of closeUpPasses) {
    for (const { view, box } of views) {
      if (performance.now() > deadline) return
      const prepared = await prepare(view)
      for (const name of names) findings.add(name, await readers[name](prepared), () => box)
    }
    if (findings.isEnough) return
  }
}

const closeUpPasses: readonly [ReaderName[], Pass['prepare']][] = [
  [['zxing', 'zbar'], async (view) => view],
  [['zxing', 'zbar'], (view) => enlarged(view, 2, zbarLongest)],
  [['zxing'], (view) => alongBars(view)],
  [['zxing'], async (view) => sharpened(await enlarged(view, 2, restoredLongest), 2.5, 3, 4)],
]

/**
 * Every retail code that can be read in the picture, best witnessed first. Two decoders look, then look again at what was made
 * larger, turned or sharpened, until something is read or `deadline` (as `performance.now()`) has passed.
 */
export async function readCodes(picture: GreyPicture, deadline: number): Promise<Search> {
  const codes = await cascade(picture, deadline)
  return { codes, bars: codes.length > 0 ? [] : likelySpots(picture, mostSpots).map(({ box }) => box) }
}

async function cascade(picture: GreyPicture, deadline: number): Promise<FoundCode[]> {
  const findings = new Findings()
  for (const [at, stage] of passes.entries()) {
    for (const pass of stage) {
      if (performance.now() > deadline) return findings.best()
      const prepared = await pass.prepare(picture)
      const place = (pass.place ?? scaledBack)(prepared, picture)
      for (const name of pass.readers) findings.add(name, await readers[name](prepared), place)
    }
    if (at === 0 && !findings.isEnough && Math.max(picture.width, picture.height) > closeUpFrom) {
      await closeUps(picture, findings, deadline)
    }
    if (findings.isEnough) break
  }
  await askOther(picture, findings, deadline)
  return findings.best()
}
