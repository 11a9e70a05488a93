import { useMemo } from 'react'
import { changePreferences, getMe, type Preferences, type User } from '#domains/account/contract/index.ts'
import { useMe } from '#domains/account/web/index.ts'
import { formatQuantity } from '#platform/shared/unit-display.ts'
import { defaultUnitDisplay, type Unit, type UnitDisplay } from '#platform/shared/units.ts'
import { call } from '#platform/web/api/call.ts'
import { cache, fetchFromServer, queryKeyOf, useMutation } from '#platform/web/api/query-cache.ts'
import { currentLocale } from '#platform/web/i18n/language.ts'

export interface ShownQuantity {
  value: string
  unit: string
  /** The stored value, if the user chose to see it and it reads differently. */
  canonical: string | null
}

/** Returns number and unit separately, for large figures with a small unit. */
export function partsOf(quantity: number, unit: Unit, prefs: UnitDisplay): ShownQuantity {
  const { text, canonical } = formatQuantity(quantity, unit, prefs, currentLocale())
  const space = text.indexOf(' ')
  return space < 0 ? { value: text, unit: '', canonical } : { value: text.slice(0, space), unit: text.slice(space + 1), canonical }
}

/** Formats quantities by the user's preferences. */
export function useUnits(): { show: (quantity: number, unit: Unit) => string; parts: (quantity: number, unit: Unit) => ShownQuantity } {
  const prefs = useMe().data?.preferences.unitDisplay ?? defaultUnitDisplay
  return useMemo(
    () => ({
      show: (quantity, unit) => {
        const { text, canonical } = formatQuantity(quantity, unit, prefs, currentLocale())
        return canonical ? `${text} (${canonical})` : text
      },
      parts: (quantity, unit) => partsOf(quantity, unit, prefs),
    }),
    [prefs],
  )
}

/**
 * Saves preferences as `change` of the server's current ones: they are stored as a whole, and another device may have changed some. Every
 * quantity on every page follows at once.
 */
export const useChangePreferences = () =>
  useMutation<User, Error, (newest: Preferences) => Preferences>({
    mutationFn: async (change) => {
      const { preferences } = await fetchFromServer(getMe, {})
      return call(changePreferences, { body: { preferences: change(preferences) } })
    },
    onSuccess: (user) => cache.setQueryData<User>(queryKeyOf(getMe, {}), user),
  })
