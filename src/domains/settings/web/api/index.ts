import { useMemo } from 'react'
import { changePreferences, getMe, type Preferences, type User } from '#domains/account/contract/index.ts'
import { useMe } from '#domains/account/web/index.ts'
import { display } from '#platform/shared/unit-display.ts'
import { defaultUnitDisplay, type Unit, type UnitDisplay } from '#platform/shared/units.ts'
import { call } from '#platform/web/api/call.ts'
import { cache, fetchNow, keyOf, useMutation } from '#platform/web/api/query-cache.ts'
import { currentLocale } from '#platform/web/i18n/language.ts'

export interface ShownQuantity {
  value: string
  unit: string
  /** What is stored, when the person asked to see it and it reads differently. */
  canonical: string | null
}

/** Figure and unit apart, for a big figure with a small unit. */
export function partsOf(quantity: number, unit: Unit, prefs: UnitDisplay): ShownQuantity {
  const { text, canonical } = display(quantity, unit, prefs, currentLocale())
  const space = text.indexOf(' ')
  return space < 0 ? { value: text, unit: '', canonical } : { value: text.slice(0, space), unit: text.slice(space + 1), canonical }
}

/** Quantities the way this person wants them: every screen that shows one asks here. */
export function useUnits(): { show: (quantity: number, unit: Unit) => string; parts: (quantity: number, unit: Unit) => ShownQuantity } {
  const prefs = useMe().data?.preferences.unitDisplay ?? defaultUnitDisplay
  return useMemo(
    () => ({
      show: (quantity, unit) => {
        const { text, canonical } = display(quantity, unit, prefs, currentLocale())
        return canonical ? `${text} (${canonical})` : text
      },
      parts: (quantity, unit) => partsOf(quantity, unit, prefs),
    }),
    [prefs],
  )
}

/**
 * Saves what `change` makes of the preferences that the server has at this moment: they are kept whole, and another device of this person
 * may have changed some. Every quantity on every screen follows at once.
 */
export const useChangePreferences = () =>
  useMutation<User, Error, (newest: Preferences) => Preferences>({
    mutationFn: async (change) => {
      const { preferences } = await fetchNow(getMe, {})
      return call(changePreferences, { body: { preferences: change(preferences) } })
    },
    onSuccess: (user) => cache.setQueryData<User>(keyOf(getMe, {}), user),
  })
