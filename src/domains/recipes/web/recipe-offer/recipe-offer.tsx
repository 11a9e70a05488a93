import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CalendarCheck, CalendarPlus, ChefHat } from 'lucide-react'
import { useState } from 'react'
import { useHasRole, useToday } from '#domains/households/web/index.ts'
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
 * Offers the recipe that uses most of these ingredients, which expire soon, and puts it on today's plan. Shows nothing if there is none.
 * @param describe returns its line
 */
export function RecipeOffer({ ingredientIds, describe }: { ingredientIds: readonly string[]; describe: (recipe: ChosenRecipe) => string }) {
  useLiveRecipes()
  const { data } = useEndpointQuery(listRecipes, { query: { sort: 'uses', maxMissing: maxMissingLines, limit: maxCandidates } })
  const recipe =
    data &&
    chooseRecipe(
      data.map((one) => ({ ...one, missing: missingOf(one) })),
      ingredientIds,
    )
  if (!recipe) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line px-4 py-2 sm:px-5">
      <Link
        to="/recipes"
        search={{ recipe: recipe.id }}
        className="flex min-h-11 min-w-0 flex-1 basis-60 items-center gap-2 font-medium text-herb-ink"
      >
        <ChefHat aria-hidden="true" className="size-5 shrink-0" />
        <span className="min-w-0 break-words">{describe(recipe)}</span>
      </Link>
      <PlanForToday recipe={recipe} />
    </div>
  )
}

/** Puts a recipe on today's plan, or says that it is there. */
function PlanForToday({ recipe: { id: recipeId, name } }: { recipe: ChosenRecipe }) {
  const mayChange = useHasRole('MEMBER')
  const today = useToday()
  const { data } = usePlan(today, today)
  const [isPlanning, setPlanning] = useState(false)
  if (data?.some((meal) => meal.recipeId === recipeId))
    return (
      <Link to="/plan" className="inline-flex min-h-11 items-center gap-2 text-ink-soft">
        <CalendarCheck aria-hidden="true" className="size-5" />
        <Trans>On today’s plan</Trans>
      </Link>
    )
  if (!mayChange || data === undefined) return null
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
