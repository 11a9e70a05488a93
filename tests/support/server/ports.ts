import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Below those that systems give to connections going out: one of these would hold the port when a server is to come back to it.
const [first, end] = [15_000, 32_000]
const tries = 50

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** A loopback port nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  for (let i = 0; i < tries; i++) {
    const port = randomInt(first, end)
    if (await isFree(port)) return port
  }
  throw new Error(`no port between ${first} and ${end} is free`)
}
