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

/** The report of a period; the last one stays in sight while another is fetched. */
export const useReport = (question: Question) => useQuery({ ...report(question), placeholderData: (last) => last })
export const useTrends = (months: number, includeGiven: boolean) =>
  useQuery({
    ...endpointQuery(wasteTrends, { query: { months, ...(includeGiven ? { includeGiven: 'true' as const } : {}) } }),
    placeholderData: (last) => last,
  })
/** The lots likeliest to be wasted. */
export const usePredictions = () => useQuery(endpointQuery(wastePredictions, { query: { limit: 60 } }))
/** Reckoned anew only on a visit: one change tells nothing of it. */
export const useBackTest = () => useQuery({ ...endpointQuery(wasteBackTest, {}), staleTime: 10 * 60_000 })

/** What changes a figure of these screens: stock, foods, notes of this domain, and whatever was taken back. */
const telling = /^(item|ingredient|waste)\.|^change\.undone$|^list\.put_?away/
const settleMs = 400

/** Keeps both screens right while they are open: a run of changes, here or elsewhere, asks once. */
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

/** Asks for report, trends and predictions anew. */
export async function refreshWaste(household: string | null): Promise<void> {
  await Promise.all(
    [wasteReport, wasteTrends, wastePredictions].map((endpoint) =>
      cache.invalidateQueries({ queryKey: keyOf(endpoint, undefined, household) }),
    ),
  )
}
