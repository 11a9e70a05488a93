import { useState } from 'react'
import type { Household } from '#domains/households/contract.ts'
import { sentenceOf } from '#platform/web/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { ErrorState, Skeleton } from '#platform/web/ui/states.tsx'
import { useCalendarLink, useCreateCalendarLink, useRemoveCalendarLink } from '../api/data.ts'
import { ago } from './ago.ts'
import { CopyLine } from './copy-line.tsx'

/** Expiry dates in one's own calendar, by a secret link. */
export function CalendarCard({ household }: { household: Household }) {
  const params = { id: household.id }
  const state = useCalendarLink(household.id)
  const [create, remove] = [useCreateCalendarLink(), useRemoveCalendarLink()]
  const [link, setLink] = useState<string | null>(null)
  const failure = create.error ?? remove.error
  const make = () => create.mutate({ params }, { onSuccess: ({ path }) => setLink(`${location.origin}${path}`) })
  return (
    <Card className="space-y-4">
      <CardHeader title="Calendar" />
      <p className="text-ink-soft">
        What goes off when, as all-day entries in your calendar program. Whoever has the link sees them, so keep it to yourself.
      </p>
      {failure ? <Notice tone="error">{sentenceOf(failure, 'That did not work. Try again.')}</Notice> : null}
      {link ? (
        <>
          <Notice tone="soon">Copy the link now: it is shown only this once.</Notice>
          <CopyLine label="Calendar link" text={link} />
        </>
      ) : null}
      {state.data ? (
        <>
          {state.data.isOn && !link ? (
            <p className="text-sm text-ink-soft">
              You have a link{state.data.lastUsedAt ? `, last fetched ${ago(state.data.lastUsedAt)}` : ', not fetched yet'}.
            </p>
          ) : null}
          <div className="flex flex-wrap gap-2">
            <Button variant="quiet" busy={create.isPending} onClick={make}>
              {state.data.isOn ? 'Make a new link' : 'Make a link'}
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
                End the link
              </Button>
            ) : null}
          </div>
          {state.data.isOn ? <p className="text-sm text-ink-soft">A new link ends the one before.</p> : null}
        </>
      ) : state.isPending ? (
        <Skeleton className="h-11" />
      ) : (
        <ErrorState error={state.error} fallback="This did not load." busy={state.isFetching} onRetry={() => void state.refetch()} />
      )}
    </Card>
  )
}
