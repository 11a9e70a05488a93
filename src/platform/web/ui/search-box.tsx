import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Search, X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { inputClass } from './form-fields.tsx'

/** A search-as-you-type box; `/` focuses it. The placeholder is also its accessible name. */
export function SearchBox({
  value,
  onChange,
  placeholder,
  label = placeholder,
  action,
  className,
}: {
  value: string
  onChange: (value: string) => void
  placeholder: string
  label?: string
  /** A button of 44 px at the end of the field. */
  action?: ReactNode
  className?: string
}) {
  const box = useRef<HTMLInputElement>(null)
  return (
    <search className={clsx('relative block min-w-0', className)}>
      <Search aria-hidden="true" className="pointer-events-none absolute top-1/2 start-3 size-5 -translate-y-1/2 text-ink-faint" />
      <input
        ref={box}
        type="search"
        data-search-box=""
        enterKeyHint="search"
        autoComplete="off"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          if (value === '') box.current?.blur()
          onChange('')
        }}
        className={clsx(inputClass, 'ps-10', value !== '' && (action ? 'pe-22' : 'pe-11'))}
      />
      {value === '' ? null : (
        <button
          type="button"
          aria-label={t`Clear search`}
          onClick={() => {
            onChange('')
            box.current?.focus()
          }}
          className={clsx(
            'absolute inset-y-0 flex w-11 items-center justify-center rounded-control text-ink-soft hover:text-ink',
            action ? 'end-11' : 'end-0',
          )}
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      )}
      {action ? <span className="absolute inset-y-0 end-0 flex items-center">{action}</span> : null}
    </search>
  )
}
