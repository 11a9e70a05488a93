import { useState } from 'react'
import type { Household } from '#domains/households/contract.ts'
import { ApiError, sentenceOf } from '#platform/web/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { TextInput } from '#platform/web/ui/field.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/states.tsx'
import type { Webhook } from '../../contract/webhooks.ts'
import { useCreateWebhook, useRemoveWebhook, useTestWebhook, useWebhooks } from '../api/data.ts'
import { CopyLine } from './copy-line.tsx'
import { DeliveryLog } from './delivery-log.tsx'

/** Addresses of other programs that hear of every change; for owners and admins. */
export function WebhooksCard({ household }: { household: Household }) {
  const webhooks = useWebhooks(household.id)
  const remove = useRemoveWebhook()
  const [isOpen, setOpen] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const [ending, setEnding] = useState<Webhook | null>(null)
  return (
    <Card className="space-y-4">
      <CardHeader
        title="Webhooks"
        aside={
          isOpen ? null : (
            <Button
              variant="quiet"
              onClick={() => {
                setSecret(null)
                setOpen(true)
              }}
            >
              New webhook
            </Button>
          )
        }
      />
      <p className="text-ink-soft">
        Every change in {household.name} is sent to these addresses, signed, and again when they do not answer.
      </p>
      {secret ? (
        <div className="space-y-3">
          <Notice tone="soon">Copy the secret now: it is shown only this once. The messages are signed with it.</Notice>
          <CopyLine label="Signing secret" text={secret} />
          <Button variant="quiet" onClick={() => setSecret(null)}>
            Done
          </Button>
        </div>
      ) : null}
      {isOpen ? (
        <NewWebhook
          household={household}
          onCancel={() => setOpen(false)}
          onMade={(made) => {
            setSecret(made)
            setOpen(false)
          }}
        />
      ) : null}
      {webhooks.data ? (
        webhooks.data.length > 0 ? (
          <ul className="divide-y divide-line border-t border-line">
            {webhooks.data.map((webhook) => (
              <WebhookRow key={webhook.id} household={household} webhook={webhook} onEnd={() => setEnding(webhook)} />
            ))}
          </ul>
        ) : isOpen || secret ? null : (
          <p className="border-t border-line pt-4 text-ink-soft">No webhooks yet.</p>
        )
      ) : webhooks.isPending ? (
        <SkeletonRows rows={1} />
      ) : (
        <ErrorState
          error={webhooks.error}
          fallback="The webhooks did not load."
          busy={webhooks.isFetching}
          onRetry={() => void webhooks.refetch()}
        />
      )}
      <ConfirmDialog
        open={ending !== null}
        onOpenChange={(open) => open || setEnding(null)}
        title="Remove this webhook?"
        confirmLabel="Remove"
        danger
        fallback="The webhook was not removed."
        onConfirm={() => ending && remove.mutateAsync({ params: { id: household.id, webhookId: ending.id } })}
      >
        Nothing is sent to {ending?.url} any more, not even what still waits.
      </ConfirmDialog>
    </Card>
  )
}

function WebhookRow({ household, webhook, onEnd }: { household: Household; webhook: Webhook; onEnd: () => void }) {
  const test = useTestWebhook()
  const [isOpen, setOpen] = useState(false)
  const params = { id: household.id, webhookId: webhook.id }
  return (
    <li className="space-y-2 py-3">
      <p className="font-mono text-sm break-all">{webhook.url}</p>
      {test.error ? <Notice tone="error">{sentenceOf(test.error, 'The test was not sent.')}</Notice> : null}
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide log' : 'Show log'}
        </Button>
        <Button variant="quiet" busy={test.isPending} onClick={() => test.mutate({ params }, { onSuccess: () => setOpen(true) })}>
          Send a test
        </Button>
        <Button variant="plain" onClick={onEnd} aria-label={`Remove ${webhook.url}`}>
          Remove
        </Button>
      </div>
      {isOpen ? <DeliveryLog householdId={household.id} webhookId={webhook.id} /> : null}
    </li>
  )
}

function NewWebhook({ household, onMade, onCancel }: { household: Household; onMade: (secret: string) => void; onCancel: () => void }) {
  const [url, setUrl] = useState('')
  const create = useCreateWebhook()
  const problem = create.error instanceof ApiError ? create.error.field('url') : undefined
  return (
    <form
      noValidate
      className="space-y-4 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!create.isPending)
          create.mutate({ params: { id: household.id }, body: { url: url.trim() } }, { onSuccess: ({ secret }) => onMade(secret) })
      }}
    >
      <TextInput
        label="Address"
        type="url"
        inputMode="url"
        placeholder="https://example.org/larder"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={500}
        required
        value={url}
        error={problem}
        onChange={(event) => setUrl(event.target.value)}
      />
      {create.error && problem === undefined ? <Notice tone="error">{sentenceOf(create.error, 'The webhook was not made.')}</Notice> : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={create.isPending}>
          Make webhook
        </Button>
        <Button variant="plain" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
