import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { EllipsisVertical, Lock, LockOpen, LogOut } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { errorMessage } from '#platform/web/api/call.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { Checkbox } from '#platform/web/ui/form-fields.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Menu, MenuItem } from '#platform/web/ui/menu.tsx'
import { RelativeTime } from '#platform/web/ui/relative-time.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { ShowMore } from '#platform/web/ui/show-more.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import type { Account } from '../../contract.ts'
import { useAccounts, useChangeAccount, useSignOutAccount } from '../api.ts'

/** An account with its actions. It shows nothing about its households. */
export function AccountRow({ account }: { account: Account }) {
  const { id, name, email, createdAt, seenAt, lockedAt, isAdministrator } = account
  const change = useChangeAccount()
  const signOut = useSignOutAccount()
  const [endTokens, setEndTokens] = useState(true)
  const [openDialog, setOpenDialog] = useState<'lock' | 'sign-out' | null>(null)
  const params = { userId: id }
  const unlock = () =>
    change.mutateAsync({ params, body: { isLocked: false } }).then(
      () => toast.done(t`${name} can sign in again`),
      (error) => toast.fail(errorMessage(error, t`Couldn’t unlock the account.`)),
    )
  const close = (open: boolean) => open || setOpenDialog(null)
  return (
    <li className="flex items-center gap-x-3 px-4 py-3 sm:px-5">
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
        <span className="min-w-0 flex-1 basis-52">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
            <span className="max-w-full truncate">{name}</span>
            {isAdministrator ? (
              <Badge tone="sky">
                <Trans>Server admin</Trans>
              </Badge>
            ) : null}
            {lockedAt ? (
              <Badge tone="late" icon={Lock}>
                <Trans>Locked</Trans>
              </Badge>
            ) : null}
          </span>
          <span className="block truncate text-sm text-ink-soft">{email}</span>
        </span>
        <span className="text-sm text-ink-soft">
          {lockedAt ? <Trans>Locked</Trans> : seenAt ? <Trans>Last active</Trans> : <Trans>Joined</Trans>}{' '}
          <RelativeTime at={lockedAt ?? seenAt ?? createdAt} />
        </span>
      </span>
      <Menu
        trigger={
          <IconButton
            label={t`Actions for ${name}`}
            icon={<EllipsisVertical aria-hidden="true" />}
            busy={change.isPending || signOut.isPending}
          />
        }
      >
        <MenuItem
          icon={<LogOut aria-hidden="true" />}
          disabled={lockedAt !== null}
          onSelect={() => {
            setEndTokens(true)
            setOpenDialog('sign-out')
          }}
        >
          <Trans>Sign out everywhere</Trans>
        </MenuItem>
        {lockedAt ? (
          <MenuItem icon={<LockOpen aria-hidden="true" />} onSelect={() => void unlock()}>
            <Trans>Unlock</Trans>
          </MenuItem>
        ) : (
          <MenuItem icon={<Lock aria-hidden="true" />} danger disabled={isAdministrator} onSelect={() => setOpenDialog('lock')}>
            <Trans>Lock</Trans>
          </MenuItem>
        )}
      </Menu>
      <ConfirmDialog
        open={openDialog === 'sign-out'}
        onOpenChange={close}
        title={t`Sign ${name} out everywhere?`}
        confirmLabel={t`Sign out`}
        fallback={t`Couldn’t sign out this account. Nothing changed.`}
        onConfirm={() => signOut.mutateAsync({ params, body: { endTokens } }).then(() => toast.done(t`Signed ${name} out everywhere`))}
      >
        <p>
          <Trans>All their devices need to sign in again.</Trans>
        </p>
        <Checkbox
          label={t`Revoke access tokens and calendar links, end tablets`}
          checked={endTokens}
          onChange={(event) => setEndTokens(event.target.checked)}
        />
      </ConfirmDialog>
      <ConfirmDialog
        open={openDialog === 'lock'}
        onOpenChange={close}
        title={t`Lock the account of ${name}?`}
        confirmLabel={t`Lock`}
        danger
        fallback={t`Couldn’t lock the account.`}
        onConfirm={() =>
          change.mutateAsync({ params, body: { isLocked: true } }).then(() => toast.undo(t`The account of ${name} is locked`, unlock))
        }
      >
        <Trans>
          They are signed out everywhere and can’t sign in; their access tokens and calendar link are suspended. Nothing is deleted, and you
          can unlock the account at any time.
        </Trans>
      </ConfirmDialog>
    </li>
  )
}

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
