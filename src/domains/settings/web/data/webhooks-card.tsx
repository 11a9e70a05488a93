import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { fullName } from '#domains/account/rules/full-name.ts'
import type { Household } from '#domains/households/contract/index.ts'
import { QuotaNotice } from '#domains/households/web/index.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { useForm } from '#platform/web/forms/use-form.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { TextInput } from '#platform/web/ui/form-fields.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { relativeTimeOrDate } from '#platform/web/ui/relative-time.tsx'
import type { Delivery, Webhook } from '../../contract.ts'
import { SmallForm } from '../account/small-form.tsx'
import { useCreateWebhook, useDeliveries, useRemoveWebhook, useTestWebhook, useWebhooks } from '../api/tokens-and-webhooks.ts'
import { CopyLine } from './copy-line.tsx'

/** Addresses that receive every change; for owners and admins. */
export function WebhooksCard({ household }: { household: Household }) {
  const webhooks = useWebhooks(household.id)
  const remove = useRemoveWebhook()
  const [isOpen, setOpen] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const [ending, setEnding] = useState<Webhook | null>(null)
  return (
    <Card className="space-y-4">
      <CardHeader
        title={t`Webhooks`}
        aside={
          isOpen ? null : (
            <Button
              variant="quiet"
              onClick={() => {
                setSecret(null)
                setOpen(true)
              }}
            >
              <Trans>New webhook</Trans>
            </Button>
          )
        }
      />
      <p className="text-ink-soft">
        <Trans>Every change in {household.name} is sent to these URLs, signed, and retried if delivery fails.</Trans>
      </p>
      {secret ? (
        <div className="space-y-3">
          <Notice tone="soon">
            <Trans>Copy the secret now. It’s shown only once and is used to sign messages.</Trans>
          </Notice>
          <CopyLine label={t`Signing secret`} copy={t`Copy signing secret`} text={secret} />
          <Button variant="quiet" onClick={() => setSecret(null)}>
            <Trans>Done</Trans>
          </Button>
        </div>
      ) : null}
      <QuotaNotice name="webhooks" householdId={household.id} />
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
          <p className="border-t border-line pt-4 text-ink-soft">
            <Trans>No webhooks yet.</Trans>
          </p>
        )
      ) : webhooks.isPending ? (
        <SkeletonRows rows={1} />
      ) : (
        <ErrorState
          error={webhooks.error}
          fallback={t`Couldn’t load webhooks.`}
          busy={webhooks.isFetching}
          onRetry={() => void webhooks.refetch()}
        />
      )}
      <ConfirmDialog
        open={ending !== null}
        onOpenChange={(open) => open || setEnding(null)}
        title={t`Remove this webhook?`}
        confirmLabel={t`Remove`}
        danger
        fallback={t`Couldn’t remove the webhook.`}
        onConfirm={() => ending && remove.mutateAsync({ params: { id: household.id, webhookId: ending.id } })}
      >
        <Trans>Nothing more will be sent to {ending?.url}, including pending messages.</Trans>
      </ConfirmDialog>
    </Card>
  )
}

function WebhookRow({ household, webhook, onEnd }: { household: Household; webhook: Webhook; onEnd: () => void }) {
  const test = useTestWebhook()
  const [isOpen, setOpen] = useState(false)
  const params = { id: household.id, webhookId: webhook.id }
  const maker = fullName(webhook.createdBy)
  return (
    <li className="space-y-2 py-3">
      <div>
        <p className="font-mono text-sm break-all">{webhook.url}</p>
        <p className="text-sm text-ink-soft">
          <Trans>Added by {maker}. It stops working if they’re no longer an owner or admin.</Trans>
        </p>
      </div>
      {test.error ? <Notice tone="error">{errorMessage(test.error, t`Couldn’t send the test.`)}</Notice> : null}
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t`Hide log` : t`Show log`}
        </Button>
        <Button variant="quiet" busy={test.isPending} onClick={() => test.mutate({ params }, { onSuccess: () => setOpen(true) })}>
          <Trans>Send a test</Trans>
        </Button>
        <Button variant="plain" onClick={onEnd} aria-label={t`Remove ${webhook.url}`}>
          <Trans>Remove</Trans>
        </Button>
      </div>
      {isOpen ? <DeliveryLog householdId={household.id} webhookId={webhook.id} /> : null}
    </li>
  )
}

function NewWebhook({ household, onMade, onCancel }: { household: Household; onMade: (secret: string) => void; onCancel: () => void }) {
  const form = useForm({ fieldsOf: () => ({ url: '' }) })
  const create = useCreateWebhook()
  const save = form.submit(
    async ({ url }) => onMade((await create.mutateAsync({ params: { id: household.id }, body: { url: url.trim() } })).secret),
    () => t`Couldn’t create the webhook.`,
  )
  return (
    <SmallForm label={t`Create webhook`} form={form} className="border-t border-line pt-4" onSubmit={save} onCancel={onCancel}>
      <TextInput
        label={t`Address`}
        type="url"
        inputMode="url"
        placeholder="https://example.org/larder"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={500}
        required
        {...form.field('url')}
      />
    </SmallForm>
  )
}

const looks = {
  delivered: { tone: 'herb', words: t`Delivered` },
  waiting: { tone: 'soon', words: t`Waiting` },
  given_up: { tone: 'late', words: t`Not delivered` },
} as const

function outcome({ state, tries, status }: Delivery): string {
  if (tries === 0) return t`not sent yet`
  const heard = status === null ? t`no response` : t`status ${status}`
  return [heard, tries > 1 ? t`${tries} attempts` : null, state === 'waiting' ? t`will retry` : null].filter(Boolean).join(', ')
}

/** The latest messages to an address with their results. */
export function DeliveryLog({ householdId, webhookId }: { householdId: string; webhookId: string }) {
  const log = useDeliveries(householdId, webhookId)
  if (log.isPending) return <SkeletonRows rows={2} />
  if (!log.data)
    return <ErrorState error={log.error} fallback={t`Couldn’t load the log.`} busy={log.isFetching} onRetry={() => void log.refetch()} />
  return (
    <div className="rounded-control bg-sunken px-3 py-2">
      {log.data.length === 0 ? (
        <p className="py-1 text-sm text-ink-soft">
          <Trans>Nothing sent yet.</Trans>
        </p>
      ) : (
        <ul aria-label={t`Messages`} className="max-h-72 divide-y divide-line overflow-y-auto">
          {log.data.map((delivery) => {
            const { tone, words } = looks[delivery.state]
            return (
              <li key={delivery.id} className="flex flex-wrap items-center gap-x-3 gap-y-0.5 py-2 text-sm">
                <span className="min-w-32 flex-1 font-medium">{delivery.event}</span>
                <span className="text-ink-soft">
                  {relativeTimeOrDate(delivery.createdAt)}, {outcome(delivery)}
                </span>
                <Badge tone={tone}>{words}</Badge>
              </li>
            )
          })}
        </ul>
      )}
      <Button variant="plain" className="-ms-4" busy={log.isFetching} onClick={() => void log.refetch()}>
        <Trans>Refresh</Trans>
      </Button>
    </div>
  )
}
