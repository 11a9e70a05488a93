import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useDeferredValue, useState } from 'react'
import { Ago } from '#platform/web/ui/ago.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { ShowMore } from '#platform/web/ui/show-more.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/states.tsx'
import type { Account } from '../../contract.ts'
import { useAccounts } from '../api.ts'

/** Everybody with an account on this server. */
export function AccountsCard({ total }: { total: number }) {
  const [search, setSearch] = useState('')
  const list = useAccounts(useDeferredValue(search.trim()))
  const { data, error, isPending, isFetching, refetch } = list
  const accounts = data?.pages.flatMap((page) => page.accounts) ?? []
  return (
    <Card flush>
      <div className="px-4 pt-2 pb-3 sm:px-5">
        <CardHeader
          title={t`Accounts`}
          aside={<span className="text-ink-soft">{plural(total, { one: '# account', other: '# accounts' })}</span>}
        />
        <SearchBox value={search} onChange={setSearch} placeholder={t`Search by name or email`} className="mt-1" />
      </div>
      {isPending ? (
        <SkeletonRows rows={3} />
      ) : !data ? (
        <ErrorState error={error} fallback={t`The accounts did not load.`} onRetry={() => void refetch()} busy={isFetching} />
      ) : accounts.length === 0 ? (
        <EmptyState title={t`Nobody by that name`} />
      ) : (
        <>
          <ul aria-label={t`Accounts`} className="divide-y divide-line border-t border-line">
            {accounts.map((account) => (
              <AccountRow key={account.id} account={account} />
            ))}
          </ul>
          <ShowMore list={list} />
        </>
      )}
    </Card>
  )
}

function AccountRow({ account: { name, email, createdAt, seenAt, isAdministrator } }: { account: Account }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 sm:px-5">
      <span className="min-w-0 flex-1 basis-52">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <span className="max-w-full truncate">{name}</span>
          {isAdministrator ? (
            <Badge tone="sky">
              <Trans>Looks after the server</Trans>
            </Badge>
          ) : null}
        </span>
        <span className="block truncate text-sm text-ink-soft">{email}</span>
      </span>
      <span className="text-sm text-ink-soft">
        {seenAt ? (
          <>
            <Trans>Last here</Trans> <Ago at={seenAt} />
          </>
        ) : (
          <>
            <Trans>Joined</Trans> <Ago at={createdAt} />
          </>
        )}
      </span>
    </li>
  )
}
