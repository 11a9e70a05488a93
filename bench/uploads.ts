/**
 * The longest response time of `/api/health` while each upload route, and each route that parses much text, receives its most expensive
 * accepted request ten times at once, from five accounts; then the memory of 200 stalled uploads of 20 accounts. On SQLite; `-- postgres`
 * on PostgreSQL.
 *
 *   npm run bench uploads      BENCH_ROUTES (part of a name)
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { zipSync } from 'fflate'
import sharp from 'sharp'
import { putAvatar } from '#domains/account/contract/profile.ts'
import { previewFile } from '#domains/imports/contract.ts'
import { uploadDump } from '#domains/ingredients/contract/catalog.ts'
import { addRecipe, importCollection, importRecipe, parseLines, setRecipePhoto } from '#domains/recipes/contract/index.ts'
import { readReceiptPhoto, scanPhoto } from '#domains/scanning/contract.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { startStalledUpload } from '#tests/faults/support/stalled-upload.ts'
import { startCluster } from '#tests/support/database/postgres.ts'
import { addressOf, type HttpPerson, shareHousehold, signUp } from '#tests/support/server/http-client.ts'
import { formOf } from '#tests/support/server/requests.ts'
import { startServer } from '#tests/support/server/server-processes.ts'
import { residentMb } from './support/processes.ts'
import { type Figure, printFigures } from './support/table.ts'

const cluster = process.argv.includes('postgres') ? await startCluster({ fsync: 'on', synchronous_commit: 'on', autovacuum: 'on' }) : null
const server = await startServer(cluster ? { env: { DATABASE_URL: await cluster.createDatabase() } } : {})
const people: HttpPerson[] = []
for (let i = 0; i < 20; i++) people.push(await signUp(server.url))
for (const person of people) await shareHousehold(person)
const senders = people.slice(0, 5)

const noise = (i: number) => ((i * 2_654_435_761) >>> 0).toString(36)
const json = (value: unknown) => Buffer.from(JSON.stringify(value))
/** Lines that are most expensive for the line parser. */
const hardLines = (count: number, repeats: number, from = 0) =>
  Array.from({ length: count }, (_, i) => 'step 1. '.repeat(repeats) + noise(from + i))
const hardRecipes = (count: number, repeats: number) =>
  Array.from({ length: count }, (_, i) => ({ name: `R${i}`, directions: 'go', ingredients: hardLines(100, repeats, i * 100) }))
const large = (format: 'webp' | 'png' | 'jpeg', mark: number) =>
  sharp({ create: { width: 8_000, height: 4_999, channels: 3, background: { r: mark, g: 9, b: 9 } } })
    .toFormat(format)
    .toBuffer()
const pictures = await Promise.all(Array.from({ length: 10 }, (_, i) => large('webp', i)))
const [jpeg] = [await large('jpeg', 1)]
const photographed = await sharp({
  create: { width: 3_600, height: 2_700, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
})
  .jpeg({ quality: 90 })
  .toBuffer()
const csv = (rows: number) =>
  Buffer.from(
    `name,quantity,unit,location\n${Array.from({ length: rows }, (_, i) => `Food ${noise(i)} ${i},1,piece,Shelf ${i % 9}`).join('\n')}\n`,
  )
const page = `<html><body>${'<div><ul><li>'.repeat(20_000)}${'1 g salt <b>'.repeat(18_000)}`.slice(0, 499_000)

interface Case {
  what: string
  endpoint: Endpoint
  /** The field of a form with this file; otherwise a JSON body. */
  field?: string
  content: Buffer
}
const form = (what: string, endpoint: Endpoint, field: string, content: Buffer): Case => ({ what, endpoint, field, content })
const cases: Case[] = [
  form(
    'collection of the audit, 27 KB',
    importCollection,
    'file',
    Buffer.from(zipSync({ 'r.json': new Uint8Array(json(hardRecipes(100, 50))) })),
  ),
  form('largest collection', importCollection, 'file', json(hardRecipes(300, 36))),
  form(
    'collection with 400 megapixels of pictures',
    importCollection,
    'file',
    Buffer.from(
      zipSync(
        Object.fromEntries(
          pictures.flatMap((picture, i) => [
            [`${i}/r.json`, new Uint8Array(json(hardRecipes(1, 1)[0]))],
            [`${i}/1.webp`, [new Uint8Array(picture), { level: 0 }]],
          ]),
        ) as never,
      ),
    ),
  ),
  form('avatar, 40 megapixels', putAvatar, 'image', pictures[0] as Buffer),
  form('photo of a recipe, 40 megapixels', setRecipePhoto, 'image', jpeg as Buffer),
  form('photo of food', scanPhoto, 'image', photographed),
  form('photo of a receipt', readReceiptPhoto, 'image', photographed),
  form('import of a CSV file', previewFile, 'file', csv(Number(process.env['BENCH_CSV_ROWS'] ?? 10_000))),
  form('import of 32 MB that is no table', previewFile, 'file', Buffer.alloc(32 * 1024 * 1024 - 1, 'a,')),
  form('dump of a catalog', uploadDump, 'dump', csv(20_000)),
  { what: 'recipe from pasted text', endpoint: importRecipe, content: json({ text: page }) },
  { what: '200 hard ingredient lines', endpoint: parseLines, content: json({ lines: hardLines(200, 124) }) },
]

async function send(person: HttpPerson, { endpoint, field, content }: Case, recipe: string): Promise<number> {
  const { headers, payload } =
    field === undefined ? { headers: { 'content-type': 'application/json' }, payload: content } : formOf(field, content)
  const answer = await fetch(`${server.url}${addressOf(endpoint.path, { id: recipe }, {})}`, {
    method: endpoint.method,
    headers: { ...person.headers(), ...headers },
    body: new Uint8Array(payload),
  })
  await answer.arrayBuffer()
  return answer.status
}

/** Returns the longest response time of `/api/health` in ms while `work` ran. */
async function probing(work: () => Promise<unknown>): Promise<number> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'support/health-probe.ts'), server.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  await new Promise<void>((ready) =>
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      ready()
    }),
  )
  await work()
  const ended = new Promise((done) => child.once('close', done))
  child.kill('SIGTERM')
  await ended
  return Number(output.split('\n')[1] || Number.NaN)
}

const figures: Figure[] = []
const recipes = new Map<HttpPerson, string>()
for (const person of senders) recipes.set(person, (await person.must(addRecipe, { body: { name: 'Soup', ingredients: ['1 l water'] } })).id)
figures.push({ what: 'health, nothing else going on', value: await probing(() => pause(3_000)), unit: 'ms' })
const chosen = cases.filter(({ what }) => what.includes(process.env['BENCH_ROUTES'] ?? ''))
for (const one of chosen) {
  const statuses: number[] = []
  const began = performance.now()
  const worst = await probing(async () => {
    const sent = senders.flatMap((person) => [0, 1].map(() => send(person, one, recipes.get(person) ?? '')))
    statuses.push(...(await Promise.all(sent)))
  })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const counts = Object.entries(Object.groupBy(statuses, String)).map(([status, list]) => `${list?.length} × ${status}`)
  figures.push({
    what: `health, worst, 10 × ${one.what} (${seconds} s, ${counts})`,
    value: worst,
    unit: 'ms',
    target: { atMost: 100 },
  })
}

if (!process.env['BENCH_ROUTES']) {
  await pause(2_000)
  const before = residentMb(server.pid)
  let peak = before
  const measuring = setInterval(() => (peak = Math.max(peak, residentMb(server.pid))), 20)
  const stalled = people.flatMap((person) =>
    Array.from({ length: 10 }, () => startStalledUpload(previewFile, 'file', person, 31 * 1024 * 1024)),
  )
  await Promise.all(stalled.map(({ sent }) => sent))
  await pause(3_000)
  const worst = await probing(() => pause(2_000))
  clearInterval(measuring)
  const refused = stalled.filter((upload) => upload.received().includes('too_many_uploads')).length
  figures.push(
    {
      what: `memory of 200 stalled uploads, 31 MB each, of 20 accounts (${refused} refused)`,
      value: peak - before,
      unit: 'MB',
      target: { atMost: 64 },
    },
    { what: 'health beside them, worst', value: worst, unit: 'ms', target: { atMost: 100 } },
  )
  for (const upload of stalled) upload.abort()
}
await server.stop()
await cluster?.stop()
printFigures(`Uploads (${cluster ? 'PostgreSQL' : 'SQLite'})`, figures)
