import { notifyManager } from '@tanstack/react-query'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { IncompleteRowsError, type LocalContext } from '#platform/shared/local-tables.ts'
import type { HouseholdReplica } from '../sync/household-replica.ts'
import { liveState } from '../sync/live-events.ts'
import type { LocalReply } from './local-reply.ts'
import type { LocalQuery, LocalSource } from './local-source.ts'
import { cache } from './query-cache.ts'

interface LocalReplies {
  readonly replica: HouseholdReplica
  readonly replies: readonly LocalReply[]
  readonly context: () => LocalContext
}

/** Returns undefined if rows are missing. */
function unlessIncomplete<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    // Rows stored by another version may lack a field: the server replies until they are replaced.
    if (!(error instanceof IncompleteRowsError)) console.error(error instanceof Error ? error.message : error)
    return undefined
  }
}

/** Replies to queries of a household from its replica. */
export function localSourceOf({ replica, replies, context }: LocalReplies): LocalSource {
  const byEndpoint = new Map<Endpoint, LocalReply>(replies.map((reply) => [reply.endpoint, reply]))
  const find = ({ endpoint, household }: LocalQuery) =>
    household === replica.household && replica.isLoaded ? byEndpoint.get(endpoint) : undefined
  const peek = (question: LocalQuery, isUnreachable = false): unknown => {
    const { params = {}, query = {} } = question.args
    const reply = find(question)
    if (reply?.isFallback && !isUnreachable && !replica.isOffline) return undefined
    return unlessIncomplete(() => reply?.read(replica.tables, { params, query }, context()))
  }
  return {
    peek,
    async reply(question) {
      if (find(question)?.isFallback !== false) return undefined
      await replica.caughtUp()
      return peek(question)
    },
    derive: (household, derive) =>
      household === replica.household && replica.isLoaded ? unlessIncomplete(() => derive(replica.tables, context())) : undefined,
    noteWrite(household, seq) {
      if (household === replica.household) replica.noteWrite(seq)
    },
  }
}

/** Shows what this device knows in the household's queries that have no data yet, while they wait for the latest. */
export function showLocally(household: string): void {
  notifyManager.batch(() => {
    for (const { queryKey, state, meta } of cache.getQueryCache().getAll()) {
      const reply = state.data === undefined && meta?.local?.household === household ? meta.local.read() : undefined
      // As old as initial data.
      if (reply !== undefined) cache.setQueryData(queryKey, reply, { updatedAt: 0 })
    }
  })
}

/** Shows changed rows in the queries that read them. Returns a function that stops this. */
export function refreshLocalQueries({ replica, replies }: Pick<LocalReplies, 'replica' | 'replies'>): () => void {
  const byEndpoint = new Map<Endpoint, LocalReply>(replies.map((reply) => [reply.endpoint, reply]))
  return replica.tables.watch((changed) => {
    notifyManager.batch(() => {
      for (const query of cache.getQueryCache().getAll()) {
        const local = query.meta?.local
        const known = local?.household === replica.household ? byEndpoint.get(local.endpoint) : undefined
        if (!local || !known?.tables.some((table) => changed.has(table))) continue
        // While the stream is live, the server's events refresh these. Without data, the reply that is on its way is read later than now.
        if (known.isFallback && !replica.isOffline && (liveState() === 'live' || query.state.data === undefined)) continue
        const reply = query.isActive() ? local.read() : undefined
        if (reply !== undefined && known.isFallback) {
          // As old as initial data: the server's reply is better.
          query.setData(reply, { updatedAt: 0, manual: true })
        } else if (reply !== undefined) {
          // What is on its way may be older.
          void query.cancel({ revert: false, silent: true })
          query.setData(reply)
        } else if (query.isActive()) void cache.invalidateQueries({ queryKey: query.queryKey, exact: true })
        else query.invalidate()
      }
    })
  })
}
