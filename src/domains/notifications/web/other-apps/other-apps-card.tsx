import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { errorMessage } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { Scrim } from '#platform/web/ui/dialog.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { RelativeTime } from '#platform/web/ui/relative-time.tsx'
import type { MessageTarget, TargetTestOutcome } from '../../contract/message-targets.ts'
import { useMessageTargets, useRemoveMessageTarget, useTestMessageTarget } from '../api/message-targets.ts'
import { kindLabels, problemText } from './target-display.ts'

const AddAppDialog = lazy(async () => ({ default: (await import('./add-app-dialog.tsx')).AddAppDialog }))

/** The user's message targets: adds, tests and removes them. */
export function OtherAppsCard() {
  const targets = useMessageTargets()
  const remove = useRemoveMessageTarget()
  const [isAdding, setAdding] = useState(false)
  const [added, setAdded] = useState<string | null>(null)
  const [removing, setRemoving] = useState<MessageTarget | null>(null)
  return (
    <Card className="space-y-3">
      <CardHeader
        title={t`Other apps`}
        aside={
          <Button variant="quiet" onClick={() => setAdding(true)}>
            <Trans>Add app</Trans>
          </Button>
        }
      />
      <p className="text-ink-soft">
        <Trans>Get your notifications in ntfy, Gotify or Telegram, or through a webhook.</Trans>
      </p>
      {targets.data ? (
        targets.data.length > 0 ? (
          <ul aria-label={t`Other apps`} className="divide-y divide-line border-t border-line">
            {targets.data.map((target) => (
              <TargetRow key={target.id} target={target} isNew={target.id === added} onRemove={() => setRemoving(target)} />
            ))}
          </ul>
        ) : null
      ) : targets.isPending ? (
        <SkeletonRows rows={1} />
      ) : (
        <ErrorState
          error={targets.error}
          fallback={t`Couldn’t load your apps.`}
          busy={targets.isFetching}
          onRetry={() => void targets.refetch()}
        />
      )}
      {isAdding ? (
        <Suspense fallback={<Scrim />}>
          <AddAppDialog
            onClose={() => setAdding(false)}
            onAdd={({ id }) => {
              setAdding(false)
              setAdded(id)
            }}
          />
        </Suspense>
      ) : null}
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={(open) => open || setRemoving(null)}
        title={t`Remove ${removing?.name ?? ''}?`}
        confirmLabel={t`Remove`}
        danger
        fallback={t`Couldn’t remove the app.`}
        onConfirm={() => removing && remove.mutateAsync({ params: { id: removing.id } })}
      >
        <Trans>It gets no more notifications, including those waiting to be sent.</Trans>
      </ConfirmDialog>
    </Card>
  )
}

function TargetRow({ target, isNew, onRemove }: { target: MessageTarget; isNew: boolean; onRemove: () => void }) {
  const { id, kind, name, host, problem, problemSince } = target
  const test = useTestMessageTarget()
  const outcome = test.data?.outcome
  return (
    <li className="space-y-2 py-3">
      <div>
        <p className="font-semibold break-words">{name}</p>
        <p className="text-sm break-words text-ink-soft">
          {kindLabels[kind]} · {host}
        </p>
      </div>
      {test.error ? (
        <Notice tone="error">{errorMessage(test.error, t`Couldn’t send the test.`)}</Notice>
      ) : outcome ? (
        <TestResult target={target} outcome={outcome} />
      ) : problem && problemSince ? (
        <Notice tone="soon">
          <Trans>
            First failed <RelativeTime at={problemSince} />.
          </Trans>{' '}
          {problemText(kind, problem)}
        </Notice>
      ) : isNew ? (
        <Notice>
          <Trans>Added. Send a test to check that it works.</Trans>
        </Notice>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="quiet"
          busy={test.isPending}
          aria-label={t`Send a test to ${name}`}
          onClick={() => test.mutate({ params: { id } })}
        >
          <Trans>Send a test</Trans>
        </Button>
        <Button variant="plain" aria-label={t`Remove ${name}`} onClick={onRemove}>
          <Trans>Remove</Trans>
        </Button>
      </div>
    </li>
  )
}

function TestResult({ target: { kind }, outcome }: { target: MessageTarget; outcome: TargetTestOutcome }) {
  if (outcome !== 'delivered')
    return (
      <Notice tone="error">
        <Trans>Not delivered.</Trans> {problemText(kind, outcome)}
      </Notice>
    )
  return (
    <Notice tone="success" alert>
      <Trans>Delivered.</Trans>
    </Notice>
  )
}
