import clsx from 'clsx'
import { Check } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'

type TickProps = { label: ReactNode; hint?: ReactNode; labelHidden?: boolean; className?: string } & Omit<
  ComponentProps<'input'>,
  'type' | 'className' | 'children'
>

/** A checkbox. The full 44 px row is its target. */
export function Checkbox({ label, hint, labelHidden = false, className, ...control }: TickProps) {
  const hintId = useId()
  return (
    <label className={clsx('flex min-h-11 items-center gap-3', className)}>
      <span className="relative flex size-5.5 shrink-0">
        <input
          {...control}
          type="checkbox"
          aria-describedby={hint ? hintId : undefined}
          className="peer size-5.5 appearance-none rounded-md border-[1.5px] border-edge bg-card checked:border-herb checked:bg-herb disabled:opacity-50"
        />
        <Check
          aria-hidden="true"
          strokeWidth={3}
          className="pointer-events-none absolute inset-0 m-auto hidden size-4 text-on-herb peer-checked:block"
        />
      </span>
      <span className={clsx('text-base', labelHidden && 'sr-only')}>
        {label}
        {hint ? (
          <span id={hintId} className="block text-sm text-ink-soft">
            {hint}
          </span>
        ) : null}
      </span>
    </label>
  )
}

/** An on/off switch at the right end of its row; the full row is its target. */
export function Switch({ label, hint, labelHidden = false, className, ...control }: TickProps) {
  const hintId = useId()
  return (
    <label className={clsx('flex min-h-11 cursor-pointer items-center justify-between gap-4', className)}>
      <span className={clsx('text-base', labelHidden && 'sr-only')}>
        <span className="font-semibold">{label}</span>
        {hint ? (
          <span id={hintId} className="block text-sm text-ink-soft">
            {hint}
          </span>
        ) : null}
      </span>
      <span className="relative inline-flex h-7 w-12 shrink-0">
        <input
          {...control}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: the checkbox itself tells whether it is checked
          role="switch"
          aria-describedby={hint ? hintId : undefined}
          className="peer h-7 w-12 appearance-none rounded-full border-[1.5px] border-edge bg-sunken transition-colors checked:border-herb checked:bg-herb disabled:opacity-50"
        />
        <span className="pointer-events-none absolute top-1 start-1 size-5 rounded-full bg-edge transition-transform duration-150 peer-checked:translate-x-5 peer-checked:bg-on-herb" />
      </span>
    </label>
  )
}
