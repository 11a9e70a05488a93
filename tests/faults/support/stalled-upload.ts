import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import type { HttpPerson } from '#tests/support/server/http-client.ts'

export interface StalledUpload {
  /** What the server has sent. */
  received(): string
  /** Resolves when all but the end is sent, or the connection has ended. */
  readonly sent: Promise<void>
  abort(): void
}

const chunk = Buffer.alloc(64 * 1024, 'flour,1\n')

/** Sends a file of `bytes` to an upload route without its last kilobyte, and keeps the connection open. */
export function startStalledUpload({ method, path }: Endpoint, field: string, person: HttpPerson, bytes: number): StalledUpload {
  const { hostname, port } = new URL(person.url)
  const start = Buffer.from(`--b\r\nContent-Disposition: form-data; name="${field}"; filename="a"\r\n\r\n`)
  const headers = { ...person.headers(), host: hostname, 'content-type': 'multipart/form-data; boundary=b' }
  const lines = Object.entries({ ...headers, 'content-length': String(start.length + bytes + 9) }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const socket = connect({ port: Number(port), host: hostname }).on('error', () => {})
  let text = ''
  socket.on('data', (data) => (text += String(data)))
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  socket.write(start)

  function* content() {
    for (let left = bytes - 1024; left > 0; left -= chunk.length) yield chunk.subarray(0, left)
  }
  const sent = pipeline(Readable.from(content()), socket, { end: false }).catch(() => {})
  return { received: () => text, sent, abort: () => void socket.destroy() }
}
