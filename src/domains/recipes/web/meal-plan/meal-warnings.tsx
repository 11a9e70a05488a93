import { Suspense } from 'react'
import { ShortWarnings, usePeopleWithNeeds } from '#domains/diets/web/index.ts'
import type { PlanEntry } from '../../contract/index.ts'
import { useRecipe } from '../api/index.ts'

type Person = ReturnType<typeof usePeopleWithNeeds>[number]

/** Says for whom of those who eat a planned meal it isn't. */
export function MealWarnings({ entry: { recipeId, state } }: { entry: PlanEntry }) {
  const people = usePeopleWithNeeds({ withGuests: false })
  if (people.length === 0 || recipeId === null || state === 'cooked') return null
  return <OfRecipe recipeId={recipeId} people={people} />
}

function OfRecipe({ recipeId, people }: { recipeId: string; people: readonly Person[] }) {
  const lines = useRecipe(recipeId).data?.lines
  return lines ? (
    <Suspense fallback={null}>
      <ShortWarnings lines={lines} people={people} />
    </Suspense>
  ) : null
}
