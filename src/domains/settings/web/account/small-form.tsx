import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import type { FormEvent, ReactNode } from 'react'
import { useForm } from '#platform/web/forms/use-form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { PasswordInput } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'

interface SmallFormProps {
  label: string
  danger?: boolean
  className?: string
  onCancel: () => void
}

/** A short form in a card. `form` and `onSubmit` come from `useForm`. */
export function SmallForm({
  form: { isSubmitting, failure },
  label,
  busyLabel,
  danger = false,
  className,
  onSubmit,
  onCancel,
  children,
}: SmallFormProps & {
  form: { isSubmitting: boolean; failure: string | null }
  busyLabel?: string
  onSubmit: (event: FormEvent) => void
  children: ReactNode
}) {
  return (
    <form noValidate className={clsx('space-y-4', className)} onSubmit={onSubmit}>
      {children}
      {failure ? <Notice tone="error">{failure}</Notice> : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={isSubmitting} {...(busyLabel ? { busyLabel } : {})}>
          {label}
        </Button>
        <Button variant="plain" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
}

/** Asks for the password before a sensitive action. `fallback` is shown for an error without its own message. */
export function PasswordStep({
  fallback,
  onSubmit,
  ...props
}: SmallFormProps & { fallback: string; onSubmit: (password: string) => Promise<unknown> }) {
  const form = useForm({ fieldsOf: () => ({ password: '' }) })
  const send = form.submit(
    async ({ password }) => void (await onSubmit(password)),
    () => fallback,
  )
  return (
    <SmallForm {...props} form={form} onSubmit={send}>
      <PasswordInput label={t`Your password`} autoComplete="current-password" required {...form.field('password')} />
    </SmallForm>
  )
}
