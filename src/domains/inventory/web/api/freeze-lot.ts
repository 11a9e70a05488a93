import { t } from '@lingui/core/macro'
import { storageWords } from '#domains/ingredients/web/index.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { cache, endpointQuery } from '#platform/web/api/query-cache.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { getLot, listLots } from '../../contract.ts'
import { move } from './lot-actions.ts'

/** Moves a lot to where this household keeps most of its frozen food. Offers Undo. */
export async function freezeLot(id: string): Promise<void> {
  try {
    const [lot, frozen] = await Promise.all([
      cache.fetchQuery(endpointQuery(getLot, { params: { id } })),
      cache.fetchQuery(endpointQuery(listLots, { query: { storage: 'FREEZER' } })),
    ])
    const lots = Array.isArray(frozen) ? frozen : frozen.items
    const byLocation = Object.entries(Object.groupBy(lots, ({ location }) => location))
    const [most] = byLocation.toSorted(([, a = []], [, b = []]) => b.length - a.length)
    await move(lot, { storage: 'FREEZER', location: most?.[0] ?? storageWords.FREEZER })
  } catch (error) {
    toast.fail(errorMessage(error, t`Couldn’t freeze that`))
  }
}
