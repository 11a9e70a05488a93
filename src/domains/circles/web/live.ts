import { invalidate } from '#platform/web/api/query-cache.ts'
import { onEvent } from '#platform/web/sync/live.ts'
import { listCircles } from '../contract.ts'

/** Keeps the circles fresh while a page with them is open; answers how to stop. */
export const followCircles = (): (() => void) =>
  onEvent({}, ({ event }) => {
    if (event.startsWith('circle.')) void invalidate(listCircles)
  })
