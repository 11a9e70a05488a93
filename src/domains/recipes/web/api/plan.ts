import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { changeUndone } from '#domains/households/contract/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { call, callWithHeaders, errorMessage } from '#platform/web/api/call.ts'
import { type SubmitOnce, submitAlways } from '#platform/web/api/idempotent-submit.ts'
import { invalidateIn, useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { onEvent } from '#platform/web/sync/live.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import * as contract from '../../contract/index.ts'
import { addedToListMessage, offerRecipeUndo, refreshRecipes } from './index.ts'

const isRelevant = (event: string) => /^(?:plan|recipe|item|ingredient)\./.test(event) || event === changeUndone.name

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
export async function plan(
  entries: readonly contract.NewPlanEntry[],
  message: string,
  sendAs: SubmitOnce = submitAlways,
): Promise<boolean> {
  const { household } = currentSession()
  try {
    const body = { entries: [...entries] }
    const { headers } = await sendAs({ household, body }, ({ idempotencyKey }) =>
      callWithHeaders(contract.putMealPlan, { body, household, idempotencyKey }),
    )
    offerRecipeUndo(household, message, headers)
    return true
  } catch (error) {
    toast.fail(errorMessage(error, t`Failed to change the plan`))
    return false
  } finally {
    void refreshRecipes(household)
  }
}

/** Removes a meal from the plan. */
export async function unplan({ id, recipeName }: Pick<contract.PlanEntry, 'id' | 'recipeName'>): Promise<void> {
  const { household } = currentSession()
  try {
    const { headers } = await callWithHeaders(contract.removePlanEntry, { params: { id }, household })
    offerRecipeUndo(household, t`Removed ${recipeName} from the plan`, headers)
  } catch (error) {
    toast.fail(errorMessage(error, t`Failed to change the plan`))
  } finally {
    void refreshRecipes(household)
  }
}

/** Adds what these days' meals lack to the shopping list. */
export async function addPlanToList(from: CalendarDate, to: CalendarDate): Promise<void> {
  const { household } = currentSession()
  try {
    const { reply, headers } = await callWithHeaders(contract.addPlanMissing, { body: { from, to }, household })
    if (reply.added > 0) offerRecipeUndo(household, addedToListMessage(reply.added), headers)
    else toast.done(t`Everything missing is already on your list`)
  } catch (error) {
    toast.fail(errorMessage(error, t`Failed to add to the shopping list`))
  } finally {
    void refreshRecipes(household)
  }
}

export const propose = (wish: contract.WeekWish) => call(contract.proposeWeek, { body: wish })
