import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Check, ChevronDown, Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Field, type FieldTexts, inputClass, splitFieldProps } from './field-frame.tsx'

export { Field, inputClass } from './field-frame.tsx'

export type TextInputProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'className' | 'children'> & { before?: ReactNode; after?: ReactNode }

export function TextInput({ before, after, ...props }: TextInputProps) {
  const { words, control } = splitFieldProps(props)
  return (
    <Field {...words}>
      {(wiring) =>
        before || after ? (
          <div className="relative">
            {before ? (
              <span className="pointer-events-none absolute inset-y-0 start-3 flex items-center text-ink-faint [&_svg]:size-5">
                {before}
              </span>
            ) : null}
            <input type="text" {...control} {...wiring} className={clsx(inputClass, before && 'ps-10', after && 'pe-12')} />
            {after ? <span className="absolute inset-y-0 end-0 flex items-center">{after}</span> : null}
          </div>
        ) : (
          <input type="text" {...control} {...wiring} className={inputClass} />
        )
      }
    </Field>
  )
}

/** A password field with a show/hide toggle. */
export function PasswordInput(props: Omit<TextInputProps, 'type' | 'after'>) {
  const [shown, setShown] = useState(false)
  return (
    <TextInput
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      after={
        <button
          type="button"
          aria-label={shown ? t`Hide password` : t`Show password`}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="flex size-11 items-center justify-center rounded-control text-ink-soft hover:text-ink [&_svg]:size-5"
        >
          {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        </button>
      }
    />
  )
}

export function TextArea(props: FieldTexts & Omit<ComponentProps<'textarea'>, 'className' | 'children'>) {
  const { words, control } = splitFieldProps(props)
  return (
    <Field {...words}>
      {(wiring) => <textarea rows={3} {...control} {...wiring} className={clsx(inputClass, 'resize-y leading-normal')} />}
    </Field>
  )
}

/** The browser's native select. Children are `<option>`s. */
export function Select({ children, ...props }: FieldTexts & Omit<ComponentProps<'select'>, 'className'>) {
  const { words, control } = splitFieldProps(props)
  return (
    <Field {...words}>
      {(wiring) => (
        <div className="relative">
          <select {...control} {...wiring} className={clsx(inputClass, 'appearance-none truncate pe-10')}>
            {children}
          </select>
          <ChevronDown aria-hidden="true" className="pointer-events-none absolute top-1/2 end-3 size-4.5 -translate-y-1/2 text-ink-soft" />
        </div>
      )}
    </Field>
  )
}

type ToggleProps = { label: ReactNode; hint?: ReactNode; labelHidden?: boolean; className?: string } & Omit<
  ComponentProps<'input'>,
  'type' | 'className' | 'children'
>

/** A checkbox. The full 44 px row is its target. */
export function Checkbox({ label, hint, labelHidden = false, className, ...control }: ToggleProps) {
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
export function Switch({ label, hint, labelHidden = false, className, ...control }: ToggleProps) {
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
