import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { AccessToken, TokenScope } from '#domains/households/contract/access-tokens.ts'
import type { Household } from '#domains/households/contract/index.ts'
import { QuotaNotice } from '#domains/households/web/index.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { useForm } from '#platform/web/forms/use-form.ts'
import { currentLocale } from '#platform/web/i18n/language.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { TextInput } from '#platform/web/ui/form-fields.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { relativeTimeOrDate } from '#platform/web/ui/relative-time.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { SmallForm } from '../account/small-form.tsx'
import { useCreateToken, useExtendToken, useRemoveToken, useTokens } from '../api/tokens-and-webhooks.ts'
import { Choices } from '../preferences/choice-row.tsx'
import { CopyLine } from './copy-line.tsx'

/** Access tokens for other programs. */
export function TokensCard({ household }: { household: Household }) {
  const tokens = useTokens(household.id)
  const remove = useRemoveToken()
  const [isOpen, setOpen] = useState(false)
  const [shown, setShown] = useState<string | null>(null)
  const [ending, setEnding] = useState<AccessToken | null>(null)
  return (
    <Card className="space-y-4">
      <CardHeader
        title={t`Access tokens`}
        aside={
          isOpen ? null : (
            <Button
              variant="quiet"
              onClick={() => {
                setShown(null)
                setOpen(true)
              }}
            >
              <Trans>New token</Trans>
            </Button>
          )
        }
      />
      <p className="text-ink-soft">
        <Trans>
          For dashboards and scripts. A token has your role in {household.name} only. It can’t access your account, members or other tokens.
        </Trans>
      </p>
      {shown ? (
        <div className="space-y-3">
          <Notice tone="soon">
            <Trans>Copy the token now. It’s shown only once.</Trans>
          </Notice>
          <CopyLine label={t`Token`} copy={t`Copy token`} text={shown} />
          <CopyLine label={t`Household id`} copy={t`Copy household id`} text={household.id} />
          <Button variant="quiet" onClick={() => setShown(null)}>
            <Trans>Done</Trans>
          </Button>
        </div>
      ) : null}
      <QuotaNotice name="tokens" householdId={household.id} />
      {isOpen ? (
        <NewToken
          household={household}
          onCancel={() => setOpen(false)}
          onMade={(token) => {
            setShown(token)
            setOpen(false)
          }}
        />
      ) : null}
      {tokens.data ? (
        tokens.data.length > 0 ? (
          <ul className="divide-y divide-line border-t border-line">
            {tokens.data.map((token) => (
              <TokenRow key={token.id} household={household} token={token} onEnd={() => setEnding(token)} />
            ))}
          </ul>
        ) : isOpen || shown ? null : (
          <p className="border-t border-line pt-4 text-ink-soft">
            <Trans>No tokens yet.</Trans>
          </p>
        )
      ) : tokens.isPending ? (
        <SkeletonRows rows={1} />
      ) : (
        <ErrorState
          error={tokens.error}
          fallback={t`Couldn’t load your tokens.`}
          busy={tokens.isFetching}
          onRetry={() => void tokens.refetch()}
        />
      )}
      <ConfirmDialog
        open={ending !== null}
        onOpenChange={(open) => open || setEnding(null)}
        title={t`Revoke this token?`}
        confirmLabel={t`Revoke token`}
        danger
        fallback={t`Couldn’t revoke the token.`}
        onConfirm={() => ending && remove.mutateAsync({ params: { id: household.id, tokenId: ending.id } })}
      >
        <Trans>Anything that uses “{ending?.name}” loses access right away.</Trans>
      </ConfirmDialog>
    </Card>
  )
}

const day = new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium' })

function TokenRow({ household, token, onEnd }: { household: Household; token: AccessToken; onEnd: () => void }) {
  const extend = useExtendToken()
  const expiry = day.format(new Date(token.expiresAt))
  const hasExpired = Date.parse(token.expiresAt) <= Date.now()
  const forAYear = () =>
    extend.mutate(
      { params: { id: household.id, tokenId: token.id }, body: {} },
      { onSuccess: ({ expiresAt }) => toast.done(t`“${token.name}” works until ${day.format(new Date(expiresAt))}.`) },
    )
  return (
    <li className="space-y-2 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className="min-w-44 flex-1">
          <p className="font-medium break-words">{token.name}</p>
          <p className="text-sm text-ink-soft">
            {token.lastUsedAt ? t`Last used ${relativeTimeOrDate(token.lastUsedAt)}` : t`Never used`}
            {' · '}
            {hasExpired ? t`Expired on ${expiry}` : t`Expires on ${expiry}`}
          </p>
        </div>
        {hasExpired ? (
          <Badge tone="late">
            <Trans>Expired</Trans>
          </Badge>
        ) : null}
        <Badge tone={token.scope === 'write' ? 'plum' : 'stone'}>{token.scope === 'write' ? t`Read and write` : t`Read only`}</Badge>
        <Button variant="plain" busy={extend.isPending} onClick={forAYear} aria-label={t`Extend ${token.name} by a year from today`}>
          <Trans>Extend</Trans>
        </Button>
        <Button variant="quiet" onClick={onEnd} aria-label={t`Revoke ${token.name}`}>
          <Trans>Revoke</Trans>
        </Button>
      </div>
      {extend.error ? <Notice tone="error">{errorMessage(extend.error, t`Couldn’t extend the token.`)}</Notice> : null}
    </li>
  )
}

/** `days`: until it expires. */
const blankToken = { name: '', scope: 'read' as TokenScope, days: '365' as '30' | '90' | '365' }

function NewToken({ household, onMade, onCancel }: { household: Household; onMade: (token: string) => void; onCancel: () => void }) {
  const form = useForm({ fieldsOf: () => blankToken })
  const [scope, days] = useWatch({ control: form.control, name: ['scope', 'days'] })
  const create = useCreateToken()
  const save = form.submit(
    async ({ days: expiresIn, ...body }) => {
      const made = await create.mutateAsync({ params: { id: household.id }, body: { ...body, expiresInDays: Number(expiresIn) } })
      onMade(made.token)
    },
    () => t`Couldn’t create the token.`,
  )
  return (
    <SmallForm label={t`Create token`} form={form} className="border-t border-line pt-4" onSubmit={save} onCancel={onCancel}>
      <TextInput label={t`What is it for?`} placeholder={t`Kitchen display`} maxLength={60} required {...form.field('name')} />
      <Choices
        label={t`What may it do?`}
        value={scope}
        onChange={(value) => form.setValue('scope', value)}
        choices={[
          { value: 'read', label: t`Read`, hint: t`Read only` },
          { value: 'write', label: t`Read and write`, hint: t`Can also change inventory and lists` },
        ]}
      />
      <Choices
        label={t`How long does it work?`}
        value={days}
        onChange={(value) => form.setValue('days', value)}
        choices={[
          { value: '30', label: t`30 days` },
          { value: '90', label: t`90 days` },
          { value: '365', label: t`A year`, hint: t`you can extend it` },
        ]}
      />
    </SmallForm>
  )
}
