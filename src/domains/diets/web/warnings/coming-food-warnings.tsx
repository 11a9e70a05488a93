import { lazy, Suspense, useMemo } from 'react'
import { useToday } from '#domains/households/web/index.ts'
import { addDays } from '#platform/shared/calendar.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { listMealEaters } from '../../contract.ts'
import { hasNeeds } from '../../rules/diet-terms.ts'
import { usePeople } from '../api/eaters.ts'

const FoodWarnings = lazy(async () => ({ default: (await import('./food-warnings.tsx')).FoodWarnings }))

/** Guests who come within this many days count. */
const daysAhead = 14

/** Says for which members, and guests who come soon, a food isn't. Renders nothing where everyone can have everything. */
export function ComingFoodWarnings({ name, ingredientId }: { name: string; ingredientId: string | null }) {
  const { members, guests } = usePeople()
  const meals = useEndpointQuery(listMealEaters, {}).data
  const today = useToday()
  const people = useMemo(() => {
    const soon = (meals ?? []).filter(({ date }) => date >= today && date <= addDays(today, daysAhead))
    const coming = new Set(soon.flatMap(({ eaterIds }) => eaterIds))
    return [...members, ...guests.filter(({ id }) => coming.has(id))].filter(hasNeeds)
  }, [members, guests, meals, today])
  if (people.length === 0) return null
  return (
    <Suspense fallback={null}>
      <FoodWarnings name={name} ingredientId={ingredientId} people={people} />
    </Suspense>
  )
}
