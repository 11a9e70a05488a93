import {
  type InfiniteData,
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  type UseMutationOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { backoffMs } from '#platform/shared/backoff.ts'
import type { Endpoint, ReplyOf } from '#platform/shared/endpoint.ts'
import { currentSession, onSignOut, sessionState } from '../session/session.ts'
import { ApiError, type ArgsOf, type CallArgs, call } from './call.ts'
import { submitAlways, useIdempotentSubmit } from './idempotent-submit.ts'
import { type LocalQuery, peekLocally } from './local-source.ts'
import { replyLocallyOr } from './reply-locally.ts'

const logError = (error: unknown) => console.error(error instanceof Error ? error.message : error)

interface QueryMeta extends Record<string, unknown> {
  /** Whether the reply is stored on this device. */
  persisted?: boolean
  /** The endpoint that the query reads, and how to read it from this device; undefined if it can't. */
  local?: { readonly endpoint: Endpoint; readonly household: string | null; readonly read: () => unknown }
}
declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta
  }
}

/** The query cache. Keys start with the household id, so that switching never shows another household's rows. */
export const cache = new QueryClient({
  queryCache: new QueryCache({
    onError: logError,
    onSuccess: (data, { meta, queryKey }) => {
      if (meta?.persisted) persistReply(queryKey, data)
    },
  }),
  mutationCache: new MutationCache({ onError: logError }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      // Runs even offline: the service worker or the error state responds instead of an endless skeleton.
      networkMode: 'always',
      retry: (failures, error) =>
        failures < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500 || error.code === 'busy'),
      retryDelay: (attempt) => backoffMs(attempt + 1, { firstMs: 400, maxMs: 4000 }),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

onSignOut(() => cache.clear())

const personScope = 'person'
const scopeOf = (endpoint: Endpoint, household: string | null) => (endpoint.auth === 'household' ? (household ?? 'none') : personScope)

/** Returns the query key of an endpoint; without `args`, the prefix shared by all its queries. */
export function queryKeyOf(
  endpoint: Endpoint,
  args?: { params?: object; query?: object },
  household = currentSession().household,
): unknown[] {
  const prefix = [scopeOf(endpoint, household), endpoint.path]
  return args === undefined ? prefix : [...prefix, args.params ?? {}, args.query ?? {}]
}

const questionOf = <E extends Endpoint>(endpoint: E, args: ArgsOf<E>, household: string | null): LocalQuery<E> => ({
  endpoint,
  args: args as { params?: object; query?: object },
  household,
})

/** Returns query options for an endpoint. The household is fixed now, not when the reply arrives. */
export function endpointQuery<E extends Endpoint>(endpoint: E, args: ArgsOf<E>, household = currentSession().household) {
  const question = questionOf(endpoint, args, household)
  const peek = () => peekLocally(question)
  return queryOptions({
    queryKey: queryKeyOf(endpoint, question.args, household),
    queryFn: ({ signal }): Promise<ReplyOf<E>> =>
      replyLocallyOr(
        question,
        signal,
        (one) => callUntyped(endpoint, { ...args, household, signal: one }),
        (reply) => reply,
      ),
    initialData: peek,
    initialDataUpdatedAt: 0,
    meta: { local: { endpoint, household, read: peek } } satisfies QueryMeta,
    // A page that is about to unmount may still render without a household.
    enabled: endpoint.auth !== 'household' || household !== null,
  })
}

/**
 * Returns options of an infinite query whose first page can come from this device, which then has everything that it shows. `ask` requests
 * a page from the server.
 */
export function endpointInfiniteQuery<E extends Endpoint, Page, Param>(
  question: LocalQuery<E>,
  first: Param,
  toPage: (reply: ReplyOf<E>) => Page,
  ask: (pageParam: Param, signal: AbortSignal) => Promise<Page>,
) {
  const peek = (): InfiniteData<Page, Param> | undefined => {
    const reply = peekLocally(question)
    return reply === undefined ? undefined : { pages: [toPage(reply)], pageParams: [first] }
  }
  const { endpoint, household } = question
  return {
    queryFn: ({ pageParam, signal }: { pageParam: Param; signal: AbortSignal }) =>
      pageParam === first ? replyLocallyOr(question, signal, (one) => ask(pageParam, one), toPage) : ask(pageParam, signal),
    initialPageParam: first,
    initialData: peek,
    initialDataUpdatedAt: 0,
    meta: { local: { endpoint, household, read: peek } } satisfies QueryMeta,
  }
}

// TypeScript can't see that the arguments of a generic endpoint are always complete.
const callUntyped = call as <E extends Endpoint>(endpoint: E, args: object) => Promise<ReplyOf<E>>

/** Fetches from the server regardless of what is cached. Doesn't retry. */
export const fetchFromServer = <E extends Endpoint>(endpoint: E, args: ArgsOf<E>): Promise<ReplyOf<E>> =>
  cache.fetchQuery({ ...endpointQuery(endpoint, args), queryFn: () => callUntyped(endpoint, { ...args }), staleTime: 0, retry: false })

interface ReplyOptions {
  enabled?: boolean
  /** Shows the previous reply while the next one (e.g. for another filter) loads. */
  keepLast?: boolean
  staleTime?: number
  /** Stores the reply on the device and shows it while loading, so that the app can start offline. */
  persisted?: boolean
}

/** Reads an endpoint as a query. */
export function useEndpointQuery<E extends Endpoint>(endpoint: E, args: ArgsOf<E>, { keepLast, persisted, ...options }: ReplyOptions = {}) {
  const household = currentSession().household
  const query = endpointQuery(endpoint, args, household)
  return useQuery({
    ...query,
    ...options,
    enabled: query.enabled !== false && (options.enabled ?? true),
    ...(keepLast ? { placeholderData: keepPreviousData } : {}),
    ...(persisted
      ? {
          meta: { ...query.meta, persisted },
          initialData: () => peekLocally(questionOf(endpoint, args, household)) ?? persistedReply<ReplyOf<E>>(query.queryKey),
        }
      : {}),
  })
}

/**
 * Writes through an endpoint; `mutate(args)` takes the arguments of `call`. `touches` lists the reads to invalidate. With `isForm`,
 * resending the same content after a failure is idempotent.
 */
export function useEndpointMutation<E extends Endpoint>(
  endpoint: E,
  {
    touches = [],
    isForm = false,
    ...options
  }: { touches?: readonly Endpoint[]; isForm?: boolean } & Omit<UseMutationOptions<ReplyOf<E>, Error, CallArgs<E>>, 'mutationFn'> = {},
) {
  const submitOnce = useIdempotentSubmit()
  return useMutation<ReplyOf<E>, Error, CallArgs<E>>({
    ...options,
    mutationFn: async (args) => {
      // Another household may be active by the time the reply arrives.
      const household = args.household === undefined ? currentSession().household : args.household
      const reply = await (isForm ? submitOnce() : submitAlways)({ ...args, household }, ({ idempotencyKey }) =>
        callUntyped(endpoint, { idempotencyKey, ...args }),
      )
      // Not awaited: the mutation is done, the lists refetch in the background.
      void invalidateIn(household, ...touches)
      return reply
    },
  })
}

/** Marks all cached replies of these endpoints in the active household as stale. */
export const invalidate = (...endpoints: readonly Endpoint[]): Promise<void> => invalidateIn(currentSession().household, ...endpoints)

/** Like `invalidate`, for the household that a write was sent for, which may no longer be the active one. */
export async function invalidateIn(household: string | null, ...endpoints: readonly Endpoint[]): Promise<void> {
  await Promise.all(endpoints.map((endpoint) => cache.invalidateQueries({ queryKey: queryKeyOf(endpoint, undefined, household) })))
}

/**
 * Refetches every query of a household that was started before now. A first load still in flight may or may not include the latest
 * changes, so it is refetched after it completes.
 */
export function refetchHousehold(household: string): void {
  const queries = cache.getQueryCache().findAll({ queryKey: [household] })
  const firstLoads = queries.filter(({ state }) => state.fetchStatus !== 'idle' && state.data === undefined)
  for (const query of firstLoads) {
    // `fetch` joins the request in flight.
    const refetch = () => void cache.invalidateQueries({ queryKey: query.queryKey, exact: true })
    void query.fetch().then(refetch, () => {})
  }
  void cache.invalidateQueries({ predicate: (query) => queries.includes(query) && !firstLoads.includes(query) })
}

/** Whether a query has data or has failed at least once or is paused. */
export const isSettled = ({ data, failureCount, fetchStatus }: Pick<UseQueryResult, 'data' | 'failureCount' | 'fetchStatus'>): boolean =>
  data !== undefined || failureCount > 0 || fetchStatus !== 'fetching'

const storageKeyOf = (queryKey: readonly unknown[]) => `kept ${JSON.stringify(queryKey)}`

/** Stores a reply on this device for the current session, so that the app can start offline. */
const persistReply = (queryKey: readonly unknown[], data: unknown): void => sessionState.write(storageKeyOf(queryKey), data)

/** Returns the stored reply, or undefined if the current session has none. */
const persistedReply = <Data>(queryKey: readonly unknown[]): Data | undefined =>
  sessionState.read(storageKeyOf(queryKey)) as Data | undefined

export { keepPreviousData, queryOptions, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
