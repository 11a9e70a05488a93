import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Minus, Plus } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { withDecimalPoint } from '#platform/shared/normalize-decimal.ts'
import { decimalMark } from '#platform/shared/say.ts'
import { Field, type FieldTexts, inputClass, splitFieldProps } from './field-frame.tsx'

/**
 * Parses a number as typed: `1.5`, `1,5`, ` 2 `. `1,500` is 1.5 only in languages with a decimal comma. Returns NaN if invalid, null if
 * empty.
 */
export function parseNumber(text: string): number | null {
  const plain = text.replace(/[\s'’]/g, '')
  if (plain === '') return null
  const dotted = withDecimalPoint(plain, decimalMark())
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(dotted) ? Number(dotted) : Number.NaN
}

/** Formats a number so that `parseNumber` reads it back exactly: `1.125` or `1,125`. With a point, German would read it as 1125. */
export const formatNumberInput = (value: number): string => String(value).replace('.', decimalMark())

export interface NumberInputProps
  extends FieldTexts,
    Omit<ComponentProps<'input'>, 'className' | 'children' | 'type' | 'value' | 'onChange' | 'step' | 'min' | 'max'> {
  /** The text as typed, because "1." and "1,5" must be allowed while typing; `parseNumber` parses it. */
  value: string
  onValue: (text: string) => void
  /** Shows minus and plus buttons with this step. */
  step?: number
  min?: number
  max?: number
  /** A unit or currency at the right end. */
  suffix?: ReactNode
}

/** A decimal number field: numeric keyboard on phones, comma or point, minus and plus buttons if `step` is set. */
export function NumberInput({
  value,
  onValue,
  step,
  min = 0,
  max = Number.POSITIVE_INFINITY,
  suffix,
  disabled,
  ...props
}: NumberInputProps) {
  const { words, control } = splitFieldProps(props)
  const move = (by: number) => {
    const now = parseNumber(value)
    const next = Math.min(max, Math.max(min, (now === null || Number.isNaN(now) ? 0 : now) + by))
    onValue(formatNumberInput(Math.round(next * 1000) / 1000))
  }
  const stepper =
    'flex size-11 shrink-0 items-center justify-center rounded-control border border-edge/60 bg-card text-ink hover:bg-hover disabled:opacity-45'
  return (
    <Field {...words}>
      {(wiring) => (
        <div className="flex items-center gap-2">
          {step ? (
            <button type="button" aria-label={t`Less`} disabled={disabled} onClick={() => move(-step)} className={stepper}>
              <Minus aria-hidden="true" className="size-5" />
            </button>
          ) : null}
          <div className="relative min-w-0 flex-1">
            <input
              type="text"
              inputMode="decimal"
              autoComplete="off"
              {...control}
              {...wiring}
              disabled={disabled}
              value={value}
              onChange={(event) => onValue(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
                event.preventDefault()
                move((event.key === 'ArrowUp' ? 1 : -1) * (step ?? 1))
              }}
              className={clsx(inputClass, 'figures text-lg font-semibold', suffix && 'pe-14')}
            />
            {suffix ? (
              <span className="pointer-events-none absolute inset-y-0 end-3 flex items-center text-sm text-ink-soft">{suffix}</span>
            ) : null}
          </div>
          {step ? (
            <button type="button" aria-label={t`More`} disabled={disabled} onClick={() => move(step)} className={stepper}>
              <Plus aria-hidden="true" className="size-5" />
            </button>
          ) : null}
        </div>
      )}
    </Field>
  )
}
