/**
 * Recognition quality: `node bench/scan.ts FOLDER… [--only PART,…]`. Every subfolder with pictures is a set of codes: the `.txt` with the
 * same name is the expected code, and a picture without one shows none. A folder with `val.txt` and `classes.csv` holds groceries. Parts:
 * codes, groceries, angles, gs1, scenes, print, phone, concurrent, shelf. Counts are deterministic, milliseconds aren't.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { expandUpcE, normalizeBarcode } from '#domains/ingredients/rules/barcode.ts'
import { openRecognizers } from '#domains/scanning/server/gateway/recognizers.ts'
import { builtInIngredientNames, emptyRecognitionContext, recognizePhoto } from '#domains/scanning/server/use-cases/recognize-photo.ts'
import { scanConcurrently } from './scan/concurrent.ts'
import { isGroceries, scoreGroceries } from './scan/groceries.ts'
import { phonePictures, scoreAngles, scoreGs1, scorePrint, scoreScenes, timePhonePictures } from './scan/rendered.ts'
import { scoreShelves } from './scan/shelves.ts'
import { spread } from './support/load.ts'
import { printFigures } from './support/table.ts'

const parts = ['codes', 'groceries', 'angles', 'gs1', 'scenes', 'print', 'phone', 'concurrent', 'shelf'] as const
type Part = (typeof parts)[number]

const { values, positionals: roots } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } })
const only = values.only?.split(',')
if (roots.length === 0 || !roots.every((root) => existsSync(root)) || only?.some((part) => !parts.some((known) => known === part))) {
  console.error(`Usage: node bench/scan.ts FOLDER… [--only PART,…], parts: ${parts.join(', ')}`)
  process.exit(2)
}
const runs = (part: Part) => only?.includes(part) ?? true

const isPicture = (name: string) => /\.(jpe?g|png|webp)$/i.test(name)
const byNumber = new Intl.Collator('en', { numeric: true })

/** Returns the normal forms of the expected code (eight digits may be EAN-8 or UPC-E), or null if there is none. */
function shown(picture: string): string[] | null {
  const file = picture.slice(0, -extname(picture).length)
  if (!existsSync(`${file}.txt`)) return null
  const text = readFileSync(`${file}.txt`, 'utf8').trim()
  return [normalizeBarcode(text)?.code, expandUpcE(text)].filter((code) => typeof code === 'string')
}

interface Score {
  pictures: number
  read: number
  wrong: number
  wrongUnasked: number
  none: number
  falseReads: number
  unreadable: number
  ms: number[]
}
const empty = (): Score => ({ pictures: 0, read: 0, wrong: 0, wrongUnasked: 0, none: 0, falseReads: 0, unreadable: 0, ms: [] })

const recognizers = openRecognizers({ photoRecognition: true, maxWorkers: 1, onTrouble: (what) => console.error(what) })
const recognitionContext = emptyRecognitionContext(builtInIngredientNames())
const usual = { today: '2026-11-21', dayFirst: true }
/** No pass is skipped because the machine is busy. */
const options = { ...usual, budgetMs: 60_000 }

async function measure(folder: string, names: string[]): Promise<Score> {
  const score = empty()
  for (const name of names.sort(byNumber.compare)) {
    const file = join(folder, name)
    const expected = shown(file)
    const started = performance.now()
    const result = (await recognizePhoto(readFileSync(file), recognizers, recognitionContext, options).catch(() => null))?.result ?? null
    score.ms.push(performance.now() - started)
    score.pictures += 1
    const code = result?.barcode ?? null
    if (!result) score.unreadable += 1
    else if (!expected) score.falseReads += code ? 1 : 0
    else if (!code) score.none += 1
    else if (expected.includes(code)) score.read += 1
    else {
      score.wrong += 1
      if (!result.needsConfirmation) score.wrongUnasked += 1
    }
    if (code && !expected?.includes(code))
      console.error(`${basename(folder)}/${name}: read ${code}, shows ${expected?.join(' or ') ?? 'none'}`)
    if (!code && expected) console.error(`${basename(folder)}/${name}: not read`)
  }
  return score
}

function row(score: Score) {
  return {
    pictures: score.pictures,
    read: score.read,
    'not read': score.none,
    'wrong code': score.wrong,
    '…unasked': score.wrongUnasked,
    'false reads': score.falseReads,
    unreadable: score.unreadable,
    'median ms': Math.round(spread(score.ms).p50),
    'p95 ms': Math.round(p95(score.ms)),
  }
}

const scan = (picture: Buffer) => recognizePhoto(picture, recognizers, recognitionContext, options)
const inHundred = (part: number, whole: number) => Math.round((part / Math.max(1, whole)) * 1000) / 10
const percentiles = (ms: number[]) => [spread(ms).p50, p95(ms)] as const
/** The 95th percentile. */
const p95 = (ms: number[]) => ms.toSorted((a, b) => a - b)[Math.ceil(ms.length * 0.95) - 1] ?? Number.NaN

const foldersUnder = (root: string) => [
  root,
  ...readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name)),
]
const setsOfCodes = roots
  .filter((each) => !isGroceries(each))
  .flatMap((root) =>
    foldersUnder(root)
      .sort(byNumber.compare)
      .map((folder) => ({ root, folder, pictures: readdirSync(folder).filter(isPicture) })),
  )
  .filter(({ pictures }) => pictures.length > 0)

if (runs('codes') && setsOfCodes.length > 0) {
  const table: Record<string, ReturnType<typeof row>> = {}
  const total = empty()
  for (const { root, folder, pictures } of setsOfCodes) {
    const score = await measure(folder, pictures)
    table[relative(root, folder) || basename(folder)] = row(score)
    for (const key of ['pictures', 'read', 'wrong', 'wrongUnasked', 'none', 'falseReads', 'unreadable'] as const) total[key] += score[key]
    total.ms.push(...score.ms)
  }
  table.total = row(total)
  console.table(table)
}

if (runs('groceries')) {
  for (const root of roots.filter(isGroceries)) {
    const { photos, fine, coarse, sure, sureRight, sureFineRight, offered, ms } = await scoreGroceries(root, scan)
    const [p50, late] = percentiles(ms)
    printFigures(`Groceries: ${photos} validation photos`, [
      { what: 'fine name right', value: inHundred(fine, photos), unit: '%', target: { atLeast: 86 } },
      { what: 'coarse name right', value: inHundred(coarse, photos), unit: '%', target: { atLeast: 92 } },
      { what: 'answers with confidence ≥ 0.8', value: inHundred(sure, photos), unit: '%', target: { atLeast: 60 } },
      { what: 'right among these, coarse', value: inHundred(sureRight, sure), unit: '%', target: { atLeast: 97 } },
      { what: 'right among these, fine', value: inHundred(sureFineRight, sure), unit: '%' },
      { what: 'answered or offered something', value: inHundred(offered, photos), unit: '%' },
      { what: 'a photo, p50', value: p50, unit: 'ms' },
      { what: 'a photo, p95', value: late, unit: 'ms' },
    ])
  }
}

if (runs('shelf')) {
  for (const root of roots.filter(isGroceries)) {
    const { shelves, barcode, print, looks, strangers, ms } = await scoreShelves(root, recognizers)
    const [p50, late] = percentiles(ms)
    printFigures(`${shelves} shelves of six foods from validation photos, drawn packages and codes, in a household with 40 ingredients`, [
      ...Object.entries({ 'with a code': barcode, 'with a name in print': print, 'by their looks': looks }).flatMap(
        ([what, { of, seen }]) => [{ what: `seen ${what}`, value: inHundred(seen, of), unit: '%' }],
      ),
      { what: 'foods named that aren’t there, a shelf: of the household', value: Math.round((strangers.owned / shelves) * 100) / 100 },
      { what: 'foods named that aren’t there, a shelf: others', value: Math.round((strangers.new / shelves) * 100) / 100 },
      { what: 'a shelf, p50', value: p50, unit: 'ms' },
      { what: 'a shelf, p95', value: late, unit: 'ms' },
    ])
  }
}

if (runs('angles')) {
  const angles = await scoreAngles(scan)
  printFigures(`EAN-13 at every 5°, slight blur: ${angles.of} pictures`, [
    { what: 'read', value: inHundred(angles.read, angles.of), unit: '%', target: { atLeast: 99 } },
    { what: 'wrong code', value: angles.wrong, target: { atMost: 0 } },
  ])
}
if (runs('gs1')) {
  const gs1 = await scoreGs1(scan)
  printFigures(`GS1 codes of six kinds, turned and blurred: ${gs1.of} pictures`, [
    { what: 'read', value: inHundred(gs1.read, gs1.of), unit: '%', target: { atLeast: 98 } },
    { what: 'wrong', value: gs1.wrong, target: { atMost: 0 } },
  ])
}

if (runs('scenes')) {
  const scenes = await scoreScenes(scan)
  const [p50, late] = percentiles(scenes.ms)
  printFigures(`${scenes.ms.length} scenes with nothing in them`, [
    { what: 'answered with a food or a code', value: scenes.answered, target: { atMost: 0 } },
    { what: 'offered something', value: scenes.offered, target: { atMost: 0 } },
    { what: 'codes, print and photo, p50', value: p50, unit: 'ms' },
    { what: 'codes, print and photo, p95', value: late, unit: 'ms' },
  ])
}

if (runs('print')) {
  const print = await scorePrint(scan)
  const [p50, late] = percentiles(print.ms)
  printFigures(`${print.ms.length} packs with a name and a date`, [
    { what: 'name right', value: print.named },
    { what: 'date right', value: print.dated },
    { what: 'a pack, p50', value: p50, unit: 'ms' },
    { what: 'a pack, p95', value: late, unit: 'ms' },
  ])
}

if (runs('phone')) {
  const shelf = await phonePictures('shelf')
  const phone = await timePhonePictures(shelf, scan)
  const [p50, late] = percentiles(phone.ms)
  printFigures(`${phone.ms.length} small, blurred codes on busy scenes of 12 megapixels`, [
    { what: 'read', value: phone.read },
    { what: 'a code, p50', value: p50, unit: 'ms', target: { atMost: 150 } },
    { what: 'a code, p95', value: late, unit: 'ms', target: { atMost: 800 } },
  ])
  // A server has a time budget, so the number of codes read may differ between runs.
  const hasty = await timePhonePictures(shelf, (picture) => recognizePhoto(picture, recognizers, recognitionContext, usual))
  const [hastyP50, hastyLate] = percentiles(hasty.ms)
  printFigures('The same within the time a server takes', [
    { what: 'a code, p50', value: hastyP50, unit: 'ms', target: { atMost: 150 } },
    { what: 'a code, p95', value: hastyLate, unit: 'ms', target: { atMost: 800 } },
  ])
  const packs = await timePhonePictures(await phonePictures('pack'), scan)
  const [packP50, packLate] = percentiles(packs.ms)
  printFigures(`${packs.ms.length} packs held up to a phone of 12 megapixels`, [
    { what: 'read', value: packs.read },
    { what: 'a code, p50', value: packP50, unit: 'ms', target: { atMost: 150 } },
    { what: 'a code, p95', value: packLate, unit: 'ms', target: { atMost: 800 } },
  ])
}

await recognizers.close()

const samples = setsOfCodes
  .flatMap(({ folder, pictures }) => pictures.slice(0, 3).map((name) => readFileSync(join(folder, name))))
  .slice(0, 16)
if (runs('concurrent') && samples.length > 0) {
  const together = await scanConcurrently(samples)
  const [quiet, busy] = [spread(together.quietMs), spread(together.busyMs)]
  printFigures(`${together.uploads} uploads at once`, [
    { what: 'answered in their order', value: together.inOrder, target: { atLeast: together.uploads } },
    { what: 'until the last is answered', value: together.allMs, unit: 'ms' },
    { what: 'the list meanwhile, p50', value: busy.p50, unit: 'ms' },
    { what: 'the list meanwhile, p99', value: busy.p99, unit: 'ms', target: { atMost: 100 } },
    { what: 'the list before, p99', value: quiet.p99, unit: 'ms' },
    { what: 'memory of the server', value: together.serverMb, unit: 'MB' },
    { what: 'memory with its processes', value: together.allMb, unit: 'MB' },
    ...[...together.workerMb]
      .filter(([program]) => program)
      .map(([program, value]) => ({ what: `memory of ${program}`, value, unit: 'MB' })),
  ])
}
