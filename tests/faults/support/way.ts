import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'

/** The way to a database, over the network; `url` leads through it. */
export interface Way {
  readonly url: string
  /** From now on nothing gets through and nothing is said about it, as when a host is lost. */
  fallSilent(): void
  /** Whoever comes from now on gets through; those of before never again. */
  answerAgain(): void
  close(): Promise<void>
}

/** Stands between a client and the database of `url`, whose cluster listens on the loopback too. */
export async function openWay(url: string): Promise<Way> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let isSilent = false
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  }
  const server = createServer((near) => {
    keep(near)
    if (isSilent) return
    const far = createConnection(Number(port), hostname)
    keep(far)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.pipe(to)
      from.on('close', () => isSilent || to.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const through = new URL(url)
  through.searchParams.delete('host')
  through.port = String((server.address() as AddressInfo).port)
  return {
    url: through.href,
    fallSilent() {
      isSilent = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    answerAgain() {
      isSilent = false
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
