import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Household } from '#domains/households/contract/index.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { ErrorState, Skeleton } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { useCalendarLink, useCreateCalendarLink, useRemoveCalendarLink } from '../api/data.ts'
import { ago } from './ago.ts'
import { CopyLine } from './copy-line.tsx'

/** A secret link to expiry dates for the user's own calendar. */
export function CalendarCard({ household }: { household: Household }) {
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
        <Trans>Expiration dates as all-day events in your calendar app. Anyone with the link can see them, so keep it private.</Trans>
      </p>
      {failure ? <Notice tone="error">{errorMessage(failure, t`That didn’t work. Try again.`)}</Notice> : null}
      {link ? (
        <>
          <Notice tone="soon">
            <Trans>Copy the link now. It’s shown only once.</Trans>
          </Notice>
          <CopyLine label={t`Calendar link`} copy={t`Copy calendar link`} text={link} />
        </>
      ) : null}
      {state.data ? (
        <>
          {state.data.isOn && !link ? (
            <p className="text-sm text-ink-soft">
              {state.data.lastUsedAt ? t`Link active, last used ${ago(state.data.lastUsedAt)}.` : t`Link active, not used yet.`}
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
