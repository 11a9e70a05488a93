import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { useMe } from '#domains/account/web/index.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { useForm } from '#platform/web/forms/use-form.ts'
import { currentLocale } from '#platform/web/i18n/language.ts'
import { setActiveHousehold } from '#platform/web/session/session.ts'
import { NeedsServer } from '#platform/web/sync/needs-server.tsx'
import { navigate } from '#platform/web/ui/browser-location.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { Select, TextInput } from '#platform/web/ui/form-fields.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useActiveHouseholdId, useCreateHousehold, useDeletedHouseholds, useHouseholds, useRestoreHousehold } from '../api/index.ts'
import { HouseholdCard } from '../households/household-card.tsx'
import { inviteInHash, isInvitedToHousehold, savedInvitePath, takeInvite } from '../households/invite-link.ts'
import { JoinHousehold } from '../households/join-household.tsx'
import { LocationsChecklist, usualLocations } from '../households/locations-checklist.tsx'
import { markNewHousehold } from '../households/new-household-flag.ts'
import { QuotaNotice } from '../households/quota-notice.tsx'
import { CurrencySelect, changeUnits, currencyName, defaultRegionSettings, TimeZoneSelect } from '../households/region-fields.tsx'

export function HouseholdsPage() {
  const households = useHouseholds()
  const active = useActiveHouseholdId()
  const [failure, setFailure] = useState(false)
  const { isInvited, invite } = useInvite()
  const toInventory = () => navigate({ to: '/inventory' })
  // A link to a circle may have led here, because circles need a household.
  const isInvitedToCircle = savedInvitePath() === '/circles'
  const enter = () => navigate({ to: isInvitedToCircle ? '/circles' : '/inventory' })
  const switchTo = (id: string) => {
    // Deleted by another user or in another tab.
    if (!households.data?.some((household) => household.id === id)) return setFailure(true)
    setActiveHousehold(id)
    toInventory()
  }
  // Before, a form could be replaced by that of the first household while it is being sent.
  const isKnown = !households.isPending
  if (households.data?.length === 0) return <FirstHousehold {...{ isInvited, invite, isInvitedToCircle }} onDone={enter} />
  return (
    <>
      <PageHeader title={t`Households`} hint={t`The people you share a kitchen with.`} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <section aria-labelledby="your-households">
          {isInvited && isKnown ? (
            <div className="mb-4">
              <NeedsServer>
                <JoinHousehold invite={invite} onDone={enter} />
              </NeedsServer>
            </div>
          ) : null}
          <h2 id="your-households" className="sr-only">
            <Trans>Your households</Trans>
          </h2>
          {failure ? (
            <Notice tone="error" className="mb-4">
              <Trans>Failed to switch household</Trans>
            </Notice>
          ) : null}
          {households.isPending ? (
            <Card flush>
              <SkeletonRows rows={2} />
            </Card>
          ) : households.data === undefined ? (
            <Card>
              <ErrorState
                error={households.error}
                fallback={t`Failed to load households`}
                busy={households.isFetching}
                onRetry={() => void households.refetch()}
              />
            </Card>
          ) : (
            <div className="space-y-4">
              {households.data.map((household) => (
                <HouseholdCard
                  key={household.id}
                  household={household}
                  isActive={household.id === active}
                  onSwitch={() => switchTo(household.id)}
                />
              ))}
            </div>
          )}
          <NeedsServer isQuiet>
            <DeletedHouseholds />
          </NeedsServer>
        </section>
        <div className="grid gap-4">
          <NeedsServer>
            {isKnown ? <CreateHousehold onDone={enter} /> : null}
            {isInvited || !isKnown ? null : <JoinHousehold invite={invite} onDone={enter} />}
          </NeedsServer>
        </div>
      </div>
    </>
  )
}

interface Invite {
  /** Whether an invite link led here. */
  readonly isInvited: boolean
  /** Its code, once the page has taken it. */
  readonly invite: string | null
}

/** Takes the invite that led here, once: the form that shows it may be replaced when the households are known. */
function useInvite(): Invite {
  const [isInvited] = useState(isInvitedToHousehold)
  const [invite, setInvite] = useState<string | null>(null)
  useEffect(() => {
    const follow = (next: string | null) => next && setInvite(next)
    follow(takeInvite('/households'))
    const onHashChange = () => follow(inviteInHash(location.hash))
    window.addEventListener('hashchange', onHashChange)
    return () => window.removeEventListener('hashchange', onHashChange)
  }, [])
  return { isInvited, invite }
}

/** The first screen of a person without a household. */
function FirstHousehold({ isInvited, invite, isInvitedToCircle, onDone }: Invite & { isInvitedToCircle: boolean; onDone: () => void }) {
  const name = useMe().data?.firstName ?? ''
  return (
    <div className="mx-auto max-w-4xl">
      <PageHeader
        isLarge
        title={t`Welcome, ${name}`}
        subtitle={<Trans>No households yet. Create one or join an existing one to get started.</Trans>}
      />
      {isInvitedToCircle ? (
        <Notice tone="info" className="mb-5">
          <Trans>You’re invited to a circle. Create or join a household first.</Trans>
        </Notice>
      ) : null}
      <NeedsServer>
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
          {isInvited ? <JoinHousehold invite={invite} onDone={onDone} /> : null}
          <CreateHousehold isFirst onDone={onDone} />
          <div className="space-y-4">
            {isInvited ? null : <JoinHousehold invite={invite} onDone={onDone} />}
            <DeletedHouseholds />
          </div>
        </div>
      </NeedsServer>
    </div>
  )
}

/** `isFirst` shows the units, the currency and the places, which are folded otherwise, and leaves the time zone to the browser. */
export function CreateHousehold({ isFirst = false, onDone }: { isFirst?: boolean; onDone: () => void }) {
  const [initial] = useState(() => ({ name: '', ...defaultRegionSettings(), locations: [...usualLocations] }))
  const me = useMe()
  const { field, control, isSubmitting, failure, submit } = useForm({
    row: { ...initial, units: me.data?.preferences.unitDisplay.regional ?? 'US' },
    fieldsOf: (row) => row,
  })
  const [units, currency] = useWatch({ control, name: ['units', 'currency'] })
  const create = useCreateHousehold()
  const save = submit(
    async ({ units: chosen, name, ...settings }, { changed }) => {
      const { id } = await create.mutateAsync({ body: { name: name.trim() || t`My Household`, ...settings } })
      markNewHousehold(id)
      // The household exists even if this fails; Settings → Unit Preferences changes it later.
      if (changed.has('units')) await changeUnits(chosen).catch(() => toast.fail(t`Failed to update preferences`))
      onDone()
    },
    () => t`Failed to create household`,
  )
  // Next to each other, so that the button is in the first view of a phone.
  const unitsAndCurrency = (
    <div className="grid grid-cols-[5fr_7fr] gap-3">
      <Select label={t`Units`} {...field('units')}>
        <option value="metric">{t`g, ml`}</option>
        <option value="US">{t`lb, cups`}</option>
      </Select>
      <CurrencySelect stored={initial.currency} {...field('currency')} />
    </div>
  )
  const locations = (
    <Controller
      control={control}
      name="locations"
      render={({ field: { value, onChange } }) => <LocationsChecklist isNew value={value} onValue={onChange} />}
    />
  )
  return (
    <Card>
      <CardHeader title={t`Create a household`} />
      <form className="mt-3 space-y-4" onSubmit={save}>
        <TextInput
          label={t`Name`}
          placeholder={t`My Household`}
          hint={t`Shared with everyone you invite.`}
          maxLength={80}
          {...field('name')}
        />
        {isFirst ? (
          <>
            {unitsAndCurrency}
            {locations}
          </>
        ) : (
          <details className="group">
            <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 text-sm text-ink-soft">
              <span>{[units === 'US' ? t`US units` : t`Metric units`, currencyName(currency)].join(' · ')}</span>
              <span className="font-semibold text-herb-ink underline group-open:hidden">
                <Trans>Change</Trans>
              </span>
            </summary>
            <div className="mt-2 space-y-4">
              {unitsAndCurrency}
              <TimeZoneSelect stored={initial.timeZone} {...field('timeZone')} />
              {locations}
            </div>
          </details>
        )}
        <QuotaNotice name="households" />
        {failure ? <Notice tone="error">{failure}</Notice> : null}
        <Button type="submit" className="w-full" busy={isSubmitting} busyLabel={t`Creating...`}>
          <Trans>Create</Trans>
        </Button>
      </form>
    </Card>
  )
}

/** The households the user can restore. Renders nothing if there are none. */
export function DeletedHouseholds() {
  const { data } = useDeletedHouseholds()
  const restore = useRestoreHousehold()
  if (!data || data.length === 0) return null
  const day = new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'long' })
  return (
    <Card className="mt-4">
      <CardHeader title={t`Deleted households`} />
      {restore.error ? (
        <Notice tone="error" className="mt-2">
          {errorMessage(restore.error, t`Couldn’t restore the household.`)}
        </Notice>
      ) : null}
      <ul aria-label={t`Deleted households`} className="divide-y divide-line">
        {data.map(({ id, name, until }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <span className="min-w-0 flex-1 basis-52">
              <span className="block font-medium break-words">{name}</span>
              <span className="block text-sm text-ink-soft">{t`Can be restored until ${day.format(new Date(until))}`}</span>
            </span>
            <Button
              variant="quiet"
              aria-label={t`Restore ${name}`}
              busy={restore.isPending && restore.variables.params.id === id}
              onClick={() => restore.mutate({ params: { id } }, { onSuccess: () => toast.done(t`Restored ${name}`) })}
            >
              <Trans>Restore</Trans>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
