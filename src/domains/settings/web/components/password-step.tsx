import { useState } from 'react'
import { ApiError, sentenceOf } from '#platform/web/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { PasswordInput } from '#platform/web/ui/field.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'

/** What only the person themselves may do asks for the password first. */
export function PasswordStep({
  label,
  danger = false,
  busy,
  error,
  fallback,
  onSubmit,
  onCancel,
}: {
  label: string
  danger?: boolean
  busy: boolean
  error: unknown
  fallback: string
  onSubmit: (password: string) => void
  onCancel: () => void
}) {
  const [password, setPassword] = useState('')
  const problem = error instanceof ApiError ? error.field('password') : undefined
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) onSubmit(password)
      }}
    >
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        required
        value={password}
        error={problem}
        onChange={(event) => setPassword(event.target.value)}
      />
      {error && problem === undefined ? <Notice tone="error">{sentenceOf(error, fallback)}</Notice> : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy}>
          {label}
        </Button>
        <Button variant="plain" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
