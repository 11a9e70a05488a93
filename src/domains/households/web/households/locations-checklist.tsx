import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { CheckChips } from '#platform/web/ui/check-chips.tsx'

/** Places of a usual kitchen, in the reader's language. */
export const usualLocations: readonly string[] = [t`Fridge door`, t`Crisper`, t`Cupboard`, t`Countertop`, t`Basement`, t`Chest freezer`]

/** Ticks the household's places among the usual ones and those it has. */
export function LocationsChecklist({
  value,
  onValue,
  isNew = false,
}: {
  value: readonly string[]
  onValue: (value: string[]) => void
  /** Says what a new household has without them. */
  isNew?: boolean
}) {
  // Keeps an unticked place on screen.
  const [options] = useState(() => [...new Set([...usualLocations, ...value])])
  return (
    <CheckChips
      label={isNew ? t`Fridge, freezer and pantry are there already. More places:` : t`Where you keep food`}
      hint={t`You can add others later.`}
      options={options.map((location) => ({ value: location, label: location }))}
      value={value}
      onValue={onValue}
    />
  )
}
