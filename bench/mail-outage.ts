/**
 * F-14: how requests slow down while the mail server is unreachable, silent, slow, refuses temporarily or permanently, or has an untrusted
 * certificate. One server each, compared with one whose mail server works; rounds alternate, so that other load affects all equally. Each
 * round sends a mail (an invitation to a circle) and adds food. Target: p95 less than 20 ms above the working one.
 */
import { createServer, type Server, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { createCircle, inviteToCircle } from '#domains/circles/contract.ts'
import { addLot } from '#domains/inventory/contract.ts'
import { type HttpPerson, httpPerson, shareHousehold, signUp } from '#tests/support/server/http-client.ts'
import { freePort } from '#tests/support/server/programs.ts'
import { type RunningServer, startServer } from '#tests/support/server/server-processes.ts'
import { type Figure, printFigures } from './support/table.ts'

const turns = Number(process.env['BENCH_ROUNDS'] ?? 150)
const slowMs = 4_000

const closing: (() => void)[] = []
async function listening(server: Server | SMTPServer): Promise<number> {
  const port = await freePort()
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  closing.push(() => server.close(() => {}))
  return port
}
const answering = (code: number | null, waitMs = 0, withTls = false) => {
  const smtp = new SMTPServer({
    authOptional: true,
    ...(withTls ? {} : { disabledCommands: ['STARTTLS'] }),
    onData(stream, _session, done) {
      stream.resume()
      stream.on('end', () =>
        setTimeout(() => done(code === null ? null : Object.assign(new Error('not now'), { responseCode: code })), waitMs).unref(),
      )
    },
  })
  smtp.on('error', () => {})
  return listening(smtp)
}
const lines = new Set<Socket>()
const silent = createServer((socket) => void lines.add(socket.on('error', () => {})))

const conditions: Record<string, () => Promise<string>> = {
  well: async () => `smtp://127.0.0.1:${await answering(null)}`,
  'away (port closed)': async () => `smtp://127.0.0.1:${await freePort()}`,
  'silent (takes the call, says nothing)': async () => `smtp://127.0.0.1:${await listening(silent)}`,
  'slow (4 s for each mail)': async () => `smtp://127.0.0.1:${await answering(null, slowMs)}`,
  'refuses for now (451)': async () => `smtp://127.0.0.1:${await answering(451)}`,
  'refuses for good (550)': async () => `smtp://127.0.0.1:${await answering(550)}`,
  'an untrusted certificate': async () => `smtp://127.0.0.1:${await answering(null, 0, true)}?requireTLS=true`,
}

interface Side {
  server: RunningServer
  ana: HttpPerson
  circle: string
  invited: number[]
  added: number[]
}

/** Created first: with mail set up, a new account has to be confirmed. */
async function side(smtpUrl: string): Promise<Side> {
  const before = await startServer()
  const person = await signUp(before.url, 'Ana')
  await shareHousehold(person)
  const { id } = await person.must(createCircle, { body: { name: 'Friends' } })
  const env = { SMTP_URL: smtpUrl }
  const port = Number(new URL(before.url).port)
  await before.kill()
  const server = await startServer({ env, dataFolder: before.dataFolder, port })
  const ana = httpPerson(server.url, person.userId, person.token, person.home)
  return { server, ana, circle: id, invited: [], added: [] }
}

const sides: [string, Side][] = []
for (const [name, url] of Object.entries(conditions)) sides.push([name, await side(await url())])
const timed = async (work: () => Promise<unknown>) => {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}
const warmUp = 10
for (let turn = -warmUp; turn < turns; turn++)
  // Rotates which one starts.
  for (let at = 0; at < sides.length; at++) {
    const [, { ana, circle, invited, added }] = sides[(at + turn + warmUp) % sides.length] as [string, Side]
    const email = `guest-${turn + warmUp}@kitchen.example`
    const one = await timed(() => ana.must(inviteToCircle, { params: { id: circle }, body: { email } }))
    const other = await timed(() => ana.must(addLot, { body: { ingredient: { name: `Food ${turn}` }, quantity: 1, unit: 'l' } }))
    if (turn >= 0) {
      invited.push(one)
      added.push(other)
    }
  }

const p95 = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0
const [, well] = sides[0] as [string, Side]
const figures = sides.flatMap(([name, { invited, added }], i): Figure[] => {
  const target = i === 0 ? {} : { target: { atMost: 20 } }
  return i === 0
    ? [
        { what: `${name}: invite by mail, p95`, value: p95(invited), unit: 'ms' },
        { what: `${name}: add food, p95`, value: p95(added), unit: 'ms' },
      ]
    : [
        { what: `${name}: invite by mail, p95 above`, value: p95(invited) - p95(well.invited), unit: 'ms', ...target },
        { what: `${name}: add food, p95 above`, value: p95(added) - p95(well.added), unit: 'ms', ...target },
      ]
})
printFigures(`Mail outages, ${turns} turns`, figures)
for (const line of lines) line.destroy()
await Promise.all(sides.map(([, { server }]) => server.stop()))
for (const close of closing) close()
process.exit()
