import { hashKey } from '@tanstack/react-query'
import { getMe, type User } from '#domains/account/contract/index.ts'
import { type Household, listHouseholds } from '#domains/households/contract/index.ts'
import { householdTable } from '#domains/households/rules/local-household.ts'
import { dateInTimeZone } from '#platform/shared/calendar.ts'
import type { LocalContext } from '#platform/shared/local-tables.ts'
import { localSourceOf, refreshLocalQueries, showLocally } from '#platform/web/api/local-replies.ts'
import { type LocalSource, setLocalSource } from '#platform/web/api/local-source.ts'
import { cache, queryKeyOf } from '#platform/web/api/query-cache.ts'
import { currentLanguage } from '#platform/web/i18n/language.ts'
import { currentSession, onSignOut, watchSession } from '#platform/web/session/session.ts'
import { HouseholdReplica } from '#platform/web/sync/household-replica.ts'
import type { TablesUpdate } from '#platform/web/sync/household-tables.ts'
import { MutationsToApply, type MutationToApply } from '#platform/web/sync/mutations-to-apply.ts'
import { deleteReplicas } from '#platform/web/sync/replica-store.ts'
import { currentSyncSession, watchSyncSession } from '#platform/web/sync/sync-session.ts'
import { localReplies } from './local-replies.ts'
import { pendingChanges } from './pending-changes.ts'

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
    return { now, today: dateInTimeZone(replica.tables.get(householdTable, household)?.timeZone ?? 'UTC', now), userId: user }
  }
  const reachability = reportReachability()
  const unread = new MutationsToApply()
  const replica = new HouseholdReplica({
    user,
    household,
    version,
    pendingChanges: (copy) => changesOf(unread.toApply(pendingOf(household), copy), context().today),
    pendingRead: outboxRead(),
    onAttempt: reachability.report,
    isSending: () => pendingOf(household).some(({ state, tried }) => state === 'waiting' && tried),
    onStored: (copy) => void currentSyncSession()?.outbox.dropRead(household, copy),
    onNewEpoch() {
      unread.clear()
      const { outbox } = currentSyncSession() ?? {}
      // Their numbers mean nothing any more.
      for (const { id, state } of pendingOf(household)) if (state === 'sent') void outbox?.settle(id, { state: 'void' })
    },
  })
  const replies = localReplies
  const source = localSourceOf({ replica, replies, context })
  const loaded = replica.loaded.then(() => source)
  setLocalSource(Promise.race([loaded, new Promise<null>((resolve) => setTimeout(() => resolve(null), loadTimeoutMs))]))
  let isOpen = true
  const onOutboxChange = () => {
    // Another tab may have sent them.
    for (const { state, seq, settledAt } of pendingOf(household)) if (state === 'sent') replica.noteSent(seq, settledAt ?? 0)
    replica.refreshPending()
  }
  void loaded.then(() => {
    if (isOpen) {
      setLocalSource(source)
      showLocally(household)
    }
    onLoaded(source)
  })
  const stops = [refreshLocalQueries({ replica, replies }), watchOutbox(onOutboxChange), reachability.stop]
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

const pendingOf = (household: string) =>
  currentSyncSession()
    ?.outbox.pending()
    .filter((one) => one.household === household) ?? []

/** Resolves once the person's outbox is read. It loads at the same time as the copy. */
function outboxRead(): Promise<void> {
  return new Promise((resolve) => {
    let stop = () => {}
    const follow = () => {
      const session = currentSyncSession()
      if (!session) return
      stop()
      void session.outbox.ready.then(resolve)
    }
    stop = watchSyncSession(follow)
    follow()
  })
}

/** Reports whether the server was reached to the sync session, which may start after the first attempt. */
function reportReachability(): { report: (isReached: boolean) => void; stop: () => void } {
  let last: boolean | null = null
  const tell = () => {
    const { connectivity } = currentSyncSession() ?? {}
    if (last === true) connectivity?.markOnline()
    if (last === false) connectivity?.markOffline()
  }
  return {
    report(isReached) {
      last = isReached
      tell()
    },
    stop: watchSyncSession(() => currentSyncSession()?.connectivity.isKnown() === false && tell()),
  }
}

/** Returns what these changes do to the tables. */
const changesOf = (mutations: readonly MutationToApply[], today: string): TablesUpdate[] =>
  mutations.flatMap(({ mutation, isRead }) => pendingChanges[mutation.kind]?.(mutation, today, isRead) ?? [])

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
