import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useMe } from '#domains/account/web/index.ts'
import { useActiveHousehold } from '#domains/households/web/index.ts'
import { inventoryStats } from '#domains/inventory/contract.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { useAddSampleKitchen } from '../api.ts'

/** Offers a sample kitchen to a new household that is still empty. Calls `onDone` after the choice, or if the household has items. */
export function SampleKitchenOffer({ onDone }: { onDone: () => void }) {
  const me = useMe().data
  const household = useActiveHousehold()
  const stats = useEndpointQuery(inventoryStats, {}).data
  const add = useAddSampleKitchen()
  const hasItems = stats !== undefined && stats.totalItems > 0
  useEffect(() => {
    if (hasItems) onDone()
  }, [hasItems, onDone])
  if (!me || !household || household.hasSample || stats?.totalItems !== 0) return null
  const fill = () => add.mutate({ body: { units: me.preferences.unitDisplay.regional } }, { onSuccess: onDone })
  return (
    <section aria-labelledby="start-title" className="mb-5 rounded-card border border-herb/40 bg-card p-5">
      <h2 id="start-title" className="display text-2xl">
        <Trans>{household.name} is ready</Trans>
      </h2>
      <p className="mt-1 max-w-prose text-ink-soft">
        <Trans>Look around in a kitchen with food, a shopping list and recipes. You can clear it in one tap.</Trans>
      </p>
      {add.error ? (
        <Notice tone="error" className="mt-3">
          {errorMessage(add.error, t`Couldn’t add the sample kitchen.`)}
        </Notice>
      ) : null}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button busy={add.isPending} busyLabel={t`Filling the shelves...`} onClick={fill}>
          <Trans>Try a sample kitchen</Trans>
        </Button>
        <Button variant="quiet" onClick={onDone}>
          <Trans>Start empty</Trans>
        </Button>
      </div>
    </section>
  )
}
