import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { listHouseholds } from '#domains/households/contract.ts'
import { followHouseholds } from '#domains/households/web/live.ts'
import { cache, invalidate } from '#platform/web/cache.ts'
import { onResync, startLive } from '#platform/web/live.ts'
import { watchForUpdate } from './installed.ts'
import { makeRouter } from './router.tsx'

/** Everything behind the door. */
export default function Kitchen() {
  const [router] = useState(makeRouter)
  useEffect(() => {
    const stops = [
      onResync(() => void cache.invalidateQueries()),
      followHouseholds(),
      // Refused for this household: the list tells whether we still belong to it.
      startLive(() => void invalidate(listHouseholds)),
    ]
    watchForUpdate()
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  useEffect(() => () => router.history.destroy(), [router])
  return (
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
