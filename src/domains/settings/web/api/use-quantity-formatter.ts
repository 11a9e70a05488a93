import { useMemo } from 'react'
import { savePreferences, useMe } from '#domains/account/web/index.ts'
import { formatQuantity } from '#platform/shared/unit-display.ts'
import { defaultUnitDisplay, type Unit, type UnitDisplay } from '#platform/shared/units.ts'
import { useMutation } from '#platform/web/api/query-cache.ts'

export interface ShownQuantity {
  value: string
  unit: string
  /** The stored value, if the user chose to see it and it reads differently. */
  canonical: string | null
}

/** Returns number and unit separately, for large figures with a small unit. */
export function formatQuantityParts(quantity: number, unit: Unit, prefs: UnitDisplay): ShownQuantity {
  const { text, canonical } = formatQuantity(quantity, unit, prefs)
  const space = text.indexOf(' ')
  return space < 0 ? { value: text, unit: '', canonical } : { value: text.slice(0, space), unit: text.slice(space + 1), canonical }
}

/** Formats quantities by the user's preferences. */
export function useQuantityFormatter(): {
  show: (quantity: number, unit: Unit) => string
  parts: (quantity: number, unit: Unit) => ShownQuantity
} {
  const prefs = useMe().data?.preferences.unitDisplay ?? defaultUnitDisplay
  return useMemo(
    () => ({
      show: (quantity, unit) => {
        const { text, canonical } = formatQuantity(quantity, unit, prefs)
        return canonical ? `${text} (${canonical})` : text
      },
      parts: (quantity, unit) => formatQuantityParts(quantity, unit, prefs),
    }),
    [prefs],
  )
}

/** Saves preferences; see `savePreferences`. */
export const useChangePreferences = () => useMutation({ mutationFn: savePreferences })
