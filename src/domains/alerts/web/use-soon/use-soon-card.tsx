import { Trans } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { useToday } from '#domains/households/web/index.ts'
import { IngredientGlyph } from '#domains/ingredients/web/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { formatDay } from '#platform/shared/format-date.ts'
import { listNames } from '#platform/shared/list-names.ts'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { Link } from '#platform/web/ui/router.tsx'
import type { Alert } from '../../contract.ts'
import { describeUseSoon, type FoodToUse, findUseSoon, recipeSentence } from '../../rules/use-soon.ts'

const RecipeOffer = lazy(async () => ({ default: (await import('#domains/recipes/web/index.ts')).RecipeOffer }))

/** What today's message names, with a recipe for it. Shows nothing for a single food: its alert says the same. */
export function UseSoonCard({ alerts }: { alerts: readonly Alert[] }) {
  const today = useToday()
  const useSoon = findUseSoon(alerts, today)
  if (!useSoon || useSoon.named.length < 2) return null
  const { named, more } = useSoon
  return (
    <Card flush>
      <CardHeader title={describeUseSoon(useSoon, today)} className="px-4 pt-2 sm:px-5" />
      {/* On a phone, where the alerts of these foods are right below, in one line. */}
      <p className="px-4 pb-2 text-ink-soft sm:hidden">{listNames(named.map(({ ingredient }) => ingredient.name))}</p>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,12rem),1fr))] px-2 pb-2 max-sm:hidden sm:px-3">
        {named.map((food) => (
          <Food key={food.ingredient.id} food={food} today={today} />
        ))}
        {more > 0 ? (
          <li className="flex min-h-11 items-center px-2 text-ink-soft">
            <Trans>and {more} more</Trans>
          </li>
        ) : null}
      </ul>
      <Suspense fallback={null}>
        <RecipeOffer
          ingredientIds={named.map(({ ingredient }) => ingredient.id)}
          describe={(recipe) => recipeSentence(recipe, named.length)}
        />
      </Suspense>
    </Card>
  )
}

function Food({ food: { ingredient, alerts, expiresOn }, today }: { food: FoodToUse; today: CalendarDate }) {
  const lotId = alerts.find((alert) => alert.lotId !== null)?.lotId
  return (
    <li>
      <Link
        to="/inventory"
        search={{ item: lotId ?? undefined }}
        className="flex min-h-11 items-center gap-3 rounded-tile px-2 py-0.5 text-ink no-underline hover:bg-hover"
      >
        <IngredientGlyph name={ingredient.name} category={ingredient.category} />
        <span className="flex min-w-0 flex-1 gap-x-3 max-sm:items-baseline max-sm:justify-between sm:flex-col">
          <span className="min-w-0 break-words font-semibold">{ingredient.name}</span>
          <span className="block shrink-0 text-sm text-ink-soft first-letter:uppercase">
            {expiresOn === null || expiresOn >= today ? formatDay(expiresOn ?? today, today) : <Trans>past its date</Trans>}
          </span>
        </span>
      </Link>
    </li>
  )
}
