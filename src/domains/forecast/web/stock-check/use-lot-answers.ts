import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { getLot, type Lot } from '#domains/inventory/contract.ts'
import { loadStockActions } from '#domains/inventory/web/index.ts'
import { endpointQuery, invalidate } from '#platform/web/api/query-cache.ts'
import { listStockDoubts, listStockQuestions } from '../../contract.ts'

const versionOf = ({ id, version }: Pick<Lot, 'id' | 'version'>) => `${id} ${version}`

/**
 * Returns the items that something is said about, as this device knows them, without those that changed since or were answered here. `answer`
 * corrects one to a quantity, with Undo, unless it changed meanwhile.
 */
export function useLotAnswers<A extends { lotId: string; version: number }>(said: readonly A[]) {
  const lots = useQueries({ queries: said.map(({ lotId }) => endpointQuery(getLot, { params: { id: lotId } })) })
  // An answer that was undone returns with a new version.
  const [answered, setAnswered] = useState<readonly string[]>([])
  const open = said.flatMap((about, i) => {
    const lot = lots[i]?.data
    if (lot?.state !== 'active' || lot.version !== about.version || answered.includes(versionOf(lot))) return []
    return [{ about, lot }]
  })
  const answer = async (lot: Lot, quantity: number) => {
    setAnswered((all) => [...all, versionOf(lot)])
    const { correct } = await loadStockActions()
    const { done } = await correct(lot, quantity, { ifUnchanged: true })
    if (!done) setAnswered((all) => all.filter((one) => one !== versionOf(lot)))
    void invalidate(listStockQuestions, listStockDoubts)
  }
  return { open, answer }
}
