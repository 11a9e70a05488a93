import { connect } from 'node:net'

export interface RawConnection {
  /** Answers the status once the whole answer is here. */
  ask(request: Buffer): Promise<number>
  close(): void
}

/** One keep-alive connection, one request at a time. */
export async function openRawConnection(port: number): Promise<RawConnection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let answered: ((status: number) => void) | undefined
  let failed: ((error: Error) => void) | undefined
  let status = 0
  let missing = -1
  let head = ''
  socket.on('data', (data) => {
    const chunk = typeof data === 'string' ? Buffer.from(data) : data
    if (missing < 0) {
      head += chunk.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      status = Number(head.slice(9, 12))
      const length = /\r\ncontent-length: (\d+)/i.exec(head.slice(0, end))?.[1]
      if (length === undefined && status !== 204) return void socket.destroy(new Error('an answer without Content-Length'))
      missing = Number(length ?? 0) - (head.length - end - 4)
    } else missing -= chunk.length
    if (missing > 0) return
    missing = -1
    head = ''
    answered?.(status)
  })
  const lost = (error?: Error) => failed?.(error ?? new Error('the connection was closed'))
  socket.on('error', lost)
  socket.on('close', () => lost())
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed || socket.readableEnded) return reject(new Error('the connection was closed'))
        answered = resolve
        failed = reject
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}

/** The text of a request as it goes over the wire. */
export function httpRequest(method: string, path: string, headers: Record<string, string>, body?: unknown): Buffer {
  const payload = body === undefined ? '' : JSON.stringify(body)
  const all = {
    host: '127.0.0.1',
    ...headers,
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(payload)) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${payload}`)
}
