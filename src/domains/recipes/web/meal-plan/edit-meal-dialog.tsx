import { t } from '@lingui/core/macro'
import { useState } from 'react'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { DateInput, Select } from '#platform/web/ui/form-fields.tsx'
import type { PlanEntry } from '../../contract/index.ts'
import { type Meal, meals } from '../../contract/index.ts'
import { plan } from '../api/plan.ts'
import { ServingsStepper } from '../recipe-sheet/recipe-head.tsx'
import { fullWords, mealWords } from './plan-messages.ts'

/** Changes the day, meal or servings of a planned meal. */
export function MealDialog({ entry, today, onClose }: { entry: PlanEntry; today: CalendarDate; onClose: () => void }) {
  const [date, setDate] = useState(entry.date)
  const [meal, setMeal] = useState(entry.meal)
  const [servings, setServings] = useState(entry.servings)
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const { id, recipeId, recipeName } = entry
    const isDone = await plan([{ id, date, meal, recipeId, servings }], t`${recipeName} is planned for ${fullWords(date)}`)
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={entry.recipeName}
      size="small"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button busy={busy} busyLabel={t`Saving...`} disabled={date === ''} onClick={() => void save()}>
            {t`Save`}
          </Button>
        </>
      }
    >
      <div className="space-y-3">
        <DateInput label={t`Day`} value={date} min={today} onChange={({ target }) => setDate(target.value)} />
        <MealSelect meal={meal} onChange={setMeal} />
        <ServingsStepper servings={servings} onChange={setServings} />
      </div>
    </Dialog>
  )
}

export function MealSelect({ meal, onChange }: { meal: Meal; onChange: (meal: Meal) => void }) {
  return (
    <Select label={t`Meal`} value={meal} onChange={({ target }) => onChange(meals.find((one) => one === target.value) ?? meal)}>
      {meals.map((one) => (
        <option key={one} value={one}>
          {mealWords[one]}
        </option>
      ))}
    </Select>
  )
}
