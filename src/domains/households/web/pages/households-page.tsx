import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { setActiveHousehold } from '#platform/web/session/session.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/states.tsx'
import { useActiveHouseholdId, useHouseholds } from '../api.ts'
import { CreateHousehold } from '../households/create-household.tsx'
import { DeletedHouseholds } from '../households/deleted-households.tsx'
import { HouseholdCard } from '../households/household-card.tsx'
import { JoinHousehold } from '../households/join-household.tsx'

export function HouseholdsPage() {
  const navigate = useNavigate()
  const households = useHouseholds()
  const active = useActiveHouseholdId()
  const [failure, setFailure] = useState(false)
  const toInventory = () => void navigate({ to: '/inventory' })
  const switchTo = (id: string) => {
    // Deleted by another user or in another tab.
    if (!households.data?.some((household) => household.id === id)) return setFailure(true)
    setActiveHousehold(id)
    toInventory()
  }
  const isEmpty = households.data?.length === 0
  return (
    <>
      <PageHeader title={t`Households`} subtitle={t`The people you share a kitchen with.`} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <section aria-labelledby="your-households" className={isEmpty ? 'max-lg:order-first' : ''}>
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
          ) : isEmpty ? (
            <div className="rounded-card border border-dashed border-edge px-6 py-10 text-center lg:py-20">
              <p className="display mx-auto max-w-sm text-xl text-ink-soft">
                <Trans>No households yet. Create one or join an existing one to get started.</Trans>
              </p>
            </div>
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
          <DeletedHouseholds />
        </section>
        <div className="space-y-4">
          <CreateHousehold onDone={toInventory} />
          <JoinHousehold onDone={toInventory} />
        </div>
      </div>
    </>
  )
}
