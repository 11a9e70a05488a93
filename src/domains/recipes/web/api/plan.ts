import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { changeUndone } from '#domains/households/contract/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { call, callWithHeaders, errorMessage, urlOf } from '#platform/web/api/call.ts'
import { type SubmitOnce, submitAlways } from '#platform/web/api/idempotent-submit.ts'
import { cache, invalidateIn, queryKeyOf, useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { onEvent } from '#platform/web/sync/live-events.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import * as contract from '../../contract/index.ts'
import { writeRecipes } from './index.ts'
import { toPlannedMeal } from './recipe-intent.ts'

const isRelevant = (event: string) => /^(?:plan|recipe|item|stock|ingredient)\./.test(event) || event === changeUndone.name

/** Loads the meals of a range and keeps them up to date. */
export function usePlan(from: CalendarDate, to: CalendarDate) {
  useEffect(
    () =>
      onEvent({}, ({ event }) => {
        if (isRelevant(event)) void invalidateIn(currentSession().household, contract.getMealPlan)
      }),
    [],
  )
  return useEndpointQuery(contract.getMealPlan, { query: { from, to } }, { keepLast: true })
}

/** Plans meals, or changes planned ones by id. Shows a toast with the result. */
export async function planMeals(
  entries: readonly contract.NewPlanEntry[],
  message: string,
  sendAs: SubmitOnce = submitAlways,
): Promise<boolean> {
  const { household } = currentSession()
  const known = shownMeals()
  try {
    await sendAs({ household, entries }, ({ idempotencyKey, idAt }) => {
      // The same when the submit is repeated.
      const meals = entries.map((entry, index) => ({ ...entry, id: entry.id ?? idAt(index) }))
      const before = meals.flatMap(({ id }) => known.find((meal) => meal.id === id) ?? [])
      const body = { entries: meals }
      return writeRecipes({
        words: message,
        message,
        intent: { do: 'plan', entries: meals },
        opposite:
          before.length > 0 ? { do: 'plan', entries: before.map(toPlannedMeal) } : { do: 'unplan', entryIds: meals.map(({ id }) => id) },
        request: { method: 'PUT', address: urlOf(contract.putMealPlan, {}), body },
        send: () => callWithHeaders(contract.putMealPlan, { body, household, idempotencyKey }),
      })
    })
    return true
  } catch (error) {
    toast.fail(errorMessage(error, t`Failed to change the plan`))
    return false
  }
}

/** The planned meals on screen. */
const shownMeals = () =>
  cache.getQueriesData<contract.PlanEntry[]>({ queryKey: queryKeyOf(contract.getMealPlan) }).flatMap(([, meals]) => meals ?? [])

/** Removes a meal from the plan. */
export async function removePlannedMeal({ id, recipeName }: Pick<contract.PlanEntry, 'id' | 'recipeName'>): Promise<void> {
  const message = t`Removed ${recipeName} from the plan`
  const before = shownMeals().find((meal) => meal.id === id)
  try {
    await writeRecipes({
      words: message,
      message,
      intent: { do: 'unplan', entryIds: [id] },
      opposite: before ? { do: 'plan', entries: [toPlannedMeal(before)] } : { do: 'other' },
      request: { method: 'DELETE', address: urlOf(contract.removePlanEntry, { params: { id } }) },
      send: (household) => callWithHeaders(contract.removePlanEntry, { params: { id }, household }),
    })
  } catch (error) {
    toast.fail(errorMessage(error, t`Failed to change the plan`))
  }
}

export const requestWeekProposal = (wish: contract.WeekPlanRequest) => call(contract.proposeWeek, { body: wish })
