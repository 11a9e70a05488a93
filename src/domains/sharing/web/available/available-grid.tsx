import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { MoreFailed } from '#platform/web/ui/show-more.tsx'
import type { ShareableItem } from '../../contract/index.ts'
import type { ShareablePages } from '../api.ts'
import { RequestDialog } from '../borrow/request-dialog.tsx'
import { AvailableCard } from './available-card.tsx'

export function AvailableGrid({ items, more }: { items: readonly ShareableItem[]; more: ShareablePages['more'] }) {
  const [requested, setRequested] = useState<ShareableItem | null>(null)
  return (
    <>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {items.map((item) => (
          <li key={`${item.household.name} ${item.id}`} className="grid">
            <AvailableCard item={item} onRequest={() => setRequested(item)} />
          </li>
        ))}
      </ul>
      {more?.isFetchNextPageError ? (
        <MoreFailed list={more} />
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
