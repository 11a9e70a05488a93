import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type Meal, meals as mealNames, type PlanEntry } from '#domains/recipes/contract/plan.ts'

const mealWords: Readonly<Record<Meal, string>> = { breakfast: t`Breakfast`, lunch: t`Lunch`, dinner: t`Dinner` }

/** What is planned for today. */
export function PlanArea({ meals }: { meals: readonly PlanEntry[] }) {
  const inOrder = meals.toSorted((a, b) => mealNames.indexOf(a.meal) - mealNames.indexOf(b.meal))
  return (
    <section aria-labelledby="plan" className="rounded-card border border-line bg-card p-4">
      <h2 id="plan" className="display mb-2 text-2xl">
        <Trans>Meals today</Trans>
      </h2>
      {inOrder.length === 0 ? (
        <p className="py-2 text-xl text-ink-soft">
          <Trans>Nothing planned for today.</Trans>
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {inOrder.map(({ id, meal, recipeId, recipeName, servings, state }) => (
            <li key={id} className="flex min-h-16 flex-wrap items-center gap-x-3 py-2">
              <span className="min-w-40 flex-1">
                <span className="block text-lg text-ink-soft">{mealWords[meal]}</span>
                <span className="display block text-xl break-words">{recipeName}</span>
              </span>
              {recipeId === null ? null : (
                <span className="shrink-0 text-lg text-ink-soft">
                  {state === 'cooked' ? t`Cooked` : plural(servings, { one: '# serving', other: '# servings' })}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
