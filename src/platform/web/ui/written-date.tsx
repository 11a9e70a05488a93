import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Check } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { parseDate } from '#platform/shared/parse-date.ts'
import { currentLanguage, currentLocale } from '../i18n/language.ts'
import { inputClass } from './field-frame.tsx'
import { IconButton } from './icon-button.tsx'

interface WrittenDateProps {
  /** The id that the field's label names. */
  id: string
  start: string
  today: CalendarDate
  min?: string | number | undefined
  max?: string | number | undefined
  /** `date` is null if none was taken; `hasFocus` says that the field should get the focus back. */
  onClose: (date: CalendarDate | null, hasFocus: boolean) => void
}

/** A text field for a date in words, with what it means below. Enter, the button or leaving the field takes it; Escape doesn't. */
export function WrittenDate({ id, start, today, min = '', max = '', onClose }: WrittenDateProps) {
  const [text, setText] = useState(start)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const date = parseDate(text, today, { language: currentLanguage(), dayFirst: writesDayFirst() })
  const isAllowed = date !== null && date >= String(min) && (max === '' || date <= String(max))
  const meaning =
    date === null ? t`For example +10d, fri or end of month` : isAllowed ? formatFully(date) : t`${formatFully(date)}: choose another day`
  // Otherwise the form would be sent with the date from before.
  const problem = isAllowed || text.trim() === '' ? '' : meaning
  useEffect(() => input.current?.setCustomValidity(problem), [problem])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    // Enter would send the form, and Escape close the dialog.
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') onClose(null, true)
    else if (isAllowed) onClose(date, true)
  }
  const leave = () => {
    if (isAllowed) onClose(date, false)
    else if (text.trim() === '') onClose(null, false)
  }
  return (
    <>
      <input
        ref={input}
        id={id}
        type="text"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={leave}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        aria-describedby={`${id}-written`}
        className={clsx(inputClass, 'pe-11')}
      />
      <IconButton
        label={t`Use this date`}
        icon={<Check aria-hidden="true" />}
        disabled={!isAllowed}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => isAllowed && onClose(date, true)}
        className="absolute end-0 top-0"
      />
      <p id={`${id}-written`} aria-live="polite" className="mt-1.5 text-sm text-ink-soft">
        {meaning}
      </p>
    </>
  )
}

const formatFully = (date: CalendarDate): string =>
  new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))

/** Whether 5/6 is June 5 where the reader lives. */
function writesDayFirst(): boolean {
  const order = new Intl.DateTimeFormat(currentLocale()).formatToParts().map(({ type }) => type)
  return order.indexOf('day') < order.indexOf('month')
}
