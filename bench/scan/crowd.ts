/** Sixteen people who scan at once, and one who looks at the list meanwhile. */
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { listLots } from '#domains/inventory/contract.ts'
import { scanPhoto } from '#domains/scanning/contract.ts'
import { startServer } from '#tests/support/server.ts'
import { shareHousehold, signUp } from '#tests/support/wire.ts'

export interface Crowd {
  uploads: number
  /** In the order in which they were sent. */
  inOrder: boolean
  allMs: number
  quietMs: number[]
  busyMs: number[]
  /** Most memory of the server alone, and of the server with its processes, in MB. */
  serverMb: number
  allMb: number
}

export function childrenOf(pid: number): number[] {
  try {
    const ids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
    return ids.flatMap((id) => [id, ...childrenOf(id)])
  } catch {
    return []
  }
}
/** Memory of a process now, or the most it ever held, in MB. */
export function megabytes(pid: number, what: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  try {
    return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

export async function crowd(pictures: readonly Buffer[]): Promise<Crowd> {
  const server = await startServer()
  const ana = await signUp(server.url, 'Ana')
  await shareHousehold(ana)
  const result: Crowd = { uploads: pictures.length, inOrder: true, allMs: 0, quietMs: [], busyMs: [], serverMb: 0, allMb: 0 }
  const look = async (into: number[]) => {
    const started = performance.now()
    await ana.must(listLots, { query: {} })
    into.push(performance.now() - started)
  }
  for (let count = 0; count < 200; count += 1) await look(result.quietMs)
  let isDone = false
  const watch = (async () => {
    while (!isDone) {
      await look(result.busyMs)
      const own = megabytes(server.pid)
      result.serverMb = Math.max(result.serverMb, own)
      result.allMb = Math.max(
        result.allMb,
        childrenOf(server.pid).reduce((sum, id) => sum + megabytes(id), own),
      )
      await pause(10)
    }
  })()
  const headers = ana.headers()
  const send = (picture: Buffer) => {
    const body = new FormData()
    body.set('image', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'a.jpg')
    return fetch(`${server.url}${scanPhoto.path}`, { method: 'POST', headers, body })
  }
  // The very first picture loads what decodes them, and the server hears nobody for a tenth of a second.
  await (await send(pictures[0] ?? Buffer.of())).text()
  const order: number[] = []
  const started = performance.now()
  await Promise.all(
    pictures.map(async (picture, at) => {
      await pause(at * 20)
      const answer = await send(picture)
      if (answer.status !== 200) throw new Error(`a scan answered ${answer.status}: ${await answer.text()}`)
      order.push(at)
    }),
  )
  result.allMs = performance.now() - started
  isDone = true
  await watch
  result.inOrder = order.every((at, place) => at === place)
  await server.stop()
  return result
}
