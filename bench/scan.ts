/**
 * How well codes are read: `node bench/scan.ts FOLDER`. Every folder below FOLDER that holds pictures is a set; the `.txt` beside a
 * picture is the code it shows, and a picture without one shows none. Counts are the same every time, milliseconds are not.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join, relative } from 'node:path'
import { expandUpcE, normaliseBarcode } from '#domains/products/rules/barcode.ts'
import { startDecoder } from '#domains/scanning/server/gateway/decode.ts'
import { recognise } from '#domains/scanning/server/service/recognise.ts'

const root = process.argv[2]
if (!root || !existsSync(root)) {
  console.error('Usage: node bench/scan.ts FOLDER')
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

const decoder = startDecoder({ most: 1, onTrouble: (what) => console.error(what) })

async function measure(folder: string, names: string[]): Promise<Score> {
  const score = empty()
  for (const name of names.sort(byNumber.compare)) {
    const file = join(folder, name)
    const expected = shown(file)
    const started = performance.now()
    const result = await recognise(readFileSync(file), { decoder, budgetMs: 60_000 }).catch(() => null)
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

const table: Record<string, ReturnType<typeof row>> = {}
const total = empty()
const folders = [
  root,
  ...readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name)),
]
for (const folder of folders.sort(byNumber.compare)) {
  const pictures = readdirSync(folder).filter(isPicture)
  if (pictures.length === 0) continue
  const score = await measure(folder, pictures)
  table[relative(root, folder) || basename(folder)] = row(score)
  for (const key of ['pictures', 'read', 'wrong', 'wrongUnasked', 'none', 'falseReads', 'unreadable'] as const) total[key] += score[key]
  total.ms.push(...score.ms)
}
await decoder.close()
table.total = row(total)
console.table(table)
