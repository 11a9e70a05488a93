import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useMe } from '#domains/account/web/index.ts'
import type { Household } from '#domains/households/contract/index.ts'
import { HouseholdUsageCard, useActiveHousehold } from '#domains/households/web/index.ts'
import { isRoleAtLeast } from '#platform/shared/roles.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { ErrorState, Skeleton } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { relativeTimeOrDate } from '#platform/web/ui/relative-time.tsx'
import { Link } from '#platform/web/ui/router.tsx'
import { PasswordStep } from '../account/small-form.tsx'
import { useCalendarLink, useCreateCalendarLink, useDeleteAccount, useDownload, useRemoveCalendarLink } from '../api/tokens-and-webhooks.ts'
import { AppPasswordsCard } from './app-passwords-card.tsx'
import { CopyLine } from './copy-line.tsx'
import { TokensCard } from './tokens-card.tsx'
import { WebhooksCard } from './webhooks-card.tsx'

/** `more`: cards of other domains. */
export function DataSettings({ more = null }: { more?: ReactNode }) {
  const household = useActiveHousehold()
  const email = useMe().data?.email ?? ''
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <div className="grid gap-5">
        <DownloadCard household={household} />
        {household ? <HouseholdUsageCard household={household} /> : null}
        {household ? <CalendarCard key={household.id} household={household} /> : null}
        {household ? <AppPasswordsCard key={`apps ${household.id}`} household={household} email={email} /> : null}
      </div>
      <div className="grid gap-5">
        {household ? <TokensCard key={`tokens ${household.id}`} household={household} /> : null}
        {household && isRoleAtLeast(household.role, 'ADMIN') ? (
          <WebhooksCard key={`webhooks ${household.id}`} household={household} />
        ) : null}
        {more}
        <DeleteAccountCard />
      </div>
    </div>
  )
}

/** Deletes the account after asking for the password. */
export function DeleteAccountCard() {
  const [isOpen, setOpen] = useState(false)
  const remove = useDeleteAccount()
  return (
    <Card className="space-y-4">
      <CardHeader title={t`Delete account`} />
      <p className="text-ink-soft">
        <Trans>
          This permanently deletes your profile, devices, tokens and notifications, and any household you’re the only member of. Shared
          households stay, without your name.
        </Trans>
      </p>
      {isOpen ? (
        <PasswordStep
          label={t`Delete my account`}
          danger
          fallback={t`Couldn’t delete your account.`}
          onCancel={() => setOpen(false)}
          onSubmit={(password) => remove.mutateAsync({ body: { password } })}
        />
      ) : (
        <Button variant="danger" onClick={() => setOpen(true)}>
          <Trans>Delete account</Trans>
        </Button>
      )}
    </Card>
  )
}

const icon = <Download aria-hidden="true" className="size-4.5" />

export function DownloadCard({ household }: { household: Household | null }) {
  const [ofHousehold, ofAccount] = [useDownload('household', household?.id ?? null), useDownload('account', null)]
  const failure = ofHousehold.error ?? ofAccount.error
  return (
    <Card className="space-y-4">
      <CardHeader title={t`Download`} />
      <p className="text-ink-soft">
        <Trans>A zip file with all your data as JSON and CSV, plus your photos. Passwords and tokens aren’t included.</Trans>
      </p>
      {failure ? <Notice tone="error">{errorMessage(failure, t`The download failed. Try again.`)}</Notice> : null}
      <div className="flex flex-wrap gap-2">
        {household ? (
          <Button variant="quiet" icon={icon} busy={ofHousehold.isPending} busyLabel={t`Preparing...`} onClick={() => ofHousehold.mutate()}>
            <Trans>Download {household.name}</Trans>
          </Button>
        ) : null}
        <Button variant="quiet" icon={icon} busy={ofAccount.isPending} busyLabel={t`Preparing...`} onClick={() => ofAccount.mutate()}>
          <Trans>Download my account</Trans>
        </Button>
        {household && isRoleAtLeast(household.role, 'ADMIN') ? (
          <Link to="/settings" search={{ tab: 'moving' }} className={buttonClass('quiet')}>
            <Trans>Import a household export</Trans>
          </Link>
        ) : null}
      </div>
    </Card>
  )
}

/** A secret link to expiry dates for the user's own calendar. */
function CalendarCard({ household }: { household: Household }) {
  const params = { id: household.id }
  const state = useCalendarLink(household.id)
  const [create, remove] = [useCreateCalendarLink(), useRemoveCalendarLink()]
  const [link, setLink] = useState<string | null>(null)
  const failure = create.error ?? remove.error
  const make = () => create.mutate({ params }, { onSuccess: ({ path }) => setLink(`${location.origin}${path}`) })
  return (
    <Card className="space-y-4">
      <CardHeader title={t`Calendar`} />
      <p className="text-ink-soft">
        <Trans>
          Expiration dates and planned meals as all-day events in your calendar app. Anyone with a link can see them, so keep it private.
        </Trans>
      </p>
      {failure ? <Notice tone="error">{errorMessage(failure, t`That didn’t work. Try again.`)}</Notice> : null}
      {link ? (
        <>
          <Notice tone="soon">
            <Trans>Copy the links now. They’re shown only once.</Trans>
          </Notice>
          <CopyLine label={t`Expiration dates`} copy={t`Copy link for expiration dates`} text={link} />
          <CopyLine label={t`Planned meals`} copy={t`Copy link for planned meals`} text={`${link}&show=meals`} />
        </>
      ) : null}
      {state.data ? (
        <>
          {state.data.isOn && !link ? (
            <p className="text-sm text-ink-soft">
              {state.data.lastUsedAt
                ? t`Link active, last used ${relativeTimeOrDate(state.data.lastUsedAt)}.`
                : t`Link active, not used yet.`}
            </p>
          ) : null}
          <div className="flex flex-wrap gap-2">
            <Button variant="quiet" busy={create.isPending} onClick={make}>
              {state.data.isOn ? t`Create a new link` : t`Create link`}
            </Button>
            {state.data.isOn ? (
              <Button
                variant="plain"
                busy={remove.isPending}
                onClick={() => {
                  setLink(null)
                  remove.mutate({ params })
                }}
              >
                <Trans>Revoke link</Trans>
              </Button>
            ) : null}
          </div>
          {state.data.isOn ? (
            <p className="text-sm text-ink-soft">
              <Trans>Creating a new link revokes the old one.</Trans>
            </p>
          ) : null}
        </>
      ) : state.isPending ? (
        <Skeleton className="h-11" />
      ) : (
        <ErrorState error={state.error} fallback={t`Couldn’t load this.`} busy={state.isFetching} onRetry={() => void state.refetch()} />
      )}
    </Card>
  )
}
