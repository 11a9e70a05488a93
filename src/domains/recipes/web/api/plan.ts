import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { listMealEaters } from '#domains/diets/contract.ts'
import { changeUndone } from '#domains/households/contract/index.ts'
import { type Lot, listLots } from '#domains/inventory/contract.ts'
import { reservationsOf } from '#domains/inventory/rules/allocate-local-takes.ts'
import { loadStockActions } from '#domains/inventory/web/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { fromMilli, toMilli } from '#platform/shared/quantity-and-money.ts'
import { call, callWithHeaders, errorMessage, urlOf } from '#platform/web/api/call.ts'
import { type SubmitOnce, submitAlways } from '#platform/web/api/idempotent-submit.ts'
import { deriveLocally } from '#platform/web/api/local-source.ts'
import { newId } from '#platform/web/api/new-id.ts'
import { cache, invalidateIn, queryKeyOf, useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { onEvent } from '#platform/web/sync/live-events.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import * as contract from '../../contract/index.ts'
import { leftoverDish } from '../../rules/leftover-lot.ts'
import { reservedByOthers } from '../../rules/local-recipes.ts'
import { toPlannedMeal } from '../../rules/to-planned-meal.ts'
import { writeRecipes } from './index.ts'

const isRelevant = (event: string) => /^(?:plan|recipe|item|stock|ingredient)\./.test(event) || event === changeUndone.name

/** Loads the meals of a range and keeps them up to date. */
export function usePlan(from: CalendarDate, to: CalendarDate) {
  useEffect(
    () =>
      onEvent({}, ({ event }) => {
        if (isRelevant(event)) void invalidateIn(currentSession().household, contract.getMealPlan, listMealEaters)
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

/** Repeats a planned meal on its weekday. */
export async function repeatPlannedMeal({ id, recipeName }: contract.PlanEntry, everyWeeks: number): Promise<void> {
  const { household } = currentSession()
  const repeatId = newId()
  const today = deriveLocally(household, (_, clock) => clock.today) ?? ''
  const body = { id: repeatId, everyWeeks }
  const params = { id }
  try {
    await writeRecipes({
      words: t`Repeat ${recipeName}`,
      message: everyWeeks === 1 ? t`${recipeName} repeats every week` : t`${recipeName} repeats every 2 weeks`,
      intent: today === '' ? { do: 'other' } : { do: 'repeat', entryId: id, repeatId, everyWeeks, today },
      opposite: { do: 'end-repeat', entryId: id },
      request: { method: 'POST', address: urlOf(contract.repeatMeal, { params }), body },
      send: () => callWithHeaders(contract.repeatMeal, { params, body, household }),
    })
  } catch (error) {
    toast.fail(errorMessage(error, t`Failed to change the plan`))
  }
}

/** Ends the repeat of a meal; this day stays planned. */
export async function stopRepeating({ id, recipeName }: contract.PlanEntry): Promise<void> {
  const params = { id }
  try {
    await writeRecipes({
      words: t`Stop repeating ${recipeName}`,
      message: t`${recipeName} no longer repeats. Its later days left the plan.`,
      intent: { do: 'end-repeat', entryId: id },
      opposite: { do: 'other' },
      request: { method: 'DELETE', address: urlOf(contract.endRepeat, { params }) },
      send: (household) => callWithHeaders(contract.endRepeat, { params, household }),
    })
  } catch (error) {
    toast.fail(errorMessage(error, t`Failed to change the plan`))
  }
}

/** Uses a planned item or ingredient from stock and marks the meal as eaten. */
export async function eatPlannedMeal(entry: contract.PlanEntry): Promise<void> {
  const { household } = currentSession()
  const { id, recipeName } = entry
  const used = await eatIntents(household, entry)
  const reservationIds = deriveLocally(household, (tables) => reservationsOf(tables, id)) ?? []
  try {
    await writeRecipes({
      words: t`Eat ${recipeName}`,
      message: t`Ate ${recipeName}`,
      intent: { do: 'cook', entryId: id, reservationIds, lots: used.intent.lots },
      opposite: { do: 'uncook', entryId: id, lots: used.opposite.lots },
      request: { method: 'POST', address: urlOf(contract.eatMeal, { params: { id } }) },
      send: () => callWithHeaders(contract.eatMeal, { params: { id }, household }),
    })
  } catch (error) {
    toast.fail(errorMessage(error, t`Failed to update your inventory`))
  }
}

/** Returns what eating a meal does to the stock, and what undoing it does. */
async function eatIntents(household: string | null, { id, inventoryItemId, ingredientId, quantity, unit }: contract.PlanEntry) {
  const { createLotUseIntents, createTakeIntents } = await loadStockActions()
  if (ingredientId === null || unit === null) return createLotUseIntents(household, inventoryItemId ?? '', quantity ?? 0, unit ?? 'each')
  const reserved = deriveLocally(household, (tables, { today }) => reservedByOthers(tables, id, today))
  return createTakeIntents(household, [{ ingredientId, quantity: quantity ?? 0, unit }], { reserved, withKinds: true })
}

/** Loads leftovers in stock that can still be planned for a day, soonest to expire first. */
export function useLeftovers(date: CalendarDate) {
  const { data, error } = useEndpointQuery(listLots, { query: { search: 'leftover' } })
  const lots = data && (Array.isArray(data) ? data : data.items)
  return { error, leftovers: lots?.flatMap((lot) => plannable(lot, date)) }
}

/** An item of leftovers with what isn't reserved of it. */
export type Leftover = Pick<Lot, 'id' | 'unit' | 'storage'> & { dish: string; free: number }

function plannable({ id, unit, storage, ingredient, quantity, reserved, effectiveExpiration }: Lot, date: CalendarDate): Leftover[] {
  const dish = leftoverDish(ingredient.name)
  const free = fromMilli(toMilli(quantity) - toMilli(reserved))
  const isGood = effectiveExpiration === null || effectiveExpiration >= date
  return dish !== null && free > 0 && isGood ? [{ id, unit, storage, dish, free }] : []
}

export const requestWeekProposal = (wish: contract.WeekPlanRequest) => call(contract.proposeWeek, { body: wish })
