import { t } from '@lingui/core/macro'
import { useMemo } from 'react'
import { undoChange } from '#domains/households/contract/index.ts'
import { callWithHeaders, urlOf } from '#platform/web/api/call.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { rowWriter } from '#platform/web/sync/row-writer.ts'
import type { MealEaters } from '../../contract.ts'
import * as contract from '../../contract.ts'
import { eatersOf, mealId } from '../../rules/meal-eaters.ts'
import { type Person, usePeople } from './eaters.ts'

interface WhoEats {
  people: readonly Person[]
  /** Undefined for all members. */
  said: MealEaters | undefined
  /** Whether it isn't known, because something failed to load. */
  hasFailed: boolean
}

/** Returns who eats a meal. Works offline. */
export function useWhoEats(date: string, meal: string): WhoEats {
  const { members, guests, hasFailed } = usePeople()
  const { data, error } = useEndpointQuery(contract.listMealEaters, {})
  const said = data?.find(({ id }) => id === mealId(date, meal))
  const people = useMemo(() => eatersOf([...members, ...guests], said), [members, guests, said])
  return { people, said, hasFailed: hasFailed || (data === undefined && error !== null) }
}

const write = rowWriter<MealEaters>('mealEaters', undoChange, contract.listMealEaters)

/** Says who eats a meal; null means all members. Throws `ApiError`. */
export async function setMealEaters(
  { date, meal }: Pick<MealEaters, 'date' | 'meal'>,
  known: MealEaters | undefined,
  eaterIds: string[] | null,
): Promise<void> {
  const id = mealId(date, meal)
  const body = { date, meal, eaterIds }
  const to = eaterIds && { createdAt: new Date().toISOString(), version: 0, ...known, id, date, meal, eaterIds }
  await write({
    words: t`Change who eats a meal`,
    message: t`Saved who eats`,
    intent: { id, to },
    opposite: { id, to: known ?? null },
    request: { method: 'PUT', address: urlOf(contract.setMealEaters, {}), body },
    send: (household) => callWithHeaders(contract.setMealEaters, { body, household }),
  })
}
