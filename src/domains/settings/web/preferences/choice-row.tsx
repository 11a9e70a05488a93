import type { ReactNode } from 'react'

export interface Choice<V extends string> {
  value: V
  label: string
  hint?: string
  icon?: ReactNode
}

/** A row of choices of which one is selected. */
export function Choices<V extends string>({
  label,
  value,
  choices,
  onChange,
}: {
  label: string
  value: V
  choices: readonly Choice<V>[]
  onChange: (value: V) => void
}) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <div className="grid gap-2 sm:flex sm:flex-wrap">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="flex min-h-14 grow cursor-pointer items-center gap-2.5 rounded-control border border-edge bg-card px-3 py-2 transition-colors hover:bg-hover has-checked:border-herb has-checked:bg-herb-soft has-checked:text-herb-ink has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-herb"
          >
            <input
              type="radio"
              name={label}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              className="size-6 shrink-0 outline-none"
            />
            {choice.icon}
            <span>
              <span className="block leading-tight font-semibold">{choice.label}</span>
              {choice.hint ? <span className="block text-sm leading-tight">{choice.hint}</span> : null}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
