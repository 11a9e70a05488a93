import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Boxes, Clock, TriangleAlert } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { StatCard } from '#platform/web/ui/card.tsx'
import type { ExpirationAnalytics } from '../../contract.ts'

// The list loads its own outbox, which is larger than this page.
const ListCount = lazy(async () => ({ default: (await import('#domains/shopping/web/index.ts')).ListCount }))

/** The kitchen's key figures, in color only when something needs attention. */
export function KitchenStats({ figures }: { figures: ExpirationAnalytics | undefined }) {
  const loading = figures === undefined
  return (
    <section aria-label={t`Kitchen Stats`}>
      <h2 className="display mb-3 text-xl">
        <Trans>Kitchen Stats</Trans>
      </h2>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-1">
        <StatCard label={t`Total Items`} value={figures?.totalActive} icon={Boxes} loading={loading} />
        <StatCard label={t`Expiring Soon`} value={figures?.expiringSoon} icon={Clock} tone="soon" loading={loading} />
        <StatCard label={t`Expired`} value={figures?.expired} icon={TriangleAlert} tone="late" loading={loading} />
        <Suspense fallback={<StatCard label={t`Shopping List Items`} value={null} loading />}>
          <ListCount />
        </Suspense>
      </div>
    </section>
  )
}
