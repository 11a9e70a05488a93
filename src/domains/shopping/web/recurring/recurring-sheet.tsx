import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Repeat, Trash2 } from 'lucide-react'
import { useToday } from '#domains/households/web/index.ts'
import { useQuantityFormatter } from '#domains/settings/web/index.ts'
import { formatDay } from '#platform/shared/format-date.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { EmptyState } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { getShoppingList, type RecurringItem } from '../../contract/index.ts'
import { describeInterval } from '../../rules/describe-cause.ts'
import { changeInterval, isAbout, stopRepeating, useRecurringItems } from '../api/recurring-items.ts'
import { IntervalSelect } from './interval-select.tsx'

/** Shows what repeats and when it is next due, and changes or ends it. */
export function RecurringSheet({ canEdit, onClose }: { canEdit: boolean; onClose: () => void }) {
  const { items, failure } = useRecurringItems()
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      title={t`Repeating items`}
      description={t`Larder adds them to the list when they’re due again after you bought them.`}
      size="small"
    >
      {items === null ? (
        failure ? (
          <Notice tone="error">{errorMessage(failure, t`Couldn’t load the repeating items`)}</Notice>
        ) : (
          <p role="status" className="py-6 text-center text-ink-soft">
            <Trans>Loading...</Trans>
          </p>
        )
      ) : items.length === 0 ? (
        <EmptyState icon={Repeat} title={t`Nothing repeats yet`}>
          <Trans>Open an item on the list and set Repeat.</Trans>
        </EmptyState>
      ) : (
        <Items items={items} canEdit={canEdit} />
      )}
    </Dialog>
  )
}

function Items({ items, canEdit }: { items: readonly RecurringItem[]; canEdit: boolean }) {
  const listed = useEndpointQuery(getShoppingList, { query: { list: 'all' } }).data?.items ?? []
  return (
    <ul className="divide-y divide-line rounded-card border border-line">
      {items.map((item) => (
        <Item key={item.id} item={item} isListed={listed.some((row) => isAbout(item, row))} canEdit={canEdit} />
      ))}
    </ul>
  )
}

const attempt = (work: Promise<void>) =>
  void work.catch((error: unknown) => toast.fail(errorMessage(error, t`Couldn’t change what repeats`)))

function Item({ item, isListed, canEdit }: { item: RecurringItem; isListed: boolean; canEdit: boolean }) {
  const { show } = useQuantityFormatter()
  const today = useToday()
  const { ingredientName: name, suggestedQuantity, unit, every } = item
  const day = formatDay(item.dueOn, today)
  return (
    <li className="space-y-1 py-2 pe-1 ps-4">
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 wrap-anywhere">
          <span className="font-semibold">{name}</span>{' '}
          <span className="figures text-sm text-ink-soft">{show(suggestedQuantity, unit)}</span>
        </p>
        {canEdit ? (
          <IconButton label={t`Stop repeating ${name}`} icon={<Trash2 aria-hidden="true" />} onClick={() => attempt(stopRepeating(item))} />
        ) : null}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 pe-3">
        {canEdit ? (
          <IntervalSelect
            label={t`How often ${name} repeats`}
            labelHidden
            every={every}
            onEvery={(next) => attempt(next ? changeInterval(item, next) : stopRepeating(item))}
          />
        ) : (
          <span>{describeInterval(every)}</span>
        )}
        <span className="text-sm text-ink-soft">
          {isListed ? <Trans>On the list now</Trans> : item.dueOn <= today ? <Trans>Next: soon</Trans> : <Trans>Next: {day}</Trans>}
        </span>
      </div>
    </li>
  )
}
