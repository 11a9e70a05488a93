import type { MealEaters } from '../contract.ts'

export const mealId = (date: string, meal: string): string => `${date}-${meal}`

/** Returns the people who eat a meal: all members, unless it says who. */
export function eatersOf<P extends { id: string; userId: string | null }>(
  people: readonly P[],
  said: Pick<MealEaters, 'eaterIds'> | undefined,
): readonly P[] {
  return people.filter(({ id, userId }) => (said ? said.eaterIds.includes(id) : userId !== null))
}
