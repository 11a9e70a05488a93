import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import type { QuotaUsage } from '../../contract/quota.ts'
import { useAccountUsage, useHouseholdUsage } from '../api/index.ts'
import { fillLevel, formatUsage, quotaLabels } from './quota-notice.tsx'

export function HouseholdUsageCard({ household }: { household: { readonly id: string; readonly name: string } }) {
  return (
    <UsageCard
      usage={useHouseholdUsage(household.id)}
      about={<Trans>How much {household.name} uses, and the limits of this server.</Trans>}
    />
  )
}

export function AccountUsageCard() {
  return (
    <UsageCard
      usage={useAccountUsage()}
      about={<Trans>How many households and circles you belong to, and the limits of this server.</Trans>}
    />
  )
}

function UsageCard({
  usage: { data, isPending, error, isFetching, refetch },
  about: householdEvents,
}: {
  usage: ReturnType<typeof useAccountUsage>
  about: React.ReactNode
}) {
  return (
    <Card className="space-y-4">
      <CardHeader title={t`Usage and limits`} />
      <p className="text-ink-soft">{householdEvents}</p>
      {data ? (
        <dl className="divide-y divide-line border-t border-line">
          {data.map((quota) => (
            <Row key={quota.name} quota={quota} />
          ))}
        </dl>
      ) : isPending ? (
        <SkeletonRows rows={2} />
      ) : (
        <ErrorState error={error} fallback={t`Couldn’t load usage.`} busy={isFetching} onRetry={() => void refetch()} />
      )}
    </Card>
  )
}

function Row({ quota }: { quota: QuotaUsage }) {
  const fill = fillLevel(quota)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
      <dt>{quotaLabels[quota.name]}</dt>
      <dd className="flex items-center gap-2 font-medium">
        {fill === 'free' ? null : (
          <Badge tone={fill === 'full' ? 'late' : 'soon'}>{fill === 'full' ? <Trans>Full</Trans> : <Trans>Almost full</Trans>}</Badge>
        )}
        <span className="figures">{formatUsage(quota)}</span>
      </dd>
    </div>
  )
}
