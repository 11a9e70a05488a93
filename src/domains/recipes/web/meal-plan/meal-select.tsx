import { t } from '@lingui/core/macro'
import { Select } from '#platform/web/ui/field.tsx'
import { Meal, meals } from '../../contract/index.ts'
import { mealWords } from './plan-messages.ts'

export function MealSelect({ meal, onChange }: { meal: Meal; onChange: (meal: Meal) => void }) {
  return (
    <Select label={t`Meal`} value={meal} onChange={({ target }) => onChange(Meal.parse(target.value))}>
      {meals.map((one) => (
        <option key={one} value={one}>
          {mealWords[one]}
        </option>
      ))}
    </Select>
  )
}
