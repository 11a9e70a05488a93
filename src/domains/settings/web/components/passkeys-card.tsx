import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { Passkey } from '#domains/account/contract/passkeys.ts'
import { ApiError, sentenceOf } from '#platform/web/call.ts'
import { knowsPasskeys } from '#platform/web/passkeys.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { TextInput } from '#platform/web/ui/field.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useAddPasskey, usePasskeys, useRemovePasskey, useRenamePasskey } from '../api/passkeys.ts'
import { ago } from './ago.ts'
import { PasswordStep } from './password-step.tsx'

/** Keys that sign in with a finger, a face or a PIN in place of the password. */
export function PasskeysCard() {
  const passkeys = usePasskeys()
  const [add, remove] = [useAddPasskey(), useRemovePasskey()]
  const [isAdding, setAdding] = useState(false)
  const [renaming, setRenaming] = useState<string | null>(null)
  const [ending, setEnding] = useState<Passkey | null>(null)
  const close = () => {
    add.reset()
    setAdding(false)
  }
  return (
    <Card className="space-y-4">
      <CardHeader title="Passkeys" />
      <p className="text-ink-soft">Sign in with your fingerprint, your face or your device’s PIN, without the password.</p>
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
                    <p className="text-sm text-ink-soft">Added {ago(passkey.createdAt)}</p>
                  </div>
                  <Button variant="plain" onClick={() => setRenaming(passkey.id)} aria-label={`Rename ${passkey.name}`}>
                    Rename
                  </Button>
                  <Button variant="quiet" onClick={() => setEnding(passkey)} aria-label={`Remove ${passkey.name}`}>
                    Remove
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
          fallback="Your passkeys did not load."
          busy={passkeys.isFetching}
          onRetry={() => void passkeys.refetch()}
        />
      )}
      {isAdding ? (
        <PasswordStep
          label="Continue"
          busy={add.isPending}
          error={add.error}
          fallback="The passkey was not added. Try again."
          onCancel={close}
          onSubmit={(password) =>
            add.mutate(password, {
              onSuccess: (isMade) => {
                close()
                if (isMade) toast.done('Passkey added.')
              },
            })
          }
        />
      ) : knowsPasskeys() ? (
        <Button variant="quiet" onClick={() => setAdding(true)}>
          Add a passkey
        </Button>
      ) : (
        <Notice tone="info">This browser makes no passkeys here. They need https, an address with a name, and a current browser.</Notice>
      )}
      <ConfirmDialog
        open={ending !== null}
        onOpenChange={(open) => open || setEnding(null)}
        title="Remove this passkey?"
        confirmLabel="Remove"
        danger
        fallback="The passkey was not removed."
        onConfirm={() => ending && remove.mutateAsync({ params: { id: ending.id } })}
      >
        “{ending?.name}” signs nobody in any more. Your password still does.
      </ConfirmDialog>
    </Card>
  )
}

function Rename({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const [name, setName] = useState(passkey.name)
  const rename = useRenamePasskey()
  const problem = rename.error instanceof ApiError ? rename.error.field('name') : undefined
  return (
    <form
      noValidate
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!rename.isPending) rename.mutate({ params: { id: passkey.id }, body: { name } }, { onSuccess: onDone })
      }}
    >
      <TextInput label="Name" maxLength={60} required value={name} error={problem} onChange={(event) => setName(event.target.value)} />
      {rename.error && problem === undefined ? <Notice tone="error">{sentenceOf(rename.error, 'It was not renamed.')}</Notice> : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={rename.isPending}>
          Save
        </Button>
        <Button variant="plain" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
