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
      <CardHeader title="Delete account" />
      <p className="text-ink-soft">
        Your profile, your devices, tokens and notifications are gone for good, and so is every household you are alone in. Where others
        stay, their food and history stay too, without your name.
      </p>
      {isOpen ? (
        <PasswordStep
          label="Delete my account"
          danger
          busy={remove.isPending}
          error={remove.error}
          fallback="Your account was not deleted."
          onCancel={() => {
            remove.reset()
            setOpen(false)
          }}
          onSubmit={(password) => remove.mutate({ body: { password } })}
        />
      ) : (
        <Button variant="danger" onClick={() => setOpen(true)}>
          Delete account
        </Button>
      )}
    </Card>
  )
}
