import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { useDeleteAccount } from '../api/data.ts'
import { PasswordStep } from './password-step.tsx'

/** Deletes the account after asking for the password. */
export function DeleteAccountCard() {
  const [isOpen, setOpen] = useState(false)
  const remove = useDeleteAccount()
  return (
    <Card className="space-y-4">
      <CardHeader title={t`Delete account`} />
      <p className="text-ink-soft">
        <Trans>
          This permanently deletes your profile, devices, tokens and notifications, and any household you’re the only member of. Shared
          households stay, without your name.
        </Trans>
      </p>
      {isOpen ? (
        <PasswordStep
          label={t`Delete my account`}
          danger
          sending={remove}
          fallback={t`Couldn’t delete your account.`}
          onCancel={() => {
            remove.reset()
            setOpen(false)
          }}
          onSubmit={(password) => remove.mutate({ body: { password } })}
        />
      ) : (
        <Button variant="danger" onClick={() => setOpen(true)}>
          <Trans>Delete account</Trans>
        </Button>
      )}
    </Card>
  )
}
