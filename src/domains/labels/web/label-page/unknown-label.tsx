import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { TagsIcon } from 'lucide-react'
import { useActiveHousehold, useHouseholds } from '#domains/households/web/index.ts'
import { setActiveHousehold } from '#platform/web/session/session.ts'
import { useIsOffline } from '#platform/web/sync/needs-server.tsx'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { EmptyState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Link } from '#platform/web/ui/router.tsx'
import { findHouseholdOf } from '../api/labels.ts'

/** Says that a label isn't the household's, and offers to switch to the one whose it is. */
export function UnknownLabel({ code }: { code: string }) {
  const active = useActiveHousehold()
  const isOffline = useIsOffline()
  const others = (useHouseholds().data ?? []).filter(({ id }) => id !== active?.id)
  const { data: owner, isLoading } = useQuery({
    queryKey: ['household of label', code, others.map(({ id }) => id)],
    queryFn: () => findHouseholdOf(code, others),
    enabled: others.length > 0 && !isOffline,
    retry: false,
  })
  if (isLoading)
    return (
      <Card flush>
        <SkeletonRows rows={2} />
      </Card>
    )
  return (
    <Card>
      {owner ? (
        <EmptyState
          icon={TagsIcon}
          title={t`This label belongs to ${owner.name}`}
          action={
            <Button onClick={() => setActiveHousehold(owner.id)}>
              <Trans>Switch to {owner.name}</Trans>
            </Button>
          }
        >
          {active ? <Trans>You’re in {active.name} right now.</Trans> : null}
        </EmptyState>
      ) : (
        <EmptyState
          icon={TagsIcon}
          title={t`Not a label of your kitchen`}
          action={
            <Link to="/inventory" search={{}} className={buttonClass('quiet')}>
              <Trans>View Inventory</Trans>
            </Link>
          }
        >
          {isOffline ? (
            <Trans>It may be new, or belong to another of your households. Try again once you’re online.</Trans>
          ) : (
            <Trans>It was revoked, or printed by another household.</Trans>
          )}
        </EmptyState>
      )}
    </Card>
  )
}
