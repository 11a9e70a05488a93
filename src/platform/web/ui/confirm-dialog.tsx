import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { errorMessage } from '../api/call.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextInput } from './form-fields.tsx'
import { Notice } from './notice.tsx'

export interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  children?: ReactNode
  confirmLabel: string
  danger?: boolean
  /** Text the person must type to enable the button, for actions that can't be undone. */
  typed?: string
  /** Runs on confirm. The dialog closes if it succeeds and shows the error if it throws. */
  onConfirm: () => Promise<unknown> | unknown
  /** Shown if the error has no sentence of its own. */
  fallback?: string
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Dialog open={props.open} onOpenChange={props.onOpenChange} title={props.title} size="small">
      <ConfirmForm {...props} />
    </Dialog>
  )
}

// A component of its own, so that its state resets each time the dialog opens.
function ConfirmForm({
  onOpenChange,
  children,
  confirmLabel,
  danger = false,
  typed,
  onConfirm,
  fallback = t`That didn’t work. Try again.`,
}: ConfirmDialogProps) {
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const allowed = typed === undefined || text.trim() === typed.trim()
  const confirm = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await onConfirm()
      onOpenChange(false)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        // The dialog may be inside a form, which would be sent, too.
        event.stopPropagation()
        if (allowed && !busy) void confirm()
      }}
    >
      <div className="text-ink-soft">{children}</div>
      {typed === undefined ? null : (
        <TextInput
          label={t`Type “${typed}” to confirm`}
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      {failure === null ? null : <Notice tone="error">{errorMessage(failure, fallback)}</Notice>}
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button variant="quiet" onClick={() => onOpenChange(false)}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy} disabled={!allowed}>
          {confirmLabel}
        </Button>
      </div>
    </form>
  )
}
