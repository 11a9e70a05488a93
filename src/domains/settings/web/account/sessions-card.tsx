import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Laptop, Smartphone, TerminalSquare } from 'lucide-react'
import type { Session } from '#domains/account/contract/sessions-and-credentials.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { relativeTimeOrDate } from '#platform/web/ui/relative-time.tsx'
import { useEndOtherSessions, useEndSession, useSessions } from '../api/profile.ts'

const iconOf = (device: string) => (/ on (iPhone|Android|iPad)$/.test(device) ? Smartphone : / on /.test(device) ? Laptop : TerminalSquare)

/** Lists the account's sessions and signs them out. */
export function SessionsCard() {
  const sessions = useSessions()
  const end = useEndSession()
  const endOthers = useEndOtherSessions()
  const failure = end.error ?? endOthers.error
  return (
    <Card flush>
      <CardHeader title={t`Where you’re signed in`} className="px-4 pt-4 sm:px-5 sm:pt-5" />
      {failure ? (
        <Notice tone="error" className="mx-4 mt-3 sm:mx-5">
          {errorMessage(failure, t`Couldn’t sign out that device.`)}
        </Notice>
      ) : null}
      {sessions.data ? (
        <>
          <ul className="mt-2 divide-y divide-line">
            {sessions.data.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                busy={end.isPending && end.variables.params.id === session.id}
                onEnd={() => end.mutate({ params: { id: session.id } })}
              />
            ))}
          </ul>
          {sessions.data.length > 2 ? (
            <div className="border-t border-line px-4 py-3 sm:px-5">
              <Button variant="plain" className="-ms-4" busy={endOthers.isPending} onClick={() => endOthers.mutate({})}>
                <Trans>Sign out everywhere else</Trans>
              </Button>
            </div>
          ) : null}
        </>
      ) : sessions.isPending ? (
        <SkeletonRows rows={2} />
      ) : (
        <ErrorState
          error={sessions.error}
          fallback={t`Couldn’t load your devices.`}
          busy={sessions.isFetching}
          onRetry={() => void sessions.refetch()}
        />
      )}
    </Card>
  )
}

function SessionRow({ session, busy, onEnd }: { session: Session; busy: boolean; onEnd: () => void }) {
  const Icon = iconOf(session.device)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 sm:px-5">
      <Icon aria-hidden="true" className="size-6 shrink-0 text-ink-soft" strokeWidth={1.7} />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{session.device}</p>
        <p className="text-sm break-words text-ink-soft">
          {session.isCurrent ? t`Active now` : t`Last seen ${relativeTimeOrDate(session.lastSeenAt)}`}
          {session.ipAddress ? ` · ${session.ipAddress}` : ''}
        </p>
      </div>
      {session.isCurrent ? (
        <Badge tone="herb">
          <Trans>This device</Trans>
        </Badge>
      ) : (
        <Button variant="quiet" busy={busy} onClick={onEnd} aria-label={t`Sign out ${session.device}`}>
          <Trans>Sign out</Trans>
        </Button>
      )}
    </li>
  )
}
