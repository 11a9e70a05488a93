import { t } from '@lingui/core/macro'
import { type ComponentProps, useState } from 'react'
import { PasswordInput } from '#platform/web/ui/field.tsx'
import { SmallForm } from './small-form.tsx'

/** Asks for the password before a sensitive action. */
export function PasswordStep({
  onSubmit,
  ...form
}: Omit<ComponentProps<typeof SmallForm>, 'field' | 'children' | 'onSubmit'> & { onSubmit: (password: string) => void }) {
  const [password, setPassword] = useState('')
  return (
    <SmallForm {...form} field="password" onSubmit={() => onSubmit(password)}>
      {(problem) => (
        <PasswordInput
          label={t`Your password`}
          autoComplete="current-password"
          required
          value={password}
          error={problem}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
    </SmallForm>
  )
}
