import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Spinner } from './progress.tsx'

export type ButtonVariant = 'primary' | 'quiet' | 'plain' | 'danger'

const looks: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-herb text-on-herb hover:bg-herb-strong',
  quiet: 'border-edge/60 bg-card text-ink hover:bg-hover hover:border-edge',
  plain: 'border-transparent text-herb-ink hover:bg-herb-soft',
  danger: 'border-transparent bg-late text-on-late hover:bg-late-strong',
}

/** Returns the classes of a button, for links that look like one. */
export function buttonClass(variant: ButtonVariant = 'primary', extra?: string): string {
  return clsx(
    'inline-flex min-h-11 items-center justify-center gap-2 rounded-control border px-4 py-2 text-center text-base leading-tight font-semibold no-underline select-none [&>svg]:shrink-0',
    'transition-colors duration-100 active:opacity-85',
    'disabled:opacity-55 aria-disabled:opacity-55',
    looks[variant],
    extra,
  )
}

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  /** Shown before the label. */
  icon?: ReactNode
  /** Shows a spinner and ignores clicks. */
  busy?: boolean
  /** The label while busy; `children` if omitted. */
  busyLabel?: string
}

export function Button({
  variant = 'primary',
  icon,
  busy = false,
  busyLabel,
  className,
  children,
  type = 'button',
  onClick,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      // `disabled` would drop the keyboard focus, so a busy button stays enabled.
      type={busy ? 'button' : type}
      className={buttonClass(variant, className)}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {busy ? <Spinner /> : icon}
      {busy && busyLabel ? busyLabel : children}
    </button>
  )
}
