import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { Passkey } from '#domains/account/contract/passkeys.ts'
import { useForm } from '#platform/web/forms/use-form.ts'
import { supportsPasskeys } from '#platform/web/session/secure-context.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { TextInput } from '#platform/web/ui/form-fields.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { relativeTimeOrDate } from '#platform/web/ui/relative-time.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useAddPasskey, usePasskeys, useRemovePasskey, useRenamePasskey } from '../api/profile.ts'
import { PasswordStep, SmallForm } from './small-form.tsx'

export function PasskeysCard() {
  const passkeys = usePasskeys()
  const [add, remove] = [useAddPasskey(), useRemovePasskey()]
  const [isAdding, setAdding] = useState(false)
  const [renaming, setRenaming] = useState<string | null>(null)
  const [ending, setEnding] = useState<Passkey | null>(null)
  return (
    <Card className="space-y-4">
      <CardHeader title={t`Passkeys`} />
      <p className="text-ink-soft">
        <Trans>Sign in with your fingerprint, face or device PIN instead of your password.</Trans>
      </p>
      {passkeys.data ? (
        passkeys.data.length > 0 ? (
          <ul className="divide-y divide-line border-y border-line">
            {passkeys.data.map((passkey) =>
              passkey.id === renaming ? (
                <li key={passkey.id} className="py-3">
                  <Rename passkey={passkey} onDone={() => setRenaming(null)} />
                </li>
              ) : (
                <li key={passkey.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
                  <KeyRound aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
                  <div className="min-w-32 flex-1">
                    <p className="font-medium break-words">{passkey.name}</p>
                    <p className="text-sm text-ink-soft">
                      <Trans>Added {relativeTimeOrDate(passkey.createdAt)}</Trans>
                    </p>
                  </div>
                  <Button variant="plain" onClick={() => setRenaming(passkey.id)} aria-label={t`Rename ${passkey.name}`}>
                    <Trans>Rename</Trans>
                  </Button>
                  <Button variant="quiet" onClick={() => setEnding(passkey)} aria-label={t`Remove ${passkey.name}`}>
                    <Trans>Remove</Trans>
                  </Button>
                </li>
              ),
            )}
          </ul>
        ) : null
      ) : passkeys.isPending ? (
        <SkeletonRows rows={1} />
      ) : (
        <ErrorState
          error={passkeys.error}
          fallback={t`Couldn’t load your passkeys.`}
          busy={passkeys.isFetching}
          onRetry={() => void passkeys.refetch()}
        />
      )}
      {isAdding ? (
        <PasswordStep
          label={t`Continue`}
          fallback={t`Couldn’t add the passkey. Try again.`}
          onCancel={() => setAdding(false)}
          onSubmit={async (password) => {
            const isMade = await add.mutateAsync(password)
            setAdding(false)
            if (isMade) toast.done(t`Passkey added.`)
          }}
        />
      ) : supportsPasskeys() ? (
        <Button variant="quiet" onClick={() => setAdding(true)}>
          <Trans>Add a passkey</Trans>
        </Button>
      ) : (
        <Notice tone="info">
          <Trans>Passkeys aren’t available here. They need HTTPS, a domain name and a current browser.</Trans>
        </Notice>
      )}
      <ConfirmDialog
        open={ending !== null}
        onOpenChange={(open) => open || setEnding(null)}
        title={t`Remove this passkey?`}
        confirmLabel={t`Remove`}
        danger
        fallback={t`Couldn’t remove the passkey.`}
        onConfirm={() => ending && remove.mutateAsync({ params: { id: ending.id } })}
      >
        <Trans>Removed “{ending?.name}”. You can still sign in with your password.</Trans>
      </ConfirmDialog>
    </Card>
  )
}

function Rename({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const form = useForm({ fieldsOf: () => ({ name: passkey.name }) })
  const rename = useRenamePasskey()
  const save = form.submit(
    async (body) => {
      await rename.mutateAsync({ params: { id: passkey.id }, body })
      onDone()
    },
    () => t`Couldn’t rename it.`,
  )
  return (
    <SmallForm label={t`Save`} form={form} className="space-y-3!" onSubmit={save} onCancel={onDone}>
      <TextInput label={t`Name`} maxLength={60} required {...form.field('name')} />
    </SmallForm>
  )
}
