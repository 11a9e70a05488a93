import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from '#tests/support/server/programs.ts'

/**
 * `open`: works. `dead`: connections are refused. `silent`: connections are accepted, but get no response. `mute`: the server receives
 * everything, but its responses are lost. `portal`: a captive portal answers every request with its own page and status 200.
 */
type NetworkState = 'open' | 'dead' | 'silent' | 'mute' | 'portal'

export interface WeakNetwork {
  /** The server's URL through this network. */
  readonly url: string
  /** Changes the network, also for existing connections. */
  setState(state: NetworkState): void
  /** Requests that got no response. */
  readonly unanswered: readonly string[]
  /** Holds back the responses to requests with this prefix (`GET /api/…`). */
  hold(request: string): void
  /** Counts the responses held back. */
  heldCount(): number
  /** Sends the responses held back. */
  release(): void
  /** Changes a file, as an update of the server would. */
  replace(path: string, change: (text: string) => string): void
  close(): Promise<void>
}

const page = '<!doctype html><title>Hotel</title><h1>Welcome to our wifi</h1>'
const okResponse = (type: string, body: string) =>
  `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body)}\r\ncache-control: no-cache\r\nconnection: close\r\n\r\n${body}`

/** Starts a proxy between browser and server that can fail like the reception in a shop. */
export async function openWeakNetwork(serverUrl: string): Promise<WeakNetwork> {
  const target = Number(new URL(serverUrl).port)
  const port = await freePort()
  let state: NetworkState = 'open'
  let heldPrefix: string | null = null
  const sockets = new Set<Socket>()
  const heldChunks = new Map<Socket, Buffer[]>()
  const unanswered: string[] = []
  const replaced = new Map<string, (text: string) => string>()

  const shouldForward = (browser: Socket, chunk: Buffer): boolean => {
    const request = /^[A-Z]+ \S+/.exec(chunk.toString('latin1'))?.[0]
    if (state === 'open') {
      const path = request?.split(' ')[1] ?? ''
      const change = replaced.get(path)
      if (change) {
        void fetch(`${serverUrl}${path}`)
          .then((answer) => answer.text())
          .then((text) => browser.end(okResponse('text/javascript', change(text))))
        return false
      }
      if (heldPrefix !== null && request?.startsWith(heldPrefix)) heldChunks.set(browser, [])
      return true
    }
    if (request) unanswered.push(request)
    if (state === 'portal') browser.end(okResponse('text/html', page))
    return state === 'mute'
  }
  const proxy: Server = createServer((browser) => {
    if (state === 'dead') return void browser.destroy()
    const server = connect({ port: target, host: '127.0.0.1' })
    for (const [socket, other] of [
      [browser, server],
      [server, browser],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        heldChunks.delete(socket)
        other.destroy()
      })
    }
    browser.on('data', (chunk: Buffer) => {
      if (shouldForward(browser, chunk)) server.write(chunk)
    })
    server.on('data', (chunk: Buffer) => {
      const held = heldChunks.get(browser)
      if (held) held.push(chunk)
      // Requests from before a change of the network are lost.
      else if (state === 'open') browser.write(chunk)
    })
  })
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${port}`,
    unanswered,
    setState(next) {
      state = next
      unanswered.length = 0
      // A silent network keeps its connections; any other change closes them.
      if (next !== 'silent' && next !== 'mute') for (const socket of sockets) socket.destroy()
    },
    hold(request) {
      heldPrefix = request
    },
    heldCount: () => [...heldChunks.values()].filter((chunks) => chunks.length > 0).length,
    release() {
      heldPrefix = null
      for (const [browser, chunks] of heldChunks) for (const chunk of chunks) browser.write(chunk)
      heldChunks.clear()
    },
    replace: (path, change) => void replaced.set(path, change),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
