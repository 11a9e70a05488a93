import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { type Meal, meals } from '#domains/diets/contract.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { useIdempotentSubmit } from '#platform/web/api/idempotent-submit.ts'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Select } from '#platform/web/ui/form-fields.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Spinner } from '#platform/web/ui/progress.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { maxPlanText, type NewPlanEntry } from '../../contract/index.ts'
import { useRecipes } from '../api/index.ts'
import { planMeals } from '../api/plan.ts'
import { formatExpiringUses, StockBadge } from '../recipe-list/recipe-card.tsx'
import { MealSelect } from './edit-meal-dialog.tsx'
import { IngredientMeals } from './ingredient-meals.tsx'
import { LeftoverMeals } from './leftover-meals.tsx'
import { dayWords } from './plan-messages.ts'
import { TextMeals } from './text-meals.tsx'

interface Props {
  /** The day selected first. */
  date: CalendarDate
  days: readonly CalendarDate[]
  today: CalendarDate
  /** Only recipes that need this ingredient; null for all. */
  ingredient: string | null
  onClose: () => void
}

type Planned = Pick<NewPlanEntry, 'recipeId' | 'text' | 'inventoryItemId' | 'ingredientId' | 'quantity' | 'unit'>

/** Chooses a recipe for a day. Recipes that avoid the most waste come first. */
export function MealPicker({ date: first, days, today, ingredient, onClose }: Props) {
  const [search, setSearch] = useState('')
  const [date, setDate] = useState(first)
  const [meal, setMeal] = useState<Meal>('dinner')
  const filters = { search: search.trim(), category: 'all', tag: null, stock: 'any', sort: 'uses', ingredient } as const
  const { recipes, error, refetch, isFetching } = useRecipes(filters)
  const sendAs = useIdempotentSubmit()
  /** The recipe, item or text being planned; null if none is. */
  const [chosen, setChosen] = useState<string | null>(null)
  const choose = async (what: Planned, name: string) => {
    if (chosen !== null) return
    setChosen(what.text ?? what.inventoryItemId ?? what.ingredientId ?? what.recipeId ?? null)
    if (await planMeals([{ date, meal, ...what }], t`Planned ${name} for ${dayWords(date, today)}`, sendAs())) onClose()
    else setChosen(null)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t`Add a meal`}
      description={ingredient === null ? t`Recipes that save the most food come first.` : t`Recipes that use what expires first.`}
      size="medium"
    >
      <div className="space-y-3">
        <div className="grid grid-cols-2 gap-3">
          <Select label={t`Day`} value={date} onChange={({ target }) => setDate(target.value)}>
            {days.map((day) => (
              <option key={day} value={day}>
                {dayWords(day, today)}
              </option>
            ))}
          </Select>
          <MealSelect value={meal} onChange={({ target }) => setMeal(meals.find((one) => one === target.value) ?? meal)} />
        </div>
        <SearchBox value={search} onChange={setSearch} placeholder={t`Search recipes...`} />
        {ingredient === null ? (
          <LeftoverMeals
            date={date}
            search={search.trim()}
            chosen={chosen}
            onChoose={({ id, dish }, quantity) => void choose({ inventoryItemId: id, quantity }, dish)}
          />
        ) : null}
        {ingredient === null ? (
          <IngredientMeals
            search={search.trim()}
            chosen={chosen}
            onChoose={({ id, name }, amount) => void choose({ ingredientId: id, ...amount }, name)}
          />
        ) : null}
        {ingredient === null ? (
          <TextMeals typed={search.trim().slice(0, maxPlanText)} chosen={chosen} onChoose={(text) => void choose({ text }, text)} />
        ) : null}
        {!recipes ? (
          error ? (
            <ErrorState error={error} title={t`Failed to load recipes`} onRetry={() => void refetch()} busy={isFetching} />
          ) : (
            <SkeletonRows rows={5} />
          )
        ) : recipes.length === 0 ? (
          <p className="py-6 text-center text-ink-soft">{t`No recipes found`}</p>
        ) : (
          <ul aria-label={t`Recipes`} className="divide-y divide-line">
            {recipes.map((recipe) => (
              <li key={recipe.id}>
                <button
                  type="button"
                  aria-disabled={chosen !== null || undefined}
                  aria-busy={chosen === recipe.id || undefined}
                  onClick={() => void choose({ recipeId: recipe.id }, recipe.name)}
                  className="flex min-h-14 w-full flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-control px-2 py-2 text-start hover:bg-hover aria-disabled:opacity-55"
                >
                  <span className="min-w-0">
                    <span className="display block text-lg leading-tight">{recipe.name}</span>
                    <span className="text-sm text-ink-soft">{formatExpiringUses(recipe) ?? t`For ${recipe.servings}`}</span>
                  </span>
                  {chosen === recipe.id ? <Spinner /> : <StockBadge recipe={recipe} />}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}
