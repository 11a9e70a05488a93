import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type Meal, meals as mealNames } from '#domains/diets/contract.ts'
import type { PlanEntry } from '#domains/recipes/contract/plan.ts'
import { formatAmount } from '#platform/shared/unit-display.ts'

const mealWords: Readonly<Record<Meal, string>> = { breakfast: t`Breakfast`, lunch: t`Lunch`, dinner: t`Dinner`, snack: t`Snack` }

/** `4 servings`, `2 portions in the freezer`, `200 g`, `Eaten`; empty for a text. */
function describeAmount({ recipeId, inventoryItemId, quantity, unit, storage, servings, state }: PlanEntry): string {
  if (recipeId !== null) return state === 'cooked' ? t`Cooked` : plural(servings, { one: '# serving', other: '# servings' })
  if (quantity === null) return ''
  if (state === 'cooked') return t`Eaten`
  const isPortions = inventoryItemId !== null && (unit === null || unit === 'each')
  const amount = isPortions ? plural(quantity, { one: '# portion', other: '# portions' }) : formatAmount(quantity, unit ?? 'each')
  if (storage === 'FREEZER') return t`${amount} in the freezer`
  if (storage === 'FRIDGE') return t`${amount} in the fridge`
  return storage === 'PANTRY' ? t`${amount} in the pantry` : amount
}

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
          {inOrder.map((entry) => (
            <li key={entry.id} className="flex min-h-16 flex-wrap items-center gap-x-3 py-2">
              <span className="min-w-40 flex-1">
                <span className="block text-lg text-ink-soft">{mealWords[entry.meal]}</span>
                <span className="display block text-xl break-words">{entry.recipeName}</span>
              </span>
              <span className="shrink-0 text-lg text-ink-soft empty:hidden">{describeAmount(entry)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
