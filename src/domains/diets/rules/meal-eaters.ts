import type { MealEaters } from '../contract.ts'

export const mealId = (date: string, meal: string): string => `${date}-${meal}`

/**
 * Returns the people who eat a meal: all members, unless it says who. If all whom it names left, all members eat it. `people`: all members and
 * guests.
 */
export function eatersOf<P extends { id: string; userId: string | null }>(
  people: readonly P[],
  said: Pick<MealEaters, 'eaterIds'> | undefined,
): readonly P[] {
  const named = said ? people.filter(({ id }) => said.eaterIds.includes(id)) : []
  return named.length > 0 || said?.eaterIds.length === 0 ? named : people.filter(({ userId }) => userId !== null)
}
