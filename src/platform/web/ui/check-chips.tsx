import { Check } from 'lucide-react'
import type { ReactNode } from 'react'

interface ChipsProps {
  label: ReactNode
  hint: ReactNode
  options: readonly { readonly value: string; readonly label: string }[]
  value: readonly string[]
  onValue: (value: string[]) => void
}

/** Several of some options, as chips to tick. */
export const CheckChips = ({ label, hint, options, value, onValue }: ChipsProps) => (
  <fieldset className="min-w-0">
    <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
    <div className="flex flex-wrap gap-1.5">
      {options.map((option) => (
        <label
          key={option.value}
          className="relative inline-flex min-h-11 cursor-pointer items-center gap-1 rounded-full border border-edge/60 bg-card px-2 text-sm has-checked:border-herb has-checked:bg-herb-soft has-checked:font-semibold has-checked:text-herb-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-herb"
        >
          <input
            type="checkbox"
            checked={value.includes(option.value)}
            onChange={({ target }) =>
              onValue(options.flatMap((other) => ((other === option ? target.checked : value.includes(other.value)) ? other.value : [])))
            }
            className="peer absolute inset-0 cursor-pointer appearance-none rounded-full outline-none"
          />
          <Check aria-hidden="true" className="hidden size-3.5 peer-checked:block" />
          {option.label}
        </label>
      ))}
    </div>
    <p className="mt-1.5 text-sm text-ink-soft">{hint}</p>
  </fieldset>
)
