import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { useId } from 'react'
import { type Storage, storages } from '../../contract/index.ts'
import { storageIcons, storageWords } from '../ingredient-sheet/location-label.tsx'

export function StorageChoice({
  value,
  onChange,
  label = t`Storage`,
}: {
  value: Storage
  onChange: (value: Storage) => void
  label?: string
}) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-1">
        {storages.map((storage) => {
          const Icon = storageIcons[storage]
          return (
            <label
              key={storage}
              className={clsx(
                'relative flex min-h-11 flex-auto cursor-pointer flex-col items-center justify-center gap-0.5 text-center rounded-control border px-0.5 py-1.5 text-[0.8125rem] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-herb',
                value === storage ? 'border-herb bg-herb-soft font-semibold text-herb-ink' : 'border-edge/60 bg-card hover:bg-hover',
              )}
            >
              <input
                type="radio"
                name={name}
                value={storage}
                checked={value === storage}
                onChange={() => onChange(storage)}
                className="absolute inset-0 cursor-pointer appearance-none rounded-control outline-none"
              />
              <Icon aria-hidden="true" className="size-4.5 shrink-0" />
              {storageWords[storage]}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
