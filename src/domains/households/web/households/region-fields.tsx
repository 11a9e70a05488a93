import { t } from '@lingui/core/macro'
import { changePreferences, getMe, type User } from '#domains/account/contract/index.ts'
import { currencyOf } from '#platform/shared/region.ts'
import { withRegionalUnits } from '#platform/shared/unit-display.ts'
import type { UnitDisplay } from '#platform/shared/units.ts'
import { call } from '#platform/web/api/call.ts'
import { cache, fetchFromServer, queryKeyOf } from '#platform/web/api/query-cache.ts'
import { currentLocale } from '#platform/web/i18n/language.ts'
import { browserRegion, browserTimeZone } from '#platform/web/session/browser.ts'
import { Select } from '#platform/web/ui/form-fields.tsx'

const supported = (kind: 'timeZone' | 'currency'): string[] =>
  typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf(kind) : []

/** Returns the name of a currency in the reader's language, or its code. */
export const currencyName = (code: string): string => new Intl.DisplayNames(currentLocale(), { type: 'currency' }).of(code) ?? code

export function TimeZoneSelect({ value, onValue }: { value: string; onValue: (timeZone: string) => void }) {
  const zones = [...new Set(['UTC', browserTimeZone(), value, ...supported('timeZone')])].sort()
  return (
    <Select
      label={t`Time zone`}
      hint={t`Sets when a day ends, and so when food counts as expired.`}
      value={value}
      onChange={(event) => onValue(event.target.value)}
    >
      {zones.map((zone) => (
        <option key={zone} value={zone}>
          {zone.replaceAll('_', ' ')}
        </option>
      ))}
    </Select>
  )
}

export function CurrencySelect({ value, onValue }: { value: string; onValue: (currency: string) => void }) {
  const currencies = [...new Set([value, ...supported('currency')])].map((code) => ({ code, name: currencyName(code) }))
  return (
    <Select label={t`Currency`} value={value} onChange={(event) => onValue(event.target.value)}>
      {currencies
        .sort((a, b) => a.name.localeCompare(b.name, currentLocale()))
        .map(({ code, name }) => (
          <option key={code} value={code}>
            {name === code ? code : `${name} (${code})`}
          </option>
        ))}
    </Select>
  )
}

/** Returns a new household's settings: the browser's time zone and the currency of its region. */
export const browserSettings = () => ({ timeZone: browserTimeZone(), currency: currencyOf(browserRegion() ?? 'US') })

/** Changes the user's units on every screen, in every household. */
export async function changeUnits(regional: UnitDisplay['regional']): Promise<void> {
  const { preferences } = await fetchFromServer(getMe, {})
  if (preferences.unitDisplay.regional === regional) return
  const body = { preferences: { ...preferences, unitDisplay: withRegionalUnits(preferences.unitDisplay, regional) } }
  cache.setQueryData<User>(queryKeyOf(getMe, {}), await call(changePreferences, { body }))
}
