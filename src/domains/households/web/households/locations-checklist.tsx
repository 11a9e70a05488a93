import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Check } from 'lucide-react'
import { useState } from 'react'

/** Places of a usual kitchen, in the reader's language. */
export const usualLocations: readonly string[] = [t`Fridge door`, t`Crisper`, t`Cupboard`, t`Countertop`, t`Basement`, t`Chest freezer`]

/** Ticks the household's places among the usual ones and those it has. */
export function LocationsChecklist({ value, onValue }: { value: readonly string[]; onValue: (value: string[]) => void }) {
  // Keeps an unticked place on screen.
  const [options] = useState(() => [...new Set([...usualLocations, ...value])])
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">
        <Trans>Where you keep food</Trans>
      </legend>
      <div className="flex flex-wrap gap-1.5">
        {options.map((location) => (
          <label
            key={location}
            className="relative inline-flex min-h-11 cursor-pointer items-center gap-1 rounded-full border border-edge/60 bg-card px-2 text-sm has-checked:border-herb has-checked:bg-herb-soft has-checked:font-semibold has-checked:text-herb-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-herb"
          >
            <input
              type="checkbox"
              checked={value.includes(location)}
              onChange={({ target }) => onValue(options.filter((other) => (other === location ? target.checked : value.includes(other))))}
              className="peer absolute inset-0 cursor-pointer appearance-none rounded-full outline-none"
            />
            <Check aria-hidden="true" className="hidden size-3.5 peer-checked:block" />
            {location}
          </label>
        ))}
      </div>
      <p className="mt-1.5 text-sm text-ink-soft">
        <Trans>You can add others later.</Trans>
      </p>
    </fieldset>
  )
}
