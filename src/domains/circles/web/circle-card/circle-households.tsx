import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { House } from 'lucide-react'
import { QuotaNotice, useHouseholds } from '#domains/households/web/index.ts'
import { isRoleAtLeast } from '#platform/shared/roles.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import type { Circle } from '../../contract.ts'
import { useLinkHousehold, useUnlinkHousehold } from '../api.ts'

const visibilityHint = t`Members see only the items you mark as shared: name, amount, location, opened or sealed, date, who added it, and your household’s name. Nothing else.`

export function CircleHouseholds({ circle }: { circle: Circle }) {
  const mine = useHouseholds().data ?? []
  const link = useLinkHousehold()
  const unlink = useUnlinkHousehold()
  const linked = new Set(circle.households.map(({ id }) => id))
  const linkable = mine.filter(({ id, role }) => !linked.has(id) && isRoleAtLeast(role, 'ADMIN'))
  const mayUnlink = (id: string) => circle.role === 'ADMIN' || mine.some((one) => one.id === id && isRoleAtLeast(one.role, 'ADMIN'))
  const failure = link.error ?? unlink.error
  const busyId = link.isPending ? link.variables.params.householdId : unlink.isPending ? unlink.variables.params.householdId : null
  return (
    <div className="space-y-4">
      <p className="rounded-control bg-sunken px-4 py-3 text-sm text-ink-soft">{visibilityHint}</p>
      {failure ? <Notice tone="error">{errorMessage(failure, t`That didn’t work.`)}</Notice> : null}
      {circle.households.length === 0 ? (
        <p className="text-ink-soft">
          <Trans>No households linked yet.</Trans>
        </p>
      ) : null}
      <ul className="divide-y divide-line">
        {circle.households.map(({ id, name }) => (
          <li key={id} className="flex items-center gap-3 py-2">
            <House aria-hidden="true" className="size-5 shrink-0 text-herb-ink" />
            <span className="min-w-0 flex-1 font-semibold break-words">{name}</span>
            {mayUnlink(id) ? (
              <Button
                variant="quiet"
                aria-label={t`Unlink ${name}`}
                busy={busyId === id}
                onClick={() => unlink.mutate({ params: { id: circle.id, householdId: id } })}
              >
                <Trans>Unlink</Trans>
              </Button>
            ) : (
              <span className="text-sm text-ink-soft">
                <Trans>Linked</Trans>
              </span>
            )}
          </li>
        ))}
        {linkable.map(({ id, name }) => (
          <li key={id} className="space-y-2 py-2">
            <div className="flex items-center gap-3">
              <House aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
              <span className="min-w-0 flex-1 break-words">{name}</span>
              <Button
                aria-label={t`Link ${name}`}
                busy={busyId === id}
                onClick={() => link.mutate({ params: { id: circle.id, householdId: id } })}
              >
                <Trans>Link</Trans>
              </Button>
            </div>
            <QuotaNotice name="linkedCircles" householdId={id} />
          </li>
        ))}
      </ul>
    </div>
  )
}
