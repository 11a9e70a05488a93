import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { once } from '../../shared/once.ts'

type CollectGarbage = (options: { type: 'minor' }) => void

const exposeGc = once((): CollectGarbage => {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as CollectGarbage
  setFlagsFromString('--no-expose-gc')
  return gc
})

const scavengeEveryBytes = 16 * 1024 * 1024
let receivedBytes = 0

/**
 * Counts received bytes of request bodies and runs a scavenge (about 1 ms) every 16 MB. Their chunks are outside the heap, where V8
 * collects more than 64 MB of garbage before it runs one.
 */
export function countReceivedBytes(bytes: number): void {
  receivedBytes += bytes
  if (receivedBytes < scavengeEveryBytes) return
  receivedBytes = 0
  exposeGc()({ type: 'minor' })
}
