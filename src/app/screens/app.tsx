import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, useEffect, useState } from 'react'
import { listHouseholds } from '#domains/households/contract/index.ts'
import { followHouseholds } from '#domains/households/web/live.ts'
import { offerParHint } from '#domains/ingredients/web/index.ts'
import { cache, invalidate, refetchAsked } from '#platform/web/api/query-cache.ts'
import { onEvent, onMembershipLost, onOpened, onResync } from '#platform/web/sync/live.ts'
import { retryImport } from './retry-import.ts'
import { makeRouter } from './router.tsx'

offerParHint(lazy(() => import('#domains/shopping/web/shopping-list/suggested-par.tsx')))

/** Everything behind the door. */
export default function SignedInApp() {
  const [router] = useState(makeRouter)
  useEffect(() => {
    const stale = () => void cache.invalidateQueries({ type: 'inactive', refetchType: 'none' })
    const stops = [
      onResync(() => void cache.invalidateQueries()),
      // A page that is not on screen hears nothing of this: what it holds is asked for anew when it comes back.
      onEvent('changes:', stale),
      // What friends share is hinted on our own channel.
      onEvent('person:', stale),
      onOpened(refetchAsked),
      followHouseholds(),
      // The list tells whether we still belong to it.
      onMembershipLost(() => void invalidate(listHouseholds)),
    ]
    void retryImport(() => import('./installed.ts')).then((installed) => {
      installed?.watchForUpdate()
      installed?.stayReachable()
    })
    // What waits to be sent comes after the page: nobody looks at it first.
    let isGone = false
    void retryImport(() => import('./offline.ts')).then((offline) => {
      if (offline && !isGone) stops.push(offline.syncOutboxWithUser())
    })
    return () => {
      isGone = true
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
