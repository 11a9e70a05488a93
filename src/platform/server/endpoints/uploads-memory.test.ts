import { constants, PerformanceObserver } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { scavengeAfterReceiving } from './uploads.ts'

it('scavenges every 16 MB received', async () => {
  let forced = 0
  const observer = new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries() as { detail?: { flags: number } }[])
      if ((detail?.flags ?? 0) & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) forced++
  })
  observer.observe({ entryTypes: ['gc'] })
  // Other tests of this process may have received bytes.
  while (!scavengeAfterReceiving(1024 * 1024)) {}
  const hasScavenged = Array.from({ length: 32 }, () => scavengeAfterReceiving(1024 * 1024))
  expect(hasScavenged.flatMap((did, i) => (did ? [i + 1] : []))).toEqual([16, 32])
  // V8 may collect the whole heap instead, and may tell of both at once.
  while (forced === 0) await pause(10)
  observer.disconnect()
})
