import { Suspense } from 'react'
import { DietsFailed, RecipeWarnings, usePeopleWithNeeds } from '#domains/diets/web/index.ts'
import type { Recipe } from '../../contract/index.ts'

/** Says for which members and guests a recipe isn't, or that this couldn't be checked. */
export function DietWarnings({ recipe }: { recipe: Recipe }) {
  const { people, hasFailed } = usePeopleWithNeeds()
  if (people.length === 0 && !hasFailed) return null
  return (
    <Suspense fallback={null}>
      {hasFailed ? <DietsFailed /> : <RecipeWarnings lines={recipe.lines} name={recipe.name} people={people} />}
    </Suspense>
  )
}
