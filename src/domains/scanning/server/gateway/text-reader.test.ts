import { afterAll, describe, expect, it } from 'vitest'
import { safeImage } from '#platform/server/security/safe-image.ts'
import { printedPicture } from '#tests/support/data/pictures.ts'
import { maxTextSide, startTextReader, type TextLine } from './text-reader.ts'

// A generous limit, so that a busy machine reads the same.
const budgetMs = 60_000
const reader = startTextReader()
afterAll(() => reader.close())
const pixels = async (picture: Buffer) => (await safeImage(picture)).toColor(maxTextSide)

/** The reader often misses spaces and punctuation. */
const letters = (lines: readonly TextLine[]) => lines.map(({ text }) => text.replace(/[^A-Za-z0-9/]/g, ''))

describe('reading print', () => {
  it('reads the lines of a package in order, with their positions', async () => {
    const picture = await pixels(await printedPicture(['OAT DRINK', 'Best before 12/03/2027', 'Lot 4711']))
    const lines = await reader.read(picture, { budgetMs })
    expect(letters(lines)).toEqual(['OATDRINK', 'Bestbefore12/03/2027', 'Lot4711'])
    for (const { confidence, box } of lines) {
      expect(confidence).toBeGreaterThan(0.8)
      expect(box.left).toBeLessThan(80)
      expect(box.bottom).toBeLessThanOrEqual(picture.height)
    }
  })

  it.each([-20, 20, 90])('reads print at %i°', async (rotate) => {
    const lines = await reader.read(await pixels(await printedPicture(['Raspberry yoghurt'], { rotate })), { budgetMs })
    expect(letters(lines).join('')).toBe('Raspberryyoghurt')
  })

  it('finds nothing in a blank picture or a single pixel', async () => {
    const blank = { data: new Uint8Array(3 * 200 * 100).fill(200), width: 200, height: 100 }
    const speck = { data: new Uint8Array([7, 7, 7]), width: 1, height: 1 }
    for (const picture of [blank, speck]) expect(await reader.read(picture, { budgetMs })).toEqual([])
  })

  it('rejects a picture over the memory limit', async () => {
    const side = maxTextSide + 1
    await expect(reader.read({ data: new Uint8Array(3 * side * side), width: side, height: side })).rejects.toThrow(RangeError)
  })
})

describe('the reading process', () => {
  it('starts with the first picture, is replaced when it hangs or dies, and ends when idle', async () => {
    const picture = await pixels(await printedPicture(['Oats']))
    const troubles: string[] = []
    const hasty = startTextReader({ graceMs: -59_999, onTrouble: (what) => troubles.push(what) })
    expect(hasty.size).toBe(0)
    expect(await hasty.read(picture, { budgetMs })).toEqual([])
    expect(troubles).toEqual(['a task took too long'])
    await hasty.close()
    const brief = startTextReader({ idleMs: 1 })
    expect(await brief.read(picture, { budgetMs })).toHaveLength(1)
    await expect.poll(() => brief.size).toBe(0)
    await brief.close()
  })
})
