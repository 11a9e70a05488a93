import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ColorPicture } from '#platform/server/security/safe-image.ts'
import { classify, colorHistograms, middleSquare, toProbabilities } from './classify.ts'

interface Reference {
  width: number
  height: number
  bytes: number[]
  colours: number[]
  scores: number[]
  features: number[]
}
const card: { side: number; temperature: number; foods: { fine: string; coarse: string | null }[]; witnesses: Reference[] } = JSON.parse(
  readFileSync(new URL('../../model/groceries.json', import.meta.url), 'utf8'),
)

const drawPixels = (width: number, height: number, color: (x: number, y: number) => number[]): ColorPicture => ({
  data: Uint8Array.from(Array.from({ length: width * height }, (_, at) => color(at % width, Math.floor(at / width))).flat()),
  width,
  height,
})
/** The same picture as training/export.py draws. */
const drawPicture = (width: number, height: number) =>
  drawPixels(width, height, (x, y) => [(3 * x + 2 * y) % 256, (x * y) % 251, (x ^ y) & 255])

/** Returns every `step`th value. */
const every = <T>(values: ArrayLike<T>, step: number) => Array.from(values).filter((_, at) => at % step === 0)
const maxDifference = (a: number[], b: number[]) => Math.max(...a.map((value, at) => Math.abs(value - (b[at] ?? Number.NaN))))

test.each(card.witnesses)(
  'prepares a picture of $width × $height as in training, within one brightness step and 0.02 of its colors',
  ({ width, height, bytes, colours: colors }) => {
    const view = middleSquare(drawPicture(width, height), card.side)
    expect(view).toHaveLength(3 * card.side ** 2)
    const seen = every(view, Math.floor((3 * card.side ** 2) / 24)).map((value) => value * 255)
    expect(seen).toHaveLength(bytes.length)
    expect(maxDifference(seen, bytes)).toBeLessThanOrEqual(1.001)
    expect(maxDifference(every(colorHistograms(view, card.side), 29), colors)).toBeLessThan(0.02)
  },
)

test('reproduces the scores recorded after training within 0.05, and the features within 0.002', async () => {
  for (const { width, height, scores, features } of card.witnesses) {
    const answer = await classify(drawPicture(width, height))
    // Shares determine the scores except for a constant, so compare the differences from the first.
    const share = new Map(answer.fine.map(({ label, p }) => [label, Math.log(p) * card.temperature]))
    const recorded = scores.map((score) => score - (scores[0] ?? 0))
    const first = share.get(card.foods[0]?.fine ?? '') ?? Number.NaN
    const result = every(card.foods.slice(0, -1), 9).map(({ fine }) => (share.get(fine) ?? Number.NaN) - first)
    expect(maxDifference(result, recorded)).toBeLessThan(0.05)
    expect(maxDifference(every(answer.features, 100), features)).toBeLessThan(0.002)
    expect(Math.hypot(...answer.features)).toBeCloseTo(1, 4)
  }
})

test('recognizes no food in plain, striped and noisy pictures, a page or a room', async () => {
  let seed = 7
  const chance = () => {
    seed = (seed * 16807) % 2147483647
    return seed / 2147483647
  }
  const pictures: ColorPicture[] = [
    drawPixels(240, 240, () => [128, 128, 128]),
    drawPixels(240, 240, () => [230, 140, 20]),
    drawPixels(240, 320, (x, y) => [x & 255, y & 255, 120]),
    drawPixels(240, 240, (x) => (x % 12 < 6 ? [20, 20, 20] : [240, 240, 240])),
    drawPixels(240, 240, () => [chance() * 255, chance() * 255, chance() * 255]),
    drawPixels(240, 240, (x, y) => (y % 16 < 8 && x % 7 < 4 && chance() < 0.7 ? [30, 30, 30] : [250, 248, 240])),
    drawPixels(320, 240, (_, y) => (y < 150 ? [200, 190, 170] : [110, 80, 60])),
  ]
  const sure: number[] = []
  for (const picture of pictures) sure.push((await classify(picture)).coarse[0]?.p ?? 1)
  expect(sure.filter((p) => p >= 0.5)).toEqual([])
})

test('adds up the foods of a kind, sorts by probability and leaves out "nothing"', () => {
  const foods = [
    { fine: 'Conference', coarse: 'Pear' },
    { fine: 'Anjou', coarse: 'Pear' },
    { fine: 'Lime', coarse: 'Lime' },
    { fine: 'Nothing', coarse: null },
  ]
  const result = toProbabilities([Math.log(2), Math.log(3), Math.log(4), Math.log(1)], { side: 1, temperature: 1, foods })
  const shown = (list: { label: string; p: number }[]) => list.map(({ label, p }) => `${label} ${p.toFixed(2)}`)
  expect(shown(result.fine)).toEqual(['Lime 0.40', 'Anjou 0.30', 'Conference 0.20'])
  expect(shown(result.coarse)).toEqual(['Pear 0.50', 'Lime 0.40'])
})

test('lowers the confidence at a higher temperature', () => {
  const foods = [
    { fine: 'Lime', coarse: 'Lime' },
    { fine: 'Nothing', coarse: null },
  ]
  const p = (temperature: number) => toProbabilities([2, 0], { side: 1, temperature, foods }).fine[0]?.p ?? 0
  expect(p(2)).toBeLessThan(p(1))
  expect(p(2)).toBeGreaterThan(0.5)
})
