import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { undoChange } from '#domains/households/contract/index.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { call, callWithHeaders, download, errorMessage, readChangeSeq } from '#platform/web/api/call.ts'
import { debounce } from '#platform/web/api/debounce.ts'
import { cache, endpointQuery, queryKeyOf, queryOptions, useQuery } from '#platform/web/api/query-cache.ts'
import { saveFile } from '#platform/web/api/save-file.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { onEvent } from '#platform/web/sync/live-events.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import {
  eatFirst,
  exportWaste,
  freezeLot,
  lowerPar,
  noteSmallerPack,
  offerLot,
  type WasteAction,
  wasteBackTest,
  wastePredictions,
  wasteReport,
  wasteTrends,
} from '../contract.ts'
import { formatLargeAmount } from '../rules/recommend.ts'

export type Question = BodyOf<typeof wasteReport>

const report = (body: Question, household = currentSession().household) =>
  queryOptions({
    queryKey: [...queryKeyOf(wasteReport, undefined, household), body],
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
    const refresh = debounce(settleMs, () => void refreshWaste(household))
    const stop = onEvent('changes:', ({ event }) => {
      if (telling.test(event)) refresh.call()
    })
    return () => {
      stop()
      refresh.cancel()
    }
  }, [])
}

/** Reloads report, trends and predictions. */
export async function refreshWaste(household: string | null): Promise<void> {
  await Promise.all(
    [wasteReport, wasteTrends, wastePredictions].map((endpoint) =>
      cache.invalidateQueries({ queryKey: queryKeyOf(endpoint, undefined, household) }),
    ),
  )
}

/** The user's part of a recommendation: the amount eaten, or the circle to offer to. */
interface Chosen {
  quantity?: number
  circleId?: string
}

function send(action: WasteAction, { quantity, circleId }: Chosen, household: string | null) {
  const { lotId, ingredientId, to } = action
  switch (action.kind) {
    case 'eat_first':
      return callWithHeaders(eatFirst, { body: { lotId: lotId ?? '', quantity: quantity ?? action.quantity ?? 0 }, household })
    case 'freeze':
      return callWithHeaders(freezeLot, { body: { lotId: lotId ?? '' }, household })
    case 'offer':
      return callWithHeaders(offerLot, { body: { lotId: lotId ?? '', circleId: circleId ?? '' }, household })
    case 'lower_par':
      return callWithHeaders(lowerPar, { body: { ingredientId, to: to ?? 0 }, household })
    default:
      return callWithHeaders(noteSmallerPack, { body: { ingredientId }, household })
  }
}

function doneMessage({ kind, ingredientName, to, unit }: WasteAction): string {
  switch (kind) {
    case 'eat_first':
      return t`Used ${ingredientName}`
    case 'freeze':
      return t`Moved ${ingredientName} to the freezer`
    case 'offer':
      return t`Offered ${ingredientName}. You can withdraw it under Borrow`
    case 'lower_par':
      return to === null || unit === null
        ? t`Lowered the minimum for ${ingredientName}`
        : t`Minimum of ${ingredientName} is now ${formatLargeAmount(to, unit)}`
    default:
      return t`Noted: smaller packs of ${ingredientName}`
  }
}

/** Carries out a recommendation and shows Undo for eight seconds. Returns whether it succeeded. */
export async function carryOutAction(action: WasteAction, chosen: Chosen = {}): Promise<boolean> {
  const { household } = currentSession()
  try {
    const { headers } = await send(action, chosen, household)
    const seq = readChangeSeq(headers)
    // An offer is withdrawn, not undone: someone may have taken it.
    if (seq !== null && action.kind !== 'offer') toast.undo(doneMessage(action), () => void undo(seq, household))
    else toast.done(doneMessage(action))
    return true
  } catch (error) {
    toast.fail(errorMessage(error, t`That didn’t work`))
    return false
  } finally {
    void refreshWaste(household)
  }
}

async function undo(seq: number, household: string | null): Promise<void> {
  try {
    await call(undoChange, { params: { seq }, household })
    toast.done(t`Undone`)
  } catch (error) {
    toast.fail(errorMessage(error, t`Couldn’t undo that`))
  } finally {
    void refreshWaste(household)
  }
}

/** Saves the records of the period as `waste.csv`. */
export async function downloadWasteCsv({ period, startDate, endDate }: Question): Promise<void> {
  const days = startDate !== undefined && endDate !== undefined ? { startDate, endDate } : { period: period ?? ('month' as const) }
  try {
    saveFile(await download(exportWaste, { query: { ...days, bom: 'true' } }), 'waste.csv')
  } catch (error) {
    toast.fail(errorMessage(error, t`Couldn’t export the records`))
  }
}
