/** Sixteen phones that scan at once, while someone else reads the list. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { listLots } from '#domains/inventory/contract.ts'
import { scanPhoto } from '#domains/scanning/contract.ts'
import { shareHousehold, signUp } from '#tests/support/server/http-client.ts'
import { startServer } from '#tests/support/server/server-processes.ts'

export interface ConcurrentScans {
  uploads: number
  /** How many were answered in the order sent. */
  inOrder: number
  allMs: number
  quietMs: number[]
  busyMs: number[]
  /** Peak memory in MB: of the server process, and with its child processes. */
  serverMb: number
  allMb: number
  /** Peak memory of each child process in MB, by program. */
  workerMb: Map<string, number>
}

function childrenOf(pid: number): number[] {
  try {
    const ids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
    return ids.flatMap((id) => [id, ...childrenOf(id)])
  } catch {
    return []
  }
}
const programOf = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean).at(-1)?.split('/').at(-1) ?? ''
  } catch {
    return ''
  }
}
/** Returns the current or peak memory of a process in MB. */
function megabytes(pid: number, what: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  try {
    return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Sends a picture over its own connection; resolves at the first line of the response. */
async function upload(url: string, line: Socket, headers: Record<string, string>, picture: Buffer): Promise<void> {
  const boundary = 'larder-bench'
  const body = Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`),
    picture,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const sent = request(`${url}${scanPhoto.path}`, {
    method: 'POST',
    createConnection: () => line,
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': body.length },
  })
  sent.end(body)
  const [answer] = await once(sent, 'response')
  answer.resume()
  if (answer.statusCode !== 200) throw new Error(`a scan answered ${answer.statusCode}`)
}

/** A new server, so the first picture also loads the decoders. */
export async function scanConcurrently(pictures: readonly Buffer[]): Promise<ConcurrentScans> {
  const server = await startServer()
  const ana = await signUp(server.url, 'Ana')
  await shareHousehold(ana)
  const result: ConcurrentScans = {
    uploads: pictures.length,
    inOrder: 0,
    allMs: 0,
    quietMs: [],
    busyMs: [],
    serverMb: 0,
    allMb: 0,
    workerMb: new Map(),
  }
  const look = async (into: number[]) => {
    const started = performance.now()
    await ana.must(listLots, { query: {} })
    into.push(performance.now() - started)
  }
  for (let count = 0; count < 200; count += 1) await look(result.quietMs)
  const { hostname, port } = new URL(server.url)
  const lines = pictures.map(() => connect(Number(port), hostname))
  await Promise.all(lines.map((line) => once(line, 'connect')))
  let isDone = false
  const watch = (async () => {
    while (!isDone) {
      await look(result.busyMs)
      const own = megabytes(server.pid)
      result.serverMb = Math.max(result.serverMb, own)
      for (const pid of childrenOf(server.pid)) {
        const program = programOf(pid)
        result.workerMb.set(program, Math.max(result.workerMb.get(program) ?? 0, megabytes(pid, 'VmHWM')))
      }
      result.allMb = Math.max(
        result.allMb,
        childrenOf(server.pid).reduce((sum, id) => sum + megabytes(id), own),
      )
      await pause(10)
    }
  })()
  const order: number[] = []
  const started = performance.now()
  await Promise.all(
    lines.map(async (line, at) => {
      await upload(server.url, line, ana.headers(), pictures[at] ?? Buffer.of())
      order.push(at)
    }),
  )
  result.allMs = performance.now() - started
  isDone = true
  await watch
  result.inOrder = order.filter((at, place) => at === place).length
  for (const line of lines) line.destroy()
  await server.stop()
  return result
}
