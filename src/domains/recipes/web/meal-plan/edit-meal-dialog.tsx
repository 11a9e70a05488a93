import { t } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import { useWatch } from 'react-hook-form'
import { meals } from '#domains/diets/contract.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { unitSuffix } from '#platform/shared/unit-display.ts'
import { useForm } from '#platform/web/forms/use-form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { DateInput } from '#platform/web/ui/date-input.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Select, TextInput } from '#platform/web/ui/form-fields.tsx'
import { formatNumberInput, NumberInput, parseNumber } from '#platform/web/ui/number-input.tsx'
import { maxPlanText, type PlanEntry } from '../../contract/index.ts'
import { toPlannedMeal } from '../../rules/to-planned-meal.ts'
import { planMeals } from '../api/plan.ts'
import { ServingsStepper } from '../recipe-sheet/recipe-head.tsx'
import { formatWeekdayAndDate, mealWords } from './plan-messages.ts'

interface Props {
  entry: PlanEntry
  today: CalendarDate
  onClose: () => void
}

/** Changes the day, meal and servings of a planned meal, its portions or its text. */
export function MealDialog(props: Props) {
  return (
    <Dialog open onOpenChange={(open) => open || props.onClose()} title={props.entry.recipeName} size="small">
      <MealForm {...props} />
    </Dialog>
  )
}

function MealForm({ entry, today, onClose }: Props) {
  const { field, control, setValue, isSubmitting, leave, submit } = useForm({
    row: entry,
    fieldsOf: ({ date, meal, servings, recipeName, quantity }) => ({
      ...{ date, meal, servings, text: recipeName },
      portions: quantity === null ? '' : formatNumberInput(quantity),
    }),
    onClose,
  })
  const [date, servings, text, portions] = useWatch({ control, name: ['date', 'servings', 'text', 'portions'] })
  const isItem = entry.inventoryItemId !== null || entry.ingredientId !== null
  const isText = entry.recipeId === null && !isItem
  const quantity = parseNumber(portions)
  const isValid = isItem ? quantity !== null && quantity > 0 : !isText || text.trim() !== ''
  const save = submit(
    async (fields) => {
      const name = isText ? fields.text.trim() : entry.recipeName
      const amount = isItem && quantity !== null ? { quantity: Math.round(quantity * 1000) / 1000 } : {}
      const changed = { ...entry, date: fields.date, meal: fields.meal, servings: fields.servings, recipeName: name, ...amount }
      const meal = toPlannedMeal(changed)
      if (await planMeals([meal], t`${name} is planned for ${formatWeekdayAndDate(fields.date)}`)) onClose()
    },
    () => t`Failed to change the plan`,
  )
  return (
    <form onSubmit={save} className="space-y-3" noValidate>
      {isText ? <TextInput label={t`Text`} maxLength={maxPlanText} {...field('text')} /> : null}
      <DateInput today={today} label={t`Day`} min={today} {...field('date')} />
      <MealSelect {...field('meal')} />
      {isItem ? (
        <NumberInput
          label={entry.ingredientId === null ? t`Portions` : t`Amount`}
          min={0}
          step={1}
          value={portions}
          onValue={(value) => setValue('portions', value, { shouldDirty: true })}
          {...(entry.unit === null || entry.unit === 'each' ? {} : { suffix: unitSuffix(entry.unit, 2) })}
        />
      ) : null}
      {isText || isItem ? null : (
        <ServingsStepper servings={servings} onChange={(next) => setValue('servings', next, { shouldDirty: true })} />
      )}
      <div className="flex flex-col-reverse gap-2 pt-1 sm:flex-row sm:justify-end">
        <Button variant="quiet" onClick={leave}>
          {t`Cancel`}
        </Button>
        <Button type="submit" busy={isSubmitting} busyLabel={t`Saving...`} disabled={date === '' || !isValid}>
          {t`Save`}
        </Button>
      </div>
    </form>
  )
}

export function MealSelect(props: Omit<ComponentProps<typeof Select>, 'label' | 'children'>) {
  return (
    <Select label={t`Meal`} {...props}>
      {meals.map((one) => (
        <option key={one} value={one}>
          {mealWords[one]}
        </option>
      ))}
    </Select>
  )
}
