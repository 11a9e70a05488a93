import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { NumberField } from '#platform/web/forms/number-field.tsx'
import { createFormResolver, type Form } from '#platform/web/forms/use-form.ts'
import { Select, TextInput } from '#platform/web/ui/form-fields.tsx'
import { parseNumber } from '#platform/web/ui/number-input.tsx'
import type { WeekPlanRequest } from '../../contract/index.ts'
import { type TimeFilter, timeNames } from '../recipe-list/use-recipe-filters.ts'
import { dateWords, dayWords } from './plan-messages.ts'

/** What is asked of a week, as typed. */
export interface WeekWishes {
  dates: CalendarDate[]
  servings: string
  maxMissing: string
  /** The longest that a meal may take, from Monday to Friday and on weekends. */
  weekdayTime: TimeFilter
  weekendTime: TimeFilter
  /** The most that everything to buy may cost; empty for any. */
  budget: string
}

/** Returns the whole number that was typed; null if it isn't one or not in the range. */
function readWhole(text: string, min: number, most: number): number | null {
  const value = parseNumber(text)
  return value !== null && Number.isInteger(value) && value >= min && value <= most ? value : null
}

/** Returns an amount of money; undefined if none was typed, null if it isn't one. */
function readBudget(text: string): number | null | undefined {
  if (text.trim() === '') return undefined
  const value = parseNumber(text)
  return value !== null && value >= 0 && value <= 1_000_000 ? Math.round(value * 100) / 100 : null
}

const isWeekend = (date: CalendarDate) => [0, 6].includes(new Date(`${date}T12:00:00Z`).getUTCDay())

export const resolveWishes = createFormResolver(({ dates, weekdayTime, weekendTime, ...fields }: WeekWishes) => {
  const [servings, maxMissing, budget] = [
    readWhole(fields.servings, 1, 500),
    readWhole(fields.maxMissing, 0, 100),
    readBudget(fields.budget),
  ]
  if (dates.length > 0 && servings !== null && maxMissing !== null && budget !== null) {
    const maxMinutes = dates.toSorted().flatMap((date) => {
      const time = isWeekend(date) ? weekendTime : weekdayTime
      return time === 'any' ? [] : [{ date, minutes: Number(time) }]
    })
    const sent: WeekPlanRequest = { dates: dates.toSorted(), servings, maxMissing, maxMinutes, ...(budget === undefined ? {} : { budget }) }
    return { sent }
  }
  return {
    wrong: {
      ...(dates.length > 0 ? {} : { dates: t`Choose at least one day.` }),
      ...(servings === null ? { servings: t`Enter the number of servings as a whole number.` } : {}),
      ...(maxMissing === null ? { maxMissing: t`Enter a whole number of missing ingredients.` } : {}),
      ...(budget === null ? { budget: t`Enter an amount of money, or leave it empty.` } : {}),
    },
  }
})

const timeOptions = (Object.keys(timeNames) as TimeFilter[]).map((time) => (
  <option key={time} value={time}>
    {timeNames[time]}
  </option>
))

interface Props {
  form: Form<null, WeekWishes, WeekPlanRequest>
  /** Days to choose from. */
  days: readonly CalendarDate[]
  today: CalendarDate
}

/** The fields that say what kind of week is wanted. */
export function WeekWishFields({ form, days, today }: Props) {
  const { control, errors, field, setValue, isSubmitted } = form
  const dates = useWatch({ control, name: 'dates' })
  const onDates = (next: CalendarDate[]) => setValue('dates', next, { shouldValidate: isSubmitted })
  return (
    <>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="mb-1.5 font-semibold">{t`Days`}</legend>
        {days.map((day) => (
          <button
            key={day}
            type="button"
            aria-pressed={dates.includes(day)}
            onClick={() => onDates(dates.includes(day) ? dates.filter((other) => other !== day) : [...dates, day])}
            className={clsx(
              'min-h-11 rounded-full border px-4 font-semibold first-letter:uppercase',
              dates.includes(day) ? 'border-herb bg-herb-soft text-herb-ink' : 'border-edge/60 bg-card text-ink-soft hover:bg-hover',
            )}
          >
            {dayWords(day, today)}
            <span className="sr-only"> {dateWords(day)}</span>
          </button>
        ))}
      </fieldset>
      {errors.dates ? (
        <p role="alert" className="text-sm font-medium text-late-ink">
          {errors.dates.message}
        </p>
      ) : null}
      <div className="grid grid-cols-2 gap-3">
        <NumberField control={control} name="servings" label={t`Servings`} step={1} min={1} />
        <NumberField control={control} name="maxMissing" label={t`Missing ingredients allowed`} step={1} />
      </div>
      <details open={errors.budget ? true : undefined} className="group rounded-control border border-line">
        <summary className="flex min-h-11 cursor-pointer items-center justify-between px-3 font-semibold">
          <Trans>Time and budget</Trans>
          <ChevronDown aria-hidden="true" className="size-5 text-ink-soft transition-transform group-open:rotate-180" />
        </summary>
        <div className="grid grid-cols-2 gap-3 p-3 pt-1">
          <Select label={t`Monday to Friday`} {...field('weekdayTime')}>
            {timeOptions}
          </Select>
          <Select label={t`Weekend`} {...field('weekendTime')}>
            {timeOptions}
          </Select>
          <div className="col-span-2">
            <TextInput
              label={t`Most to spend on shopping`}
              inputMode="decimal"
              hint={t`For what all the recipes need, at the last prices you paid.`}
              {...field('budget')}
            />
          </div>
        </div>
      </details>
    </>
  )
}
