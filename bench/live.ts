/**
 * L-3: a hundred open screens of one household (the requirement has 20 devices): the time from a change until each screen has its last
 * frame. Two people make changes concurrently: one adds, one uses the same lot, so that order is visible. On PostgreSQL the screens are
 * split over two processes, and one of them receives the changes. Fails if a screen misses a change, receives one twice, or out of order.
 *
 *   npm run bench live [sqlite | postgres]      BENCH_ADDS (1000: 100,000 frames, as required), BENCH_SCREENS (100)
 */
import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { addLot, useLot } from '#domains/inventory/contract.ts'
import { type HttpPerson, shareHousehold, signUp } from '#tests/support/server/http-client.ts'
import { type Engine, onEachEngine } from './support/engines.ts'
import { share, spread } from './support/load.ts'
import { printFigures } from './support/table.ts'

const screens = Number(process.env['BENCH_SCREENS'] ?? 100)
const changes = Math.ceil(Number(process.env['BENCH_ADDS'] ?? 1000) / 2) * 2
/** A frame counts as missing after this. */
const longestMs = 15_000

interface Screen {
  /** When the last frame of each change arrived, in order of arrival. */
  readonly heard: { seq: number; at: number }[]
  close(): void
}

/** Opens a live stream for the person's household; the greeting, which also has a number, is left out. */
async function openScreen(person: HttpPerson, url: string): Promise<Screen> {
  const heard: Screen['heard'] = []
  const opened = Promise.withResolvers<void>()
  const asking = request(`${url}/api/live`, { headers: person.headers() })
  asking.on('response', (answer) => {
    if (answer.statusCode !== 200) return opened.reject(new Error(`a screen was answered ${answer.statusCode}`))
    let rest = ''
    answer.setEncoding('utf8')
    answer.on('error', () => {})
    answer.on('data', (text: string) => {
      const at = performance.now()
      opened.resolve()
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const id = /^id: (\d+)$/m.exec(block)?.[1]
        if (id !== undefined && block.includes('"seq"')) heard.push({ seq: Number(id), at })
      }
    })
  })
  asking.on('error', () => {})
  asking.end()
  await opened.promise
  return { heard, close: () => asking.destroy() }
}

async function measure(engine: Engine): Promise<void> {
  const servers = [await engine.start()]
  while (servers.length < engine.processes) servers.push(await engine.start())
  const urls = servers.map(({ url }) => url)
  const [ana, ben, cleo] = [await signUp(urls[0] ?? '', 'Ana'), await signUp(urls[0] ?? '', 'Ben'), await signUp(urls[0] ?? '', 'Cleo')]
  await shareHousehold(ana, ben, cleo)
  const tea = { ingredient: { name: 'Tea' }, quantity: 100_000, unit: 'each' as const }
  const lot = await ana.must(addLot, { body: tea })

  const open: Screen[] = []
  for (let i = 0; i < screens; i++) open.push(await openScreen(ben, urls[i % urls.length] ?? ''))
  await pause(500)
  // Ignore changes from before the screens opened.
  for (const { heard } of open) heard.length = 0
  const made = new Map<number, { sent: number; answered: number }>()
  const change = async (work: () => Promise<{ status: number; headers: Headers }>) => {
    const sent = performance.now()
    const { status, headers } = await work()
    if (status >= 300) throw new Error(`a change was answered ${status}`)
    made.set(Number(headers.get('x-change-seq')), { sent, answered: performance.now() })
  }
  const missing = () => open.map(({ heard }) => [...made.keys()].filter((seq) => !heard.some((one) => one.seq === seq)))
  const isThere = () => {
    const newest = [...made.keys()].slice(-2)
    return open.every(({ heard }) => newest.every((seq) => heard.slice(-8).some((one) => one.seq === seq)))
  }

  let sentence: string | undefined
  for (let i = 0; i < changes && sentence === undefined; i += 2) {
    await Promise.all([
      change(() => ana.call(addLot, { body: { ingredientId: lot.ingredient.id, quantity: 1, unit: 'each' } })),
      change(() => cleo.call(useLot, { params: { id: lot.id }, body: { quantity: 1 } })),
    ])
    const until = performance.now() + longestMs
    while (!isThere() && performance.now() < until) await pause(2)
    if (!isThere()) {
      const gaps = missing()
      const at = gaps.findIndex((seqs) => seqs.length > 0)
      sentence = `Screen ${at + 1} of ${screens} did not hear change ${gaps[at]?.join(', ')} within ${longestMs / 1000} s; ${gaps.filter((seqs) => seqs.length > 0).length} screens miss something. No more changes were sent.`
    }
    await pause(10)
  }
  await pause(500)
  const lost = missing().flat().length
  for (const { close } of open) close()
  for (const server of servers) await server.stop()

  const frames = open.flatMap(({ heard }) => heard.filter(({ seq }) => made.has(seq)))
  const times = frames.map(({ seq, at }) => ({ at, ...(made.get(seq) ?? { sent: Number.NaN, answered: Number.NaN }) }))
  const fromSent = times.map(({ at, sent }) => at - sent)
  // The writer's response and the frames both leave after the commit, so a frame may arrive first.
  const fromAnswer = spread(times.map(({ at, answered }) => Math.max(0, at - answered)))
  const whole = spread(fromSent)
  const twice = open.reduce((sum, { heard }) => sum + heard.length - new Set(heard.map(({ seq }) => seq)).size, 0)
  const astray = open.reduce((sum, { heard }) => sum + heard.filter(({ seq }, i) => seq < (heard[i - 1]?.seq ?? 0)).length, 0)
  const none = { atMost: 0 }
  printFigures(`${engine.name}: ${screens} screens open, ${made.size} changes, on the screens of another member`, [
    { what: 'sent → frame received, p50', value: whole.p50, unit: 'ms', target: { atMost: 50 } },
    { what: 'sent → frame received, p95', value: share(fromSent, 0.95), unit: 'ms', target: { atMost: 500 } },
    { what: 'sent → frame received, p99', value: whole.p99, unit: 'ms', target: { atMost: 250 } },
    { what: 'sent → frame received, longest', value: whole.longest, unit: 'ms' },
    { what: 'answer to the writer → frame received, p50', value: fromAnswer.p50, unit: 'ms' },
    { what: 'answer to the writer → frame received, p99', value: fromAnswer.p99, unit: 'ms' },
    { what: 'changes heard, over all screens', value: frames.length },
    { what: 'changes that a screen never heard', value: lost, target: none },
    { what: 'changes heard twice', value: twice, target: none },
    { what: 'changes heard after a later one', value: astray, target: none },
  ])
  if (sentence !== undefined) console.log(sentence)
}

await onEachEngine(measure)
