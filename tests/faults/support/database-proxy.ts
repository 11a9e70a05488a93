import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'

/** A network proxy in front of a database; `url` uses it. */
export interface DatabaseProxy {
  readonly url: string
  /** From now on drops all data silently, like a lost host. */
  dropTraffic(): void
  /** Passes new connections again; older ones never. */
  resume(): void
  close(): Promise<void>
}

/** Starts a proxy in front of the database of `url`, whose cluster also listens on the loopback. */
export async function openDatabaseProxy(url: string): Promise<DatabaseProxy> {
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
    dropTraffic() {
      isSilent = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    resume() {
      isSilent = false
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
