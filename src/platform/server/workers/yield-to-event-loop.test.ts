import { describe, expect, it } from 'vitest'
import { createYield } from './yield-to-event-loop.ts'

describe('time slices', () => {
  it('let other events be handled during long work', async () => {
    const pauseWhenDue = createYield(1)
    let handled = 0
    const other = setInterval(() => handled++, 1)
    for (let step = 0; step < 20; step++) {
      for (const end = performance.now() + 2; performance.now() < end; );
      await pauseWhenDue()
    }
    clearInterval(other)
    expect(handled).toBeGreaterThan(0)
  })

  it('do not pause short work', () => {
    expect(createYield(60_000)()).toBeUndefined()
  })
})
