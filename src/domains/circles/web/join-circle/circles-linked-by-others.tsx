import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { HeartHandshake } from 'lucide-react'
import { useActiveHousehold } from '#domains/households/web/index.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { useAllLinkedCircles, useUnlinkHousehold } from '../api.ts'

/** Lists circles to which other members linked the household, so that its admins can unlink it. Renders nothing if there are none. */
export function CirclesLinkedByOthers() {
  const household = useActiveHousehold()
  const circles = (useAllLinkedCircles(household).data ?? []).filter(({ isMember }) => !isMember)
  const unlink = useUnlinkHousehold()
  if (!household || circles.length === 0) return null
  return (
    <Card className="space-y-3">
      <CardHeader title={t`Other circles linked to ${household.name}`} />
      <p className="text-ink-soft">
        <Trans>You aren’t in these circles, but they can see what {household.name} shares.</Trans>
      </p>
      {unlink.error ? <Notice tone="error">{errorMessage(unlink.error, t`That didn’t work.`)}</Notice> : null}
      <ul className="divide-y divide-line">
        {circles.map(({ id, name, linkedBy }) => (
          <li key={id} className="flex items-center gap-3 py-2">
            <HeartHandshake aria-hidden="true" className="size-5 shrink-0 text-herb-ink" />
            <span className="min-w-0 flex-1 break-words">
              <span className="font-semibold">{name}</span>
              {linkedBy ? (
                <span className="block text-sm text-ink-soft">
                  <Trans>
                    Linked by {linkedBy.firstName} {linkedBy.lastName}
                  </Trans>
                </span>
              ) : null}
            </span>
            <Button
              variant="quiet"
              aria-label={t`Unlink ${household.name} from ${name}`}
              busy={unlink.isPending && unlink.variables.params.id === id}
              onClick={() => unlink.mutate({ params: { id, householdId: household.id } })}
            >
              <Trans>Unlink</Trans>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
