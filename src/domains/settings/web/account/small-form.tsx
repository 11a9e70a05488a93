import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { ApiError, errorMessage } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { PasswordInput } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'

/** A short form in a card. Shows an error of its one `field` there, other errors below. */
export function SmallForm({
  label,
  danger = false,
  sending,
  field,
  fallback,
  className,
  onSubmit,
  onCancel,
  children,
}: {
  label: string
  danger?: boolean
  sending: { readonly isPending: boolean; readonly error: unknown }
  field: string
  /** Shown for an error without its own message. */
  fallback: string
  className?: string
  onSubmit: () => void
  onCancel: () => void
  children: (problem: string | undefined) => ReactNode
}) {
  const { isPending, error } = sending
  const problem = error instanceof ApiError ? error.field(field) : undefined
  return (
    <form
      noValidate
      className={clsx('space-y-4', className)}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) onSubmit()
      }}
    >
      {children(problem)}
      {error && problem === undefined ? <Notice tone="error">{errorMessage(error, fallback)}</Notice> : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={isPending}>
          {label}
        </Button>
        <Button variant="plain" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
}

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
