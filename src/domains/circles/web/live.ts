import { invalidate } from '#platform/web/cache.ts'
import { onLive } from '#platform/web/live.ts'
import { listCircles } from '../contract.ts'

/** Keeps the circles fresh while a page with them is open; answers how to stop. */
export const followCircles = (): (() => void) =>
  onLive({}, ({ event }) => {
    if (event.startsWith('circle.')) void invalidate(listCircles)
  })
