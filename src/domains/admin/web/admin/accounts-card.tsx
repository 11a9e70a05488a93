import { plural, t } from '@lingui/core/macro'
import { useDeferredValue, useState } from 'react'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { ShowMore } from '#platform/web/ui/show-more.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/states.tsx'
import { useAccounts } from '../api.ts'
import { AccountRow } from './account-row.tsx'

export function AccountsCard({ total, namesAdministrators }: { total: number; namesAdministrators: boolean }) {
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
        <ErrorState error={error} fallback={t`Couldn’t load accounts.`} onRetry={() => void refetch()} busy={isFetching} />
      ) : accounts.length === 0 ? (
        <EmptyState title={t`No matching accounts`} />
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
      <p className="border-t border-line px-4 py-3 text-sm text-ink-soft sm:px-5">
        {namesAdministrators
          ? t`LARDER_ADMINS names the server admins.`
          : t`The first account is the server admin unless LARDER_ADMINS names others.`}
      </p>
    </Card>
  )
}
