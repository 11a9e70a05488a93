import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Send } from 'lucide-react'
import { useMemo, useState } from 'react'
import { fullName } from '#domains/account/rules/full-name.ts'
import { useHasRole, useToday } from '#domains/households/web/index.ts'
import { categoryLabel } from '#domains/ingredients/rules/category-labels.ts'
import { translateLocation } from '#domains/ingredients/rules/location-names.ts'
import { IngredientGlyph, storageWords } from '#domains/ingredients/web/index.ts'
import { LotStatusBadge } from '#domains/inventory/web/index.ts'
import { useQuantityFormatter } from '#domains/settings/web/index.ts'
import { daysBetween } from '#platform/shared/calendar.ts'
import { formatDate } from '#platform/shared/format-date.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { ShowMoreFailed } from '#platform/web/ui/show-more.tsx'
import type { ShareableItem } from '../../contract/index.ts'
import { type ShareablePages, useBorrow } from '../api.ts'
import { RequestDialog } from '../borrow/request-dialog.tsx'

const soonDays = 3

export function AvailableGrid({ items, more }: { items: readonly ShareableItem[]; more: ShareablePages['more'] }) {
  const [requested, setRequested] = useState<ShareableItem | null>(null)
  const mine = useBorrow('my').data
  const pending = useMemo(() => new Set(mine?.filter(({ status }) => status === 'PENDING').map(({ item }) => item.id)), [mine])
  return (
    <>
      <ul className="grid gap-3 sm:gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {items.map((item) => (
          <li key={`${item.household.name} ${item.id}`} className="grid">
            <AvailableCard item={item} isRequested={pending.has(item.id)} onRequest={() => setRequested(item)} />
          </li>
        ))}
      </ul>
      {more?.isFetchNextPageError ? (
        <ShowMoreFailed list={more} />
      ) : more ? (
        <div className="flex justify-center pt-1">
          <Button variant="quiet" busy={more.isFetchingNextPage} onClick={() => void more.fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      ) : null}
      <RequestDialog item={requested} onClose={() => setRequested(null)} />
    </>
  )
}

interface CardProps {
  item: ShareableItem
  /** The household has asked for it and waits for a reply. */
  isRequested: boolean
  onRequest: () => void
}

function AvailableCard({ item, isRequested, onRequest }: CardProps) {
  const { show } = useQuantityFormatter()
  const today = useToday()
  const mayAsk = useHasRole('MEMBER')
  const left = item.expirationDate === null ? null : daysBetween(today, item.expirationDate)
  const location = translateLocation(item.location)
  const status = left === null || left > soonDays ? 'good' : left < 0 ? 'expired' : 'expiring'
  return (
    <Card className="flex flex-col gap-2 py-3!">
      <div className="flex items-start gap-3">
        <IngredientGlyph name={item.ingredient.name} category={item.ingredient.category} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <h3 className="min-w-0 text-lg leading-snug font-semibold wrap-anywhere">{item.ingredient.name}</h3>
            <LotStatusBadge status={status}>{status === 'good' ? t`Good` : status === 'expired' ? t`Expired` : t`Use soon`}</LotStatusBadge>
          </div>
          <p className="text-sm leading-snug text-ink-soft">
            {categoryLabel(item.ingredient.category)} ·{' '}
            {item.isLinked ? (
              <Trans>
                <span className="font-semibold text-ink">{item.household.name}</span> on another Larder
              </Trans>
            ) : (
              <>
                <span className="font-semibold text-ink">{fullName(item.user)}</span>, {item.household.name}
              </>
            )}
          </p>
        </div>
      </div>
      <div className="mt-auto flex flex-wrap items-end justify-between gap-x-3 gap-y-2">
        <dl className="flex min-w-[8rem] flex-1 flex-wrap gap-x-4 gap-y-1 text-sm leading-tight">
          <Fact name={t`Quantity`} value={show(item.quantity, item.unit)} />
          <Fact name={t`Storage`} value={storageWords[item.storage]} />
          {location === '' || location === storageWords[item.storage] ? null : <Fact name={t`Location`} value={location} />}
          <Fact name={t`State`} value={item.isOpened ? t`Opened` : t`Sealed`} />
          <Fact name={t`Expires`} value={item.expirationDate ? formatDate(item.expirationDate, today) : t`No date`} />
        </dl>
        {isRequested ? (
          <Badge tone="sky" icon={Send}>
            <Trans>Requested</Trans>
          </Badge>
        ) : mayAsk ? (
          <Button variant="quiet" aria-label={t`Request Item: ${item.ingredient.name} from ${item.household.name}`} onClick={onRequest}>
            <Trans>Request Item</Trans>
          </Button>
        ) : null}
      </div>
    </Card>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex min-w-0 gap-1.5">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 font-semibold break-words">{value}</dd>
    </div>
  )
}
