/**
 * How well pictures are recognised: `node bench/scan.ts FOLDER…`. Every folder below that holds pictures is a set of codes: the `.txt` beside a
 * picture is the code it shows, and a picture without one shows none; a folder with `val.txt` and `classes.csv` holds groceries. Then what is
 * drawn for the purpose, and sixteen uploads at once. Counts are the same every time, milliseconds are not.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join, relative } from 'node:path'
import { expandUpcE, normaliseBarcode } from '#domains/products/rules/barcode.ts'
import { openEyes } from '#domains/scanning/server/gateway/eyes.ts'
import { everybodysFoods } from '#domains/scanning/server/service/knowledge.ts'
import { knowingNothing, recognise } from '#domains/scanning/server/service/recognise.ts'
import { childrenOf, crowd, megabytes } from './scan/crowd.ts'
import { isGroceries, scoreGroceries } from './scan/groceries.ts'
import { scoreAngles, scoreScenes, timePhonePictures } from './scan/rendered.ts'
import { spread } from './support/load.ts'
import { printFigures } from './support/table.ts'

const roots = process.argv.slice(2)
if (roots.length === 0 || !roots.every((root) => existsSync(root))) {
  console.error('Usage: node bench/scan.ts FOLDER…')
  process.exit(2)
}

const isPicture = (name: string) => /\.(jpe?g|png|webp)$/i.test(name)
const byNumber = new Intl.Collator('en', { numeric: true })

/** The code a picture shows, in every normal form its text may stand for (eight digits are EAN-8 or UPC-E). Null: none. */
function shown(picture: string): string[] | null {
  const file = picture.slice(0, -extname(picture).length)
  if (!existsSync(`${file}.txt`)) return null
  const text = readFileSync(`${file}.txt`, 'utf8').trim()
  return [normaliseBarcode(text)?.code, expandUpcE(text)].filter((code) => typeof code === 'string')
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

const eyes = openEyes({ photoRecognition: true, most: 1, onTrouble: (what) => console.error(what) })
const knowledge = knowingNothing(everybodysFoods())
const options = { today: '2026-11-21', dayFirst: true, budgetMs: 60_000 }

async function measure(folder: string, names: string[]): Promise<Score> {
  const score = empty()
  for (const name of names.sort(byNumber.compare)) {
    const file = join(folder, name)
    const expected = shown(file)
    const started = performance.now()
    const result = (await recognise(readFileSync(file), eyes, knowledge, options).catch(() => null))?.result ?? null
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
  const sorted = score.ms.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return {
    pictures: score.pictures,
    read: score.read,
    'not read': score.none,
    'wrong code': score.wrong,
    '…unasked': score.wrongUnasked,
    'false reads': score.falseReads,
    unreadable: score.unreadable,
    'median ms': at(0.5),
    'p95 ms': at(0.95),
  }
}

const scan = (picture: Buffer) => recognise(picture, eyes, knowledge, options)
const inHundred = (part: number, whole: number) => Math.round((part / Math.max(1, whole)) * 1000) / 10
const percentiles = (ms: number[]) => [spread(ms).p50, p95(ms)] as const
const p95 = (ms: number[]) => ms.toSorted((a, b) => a - b)[Math.min(ms.length - 1, Math.floor(ms.length * 0.95))] ?? Number.NaN

const table: Record<string, ReturnType<typeof row>> = {}
const total = empty()
const foldersUnder = (root: string) => [
  root,
  ...readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name)),
]
const samples: Buffer[] = []
for (const root of roots.filter((each) => !isGroceries(each))) {
  for (const folder of foldersUnder(root).sort(byNumber.compare)) {
    const pictures = readdirSync(folder).filter(isPicture)
    if (pictures.length === 0) continue
    samples.push(...pictures.slice(0, 2).map((name) => readFileSync(join(folder, name))))
    const score = await measure(folder, pictures)
    table[relative(root, folder) || basename(folder)] = row(score)
    for (const key of ['pictures', 'read', 'wrong', 'wrongUnasked', 'none', 'falseReads', 'unreadable'] as const) total[key] += score[key]
    total.ms.push(...score.ms)
  }
}
if (total.pictures > 0) {
  table.total = row(total)
  console.table(table)
}

for (const root of roots.filter(isGroceries)) {
  const { photos, fine, coarse, sure, sureRight, sureFineRight, ms } = await scoreGroceries(root, scan)
  const [p50, late] = percentiles(ms)
  printFigures(`Groceries: ${photos} validation photos`, [
    { what: 'fine name right', value: inHundred(fine, photos), unit: '%', target: { atLeast: 86 } },
    { what: 'coarse name right', value: inHundred(coarse, photos), unit: '%', target: { atLeast: 92 } },
    { what: 'answers with confidence ≥ 0.8', value: inHundred(sure, photos), unit: '%', target: { atLeast: 60 } },
    { what: 'right among these, coarse', value: inHundred(sureRight, sure), unit: '%', target: { atLeast: 97 } },
    { what: 'right among these, fine', value: inHundred(sureFineRight, sure), unit: '%' },
    { what: 'a photo, p50', value: p50, unit: 'ms' },
    { what: 'a photo, p95', value: late, unit: 'ms' },
  ])
}

const angles = await scoreAngles(scan)
const scenes = await scoreScenes(scan)
const phone = await timePhonePictures(scan)
const [sceneP50, sceneP95] = percentiles(scenes.ms)
const [phoneP50, phoneP95] = percentiles(phone.ms)
printFigures('Drawn pictures', [
  { what: 'EAN-13 at every 5°, slight blur, read', value: inHundred(angles.read, angles.of), unit: '%', target: { atLeast: 99 } },
  { what: `of ${scenes.scenes} scenes with nothing in them yield something`, value: scenes.yielding, target: { atMost: 0 } },
  { what: 'a scene (codes, print and photo), p50', value: sceneP50, unit: 'ms' },
  { what: 'a scene (codes, print and photo), p95', value: sceneP95, unit: 'ms' },
  { what: `of ${phone.ms.length} codes on 12 megapixels read`, value: phone.read },
  { what: 'a code on 12 megapixels, p50', value: phoneP50, unit: 'ms', target: { atMost: 150 } },
  { what: 'a code on 12 megapixels, p95', value: phoneP95, unit: 'ms', target: { atMost: 800 } },
])
printFigures(
  'Most memory, here with one of each',
  [
    ['this process, with the threads that search for codes', process.pid] as const,
    ...childrenOf(process.pid).map(
      (pid) => [readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('/').at(-1)?.replace('\0', '') ?? '', pid] as const,
    ),
  ].map(([what, pid]) => ({ what, value: megabytes(pid, 'VmHWM'), unit: 'MB' })),
)
await eyes.close()

const together = await crowd(samples.length > 0 ? samples.slice(0, 16) : [])
if (together.uploads > 0) {
  const [quiet, busy] = [spread(together.quietMs), spread(together.busyMs)]
  printFigures(`${together.uploads} uploads at once`, [
    { what: 'answered in order (1: yes)', value: Number(together.inOrder), target: { atLeast: 1 } },
    { what: 'until the last is answered', value: together.allMs, unit: 'ms' },
    { what: 'the list meanwhile, p50', value: busy.p50, unit: 'ms' },
    { what: 'the list meanwhile, p99', value: busy.p99, unit: 'ms', target: { atMost: 100 } },
    { what: 'the list before, p99', value: quiet.p99, unit: 'ms' },
    { what: 'memory of the server', value: together.serverMb, unit: 'MB' },
    { what: 'memory with its processes', value: together.allMb, unit: 'MB' },
  ])
}
