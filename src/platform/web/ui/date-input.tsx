import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Pencil } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { Field, inputClass, splitFieldProps } from './field-frame.tsx'
import type { TextInputProps } from './form-fields.tsx'
import { IconButton } from './icon-button.tsx'

const WrittenDate = lazy(async () => ({ default: (await import('./written-date.tsx')).WrittenDate }))

type DateInputProps = Omit<TextInputProps, 'type' | 'before' | 'after'> & {
  /** The household's day, from which `+10d` counts. */
  today: CalendarDate
}

/**
 * A calendar date, `YYYY-MM-DD`; the empty string means no date. A date can be written instead of chosen: typing `+` or a letter in the
 * field, or the button in it, opens a text field for `+10d`, `fri` or `end of month`.
 */
export function DateInput({ today, ...props }: DateInputProps) {
  const { words, control } = splitFieldProps(props)
  const frame = useRef<HTMLDivElement>(null)
  const [written, setWritten] = useState<string | null>(null)
  const dateField = () => frame.current?.querySelector<HTMLInputElement>('input[type=date]') ?? null
  const close = (date: CalendarDate | null, hasFocus: boolean) => {
    const field = dateField()
    if (field && date !== null) enterValue(field, date)
    setWritten(null)
    if (hasFocus) requestAnimationFrame(() => field?.focus())
  }
  return (
    <Field {...words}>
      {({ id, ...wiring }) => (
        <div ref={frame} className="relative">
          <input
            {...control}
            {...wiring}
            {...(written === null ? { id } : { hidden: true })}
            type="date"
            onKeyDown={(event) => {
              control.onKeyDown?.(event)
              if (!/^[\p{L}+]$/u.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return
              event.preventDefault()
              setWritten(event.key)
            }}
            className={clsx(inputClass, 'figures appearance-none pe-11 text-start')}
          />
          {written === null ? (
            <IconButton
              label={t`Write the date`}
              icon={<Pencil aria-hidden="true" />}
              disabled={control.disabled}
              onClick={() => setWritten('')}
              className="absolute end-0 top-0"
            />
          ) : (
            <Suspense fallback={null}>
              <WrittenDate id={id} start={written} today={today} min={control.min} max={control.max} onClose={close} />
            </Suspense>
          )}
        </div>
      )}
    </Field>
  )
}

/** Sets the value as if it was typed, so that React and forms notice. */
function enterValue(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
