import { useEffect } from 'react'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { call } from '#platform/web/api/call.ts'
import { cache, endpointQuery, keyOf, queryOptions, useQuery } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { onEvent } from '#platform/web/sync/live.ts'
import { wasteBackTest, wastePredictions, wasteReport, wasteTrends } from '../../contract/index.ts'

export type Question = BodyOf<typeof wasteReport>

const report = (body: Question, household = currentSession().household) =>
  queryOptions({
    queryKey: [...keyOf(wasteReport, undefined, household), body],
    queryFn: ({ signal }) => call(wasteReport, { body, household, signal }),
    enabled: household !== null,
  })

/** The previous report stays visible while another is loaded. */
export const useReport = (question: Question) => useQuery({ ...report(question), placeholderData: (last) => last })
export const useTrends = (months: number, includeGiven: boolean) =>
  useQuery({
    ...endpointQuery(wasteTrends, { query: { months, ...(includeGiven ? { includeGiven: 'true' as const } : {}) } }),
    placeholderData: (last) => last,
  })
export const usePredictions = () => useQuery(endpointQuery(wastePredictions, { query: { limit: 60 } }))
/** Loaded again only on a visit: a single change hardly affects it. */
export const useBackTest = () => useQuery({ ...endpointQuery(wasteBackTest, {}), staleTime: 10 * 60_000 })

/** Changes that affect these pages: stock, ingredients, waste actions and undone changes. */
const telling = /^(item|ingredient|waste)\.|^change\.undone$|^list\.put_?away/
const settleMs = 400

/** Reloads both pages after changes here or elsewhere, once for several in a row. */
export function useLiveWaste(): void {
  useEffect(() => {
    const { household } = currentSession()
    let waiting: ReturnType<typeof setTimeout> | undefined
    const stop = onEvent('changes:', ({ event }) => {
      if (!telling.test(event)) return
      clearTimeout(waiting)
      waiting = setTimeout(() => void refreshWaste(household), settleMs)
    })
    return () => {
      stop()
      clearTimeout(waiting)
    }
  }, [])
}

/** Reloads report, trends and predictions. */
export async function refreshWaste(household: string | null): Promise<void> {
  await Promise.all(
    [wasteReport, wasteTrends, wastePredictions].map((endpoint) =>
      cache.invalidateQueries({ queryKey: keyOf(endpoint, undefined, household) }),
    ),
  )
}
