import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, useEffect, useState } from 'react'
import { listHouseholds } from '#domains/households/contract/index.ts'
import { refetchHouseholdsOnEvents } from '#domains/households/web/api/index.ts'
import { ParHintContext } from '#domains/ingredients/web/index.ts'
import { type AddToList, AddToListContext, LotDoubtContext, LotLabelContext, ShelfPhotoContext } from '#domains/inventory/web/index.ts'
import { setLocalSource } from '#platform/web/api/local-source.ts'
import { cache, invalidate, refetchHousehold } from '#platform/web/api/query-cache.ts'
import { onEvent, onMembershipLost, onResync, onStreamOpened } from '#platform/web/sync/live-events.ts'
import { LocationProvider } from '#platform/web/ui/router.tsx'
import { preloadPage } from './pages.tsx'
import { retryModuleLoad } from './retry-module-load.ts'
import { Shell } from './shell.tsx'
import { ShownPage } from './shown-page.tsx'

const LotLabel = lazy(() => import('#domains/labels/web/lot-label/lot-label.tsx'))
const LotDoubt = lazy(() => import('#domains/forecast/web/lot-doubt/lot-doubt.tsx'))
const ShelfPhoto = lazy(() => import('#domains/scanning/web/shelf-photo/shelf-photo.tsx'))
const SuggestedPar = lazy(() => import('#domains/shopping/web/shopping-list/suggested-par.tsx'))

const addToList: AddToList = (ingredient) =>
  void retryModuleLoad(() => import('#domains/shopping/web/api/add-from-stock.ts')).then((list) => list?.addFromStock(ingredient))

/** Loads the copy of the household after the page. Until then, queries wait for it if the server doesn't reply. */
function startReplica() {
  const replication = retryModuleLoad(() => import('./replicate-household.ts')).then((module) => module?.replicateHousehold())
  setLocalSource(replication.then((running) => running?.loaded ?? null))
  return () => void replication.then((running) => running?.stop())
}

/** The app for signed-in people. */
export default function SignedInApp() {
  const [stopReplica] = useState(startReplica)
  useEffect(() => {
    const stale = () => void cache.invalidateQueries({ type: 'inactive', refetchType: 'none' })
    const stops = [
      onResync(() => void cache.invalidateQueries()),
      // Queries that aren't mounted refetch when they mount again.
      onEvent('changes:', stale),
      // Changes to items shared with friends arrive on the person's own channel.
      onEvent('person:', stale),
      onStreamOpened(refetchHousehold),
      refetchHouseholdsOnEvents(),
      // The list shows whether the person is still a member.
      onMembershipLost(() => void invalidate(listHouseholds)),
    ]
    void retryModuleLoad(() => import('./watch-for-update.ts')).then((installed) => {
      installed?.watchForUpdate()
      installed?.keepPushRegistered()
    })
    // The outbox loads after the page, because it isn't shown first.
    let isGone = false
    void retryModuleLoad(() => import('./sync-outbox-with-user.ts')).then((offline) => {
      if (offline && !isGone) stops.push(offline.syncOutboxWithUser())
    })
    return () => {
      isGone = true
      for (const stop of stops) stop()
    }
  }, [])
  useEffect(() => stopReplica, [stopReplica])
  return (
    <QueryClientProvider client={cache}>
      <ParHintContext value={SuggestedPar}>
        <AddToListContext value={addToList}>
          <LotLabelContext value={LotLabel}>
            <LotDoubtContext value={LotDoubt}>
              <ShelfPhotoContext value={ShelfPhoto}>
                <LocationProvider preload={preloadPage}>
                  <Shell>
                    <ShownPage />
                  </Shell>
                </LocationProvider>
              </ShelfPhotoContext>
            </LotDoubtContext>
          </LotLabelContext>
        </AddToListContext>
      </ParHintContext>
    </QueryClientProvider>
  )
}
