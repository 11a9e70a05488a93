import { t } from '@lingui/core/macro'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { savePreferences } from '#domains/account/web/index.ts'
import { currencyOf } from '#platform/shared/region.ts'
import { withRegionalUnits } from '#platform/shared/unit-display.ts'
import type { UnitDisplay } from '#platform/shared/units.ts'
import { browserRegion, browserTimeZone } from '#platform/web/i18n/browser-region-and-time-zone.ts'
import { currentLocale } from '#platform/web/i18n/language.ts'
import { Select } from '#platform/web/ui/form-fields.tsx'

const supported = (kind: 'timeZone' | 'currency'): string[] =>
  typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf(kind) : []

const currencyNames = new Intl.DisplayNames(currentLocale(), { type: 'currency' })
/** Returns the name of a currency in the reader's language, or its code. */
export const currencyName = (code: string): string => currencyNames.of(code) ?? code

/** Both lists are long, and the form renders on every key. */
const timeZones = [...new Set(['UTC', browserTimeZone(), ...supported('timeZone')])].sort()
const currencies = supported('currency').sort((a, b) => currencyName(a).localeCompare(currencyName(b), currentLocale()))
/** Returns the list with a stored value that the browser doesn't know. */
const including = (list: readonly string[], value: string) => (list.includes(value) ? list : [value, ...list])

/** `stored`: the value to list even if the browser doesn't know it. */
type SelectProps = { stored: string; error: string | undefined } & UseFormRegisterReturn

export function TimeZoneSelect({ stored, ...field }: SelectProps) {
  return (
    <Select label={t`Time zone`} hint={t`Sets when a day ends, and so when food counts as expired.`} {...field}>
      {including(timeZones, stored).map((zone) => (
        <option key={zone} value={zone}>
          {zone.replaceAll('_', ' ')}
        </option>
      ))}
    </Select>
  )
}

export function CurrencySelect({ stored, ...field }: SelectProps) {
  return (
    <Select label={t`Currency`} {...field}>
      {including(currencies, stored).map((code) => (
        <option key={code} value={code}>
          {currencyName(code) === code ? code : `${currencyName(code)} (${code})`}
        </option>
      ))}
    </Select>
  )
}

/** Returns a new household's settings: the browser's time zone and the currency of its region. */
export const defaultRegionSettings = () => ({ timeZone: browserTimeZone(), currency: currencyOf(browserRegion() ?? 'US') })

/** Changes the user's units on every screen, in every household. */
export const changeUnits = (regional: UnitDisplay['regional']) =>
  savePreferences((preferences) => ({ ...preferences, unitDisplay: withRegionalUnits(preferences.unitDisplay, regional) }))
