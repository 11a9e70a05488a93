/**
 * One of several client processes of `npm run bench streams`. Opens live streams over plain sockets, which take little memory, and reports
 * when each change arrived.
 */
import { connect, type Socket } from 'node:net'

/** From the bench. */
export type StreamOrder =
  | { readonly kind: 'open'; readonly port: number; readonly streams: readonly { id: number; headers: Record<string, string> }[] }
  | { readonly kind: 'report' }

/** To the bench. `at` is `process.hrtime` in milliseconds, which all processes of a machine share on Linux. */
export type StreamReport =
  | { readonly kind: 'opened' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'frames'; readonly frames: [id: number, seq: number, at: number][]; readonly ended: number }

/** Streams that one process opens at the same time. */
const concurrency = 32
const sockets: Socket[] = []
let frames: [number, number, number][] = []
let ended = 0

const report = (message: StreamReport) => process.send?.(message)
const now = () => Number(process.hrtime.bigint()) / 1e6

function openStream(port: number, id: number, headers: Record<string, string>): Promise<void> {
  const opened = Promise.withResolvers<void>()
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  sockets.push(socket)
  let rest = ''
  let isOpen = false
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`)
  socket.write(`GET /api/live HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  socket.setEncoding('latin1').on('data', (text: string) => {
    const at = now()
    rest += text
    if (!isOpen) {
      if (!rest.includes('retry: ')) return
      if (!rest.startsWith('HTTP/1.1 200')) return opened.reject(new Error(rest.slice(0, 200)))
      isOpen = true
      rest = ''
      return opened.resolve()
    }
    const end = rest.lastIndexOf('\n\n')
    if (end < 0) return
    for (const [, seq] of rest.slice(0, end).matchAll(/^id: (\d+)$/gm)) frames.push([id, Number(seq), at])
    rest = rest.slice(end + 2)
  })
  socket.on('error', opened.reject)
  socket.on('close', () => {
    ended += 1
    opened.reject(new Error(rest.slice(0, 200)))
  })
  return opened.promise
}

process.on('message', async (order: StreamOrder) => {
  if (order.kind === 'report') {
    report({ kind: 'frames', frames, ended })
    frames = []
    return
  }
  const waiting = [...order.streams]
  const open = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await openStream(order.port, next.id, next.headers)
  }
  await Promise.all(Array.from({ length: concurrency }, open)).then(
    () => report({ kind: 'opened' }),
    (error) => report({ kind: 'failed', reason: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
