import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useDeferredValue, useState } from 'react'
import { fullName } from '#domains/account/rules/full-name.ts'
import { IngredientGlyph } from '#domains/ingredients/web/index.ts'
import { useQuantityFormatter } from '#domains/settings/web/index.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { ShowMore } from '#platform/web/ui/show-more.tsx'
import type { ShareableItem } from '../../contract/index.ts'
import { useShareable } from '../api.ts'

import { RequestDialog } from './request-dialog.tsx'

export function BorrowItemsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [requested, setRequested] = useState<ShareableItem | null>(null)
  return (
    <>
      <Dialog
        open={open && requested === null}
        onOpenChange={(shown) => !shown && onClose()}
        title={t`Borrow Items`}
        description={t`Shared in your circles`}
      >
        {open ? <Chooser onChoose={setRequested} /> : null}
      </Dialog>
      <RequestDialog
        item={requested}
        onClose={() => {
          setRequested(null)
          onClose()
        }}
      />
    </>
  )
}

function Chooser({ onChoose }: { onChoose: (item: ShareableItem) => void }) {
  const { show } = useQuantityFormatter()
  const [search, setSearch] = useState('')
  const name = useDeferredValue(search.trim())
  const { items, isPending, error, isFetching, refetch, more } = useShareable(name)
  return (
    <div className="space-y-3">
      <SearchBox value={search} onChange={setSearch} placeholder={t`Search by item name...`} />
      {isPending ? (
        <SkeletonRows rows={4} />
      ) : !items ? (
        <ErrorState error={error} fallback={t`Failed to fetch data`} busy={isFetching} onRetry={() => void refetch()} />
      ) : items.length === 0 ? (
        <p className="py-4 text-ink-soft">
          <Trans>No one is sharing anything like that right now.</Trans>
        </p>
      ) : null}
      <ul className="divide-y divide-line">
        {items?.map((item) => (
          <li key={`${item.household.name} ${item.id}`} className="flex items-center gap-3 py-3">
            <IngredientGlyph name={item.ingredient.name} category={item.ingredient.category} size="small" />
            <div className="min-w-0 flex-1">
              <p className="font-semibold break-words">{item.ingredient.name}</p>
              <p className="text-sm break-words text-ink-soft">
                {show(item.quantity, item.unit)} · {item.isLinked ? item.household.name : `${fullName(item.user)}, ${item.household.name}`}
              </p>
            </div>
            <Button
              variant="quiet"
              aria-label={t`Request Item: ${item.ingredient.name} from ${item.household.name}`}
              onClick={() => onChoose(item)}
            >
              <Trans>Request</Trans>
            </Button>
          </li>
        ))}
      </ul>
      {more ? <ShowMore list={more} /> : null}
    </div>
  )
}
