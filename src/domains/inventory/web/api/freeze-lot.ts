import { t } from '@lingui/core/macro'
import { errorMessage } from '#platform/web/api/call.ts'
import { cache, endpointQuery } from '#platform/web/api/query-cache.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { getLot } from '../../contract.ts'
import { move } from './lot-actions.ts'

/** Moves a lot to the freezer. Offers Undo. */
export async function freezeLot(id: string): Promise<void> {
  try {
    await move(await cache.fetchQuery(endpointQuery(getLot, { params: { id } })), { storage: 'FREEZER' })
  } catch (error) {
    toast.fail(errorMessage(error, t`Couldn’t freeze that`))
  }
}
