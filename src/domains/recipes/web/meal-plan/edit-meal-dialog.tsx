import { t } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import { useWatch } from 'react-hook-form'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { useForm } from '#platform/web/forms/use-form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { DateInput } from '#platform/web/ui/date-input.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Select, TextInput } from '#platform/web/ui/form-fields.tsx'
import { maxPlanText, meals, type PlanEntry } from '../../contract/index.ts'
import { planMeals } from '../api/plan.ts'
import { ServingsStepper } from '../recipe-sheet/recipe-head.tsx'
import { formatWeekdayAndDate, mealWords } from './plan-messages.ts'

interface Props {
  entry: PlanEntry
  today: CalendarDate
  onClose: () => void
}

/** Changes the day, meal and servings of a planned meal, or its text. */
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
    fieldsOf: ({ date, meal, servings, recipeName }) => ({ date, meal, servings, text: recipeName }),
    onClose,
  })
  const [date, servings, text] = useWatch({ control, name: ['date', 'servings', 'text'] })
  const isText = entry.recipeId === null
  const save = submit(
    async ({ text: typed, ...fields }) => {
      const { id, recipeId } = entry
      const name = recipeId === null ? typed.trim() : entry.recipeName
      const meal = recipeId === null ? { id, text: name, date: fields.date, meal: fields.meal } : { id, recipeId, ...fields }
      if (await planMeals([meal], t`${name} is planned for ${formatWeekdayAndDate(fields.date)}`)) onClose()
    },
    () => t`Failed to change the plan`,
  )
  return (
    <form onSubmit={save} className="space-y-3" noValidate>
      {isText ? <TextInput label={t`Text`} maxLength={maxPlanText} {...field('text')} /> : null}
      <DateInput today={today} label={t`Day`} min={today} {...field('date')} />
      <MealSelect {...field('meal')} />
      {isText ? null : <ServingsStepper servings={servings} onChange={(next) => setValue('servings', next, { shouldDirty: true })} />}
      <div className="flex flex-col-reverse gap-2 pt-1 sm:flex-row sm:justify-end">
        <Button variant="quiet" onClick={leave}>
          {t`Cancel`}
        </Button>
        <Button type="submit" busy={isSubmitting} busyLabel={t`Saving...`} disabled={date === '' || (isText && text.trim() === '')}>
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
