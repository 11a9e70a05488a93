import {
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
import type { Endpoint, ReplyOf } from '#platform/shared/endpoint.ts'
import { currentSession, onSignOut } from '../session/session.ts'
import { ApiError, type ArgsOf, type CallArgs, call } from './call.ts'
import { submitAlways, useIdempotentSubmit } from './idempotent-submit.ts'
import { persistedReply, persistReply } from './persisted-queries.ts'

const logged = (error: unknown) => console.error(error instanceof Error ? error.message : error)

/** The answers we hold. Keys begin with the household, so a switch can never show another household's rows. */
export const cache = new QueryClient({
  queryCache: new QueryCache({
    onError: logged,
    onSuccess: (data, { meta, queryKey }) => {
      if (meta?.['kept']) persistReply(queryKey, data)
    },
  }),
  mutationCache: new MutationCache({ onError: logged }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      // Asked at once, offline too: the service worker or the error state answers, never an endless skeleton.
      networkMode: 'always',
      retry: (failures, error) =>
        failures < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500 || error.code === 'busy'),
      retryDelay: (attempt) => Math.min(400 * 2 ** attempt, 4000),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

onSignOut(() => cache.clear())

const person = 'person'
const scopeOf = (endpoint: Endpoint, household: string | null) => (endpoint.auth === 'household' ? (household ?? 'none') : person)

/** The key of one endpoint's answers; without `args` the prefix of all of them. */
export function keyOf(endpoint: Endpoint, args?: { params?: object; query?: object }, household = currentSession().household): unknown[] {
  const prefix = [scopeOf(endpoint, household), endpoint.path]
  return args === undefined ? prefix : [...prefix, args.params ?? {}, args.query ?? {}]
}

/** Query options for an endpoint: the household is fixed when they are made, not when the answer comes. */
export function asking<E extends Endpoint>(endpoint: E, args: ArgsOf<E>, household = currentSession().household) {
  return queryOptions({
    queryKey: keyOf(endpoint, args as { params?: object; query?: object }, household),
    queryFn: ({ signal }): Promise<ReplyOf<E>> => callLoosely(endpoint, { ...args, household, signal }),
    // A page on its way out may still be drawn when there is no household: it asks nothing.
    enabled: endpoint.auth !== 'household' || household !== null,
  })
}

// `call` cannot see that a generic endpoint's own arguments are always enough.
const callLoosely = call as <E extends Endpoint>(endpoint: E, args: object) => Promise<ReplyOf<E>>

/** What the server says at this moment, however fresh the answer that is held. */
export const fetchNow = <E extends Endpoint>(endpoint: E, args: ArgsOf<E>): Promise<ReplyOf<E>> =>
  cache.fetchQuery({ ...asking(endpoint, args), staleTime: 0, retry: false })

interface AskOptions {
  enabled?: boolean
  /** Shows the last answer while the next one (another filter) is fetched. */
  keepLast?: boolean
  staleTime?: number
  /** Keeps the answer on the device, and shows it while the server is asked: a start without a network needs it. */
  persisted?: boolean
}

/** Reads an endpoint into a screen. */
export function useReply<E extends Endpoint>(endpoint: E, args: ArgsOf<E>, { keepLast, persisted, ...options }: AskOptions = {}) {
  const household = currentSession().household
  const question = asking(endpoint, args, household)
  return useQuery({
    ...question,
    ...options,
    enabled: question.enabled !== false && (options.enabled ?? true),
    ...(keepLast ? { placeholderData: keepPreviousData } : {}),
    ...(persisted
      ? { meta: { kept: persisted }, initialData: () => persistedReply<ReplyOf<E>>(question.queryKey), initialDataUpdatedAt: 0 }
      : {}),
  })
}

/**
 * Writes through an endpoint. `touches` names the reads that are out of date afterwards.
 * `mutate(args)` takes what `call` takes. `isForm`: it makes something, and the same content sent again after a failure makes it once.
 */
export function useSend<E extends Endpoint>(
  endpoint: E,
  {
    touches = [],
    isForm = false,
    ...options
  }: { touches?: readonly Endpoint[]; isForm?: boolean } & Omit<UseMutationOptions<ReplyOf<E>, Error, CallArgs<E>>, 'mutationFn'> = {},
) {
  const sameAct = useIdempotentSubmit()
  return useMutation<ReplyOf<E>, Error, CallArgs<E>>({
    ...options,
    mutationFn: async (args) => {
      // The household may be another one by the time the answer comes.
      const household = args.household === undefined ? currentSession().household : args.household
      const reply = await (isForm ? sameAct() : submitAlways)({ ...args, household }, ({ idempotencyKey }) =>
        callLoosely(endpoint, { idempotencyKey, ...args }),
      )
      // Not awaited: the tap has its answer, the lists follow.
      void invalidateIn(household, ...touches)
      return reply
    },
  })
}

/** Marks every held answer of these endpoints as out of date, in the active household. */
export const invalidate = (...endpoints: readonly Endpoint[]): Promise<void> => invalidateIn(currentSession().household, ...endpoints)

/** As `invalidate`, in the household a write was sent for: the person may have opened another one meanwhile. */
export async function invalidateIn(household: string | null, ...endpoints: readonly Endpoint[]): Promise<void> {
  await Promise.all(endpoints.map((endpoint) => cache.invalidateQueries({ queryKey: keyOf(endpoint, undefined, household) })))
}

/**
 * Asks once more for everything of a household that was asked for until now. What is still on its way is let through first:
 * whether the server read it before or after this moment is unknown.
 */
export function refetchAsked(household: string): void {
  const asked = cache.getQueryCache().findAll({ queryKey: [household] })
  const underway = asked.filter(({ state }) => state.fetchStatus !== 'idle' && state.data === undefined)
  for (const query of underway) {
    // Joins the one under way.
    const again = () => void cache.invalidateQueries({ queryKey: query.queryKey, exact: true })
    void query.fetch().then(again, () => {})
  }
  void cache.invalidateQueries({ predicate: (query) => asked.includes(query) && !underway.includes(query) })
}

/** Whether a question has its answer, or will not have one for now: it failed, or there is no network to ask over. */
export const isSettled = ({ data, failureCount, fetchStatus }: Pick<UseQueryResult, 'data' | 'failureCount' | 'fetchStatus'>): boolean =>
  data !== undefined || failureCount > 0 || fetchStatus !== 'fetching'

export { keepPreviousData, queryOptions, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
