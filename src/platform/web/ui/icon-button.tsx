import clsx from 'clsx'
import type { ComponentProps, FocusEvent, PointerEvent, ReactNode } from 'react'
import { Spinner } from './progress.tsx'
import { useTooltip } from './tooltip.tsx'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** The accessible name, also shown as the tooltip. */
  label: string
  icon: ReactNode
  variant?: 'plain' | 'quiet' | 'danger'
  busy?: boolean
}

const looks = {
  plain: 'border-transparent text-ink-soft hover:bg-hover hover:text-ink',
  quiet: 'border-edge/60 bg-card text-ink hover:bg-hover',
  danger: 'border-transparent text-ink-soft hover:bg-late-soft hover:text-late-ink',
}

/** A 44 px icon button with a tooltip. */
export function IconButton({
  label,
  icon,
  variant = 'plain',
  busy = false,
  className,
  type = 'button',
  onClick,
  ...rest
}: IconButtonProps) {
  const { handlers, bubble } = useTooltip(label)
  return (
    <>
      <button
        {...rest}
        type={type}
        aria-label={label}
        aria-disabled={busy || undefined}
        onClick={busy ? undefined : onClick}
        onPointerEnter={(event: PointerEvent<HTMLButtonElement>) => {
          rest.onPointerEnter?.(event)
          handlers.onPointerEnter(event)
        }}
        onPointerLeave={(event: PointerEvent<HTMLButtonElement>) => {
          rest.onPointerLeave?.(event)
          handlers.onPointerLeave()
        }}
        onPointerDown={(event: PointerEvent<HTMLButtonElement>) => {
          rest.onPointerDown?.(event)
          handlers.onPointerDown()
        }}
        onFocus={(event: FocusEvent<HTMLButtonElement>) => {
          rest.onFocus?.(event)
          handlers.onFocus(event)
        }}
        onBlur={(event: FocusEvent<HTMLButtonElement>) => {
          rest.onBlur?.(event)
          handlers.onBlur()
        }}
        className={clsx(
          'inline-flex size-11 shrink-0 items-center justify-center rounded-control border transition-colors duration-100 disabled:opacity-50 [&_svg]:size-5',
          looks[variant],
          className,
        )}
      >
        {busy ? <Spinner /> : icon}
      </button>
      {bubble}
    </>
  )
}
