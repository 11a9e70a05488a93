import type { MealEaters } from '../contract.ts'

type Said = Pick<MealEaters, 'eaterIds' | 'carriedFor'>

/** What a repeat or a copy puts on a meal of a day. */
interface Arrival {
  /** Those who eat it; null for all members. */
  eaterIds: readonly string[] | null
  /** Who eats there; undefined for all members. */
  said: Said | undefined
  /** Whether someone said that all members eat there. */
  isReset: boolean
  /** Whether something else is planned there. */
  hasOthers: boolean
}

/**
 * Returns who eats a meal from now on that a repeat or a copy plans something for: these people, `end` for all members again, or `keep`.
 * What someone said is kept. Where those who eat differ from those who ate, all members eat, so that no warning is lost.
 */
export function eatersOnArrival({ eaterIds, said, isReset, hasOthers }: Arrival): readonly string[] | 'end' | 'keep' {
  if (said) return said.carriedFor == null || isSame(said.eaterIds, eaterIds) ? 'keep' : 'end'
  return eaterIds === null || isReset || hasOthers ? 'keep' : eaterIds
}

const isSame = (a: readonly string[], b: readonly string[] | null) =>
  b !== null && new Set([...a, ...b]).size === a.length && a.length === b.length

/** Returns whether who eats ends when something leaves a meal: when nothing else is planned there, or it was carried for that. */
export const endsOnLeaving = (
  { carriedFor }: Pick<Said, 'carriedFor'>,
  { ids, hasOthers }: { ids: readonly (string | null | undefined)[]; hasOthers: boolean },
): boolean => carriedFor != null && (!hasOthers || ids.includes(carriedFor))

/** Returns those who are still here of the people named; null for all members, if it names only people who left. */
export function presentEaters(eaterIds: readonly string[], isPresent: (id: string) => boolean): readonly string[] | null {
  const present = eaterIds.filter(isPresent)
  return present.length === 0 && eaterIds.length > 0 ? null : present
}
