import clsx from 'clsx'
import { type ReactNode, useId } from 'react'
import { say } from '#platform/shared/say.ts'

export interface FieldTexts {
  label: ReactNode
  hint?: ReactNode
  /** Replaces the hint. */
  error?: ReactNode
  /** Shows the label to screen readers only. */
  labelHidden?: boolean
  /** Shown at the right end of the label's row. */
  aside?: ReactNode
  className?: string
}

interface Wiring {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export const inputClass = clsx(
  'block min-h-11 w-full min-w-0 rounded-control border border-edge bg-card px-3 py-2 text-base text-ink',
  'transition-colors duration-100 hover:border-ink-soft',
  'aria-invalid:border-late aria-invalid:bg-late-soft/40',
  'disabled:border-line disabled:bg-sunken disabled:text-ink-soft',
)

/** A label, control, hint and error. Gives the control its id and description. */
export function Field({
  label,
  hint,
  error,
  labelHidden,
  aside,
  className,
  id: givenId,
  children,
}: FieldTexts & { id?: string | undefined; children: (wiring: Wiring) => ReactNode }) {
  const ownId = useId()
  const id = givenId ?? ownId
  const says = error ? `${id}-error` : hint ? `${id}-hint` : undefined
  return (
    <div className={clsx('min-w-0', className)}>
      <div className={clsx('mb-1.5 flex items-baseline justify-between gap-3', labelHidden && !aside && 'sr-only')}>
        <label htmlFor={id} className={clsx('text-sm font-semibold text-ink', labelHidden && 'sr-only')}>
          {label}
        </label>
        {aside}
      </div>
      {children({ id, 'aria-describedby': says, 'aria-invalid': error ? true : undefined })}
      {error ? (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-late-ink">
          {typeof error === 'string' ? say(error) : error}
        </p>
      ) : hint ? (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-ink-soft">
          {hint}
        </p>
      ) : null}
    </div>
  )
}

/** Splits props into those of the frame and those of the control. */
export function splitFieldProps<P extends FieldTexts & { id?: string | undefined }>(props: P) {
  const { label, hint, error, labelHidden, aside, className, id, ...control } = props
  return { words: { label, hint, error, labelHidden: labelHidden ?? false, aside, ...(className ? { className } : {}), id }, control }
}
