import { Suspense } from 'react'
import { RecipeWarnings, usePeopleWithNeeds } from '#domains/diets/web/index.ts'
import type { Recipe } from '../../contract/index.ts'

/** Says for which members and guests a recipe isn't. */
export function DietWarnings({ recipe }: { recipe: Recipe }) {
  const people = usePeopleWithNeeds({ withGuests: true })
  if (people.length === 0) return null
  return (
    <Suspense fallback={null}>
      <RecipeWarnings lines={recipe.lines} people={people} />
    </Suspense>
  )
}
