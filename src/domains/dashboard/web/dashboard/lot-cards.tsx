import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Clock, History, ShoppingBasket } from 'lucide-react'
import type { ReactNode } from 'react'
import { useToday } from '#domains/households/web/index.ts'
import { isFoodCategory } from '#domains/ingredients/contract/index.ts'
import { IngredientGlyph, locationText, storageWords } from '#domains/ingredients/web/index.ts'
import type { Lot } from '#domains/inventory/contract.ts'
import { expiryStatusOf } from '#domains/inventory/rules/expiry-status.ts'
import { LotExpiryBadge, LotStatusBadge, newestLotsQuery, useLotAmount } from '#domains/inventory/web/index.ts'
import { formatDate } from '#platform/shared/format-date.ts'
import { buttonClass } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Link } from '#platform/web/ui/router.tsx'

const maxExpiring = 6

export function ExpiringSoon({ lots }: { lots: readonly Lot[] }) {
  const { show } = useLotAmount()
  const today = useToday()
  return (
    <Card flush>
      <CardHeader
        title={t`Expiring Soon`}
        icon={Clock}
        className="px-4 pt-2 sm:px-5"
        aside={
          lots.length > maxExpiring ? (
            <Link to="/inventory" search={{}} className={buttonClass('plain', '-me-4')}>
              <Trans>See all {lots.length}</Trans>
            </Link>
          ) : undefined
        }
      />
      <ul className="divide-y divide-line">
        {lots.slice(0, maxExpiring).map((lot) => (
          <LotLine key={lot.id} lot={lot} line={`${show(lot)} · ${locationText(lot)}`} aside={<LotExpiryBadge lot={lot} today={today} />} />
        ))}
      </ul>
    </Card>
  )
}

const recentCount = 5

export const recentLotsQuery = () => newestLotsQuery(recentCount)

export function RecentItems() {
  const { show } = useLotAmount()
  const today = useToday()
  const { data, error, isPending, isFetching, refetch } = useQuery(recentLotsQuery())
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
                show(lot),
                storageWords[lot.storage],
                ...(isUndated(lot)
                  ? []
                  : [lot.isOpened ? t`Opened` : t`Sealed`, lot.effectiveExpiration ? formatDate(lot.effectiveExpiration, today) : t`N/A`]),
              ].join(' · ')}
              aside={
                isUndated(lot) ? null : (
                  <LotStatusBadge status={expiryStatusOf(lot.effectiveExpiration, today)} className="max-sm:[&]:px-2" />
                )
              }
            />
          ))}
        </ul>
      )}
    </Card>
  )
}

/** Whether it is no food, such as toilet paper, which is neither sealed nor good. */
const isUndated = ({ ingredient, effectiveExpiration }: Lot) => effectiveExpiration === null && !isFoodCategory(ingredient.category)

/** Links to the lot's sheet on the inventory page. */
function LotLine({ lot, line, aside }: { lot: Lot; line: ReactNode; aside: ReactNode }) {
  return (
    <li>
      <Link
        to="/inventory"
        search={{ item: lot.id }}
        className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-ink no-underline hover:bg-hover sm:px-5"
      >
        <IngredientGlyph id={lot.ingredient.id} name={lot.ingredient.name} category={lot.ingredient.category} />
        <span className="min-w-[min(100%-3.75rem,7rem)] flex-1">
          <span className="display line-clamp-2 text-lg leading-snug wrap-anywhere">{lot.ingredient.name}</span>
          <span className="block text-sm text-ink-soft">{line}</span>
        </span>
        {aside}
      </Link>
    </li>
  )
}
