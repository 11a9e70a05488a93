import { constants, PerformanceObserver } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { countReceivedBytes } from './uploads.ts'

it('scavenges every 16 MB received', async () => {
  let scavenges = 0
  const observer = new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries() as { detail?: { kind: number; flags: number } }[])
      if (detail?.kind === constants.NODE_PERFORMANCE_GC_MINOR && detail.flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) scavenges++
  })
  observer.observe({ entryTypes: ['gc'] })
  for (let mb = 0; mb < 32; mb++) countReceivedBytes(1024 * 1024)
  while (scavenges < 2) await pause(10)
  observer.disconnect()
  expect(scavenges).toBe(2)
})
