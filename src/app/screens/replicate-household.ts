import { hashKey } from '@tanstack/react-query'
import { getMe, type User } from '#domains/account/contract/index.ts'
import { type Household, listHouseholds } from '#domains/households/contract/index.ts'
import { householdTable } from '#domains/households/rules/local-household.ts'
import { ingredientChange } from '#domains/ingredients/web/api/pending-ingredient-changes.ts'
import { lotChange } from '#domains/inventory/web/api/pending-lot-changes.ts'
import { recipeChange } from '#domains/recipes/web/api/pending-recipe-changes.ts'
import { dayIn } from '#platform/shared/calendar.ts'
import type { LocalContext } from '#platform/shared/local-tables.ts'
import { localSourceOf, refreshLocalQueries } from '#platform/web/api/local-replies.ts'
import { type LocalSource, setLocalSource } from '#platform/web/api/local-source.ts'
import { cache, queryKeyOf } from '#platform/web/api/query-cache.ts'
import { currentLanguage } from '#platform/web/i18n/language.ts'
import { currentSession, onSignOut, watchSession } from '#platform/web/session/session.ts'
import { HouseholdReplica } from '#platform/web/sync/household-replica.ts'
import type { Change } from '#platform/web/sync/household-tables.ts'
import type { PendingMutation } from '#platform/web/sync/operation.ts'
import { deleteReplicas } from '#platform/web/sync/replica-store.ts'
import { currentSyncSession, watchSyncSession } from '#platform/web/sync/sync-session.ts'
import { localReplies } from './local-replies.ts'

/** What the pending changes of each kind do to the tables. */
const changeOf: Readonly<Record<string, (mutation: PendingMutation, today: string) => Change>> = {
  inventory: lotChange,
  recipes: (mutation, today) => (draft) => {
    recipeChange(mutation)(draft)
    lotChange(mutation, today)(draft)
  },
  ingredients: ingredientChange,
}

const [meHash, householdsHash] = [hashKey(queryKeyOf(getMe, {})), hashKey(queryKeyOf(listHouseholds, {}))]

/** Its address contains a hash of the build. Starter recipes are in the reader's language. */
const version = `${import.meta.url} ${currentLanguage()}`

/** A device that is slower than this at opening its database waits for the server alone. */
const loadTimeoutMs = 10_000

interface OpenReplica {
  readonly replica: HouseholdReplica
  close(wipe: boolean): void
}

/**
 * Keeps a copy of the active household for the person, from which screens read. `loaded` resolves with the first one, or with null if
 * there is none in time.
 */
export function replicateHousehold(): { loaded: Promise<LocalSource | null>; stop: () => void } {
  let open: OpenReplica | null = null
  let markLoaded: (source: LocalSource | null) => void = () => {}
  const loaded = new Promise<LocalSource | null>((resolve) => {
    markLoaded = resolve
  })
  const timer = setTimeout(() => markLoaded(null), loadTimeoutMs)

  const close = (wipe: boolean) => {
    open?.close(wipe)
    open = null
  }
  const follow = () => {
    const { token, household } = currentSession()
    const user = cache.getQueryData<User>(queryKeyOf(getMe, {}))?.id
    if (!token || !household || !user) return close(false)
    if (open?.replica.household === household && open.replica.user === user) return
    close(false)
    open = openHouseholdReplica(user, household, markLoaded)
  }
  const endMemberships = () => {
    const households = cache.getQueryState<Household[]>(queryKeyOf(listHouseholds, {}))
    // Only a response from the server can end a membership, not a persisted one.
    if (!open || !households?.data || households.dataUpdatedAt === 0) return
    const ids = households.data.map(({ id }) => id)
    const { user, household } = open.replica
    if (!ids.includes(household)) close(true)
    void deleteReplicas(user, (id) => ids.includes(id)).catch(() => {})
  }
  follow()
  const stops = [
    watchSession(follow),
    onSignOut((cause) => close(cause !== 'elsewhere')),
    cache.getQueryCache().subscribe(({ type, query }) => {
      if (type !== 'updated' || (query.queryHash !== meHash && query.queryHash !== householdsHash)) return
      follow()
      endMemberships()
    }),
  ]
  return {
    loaded,
    stop() {
      clearTimeout(timer)
      for (const stop of stops) stop()
      close(false)
    },
  }
}

function openHouseholdReplica(user: string, household: string, onLoaded: (source: LocalSource) => void): OpenReplica {
  const context = (): LocalContext => {
    const now = new Date()
    return { now, today: dayIn(replica.tables.get(householdTable, household)?.timeZone ?? 'UTC', now), userId: user }
  }
  const replica = new HouseholdReplica({
    user,
    household,
    version,
    pendingChanges: (seq) => pendingChanges(household, seq, context().today),
    onAttempt(isReached) {
      const { connectivity } = currentSyncSession() ?? {}
      if (isReached) connectivity?.markOnline()
      else connectivity?.markOffline()
    },
  })
  const replies = localReplies
  const source = localSourceOf({ replica, replies, context })
  const loaded = replica.loaded.then(() => source)
  setLocalSource(Promise.race([loaded, new Promise<null>((resolve) => setTimeout(() => resolve(null), loadTimeoutMs))]))
  let isOpen = true
  void loaded.then(() => {
    if (isOpen) setLocalSource(source)
    onLoaded(source)
  })
  const stops = [refreshLocalQueries({ replica, replies }), watchOutbox(() => replica.refreshPending())]
  return {
    replica,
    close(wipe) {
      isOpen = false
      setLocalSource(null)
      for (const stop of stops) stop()
      replica.close(wipe)
    },
  }
}

/** Returns what the changes of this device do that rows up to `seq` don't include. */
function pendingChanges(household: string, seq: number, today: string): Change[] {
  const isPending = (one: PendingMutation) => one.state === 'waiting' || (one.state === 'sent' && one.seq !== null && one.seq > seq)
  const all = currentSyncSession()?.outbox.pending() ?? []
  return all.flatMap((one) => {
    const change = one.household === household && isPending(one) ? changeOf[one.kind] : undefined
    return change ? [change(one, today)] : []
  })
}

/** Calls `watcher` after each change of the outbox. */
function watchOutbox(watcher: () => void): () => void {
  let stop = () => {}
  const follow = () => {
    stop()
    stop = currentSyncSession()?.outbox.watch(watcher) ?? (() => {})
    watcher()
  }
  const stopFollowing = watchSyncSession(follow)
  follow()
  return () => {
    stopFollowing()
    stop()
  }
}
