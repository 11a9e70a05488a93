import { plural, t } from '@lingui/core/macro'
import { usePeople } from '#domains/diets/web/index.ts'
import type { ReplyOf } from '#platform/shared/endpoint.ts'
import { listNames } from '#platform/shared/list-names.ts'
import type { proposeWeek } from '../../contract/index.ts'

/** Recipes that weren't proposed because of diets and allergies, and of whose. */
export function LeftOut({ recipes }: { recipes: ReplyOf<typeof proposeWeek>['leftOut'] }) {
  const { members, guests } = usePeople()
  const nameOf = (id: string) => [...members, ...guests].find((person) => person.id === id)?.name ?? t`someone`
  if (recipes.length === 0) return null
  return (
    <details className="group">
      <summary className="flex min-h-11 cursor-pointer items-center text-sm text-ink-soft">
        {plural(recipes.length, {
          one: 'Left out # recipe that someone can’t eat',
          other: 'Left out # recipes that someone can’t eat',
        })}
      </summary>
      <ul className="space-y-1 pb-2 text-sm">
        {recipes.map(({ recipeId, recipeName, eaterIds }) => (
          <li key={recipeId}>{t`${recipeName}: not for ${listNames(eaterIds.map(nameOf))}`}</li>
        ))}
      </ul>
    </details>
  )
}
