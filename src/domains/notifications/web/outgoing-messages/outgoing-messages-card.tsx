import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { errorMessage } from '#platform/web/api/call.ts'
import { useEndpointMutation, useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { say } from '#platform/web/i18n/language.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { RelativeTime } from '#platform/web/ui/relative-time.tsx'
import { type DeadLetter, listDeliveries, retryDeliveries } from '../../contract/channels.ts'
import { undeliveredDisplay } from '../preferences/channel-display.ts'

interface Failure {
  channel: DeadLetter['channel']
  reason: string
  count: number
  last: string
}

/** Groups dead letters by channel and reason, the latest first. */
function failuresOf(deadLetters: readonly DeadLetter[]): Failure[] {
  const groups = Map.groupBy(deadLetters, ({ channel, reason }) => `${channel} ${reason}`).values()
  return [...groups].flatMap((group) => {
    const [first] = group
    return first ? [{ channel: first.channel, reason: first.reason, count: group.length, last: first.parkedAt }] : []
  })
}

/** The outgoing messages on the server admin page: how many are waiting, and the dead letters. */
export function OutgoingMessagesCard() {
  const { data } = useEndpointQuery(listDeliveries, {})
  const retry = useEndpointMutation(retryDeliveries, { touches: [listDeliveries] })
  if (!data) return null
  const failures = failuresOf(data.parked)
  const waiting = plural(data.waiting, { one: '# message in the queue.', other: '# messages in the queue.' })
  return (
    <Card>
      <CardHeader title={t`Outgoing messages`} />
      <p className="mt-1 text-ink-soft">
        {data.waiting === 0 ? t`The queue is empty.` : waiting} {failures.length === 0 ? t`All messages were delivered.` : null}
      </p>
      {failures.length === 0 ? null : (
        <>
          <ul aria-label={t`Messages not delivered`} className="mt-3 divide-y divide-line border-y border-line">
            {failures.map(({ channel, reason, count, last }) => {
              const { icon: Icon, text } = undeliveredDisplay[channel]
              return (
                <li key={`${channel} ${reason}`} className="flex items-center gap-3 py-2.5">
                  <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
                  <span className="min-w-0 flex-1">
                    {text(count)}
                    <span className="block text-sm break-words text-ink-soft">
                      {say(reason)} · <RelativeTime at={last} />
                    </span>
                  </span>
                </li>
              )
            })}
          </ul>
          <Button variant="quiet" className="mt-4" busy={retry.isPending} onClick={() => retry.mutate({})}>
            <Trans>Try Again</Trans>
          </Button>
        </>
      )}
      {retry.error ? <Notice tone="error">{errorMessage(retry.error, t`That didn’t work.`)}</Notice> : null}
    </Card>
  )
}
