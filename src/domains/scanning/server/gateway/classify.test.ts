import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ColourPicture } from '#platform/server/security/safe-image.ts'
import { classify, readScores } from './classify.ts'
import { colourHistograms } from './classify-colours.ts'
import { middleSquare } from './classify-view.ts'

interface Witness {
  width: number
  height: number
  bytes: number[]
  colours: number[]
  scores: number[]
  features: number[]
}
const card: { side: number; temperature: number; foods: { fine: string; coarse: string | null }[]; witnesses: Witness[] } = JSON.parse(
  readFileSync(new URL('../../model/groceries.json', import.meta.url), 'utf8'),
)

const paint = (width: number, height: number, colour: (x: number, y: number) => number[]): ColourPicture => ({
  data: Uint8Array.from(Array.from({ length: width * height }, (_, at) => colour(at % width, Math.floor(at / width))).flat()),
  width,
  height,
})
/** The picture that training/export.py draws too. */
const drawn = (width: number, height: number) => paint(width, height, (x, y) => [(3 * x + 2 * y) % 256, (x * y) % 251, (x ^ y) & 255])

/** Every `step`th. */
const every = <T>(values: ArrayLike<T>, step: number) => Array.from(values).filter((_, at) => at % step === 0)
const furthest = (a: number[], b: number[]) => Math.max(...a.map((value, at) => Math.abs(value - (b[at] ?? Number.NaN))))

test.each(card.witnesses)(
  'a picture of $width × $height is seen as in training, within one step of brightness, its colours within 0.02',
  ({ width, height, bytes, colours }) => {
    const view = middleSquare(drawn(width, height), card.side)
    expect(view).toHaveLength(3 * card.side ** 2)
    const seen = every(view, Math.floor((3 * card.side ** 2) / 24)).map((value) => value * 255)
    expect(seen).toHaveLength(bytes.length)
    expect(furthest(seen, bytes)).toBeLessThanOrEqual(1.001)
    expect(furthest(every(colourHistograms(view, card.side), 29), colours)).toBeLessThan(0.02)
  },
)

test('what the model says of it is what was recorded after training: scores within 0.05, features within 0.002', async () => {
  for (const { width, height, scores, features } of card.witnesses) {
    const answer = await classify(drawn(width, height))
    // shares tell the scores but for a constant: compared as differences from the first
    const share = new Map(answer.fine.map(({ label, p }) => [label, Math.log(p) * card.temperature]))
    const recorded = scores.map((score) => score - (scores[0] ?? 0))
    const first = share.get(card.foods[0]?.fine ?? '') ?? Number.NaN
    const said = every(card.foods.slice(0, -1), 9).map(({ fine }) => (share.get(fine) ?? Number.NaN) - first)
    expect(furthest(said, recorded)).toBeLessThan(0.05)
    expect(furthest(every(answer.features, 100), features)).toBeLessThan(0.002)
    expect(Math.hypot(...answer.features)).toBeCloseTo(1, 4)
  }
})

test('pictures of nothing are no food: plain, striped, noisy, a page, a room', async () => {
  let seed = 7
  const chance = () => {
    seed = (seed * 16807) % 2147483647
    return seed / 2147483647
  }
  const pictures: ColourPicture[] = [
    paint(240, 240, () => [128, 128, 128]),
    paint(240, 240, () => [230, 140, 20]),
    paint(240, 320, (x, y) => [x & 255, y & 255, 120]),
    paint(240, 240, (x) => (x % 12 < 6 ? [20, 20, 20] : [240, 240, 240])),
    paint(240, 240, () => [chance() * 255, chance() * 255, chance() * 255]),
    paint(240, 240, (x, y) => (y % 16 < 8 && x % 7 < 4 && chance() < 0.7 ? [30, 30, 30] : [250, 248, 240])),
    paint(320, 240, (_, y) => (y < 150 ? [200, 190, 170] : [110, 80, 60])),
  ]
  const sure: number[] = []
  for (const picture of pictures) sure.push((await classify(picture)).coarse[0]?.p ?? 1)
  expect(sure.filter((p) => p >= 0.5)).toEqual([])
})

test('a kind is as likely as its foods together, best first, and "nothing" is left out of both lists', () => {
  const foods = [
    { fine: 'Conference', coarse: 'Pear' },
    { fine: 'Anjou', coarse: 'Pear' },
    { fine: 'Lime', coarse: 'Lime' },
    { fine: 'Nothing', coarse: null },
  ]
  const said = readScores([Math.log(2), Math.log(3), Math.log(4), Math.log(1)], { side: 1, temperature: 1, foods })
  const shown = (list: { label: string; p: number }[]) => list.map(({ label, p }) => `${label} ${p.toFixed(2)}`)
  expect(shown(said.fine)).toEqual(['Lime 0.40', 'Anjou 0.30', 'Conference 0.20'])
  expect(shown(said.coarse)).toEqual(['Pear 0.50', 'Lime 0.40'])
})

test('a higher temperature makes the same answer less sure', () => {
  const foods = [
    { fine: 'Lime', coarse: 'Lime' },
    { fine: 'Nothing', coarse: null },
  ]
  const p = (temperature: number) => readScores([2, 0], { side: 1, temperature, foods }).fine[0]?.p ?? 0
  expect(p(2)).toBeLessThan(p(1))
  expect(p(2)).toBeGreaterThan(0.5)
})
