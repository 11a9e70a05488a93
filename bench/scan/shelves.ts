/** Shelves put together from photos of single foods, drawn packages and codes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { foodsOnShelf } from '#domains/scanning/rules/foods-on-shelf.ts'
import type { NamedIngredient } from '#domains/scanning/rules/match-printed-text.ts'
import { ingredientNameOfLabel } from '#domains/scanning/rules/rank-candidates.ts'
import type { Recognizers } from '#domains/scanning/server/gateway/recognizers.ts'
import { readShelfPhoto, signsWithoutCodes } from '#domains/scanning/server/use-cases/read-shelf-photo.ts'
import { builtInIngredientNames } from '#domains/scanning/server/use-cases/recognize-photo.ts'
import { barcodePicture, busyScene, printedPicture } from '#tests/support/data/pictures.ts'
import { randomFrom } from '#tests/support/data/random.ts'

interface Found {
  of: number
  seen: number
}
interface ShelfScore {
  shelves: number
  barcode: Found
  print: Found
  looks: Found
  /** Foods that are named and not there. */
  strangers: { owned: number; new: number }
  ms: number[]
}

const [width, height] = [3000, 2250]
const printed = ['Peanut butter', 'Oats', 'Rice', 'Honey', 'Flour', 'Tomato paste', 'Coffee', 'Chickpeas', 'Pasta', 'Olive oil']
const codes = ['4006381333931', '8413000065504', '3017620422003', '5411188110835', '7622210449283']
const shelfCount = 40

/** Two foods by their looks, two by print, one by its code, and one thing that is no food, in six places that don't line up with the parts. */
export async function scoreShelves(folder: string, recognizers: Recognizers): Promise<ShelfScore> {
  const { share: random, pick: pickSome } = randomFrom(11)
  const pick = <T>(list: readonly T[]): T => pickSome(list) as T
  const names = rows(join(folder, 'classes.csv')).slice(1)
  const photos = rows(join(folder, 'val.txt')).map(([file = '', number]) => {
    const [fine = '', , coarse = ''] = names[Number(number)] ?? []
    return { file: join(folder, file), foods: [fine, coarse].map(ingredientNameOfLabel) }
  })
  const coarse = [...new Set(photos.map(({ foods }) => foods[1] ?? ''))].toSorted()
  const score: ShelfScore = {
    shelves: shelfCount,
    barcode: { of: 0, seen: 0 },
    print: { of: 0, seen: 0 },
    looks: { of: 0, seen: 0 },
    strangers: { owned: 0, new: 0 },
    ms: [],
  }
  for (let at = 0; at < shelfCount; at += 1) {
    const looks = [pick(photos), pick(photos)]
    const print = [pick(printed), pick(printed)]
    const code = pick(codes)
    const cells = [
      ...looks.map(({ file }) => readFileSync(file)),
      ...(await Promise.all(print.map((name) => printedPicture([name.toUpperCase(), 'best before 03.2027'], { size: 22 })))),
      await barcodePicture(code, { blur: 0.6 }),
      await busyScene(at + 100, 700, 600),
    ].toSorted(() => random() - 0.5)
    const shelf = await compose(cells, random)
    // The household has what it sees by looks and print, and as much that isn't on this shelf.
    const owned = new Set([...printed, ...coarse.slice(0, 30), ...looks.flatMap(({ foods }) => foods)])
    const ingredients: NamedIngredient[] = [
      ...[...owned].map((name) => ({ id: name, name, aliases: [] })),
      ...builtInIngredientNames().filter(({ name }) => !owned.has(name)),
    ]
    const started = performance.now()
    const evidence = await readShelfPhoto(shelf, recognizers, 120_000)
    score.ms.push(performance.now() - started)
    const seen = foodsOnShelf(await signsWithoutCodes(evidence, ingredients, []))
    const isSeen = (foods: readonly string[]) => seen.some(({ name }) => foods.includes(name))
    count(
      score.barcode,
      evidence.codes.some((found) => found.code === code),
    )
    for (const name of print) count(score.print, isSeen([name]))
    for (const { foods } of looks) count(score.looks, isSeen(foods))
    const there = new Set([...print, ...looks.flatMap(({ foods }) => foods)])
    for (const { name, ingredientId, evidence: by, confidence } of seen) {
      if (there.has(name)) continue
      score.strangers[ingredientId === null ? 'new' : 'owned'] += 1
      console.error(`shelf ${at + 1}: ${name} (${by}, ${confidence}) isn’t there: ${[...there].join(', ')}`)
    }
  }
  return score
}

const rows = (file: string) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((row) => row.split(',').map((cell) => cell.trim()))

function count(found: Found, isSeen: boolean): void {
  found.of += 1
  if (isSeen) found.seen += 1
}

/** Puts six pictures on a shelf, each somewhere in its place. */
async function compose(cells: readonly Buffer[], random: () => number): Promise<Buffer> {
  const [cellWidth, cellHeight] = [width / 3, height / 2]
  const placed = await Promise.all(
    cells.map(async (cell, at) => {
      const { data, info } = await sharp(cell)
        .resize(Math.round(cellWidth * 0.8), Math.round(cellHeight * 0.8), { fit: 'inside' })
        .toBuffer({ resolveWithObject: true })
      return {
        input: data,
        left: Math.round((at % 3) * cellWidth + random() * (cellWidth - info.width)),
        top: Math.round(Math.floor(at / 3) * cellHeight + random() * (cellHeight - info.height)),
      }
    }),
  )
  return sharp({ create: { width, height, channels: 3, background: '#d8d4cc' } })
    .composite(placed)
    .jpeg({ quality: 85 })
    .toBuffer()
}
