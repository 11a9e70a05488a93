import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { PackageSearch, Search } from 'lucide-react'
import { useState } from 'react'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Link } from '#platform/web/ui/router.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { type ShareablePages, useShareable } from '../api.ts'
import { AvailableGrid } from './available-grid.tsx'
import { Offers } from './offers.tsx'

/** What the user's circles have to spare, with a search. */
export function AvailablePanel() {
  const [typed, setTyped] = useState('')
  const [name, setName] = useState('')
  const found = useShareable(name)
  const isBusy = name !== '' && found.isPending
  const isBlank = typed.trim() === ''
  return (
    <div className="space-y-5">
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBlank) setName(typed.trim())
        }}
      >
        <SearchBox
          value={typed}
          onChange={(text) => {
            setTyped(text)
            if (text === '') setName('')
          }}
          placeholder={t`Search by item name...`}
          className="flex-1"
        />
        <Button type="submit" disabled={isBlank || isBusy} icon={<Search aria-hidden="true" className="size-5" />} className="max-sm:px-3!">
          <span className="max-sm:sr-only">{isBusy ? t`Searching...` : t`Search`}</span>
        </Button>
      </form>
      {name === '' ? (
        <>
          <Offers />
          <InYourCircles all={found} />
        </>
      ) : (
        <Found name={name} found={found} />
      )}
    </div>
  )
}

function Found({ name, found }: { name: string; found: ShareablePages }) {
  if (found.isPending) return <Waiting />
  if (!found.items)
    return (
      <Card>
        <ErrorState
          error={found.error}
          fallback={t`Failed to search available items`}
          busy={found.isFetching}
          onRetry={() => void found.refetch()}
        />
      </Card>
    )
  const { total } = found
  return (
    <section aria-labelledby="found" className="space-y-4">
      <h2 id="found" className="display text-xl" aria-live="polite">
        {total === 0 ? t`No items found` : plural(total, { one: 'Found # item', other: 'Found # items' })}
      </h2>
      {total === 0 ? (
        <p className="max-w-prose text-ink-soft">
          {t`No one in your circles is sharing items matching “${name}”. Try a different search term or ask your circle members to share more items.`}
        </p>
      ) : (
        <AvailableGrid items={found.items} more={found.more} />
      )}
    </section>
  )
}

function InYourCircles({ all }: { all: ShareablePages }) {
  if (all.isPending) return <Waiting />
  if (!all.items)
    return (
      <Card>
        <ErrorState error={all.error} fallback={t`Failed to fetch data`} busy={all.isFetching} onRetry={() => void all.refetch()} />
      </Card>
    )
  if (all.items.length === 0)
    return (
      <Card>
        <EmptyState
          icon={PackageSearch}
          title={t`Nothing shared yet`}
          action={
            <Link to="/circles" className={buttonClass('primary')}>
              <Trans>Go to Circles</Trans>
            </Link>
          }
        >
          <Trans>Food that friends in your circles mark as shared appears here.</Trans>
        </EmptyState>
      </Card>
    )
  return (
    <section aria-labelledby="in-circles" className="space-y-4">
      <h2 id="in-circles" className="display text-xl">
        <Trans>Shared in your circles</Trans>
      </h2>
      <AvailableGrid items={all.items} more={all.more} />
    </section>
  )
}

const Waiting = () => (
  <Card flush>
    <SkeletonRows rows={4} />
  </Card>
)
