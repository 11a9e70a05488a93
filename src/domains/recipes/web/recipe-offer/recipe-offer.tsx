import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CalendarCheck, CalendarPlus, ChefHat } from 'lucide-react'
import { useState } from 'react'
import { useHasRole, useToday } from '#domains/households/web/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Link } from '#platform/web/ui/router.tsx'
import { listRecipes } from '../../contract/index.ts'
import { type ChosenRecipe, chooseRecipe, maxMissingLines } from '../../rules/choose-recipe.ts'
import { missingOf } from '../../rules/sort-recipes.ts'
import { useLiveRecipes } from '../api/index.ts'
import { planMeals, usePlan } from '../api/plan.ts'

/** Recipes that avoid the most waste, among which one is chosen. */
const maxCandidates = 50

/**
 * Offers the recipe that uses most of these ingredients, which expire soon, and puts it on today's plan. Once that reserved them, it shows
 * what is planned for today. Shows nothing if there is neither.
 * @param describe returns its line
 */
export function RecipeOffer({ ingredientIds, describe }: { ingredientIds: readonly string[]; describe: (recipe: ChosenRecipe) => string }) {
  useLiveRecipes()
  const mayChange = useHasRole('MEMBER')
  const today = useToday()
  const { data: recipes } = useEndpointQuery(listRecipes, { query: { sort: 'uses', maxMissing: maxMissingLines, limit: maxCandidates } })
  const { data: meals } = usePlan(today, today)
  if (!recipes || !meals) return null
  const recipe = chooseRecipe(
    recipes.map((one) => ({ ...one, missing: missingOf(one) })),
    ingredientIds,
  )
  const planned = meals.filter(({ state, recipeId }) => state === 'planned' && recipeId !== null)
  const isPlanned = planned.some(({ recipeId }) => recipeId === recipe?.id)
  if (recipe && !isPlanned)
    return (
      <div className={row}>
        <Link to="/recipes" search={{ recipe: recipe.id }} className={line}>
          <ChefHat aria-hidden="true" className="size-5 shrink-0" />
          <span className="min-w-0 break-words">{describe(recipe)}</span>
        </Link>
        {mayChange ? <PlanForToday recipe={recipe} today={today} /> : null}
      </div>
    )
  if (planned.length === 0) return null
  return (
    <div className={row}>
      <Link to="/plan" className={line}>
        <CalendarCheck aria-hidden="true" className="size-5 shrink-0" />
        <span className="min-w-0 break-words">{t`On today’s plan: ${planned.map(({ recipeName }) => recipeName).join(', ')}`}</span>
      </Link>
    </div>
  )
}

const row = 'flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line px-4 py-2 sm:px-5'
const line = 'flex min-h-11 min-w-0 flex-1 basis-60 items-center gap-2 font-medium text-herb-ink'

function PlanForToday({ recipe: { id: recipeId, name }, today }: { recipe: ChosenRecipe; today: CalendarDate }) {
  const [isPlanning, setPlanning] = useState(false)
  return (
    <Button
      variant="quiet"
      icon={<CalendarPlus aria-hidden="true" className="size-5" />}
      busy={isPlanning}
      busyLabel={t`Planning...`}
      onClick={() => {
        setPlanning(true)
        void planMeals([{ date: today, recipeId, meal: 'dinner' }], t`Planned ${name} for today`).finally(() => setPlanning(false))
      }}
    >
      <Trans>Cook it today</Trans>
    </Button>
  )
}
