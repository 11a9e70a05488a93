import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { AppPassword } from '#domains/households/contract/access-tokens.ts'
import type { Household } from '#domains/households/contract/index.ts'
import { useForm } from '#platform/web/forms/use-form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { TextInput } from '#platform/web/ui/form-fields.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { relativeTimeOrDate } from '#platform/web/ui/relative-time.tsx'
import { SmallForm } from '../account/small-form.tsx'
import { useAppPasswords, useCreateAppPassword, useRemoveToken } from '../api/tokens-and-webhooks.ts'
import { CopyLine } from './copy-line.tsx'

/** Passwords of programs that use the shopping list as a task list over CalDAV. */
export function AppPasswordsCard({ household, email }: { household: Household; email: string }) {
  const passwords = useAppPasswords(household.id)
  const remove = useRemoveToken()
  const [isOpen, setOpen] = useState(false)
  const [shown, setShown] = useState<string | null>(null)
  const [ending, setEnding] = useState<AppPassword | null>(null)
  return (
    <Card className="space-y-4">
      <CardHeader
        title={t`Shopping list in other apps`}
        aside={
          // A shown password must not disappear before it is entered.
          isOpen || shown ? null : (
            <Button variant="quiet" onClick={() => setOpen(true)}>
              <Trans>Add device</Trans>
            </Button>
          )
        }
      />
      <p className="text-ink-soft">
        <Trans>
          Apple Reminders, Tasks.org, Thunderbird and Home Assistant can show the shopping list of {household.name}, check off and add items
          over CalDAV. Each device gets a password of its own, which opens nothing else.
        </Trans>
      </p>
      {shown ? (
        <div className="space-y-3">
          <Notice tone="soon">
            <Trans>Enter this in the app now. The password is shown only once.</Trans>
          </Notice>
          <CopyLine label={t`Server address`} copy={t`Copy server address`} text={`${location.origin}/dav/`} />
          {location.protocol === 'http:' ? (
            <p className="text-sm text-ink-soft">
              <Trans>Apple Reminders needs an address that starts with https.</Trans>
            </p>
          ) : null}
          <CopyLine label={t`User name`} copy={t`Copy user name`} text={email} />
          <CopyLine label={t`Password`} copy={t`Copy password`} text={shown} />
          <Button variant="quiet" onClick={() => setShown(null)}>
            <Trans>Done</Trans>
          </Button>
        </div>
      ) : null}
      {isOpen ? (
        <NewPassword
          household={household}
          onCancel={() => setOpen(false)}
          onCreated={(password) => {
            setShown(password)
            setOpen(false)
          }}
        />
      ) : null}
      {passwords.data ? (
        passwords.data.length > 0 ? (
          <ul className="divide-y divide-line border-t border-line">
            {passwords.data.map((password) => (
              <li key={password.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
                <div className="min-w-44 flex-1">
                  <p className="font-medium break-words">{password.name}</p>
                  <p className="text-sm text-ink-soft">
                    {password.lastUsedAt ? t`Last used ${relativeTimeOrDate(password.lastUsedAt)}` : t`Never used`}
                  </p>
                </div>
                <Button variant="quiet" onClick={() => setEnding(password)} aria-label={t`Revoke ${password.name}`}>
                  <Trans>Revoke</Trans>
                </Button>
              </li>
            ))}
          </ul>
        ) : isOpen || shown ? null : (
          <p className="border-t border-line pt-4 text-ink-soft">
            <Trans>No devices yet.</Trans>
          </p>
        )
      ) : passwords.isPending ? (
        <SkeletonRows rows={1} />
      ) : (
        <ErrorState
          error={passwords.error}
          fallback={t`Couldn’t load your devices.`}
          busy={passwords.isFetching}
          onRetry={() => void passwords.refetch()}
        />
      )}
      <ConfirmDialog
        open={ending !== null}
        onOpenChange={(open) => open || setEnding(null)}
        title={t`Revoke this password?`}
        confirmLabel={t`Revoke password`}
        danger
        fallback={t`Couldn’t revoke the password.`}
        onConfirm={() => ending && remove.mutateAsync({ params: { id: household.id, tokenId: ending.id } })}
      >
        <Trans>“{ending?.name}” can no longer see the shopping list.</Trans>
      </ConfirmDialog>
    </Card>
  )
}

const blank = { name: '' }

function NewPassword({
  household,
  onCreated,
  onCancel,
}: {
  household: Household
  onCreated: (password: string) => void
  onCancel: () => void
}) {
  const form = useForm({ fieldsOf: () => blank })
  const create = useCreateAppPassword()
  const save = form.submit(
    async (body) => onCreated((await create.mutateAsync({ params: { id: household.id }, body })).password),
    () => t`Couldn’t create the password.`,
  )
  return (
    <SmallForm label={t`Create password`} form={form} className="border-t border-line pt-4" onSubmit={save} onCancel={onCancel}>
      <TextInput label={t`Which device?`} placeholder={t`Ana’s phone`} maxLength={60} required {...form.field('name')} />
    </SmallForm>
  )
}
