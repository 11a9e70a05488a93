import { t } from '@lingui/core/macro'
import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'
import { DateInput } from '#platform/web/ui/date-input.tsx'
import { formatNumberInput, NumberInput, parseNumber } from '#platform/web/ui/number-input.tsx'
import type { Leftovers } from '../../contract/index.ts'
import { leftoverDays } from '../../rules/servings.ts'

const places = ['FRIDGE', 'FREEZER'] as const
type Place = (typeof places)[number]

/** The portions to keep in each place as typed, and their date; null for the usual one. */
export type PortionFields = Readonly<Record<Place, { portions: string; until: string | null }>>

const untilOf = (fields: PortionFields, place: Place, today: CalendarDate) => fields[place].until ?? addDays(today, leftoverDays[place])

/** Returns the leftovers to add to the stock; null if an amount isn't a whole number. */
export function leftoversOf(fields: PortionFields, today: CalendarDate): Leftovers[] | null {
  const leftovers: Leftovers[] = []
  for (const storage of places) {
    const portions = parseNumber(fields[storage].portions) ?? 0
    if (!Number.isInteger(portions) || portions < 0) return null
    const until = untilOf(fields, storage, today)
    if (portions > 0) leftovers.push({ portions, storage, expirationDate: until === '' ? null : until })
  }
  return leftovers
}

interface Props {
  servings: number
  fields: PortionFields
  today: CalendarDate
  onChange: (fields: PortionFields) => void
}

/** Divides what was cooked into what is eaten now and what goes into the fridge and the freezer. */
export function LeftoverPortions({ servings, fields, today, onChange }: Props) {
  const count = (place: Place) => parseNumber(fields[place].portions) || 0
  const eaten = Math.max(0, servings - count('FRIDGE') - count('FREEZER'))
  const set = (place: Place, changed: Partial<PortionFields[Place]>) => onChange({ ...fields, [place]: { ...fields[place], ...changed } })
  const setEaten = (text: string) => {
    const left = servings - count('FREEZER') - (parseNumber(text) || 0)
    set('FRIDGE', { portions: formatNumberInput(Math.max(0, left)) })
  }
  const labels: Record<Place, [portions: string, until: string]> = {
    FRIDGE: [t`Into the fridge`, t`Use by, in the fridge`],
    FREEZER: [t`Into the freezer`, t`Use by, in the freezer`],
  }
  return (
    <div className="space-y-3">
      <NumberInput label={t`Portions eaten now`} value={formatNumberInput(eaten)} onValue={setEaten} step={1} min={0} />
      {places.map((place) => (
        <div key={place} className="grid gap-3 sm:grid-cols-2">
          <NumberInput
            label={labels[place][0]}
            value={fields[place].portions}
            onValue={(portions) => set(place, { portions })}
            step={1}
            min={0}
          />
          {count(place) > 0 ? (
            <DateInput
              today={today}
              label={labels[place][1]}
              value={untilOf(fields, place, today)}
              onChange={({ target }) => set(place, { until: target.value })}
            />
          ) : null}
        </div>
      ))}
    </div>
  )
}
