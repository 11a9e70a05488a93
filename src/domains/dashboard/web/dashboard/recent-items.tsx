import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { History, ShoppingBasket } from 'lucide-react'
import { useToday } from '#domains/households/web/index.ts'
import { storageWords } from '#domains/ingredients/web/index.ts'
import { expiryStatus } from '#domains/inventory/rules/expiry-status.ts'
import { formatDate, newest, StatusBadge } from '#domains/inventory/web/index.ts'
import { useUnits } from '#domains/settings/web/index.ts'
import { buttonClass } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/states.tsx'
import { LotLine } from './lot-line.tsx'

const recentCount = 5

export const recent = () => newest(recentCount)

export function RecentItems() {
  const { show } = useUnits()
  const today = useToday()
  const { data, error, isPending, isFetching, refetch } = useQuery(recent())
  return (
    <Card flush>
      <CardHeader title={t`Recent Items`} icon={History} className="px-4 pt-2 sm:px-5" />
      {isPending ? (
        <SkeletonRows rows={recentCount} />
      ) : !data ? (
        <ErrorState error={error} title={t`Failed to load inventory`} onRetry={() => void refetch()} busy={isFetching} />
      ) : data.length === 0 ? (
        <EmptyState
          icon={ShoppingBasket}
          title={t`No items in inventory yet.`}
          action={
            <Link to="/scan" className={buttonClass()}>
              <Trans>Add Your First Item</Trans>
            </Link>
          }
        />
      ) : (
        <ul className="divide-y divide-line">
          {data.slice(0, recentCount).map((lot) => (
            <LotLine
              key={lot.id}
              lot={lot}
              line={[
                show(lot.quantity, lot.unit),
                storageWords[lot.storage],
                lot.isOpened ? t`Opened` : t`Sealed`,
                lot.effectiveExpiration ? formatDate(lot.effectiveExpiration, today) : t`N/A`,
              ].join(' · ')}
              aside={<StatusBadge status={expiryStatus(lot.effectiveExpiration, today)} className="max-sm:[&]:px-2" />}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}
