import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { useDeleteAccount } from '../api/data.ts'
import { PasswordStep } from './password-step.tsx'

/** The end of an account; asks for the password, since nothing brings it back. */
export function DeleteAccountCard() {
  const [isOpen, setOpen] = useState(false)
  const remove = useDeleteAccount()
  return (
    <Card className="space-y-4">
      <CardHeader title={t`Delete account`} />
      <p className="text-ink-soft">
        <Trans>
          Your profile, your devices, tokens and notifications are gone for good, and so is every household you are alone in. Where others
          stay, their food and history stay too, without your name.
        </Trans>
      </p>
      {isOpen ? (
        <PasswordStep
          label={t`Delete my account`}
          danger
          sending={remove}
          fallback={t`Your account was not deleted.`}
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
